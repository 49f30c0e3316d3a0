-- Deductions that go to a payee or reference for the first time wait for a day, as payments to a changed account do. The hold names
-- the employee, the payee and the reference; an empty reference stands for none.
-- cells:
alter table account_holds add column payee_reference text;
alter table account_holds drop constraint account_holds_check;
alter table account_holds add constraint account_holds_check
  check (num_nonnulls(employee_id, payee_id) = case when payee_reference is null then 1 else 2 end);
