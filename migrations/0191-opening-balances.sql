-- What an employee brings from an earlier payroll system: the pay before the first pay.
create table opening_balances (
  employee_id integer primary key references employees,
  customer_id integer not null references customers,
  company_id integer not null references companies,
  -- The last day whose payments are in the figures; pays here come after it.
  as_at date not null,
  -- The start of service, where it lies before the employee's start date.
  service_start_date date,
  -- The figures, read by src/payroll/opening.ts only.
  content json not null,
  created_at timestamptz(0) not null,
  updated_at timestamptz(0) not null
);
create index opening_balances_company on opening_balances (company_id);
create index opening_balances_customer on opening_balances (customer_id);
