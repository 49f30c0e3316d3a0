-- Parental leave pay that Services Australia has sent to the employer, to be paid on to the employee.
create table parental_leave_instalments (
  id integer generated always as identity primary key,
  customer_id integer not null references customers (id),
  company_id integer not null references companies (id),
  employee_id integer not null references employees (id),
  received_on date not null,
  amount numeric(12, 2) not null check (amount > 0),
  reference text,
  created_at timestamptz not null
);
create index parental_leave_instalments_employee on parental_leave_instalments (employee_id);
