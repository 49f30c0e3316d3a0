import { type Decimal, decimal, isZero, ONE, sum, ZERO } from '../../../../kernel/values/money.ts'
import { hoursBehind, standardHours } from '../../../../payroll/earnings.ts'
import type { PayJob } from '../job/pay-job.ts'
import type { PricedLine } from '../lines/lines.ts'

/** Warns about lines that do not fit the dates of the employment. */
export function lineAdvice(job: PayJob, lines: readonly PricedLine[]): string[] {
  return [...wholePeriodOfStarter(job, lines), ...standingWithoutWork(job, lines)]
}

/** Warns about a full period paid to an employee who started partway through it. */
function wholePeriodOfStarter({ employee, timing }: PayJob, lines: readonly PricedLine[]): string[] {
  const { start_date: start } = employee
  const { periodStart, periodEnd, payPeriod } = timing
  if (start <= periodStart || start > periodEnd) return []
  const hoursPerDay = decimal(employee.standard_hours_per_day)
  const standard = standardHours(payPeriod, {
    hoursPerDay,
    daysPerWeek: decimal(String(employee.standard_days_per_week)),
  })
  const hours = sum(lines.map((line) => decimal(hoursOf(line))))
  const whole = lines.find((line) => line.kind === 'hours' && isAmountOfPeriod(line, hoursPerDay))
  if (whole)
    return [
      `The employee started on ${start}, within the period ${periodStart} to ${periodEnd}, and "${whole.description}" has no hours: check that it pays only for the days since then.`,
    ]
  if (isZero(standard) || hours.lt(standard)) return []
  return [
    `The employee started on ${start}, within the period ${periodStart} to ${periodEnd}, and is paid for all of its standard hours: check the hours.`,
  ]
}

/** An amount for the period, such as a salary. */
function isAmountOfPeriod(
  { details, amount }: PricedLine & { kind: 'hours' },
  hoursPerDay: Decimal,
): boolean {
  if (details.is_overtime || decimal(amount).lte(ZERO)) return false
  return isZero(hoursBehind({ units: details.units, value: ONE }, hoursPerDay))
}

function hoursOf(line: PricedLine): string {
  if (line.kind === 'leave') return line.details.hours
  if (line.kind !== 'hours' || line.details.is_overtime) return '0'
  return line.details.units.toLowerCase() === 'hours' ? line.details.value : '0'
}

/** Warns about standing allowances and bonuses on a final pay without hours or leave. */
function standingWithoutWork({ termination }: PayJob, lines: readonly PricedLine[]): string[] {
  if (!termination || lines.some((line) => line.kind === 'hours' || line.kind === 'leave')) return []
  const names = lines.flatMap((line) =>
    isStandingPayment(line) && !isZero(decimal(line.amount)) ? [`"${line.description}"`] : [],
  )
  if (names.length === 0) return []
  const isOnlyAllowances = lines.every((line) => !isStandingPayment(line) || line.kind === 'allowance')
  return [
    `The final pay has no hours, and ${names.join(', ')} is still paid: a standing ${isOnlyAllowances ? 'allowance' : 'item'} is added to every pay. Remove it if no hours were worked.`,
  ]
}

const isStandingPayment = (line: PricedLine) =>
  (line.kind === 'allowance' || line.kind === 'bonus' || line.kind === 'back-payment') &&
  line.details.is_auto === true
