-- The work pattern: days with hours over one to four weeks, or "IRREGULAR: …".
-- Sick leave of New Zealand employees is owed in days (Holidays Act 2003 s 65), so the balance is kept in days; sick_hours follows from them
-- and the hours of a standard day. Null: an employee of another country, whose sick_hours is the balance.
alter table employees add column nz_work_pattern text, add column sick_days numeric;

alter table leave_movements drop constraint leave_movements_balance_check;
alter table leave_movements add constraint leave_movements_balance_check check (
  balance in ('holiday', 'sick', 'lsl', 'rdo', 'toil', 'annual_holidays_weeks', 'alt_holiday_days', 'sick_days'));

-- What pays moved was hours of the day that the employee had then. What is left came from opening figures, or was typed in: hours of today's day.
with moved as (
  select move.employee_id, sum(move.amount) as hours,
    sum(round(move.amount / nullif(coalesce(pays.hours_per_day, person.standard_hours_per_day), 0), 6)) as days
  from leave_movements move
  join pays on pays.id = move.pay_id
  join employees person on person.id = move.employee_id
  join companies on companies.id = person.company_id
  where companies.jurisdiction = 'NZ' and move.balance = 'sick' and pays.status = 'processed'
  group by move.employee_id
)
update employees set sick_days = coalesce(moved.days, 0)
  + coalesce(round((employees.sick_hours - coalesce(moved.hours, 0)) / nullif(employees.standard_hours_per_day, 0), 6), 0)
from companies, employees other left join moved on moved.employee_id = other.id
where companies.id = employees.company_id and companies.jurisdiction = 'NZ' and other.id = employees.id;

update leave_movements move set balance = 'sick_days',
  amount = coalesce(round(move.amount / nullif(coalesce(pays.hours_per_day, person.standard_hours_per_day), 0), 6), 0)
from pays, employees person, companies
where pays.id = move.pay_id and person.id = move.employee_id and companies.id = person.company_id
  and companies.jurisdiction = 'NZ' and move.balance = 'sick';

create function sick_hours_of_days() returns trigger language plpgsql as $$
begin
  if new.sick_days is not null then
    new.sick_hours := round(new.sick_days * new.standard_hours_per_day, 4);
  end if;
  return new;
end $$;
create trigger employees_sick_hours before insert or update on employees
  for each row execute function sick_hours_of_days();
-- Hours follow from the days from now on.
update employees set sick_days = sick_days where sick_days is not null;
