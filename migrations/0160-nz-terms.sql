-- New Zealand terms that had no way in: the Holidays Act's choices, schedular activities, special student loan deductions,
-- an elected rate for extra pays and the rate of a complying fund.
alter table employees
  add column is_holiday_pay_paid_with_wages boolean not null default false,
  add column is_unpaid_leave_counted_as_service boolean not null default true,
  add column nz_work_days text,
  add column nz_tax_rate numeric,
  add column nz_schedular_activity text,
  add column nz_elected_extra_pay_rate numeric,
  add column nz_student_loan_special_rate numeric,
  add column nz_student_loan_cir_rate numeric,
  add column nz_student_loan_bor_amount numeric,
  add column nz_student_loan_bor_rate numeric,
  add column nz_complying_fund_rate numeric;
alter table employees
  alter column is_holiday_pay_paid_with_wages drop default,
  alter column is_unpaid_leave_counted_as_service drop default;
