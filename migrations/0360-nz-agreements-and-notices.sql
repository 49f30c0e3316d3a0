-- Public holidays that an employee observes on another day by agreement (Holidays Act 2003 s 44A): `2026-10-26>2026-10-30`.
-- What a notice of extra student loan deductions asks for in all, from when it counts, and certificates for every dollar.
alter table employees
  add column nz_transferred_holidays text,
  add column nz_student_loan_cir_total numeric,
  add column nz_student_loan_cir_from date,
  add column is_nz_student_loan_on_every_dollar boolean not null default false;
alter table employees alter column is_nz_student_loan_on_every_dollar drop default;
-- The first day whose sick leave years a pay dealt with, and what it gave: a pay that is put in or deleted later changes nothing twice.
alter table pays
  add column sick_leave_from date,
  add column sick_hours_earned numeric;
