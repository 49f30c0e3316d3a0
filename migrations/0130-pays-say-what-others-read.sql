-- What other pays and other features read of a pay becomes columns: nobody but the calculation reads a key of `facts`.
alter table pays
  -- The terms it was calculated with.
  add column rate_per_hour numeric,
  add column hours_per_day numeric,
  add column days_per_week numeric,
  -- Australia: the income type by the declaration of that day (SAW, WHM or LAB). `hours_paid` is filled too from now on.
  add column income_type text check (income_type in ('SAW', 'WHM', 'LAB')),
  -- New Zealand: the tax code as it is filed, such as M SL.
  add column tax_code text,
  -- New Zealand, what the Holidays Act asks of earlier pays: from which day on this pay dealt with anniversaries, the weeks
  -- it gave, whether leave was switched on, and the last day of an employment that it ended.
  add column annual_holidays_from date,
  add column annual_weeks_earned numeric,
  add column is_leave_enabled boolean,
  add column last_day date;

update pays set
  rate_per_hour = (facts ->> 'ratePerHour')::numeric,
  hours_per_day = (facts ->> 'hoursPerDay')::numeric,
  days_per_week = (facts ->> 'daysPerWeek')::numeric;

update pays set
  income_type = case
    when facts -> 'declaration' ->> 'isWorkingHolidayMaker' = 'true' then 'WHM'
    when facts ->> 'employmentStatus' = 'LABOUR_HIRE' then 'LAB'
    else 'SAW' end,
  hours_paid = coalesce((
    select sum(case
      when line.kind = 'leave' and line.details ->> 'leave_type' <> 'UNPAID' then (line.details ->> 'hours')::numeric
      when line.kind = 'hours' and line.details ->> 'units' ~* '^\s*days?\M'
        then (line.details ->> 'value')::numeric * pays.hours_per_day
      when line.kind = 'hours' and (line.details ->> 'units' ~* '^\s*(h|hr|hrs|hour|hours)\M' or trim(line.details ->> 'units') = '')
        then (line.details ->> 'value')::numeric
      else 0 end)
    from pay_lines line where line.pay_id = pays.id), 0)
where facts -> 'declaration' is not null;

update pays set
  tax_code = (facts -> 'tax' ->> 'code') || case
    when facts -> 'studentLoan' ->> 'hasLoan' = 'true'
      and facts -> 'tax' ->> 'code' in ('M', 'ME', 'SB', 'S', 'SH', 'ST', 'SA') then ' SL' else '' end,
  annual_holidays_from = coalesce((facts ->> 'annualHolidaysFrom')::date, (facts ->> 'lastPaidPeriodEnd')::date + 1,
    (select start_date from pay_runs where pay_runs.id = pays.pay_run_id)),
  annual_weeks_earned = coalesce((
    select sum(amount) from leave_movements move
    where move.pay_id = pays.id and move.balance = 'annual_holidays_weeks' and move.kind = 'accrued'), 0),
  -- Older facts do not tell leave that was switched off from a second pay of the period.
  is_leave_enabled = facts ->> 'annualHolidaysFrom' is null or facts #>> '{leaveSettings,isLeaveEnabled}' <> 'false',
  last_day = (facts #>> '{termination,terminationDate}')::date
where facts -> 'tax' is not null;
