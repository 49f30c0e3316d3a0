-- What the metric of overdue obligations reads: the few paydays that are open, found without reading the rest.
create function owes_super(contributions jsonb) returns boolean language sql immutable parallel safe as $$
  select exists (
    select from jsonb_array_elements(contributions) part where (part ->> 'owed')::numeric > (part ->> 'paid')::numeric)
$$;
create index paydays_unreported on paydays (pay_date) where done + under_way < pays;
create index paydays_owing on paydays (pay_date) where owes_super(super);
