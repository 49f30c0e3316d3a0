-- New Zealand employers may pay every four weeks.
alter table companies drop constraint companies_default_pay_period_check,
  add constraint companies_default_pay_period_check check (default_pay_period in ('WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'));
alter table employees drop constraint employees_pay_period_check,
  add constraint employees_pay_period_check check (pay_period in ('WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'));
alter table pay_runs drop constraint pay_runs_pay_period_check,
  add constraint pay_runs_pay_period_check check (pay_period in ('WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'));
alter table pay_calendars drop constraint pay_calendars_pay_period_check,
  add constraint pay_calendars_pay_period_check check (pay_period in ('WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'));
