import { addDays, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, smaller, sum, ZERO } from '../../../kernel/values/money.ts'
import { standardHours } from '../../../payroll/earnings.ts'
import type { PayTiming } from '../../../payroll/history.ts'
import { averagesOf, type FixedPattern, fixedPattern, hoursBetween } from '../../../payroll/work-pattern.ts'
import type { WaitingLeave } from '../../employees/requests/index.ts'
import type { PayEmployee } from './job/pay-employee.ts'
import type { PayJob } from './job/pay-job.ts'
import type { PayCreate } from './request/schema.ts'

/**
 * Replaces ordinary hours with approved leave. A leave day before the period was paid as worked, so it replaces hours of
 * this period.
 */
export function withLeave(job: PayJob, days: readonly WaitingLeave[]): PayJob {
  if (days.length === 0) return job
  let taken = sum(days.map((day) => decimal(day.hours)))
  const hours = (job.request?.hours ?? []).flatMap((row) => {
    if (row.is_overtime || row.units !== 'hours') return [row]
    const worked = decimal(String(row.value))
    const less = smaller(worked, taken)
    taken = taken.minus(less)
    return less.eq(worked) ? [] : [{ ...row, value: worked.minus(less).toFixed() }]
  })
  const late = days.filter((day) => day.date < job.run.start_date)
  return {
    ...job,
    request: { ...job.request, hours, leave: days.map(({ requestId: _request, ...row }) => row) },
    notes: [
      ...(job.notes ?? []),
      ...late.map(
        (day) =>
          `${day.description} on ${day.date} was granted after its period was paid: it replaces hours of this period.`,
      ),
    ],
  }
}

/** The ordinary hours of the period, by the work pattern if there is one. None for an employee without a rate. */
export function standardRow(employee: PayEmployee, timing: PayTiming): NonNullable<PayCreate['hours']> {
  if (employee.pay_rate_per_hour === null) return []
  const value = hoursOfPeriod(employee, timing).toFixed()
  return [{ description: 'Ordinary hours', units: 'hours', value }]
}

/** A month counts as a twelfth of a year, whatever its number of days. */
function hoursOfPeriod(employee: PayEmployee, { payPeriod, periodStart, periodEnd }: PayTiming): Decimal {
  const pattern = fixedPattern(employee.nz_work_pattern)
  if (!pattern)
    return standardHours(payPeriod, {
      hoursPerDay: decimal(employee.standard_hours_per_day),
      daysPerWeek: decimal(String(employee.standard_days_per_week)),
    })
  if (payPeriod === 'MONTHLY') return standardHours(payPeriod, averagesOf(pattern))
  const start = employee.start_date > periodStart ? civilDate(employee.start_date) : periodStart
  return hoursBy(patternsOf(employee, pattern), start, periodEnd)
}

/** The patterns of earlier days, oldest first, and the current one. A day without a pattern counts by the next one. */
function patternsOf({ earlier_terms = [] }: PayEmployee, current: FixedPattern) {
  const earlier = earlier_terms.flatMap(({ to, terms }) => {
    const pattern = fixedPattern(terms.nz_work_pattern)
    return pattern ? [{ to, pattern }] : []
  })
  return [...earlier, { to: null, pattern: current }]
}

function hoursBy(patterns: ReturnType<typeof patternsOf>, start: CivilDate, end: CivilDate): Decimal {
  let [hours, from] = [ZERO, start]
  for (const { to, pattern } of patterns) {
    const last = to !== null && to < end ? to : end
    if (last < from) continue
    hours = hours.plus(hoursBetween(pattern, from, last))
    from = addDays(last, 1)
  }
  return hours
}
