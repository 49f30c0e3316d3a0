-- Leave of New Zealand employees from the Employment Leave Act 2026 on, in hours.
-- cells:
alter table employees add column annual_leave_hours numeric not null default 0, add column sick_leave_hours numeric not null default 0,
  add column alt_leave_hours numeric not null default 0;

alter table leave_movements drop constraint leave_movements_balance_check;
alter table leave_movements add constraint leave_movements_balance_check check (
  balance in ('holiday', 'sick', 'lsl', 'rdo', 'toil', 'annual_holidays_weeks', 'alt_holiday_days', 'sick_days', 'annual_leave_hours',
    'sick_leave_hours', 'alt_leave_hours'));

create or replace function sick_hours_of_days() returns trigger language plpgsql as $$
begin
  if new.sick_days is not null then
    new.sick_hours := round(new.sick_days * new.standard_hours_per_day, 4) + new.sick_leave_hours;
  end if;
  return new;
end $$;
