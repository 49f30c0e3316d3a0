import { type RawBuilder, sql } from 'kysely'
import { countryOf } from '../../../../countries/index.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { ReportRequest } from '../model/report.ts'

/*
 * Leave balances on a date and their value. The employee's running totals are the current balances.
 * Subtracting the movements of later pays gives the balances on the date, including any opening balances.
 */

/** Every kind of leave with its name, unit and running-total column. */
const BALANCES = [
  ['holiday', 'Annual leave', 'hours', 'holiday_hours'],
  ['sick', 'Personal or sick leave', 'hours', 'sick_hours'],
  ['lsl', 'Long service leave', 'hours', 'lsl_hours'],
  ['rdo', 'Rostered days off', 'hours', 'rdo_hours'],
  ['toil', 'Time off in lieu', 'hours', 'toil_hours'],
  ['annual_holidays_weeks', 'Annual holidays', 'weeks', 'annual_holidays_weeks'],
  ['alt_holiday_days', 'Alternative holidays', 'days', 'alt_holiday_days'],
  ['sick_days', 'Sick leave', 'days', 'sick_days'],
  ['annual_leave_hours', 'Annual leave', 'hours', 'annual_leave_hours'],
  ['sick_leave_hours', 'Sick leave', 'hours', 'sick_leave_hours'],
  ['alt_leave_hours', 'Alternative leave', 'hours', 'alt_leave_hours'],
] as const

/** Sick leave hours that are derived from days are not a separate balance. */
function totalOf(column: (typeof BALANCES)[number][3]): RawBuilder<unknown> {
  if (column === 'sick_hours')
    return sql`case when person.sick_days is null then person.sick_hours else 0 end`
  return sql`coalesce(person.${sql.ref(column)}, 0)::numeric`
}

const KINDS = sql`(values ${sql.join(
  BALANCES.map(
    ([balance, title, unit, column]) =>
      sql`(${sql.lit(balance)}, ${sql.lit(title)}, ${sql.lit(unit)}, ${totalOf(column)})`,
  ),
)}) kind (balance, title, unit, now)`

/** The title of a balance, for a statement with `move` as a movement. */
export const BALANCE_TITLE = sql`case move.balance ${sql.join(
  BALANCES.map(([balance, title]) => sql`when ${sql.lit(balance)} then ${sql.lit(title)}`),
  sql` `,
)} end`
export const BALANCE_UNIT = sql`case move.balance when 'annual_holidays_weeks' then 'weeks' when 'alt_holiday_days' then 'days'
  when 'sick_days' then 'days' else 'hours' end`

/**
 * Each employee's balance of each kind on each date, and its value: `day`, `employee_id`, `balance`, `title`,
 * `unit`, `closing`, `rate` (of one unit) and `liability`.
 */
export function leaveOn(
  question: ReportRequest,
  days: RawBuilder<unknown>,
  onDay: CivilDate,
): RawBuilder<unknown> {
  const { company, employeeId, service } = question
  const only = employeeId === null ? sql`` : sql`and employees.id = ${employeeId}`
  const isByTheWeek = countryOf(company.jurisdiction).leave.isValuedByTheWeek
  const valued = sql`
    with days (day) as materialized (${days}), person as materialized (
      select days.day, employees.*, terms.*, ${isByTheWeek ? sql`year.average` : sql`0::numeric`} as average_week
      from days cross join employees ${TERMS} ${isByTheWeek ? YEAR : sql``}
      where employees.company_id = ${company.id} and not employees.is_deleted ${only}
    ), stretch as (
      select move.employee_id, move.balance, before.day, sum(move.amount) as amount
      from pays join leave_movements move on move.pay_id = pays.id
      cross join lateral (select max(days.day) as day from days where days.day < pays.processed_date) before
      where pays.company_id = ${company.id} and pays.status = 'processed'
        and pays.processed_date > (select min(days.day) from days)
      group by 1, 2, 3
    ), later as (
      select days.day, stretch.employee_id, stretch.balance, sum(stretch.amount) as amount
      from days join stretch on stretch.day >= days.day group by 1, 2, 3
    ), held as (
      select person.day, person.id as employee_id, kind.balance, kind.title, kind.unit,
        kind.now - coalesce(later.amount, 0) as closing, ${isByTheWeek ? RATE_BY_WEEKS : RATE_BY_HOURS} as rate
      from person cross join lateral ${KINDS}
      left join later on later.day = person.day and later.employee_id = person.id and later.balance = kind.balance)
    select day, employee_id, balance, title, unit, closing, rate, round(closing * rate, 2) as liability from held
    where closing <> 0`
  if (!isByTheWeek) return valued
  const percentage = service.rates.nz.holidays.nearest(onDay).holidayPayRate.toFixed()
  return sql`(${valued}) union all ${sinceAnniversary(question, days, percentage, only)}`
}

/** The terms of the last pay up to the date. Before the first pay, those of the employee record. */
const TERMS = sql`
    left join lateral (
      select rate_per_hour, hours_per_day, days_per_week from pays
      where pays.employee_id = employees.id and pays.status = 'processed' and pays.processed_date <= days.day
      order by pays.processed_date desc, pays.id desc limit 1) last on true
    cross join lateral (select coalesce(last.rate_per_hour, employees.pay_rate_per_hour, 0) as per_hour,
      coalesce(last.hours_per_day, employees.standard_hours_per_day) as day_hours,
      coalesce(last.days_per_week, employees.standard_days_per_week) as week_days) terms`

/** Personal leave is not paid out. Annual leave is paid out with its loading. */
const RATE_BY_HOURS = sql`case kind.balance when 'sick' then 0
        when 'holiday' then round(person.per_hour * (1 + person.leave_loading_percentage), 6) else person.per_hour end`

/** Gross earnings of the 52 weeks up to the date, divided by the weeks of employment in them (s 21). */
const YEAR = sql`
    cross join lateral (
      select coalesce(sum(pays.holiday_gross_earnings), 0)
        / greatest(1, least(52, ceil((days.day - employees.start_date + 1) / 7.0))) as average
      from pays join pay_runs run on run.id = pays.pay_run_id
      where pays.employee_id = employees.id and pays.status = 'processed' and pays.processed_date <= days.day
        and run.end_date > days.day - 364) year`

/**
 * Sick leave is not paid out. A week is valued at the greater of the agreed and the average week, a day at
 * the agreed day.
 */
const RATE_BY_WEEKS = sql`case when kind.balance in ('sick_days', 'sick_leave_hours') then 0 when kind.unit = 'weeks' then round(greatest(person.per_hour * person.day_hours * person.week_days, person.average_week), 2)
        when kind.unit = 'days' then round(person.per_hour * person.day_hours, 2)
        when kind.balance in ('annual_leave_hours', 'alt_leave_hours') then person.per_hour else 0 end`

/** The percentage of gross earnings since the last anniversary (ss 23 and 25), less holidays paid in advance. */
function sinceAnniversary(
  { company }: ReportRequest,
  days: RawBuilder<unknown>,
  percentage: string,
  only: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select day, employee_id, 'holiday_pay', 'Holiday pay since the anniversary', 'dollars', earned.gross, ${percentage}::numeric,
      greatest(0, round(earned.gross * ${percentage}::numeric, 2) - earned.in_advance)
    from (
      select days.day, employees.id as employee_id, sum(pays.holiday_gross_earnings) as gross,
        coalesce(sum(pays.holidays_in_advance), 0) as in_advance
      from (${days}) days (day)
      cross join employees
      join pays on pays.employee_id = employees.id and pays.status = 'processed' and pays.processed_date <= days.day
      join pay_runs run on run.id = pays.pay_run_id
      where employees.company_id = ${company.id} and not employees.is_deleted and not employees.is_terminated
        and not employees.is_holiday_pay_paid_with_wages ${only}
        and run.end_date >= employees.start_date
          + make_interval(years => extract(year from age(days.day, employees.start_date))::int)
      group by 1, 2) earned
    where earned.gross <> 0`
}

/** Notes that readers need to understand the leave figures. */
export function leaveNotes({ company }: ReportRequest): readonly string[] {
  return countryOf(company.jurisdiction).leave.liabilityNotes
}
