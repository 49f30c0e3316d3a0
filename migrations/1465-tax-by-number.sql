-- Tax is owed under the employer number that a pay was lodged with. `by_number` has the amounts of each number, if a former one lodged
-- pays of the payday; empty: all of it is owed under the present numbers.
-- cells:
alter table paydays add column by_number jsonb not null default '[]';

-- A payment belongs to one number: null is the present one. A payment that was recorded for several numbers pays them in order.
alter table office_payments
  add column identity_id integer,
  add column is_for_any_number boolean not null default false;
update office_payments payment set is_for_any_number = true
where exists (select from former_identities former where former.company_id = payment.company_id and not former.is_wrong);

-- An answer to an event under a former number also changes the number of pays that the event only carries.
create or replace function submission_answered() returns trigger language plpgsql as $$
begin
  insert into payday_changes (company_id, customer_id, pay_date)
    select day.company_id, companies.customer_id, day.pay_date
    from (select distinct pays.company_id, pays.processed_date as pay_date from submission_pays link join pays on pays.id = link.pay_id
      where link.submission_id = new.id and (link.counts or new.identity_id is not null)) day
    join companies on companies.id = day.company_id;
  return null;
end $$;

insert into payday_changes (company_id, customer_id, pay_date)
select company_id, customer_id, pay_date from paydays
where company_id in (select company_id from former_identities where not is_wrong);
