-- Choice of fund: when the form was given, what the employee did, and what the tax office said about a stapled fund.
create table super_choices (
  employee_id integer primary key references employees (id),
  customer_id integer not null references customers (id),
  company_id integer not null references companies (id),
  offered_on date,
  is_chosen boolean,
  requested_at timestamptz,
  answer text check (answer in ('found', 'none', 'refused', 'unavailable')),
  reason text,
  fund_usi text,
  fund_name text,
  updated_at timestamptz not null
);
create index super_choices_customer on super_choices (customer_id);
create index super_choices_company on super_choices (company_id);
