import { decimal, isZero, sum } from '../../../../kernel/values/money.ts'
import { standardHours } from '../../../../payroll/earnings.ts'
import type { PayJob } from '../job/pay-job.ts'
import type { PricedLine } from '../lines/lines.ts'

/** Warns about lines that do not fit the dates of the employment. */
export function lineAdvice(job: PayJob, lines: readonly PricedLine[]): string[] {
  return [...wholePeriodOfStarter(job, lines), ...allowancesWithoutWork(job, lines)]
}

/** Warns about a full period paid to an employee who started partway through it. */
function wholePeriodOfStarter({ employee, timing }: PayJob, lines: readonly PricedLine[]): string[] {
  const { start_date: start } = employee
  const { periodStart, periodEnd, payPeriod } = timing
  if (start <= periodStart || start > periodEnd) return []
  const standard = standardHours(payPeriod, {
    hoursPerDay: decimal(employee.standard_hours_per_day),
    daysPerWeek: decimal(String(employee.standard_days_per_week)),
  })
  const hours = sum(lines.map((line) => decimal(hoursOf(line))))
  if (isZero(standard) || hours.lt(standard)) return []
  return [
    `The employee started on ${start}, within the period ${periodStart} to ${periodEnd}, and is paid all of its standard hours: check the hours.`,
  ]
}

function hoursOf(line: PricedLine): string {
  if (line.kind === 'leave') return line.details.hours
  if (line.kind !== 'hours' || line.details.is_overtime) return '0'
  return line.details.units.toLowerCase() === 'hours' ? line.details.value : '0'
}

/** Warns about standing allowances on a final pay without hours or leave. */
function allowancesWithoutWork({ termination }: PayJob, lines: readonly PricedLine[]): string[] {
  if (!termination || lines.some((line) => line.kind === 'hours' || line.kind === 'leave')) return []
  const names = lines.flatMap((line) =>
    line.kind === 'allowance' && line.details.is_auto && !isZero(decimal(line.amount))
      ? [`"${line.description}"`]
      : [],
  )
  if (names.length === 0) return []
  return [
    `The final pay has no hours, and ${names.join(', ')} is still paid: a standing allowance is added to every pay. Remove it if no hours were worked.`,
  ]
}
