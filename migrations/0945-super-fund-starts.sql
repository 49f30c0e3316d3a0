-- The first payday that a fund of an employee covers. Null for the funds of the employee's first entry.
create table super_fund_starts (
  employee_id integer not null references employees,
  customer_id integer not null references customers,
  -- The USI, or the ABN of a self-managed fund.
  fund text not null,
  since date,
  primary key (employee_id, fund)
);
create index super_fund_starts_customer on super_fund_starts (customer_id);

insert into super_fund_starts (employee_id, customer_id, fund)
select distinct employee_id, customer_id, coalesce(usi, abn) from employee_super_funds where coalesce(usi, abn) is not null;
