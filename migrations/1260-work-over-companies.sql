-- The work list counts the people of each pay cycle in all companies of an account. Without this index, the server read every
-- row of employees.
-- cells:
create index employees_paid_now on employees (company_id, pay_period, pay_calendar_id)
  where active_pay_recipient and not is_terminated and not is_deleted;
