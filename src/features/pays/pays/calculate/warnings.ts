import { type Opening, unknownBefore } from '../../../../countries/contract/opening.ts'
import type { Rates } from '../../../../countries/index.ts'
import { countryOf } from '../../../../countries/index.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, toPlaces, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import { periodsPerYear } from '../../../../payroll/pay-periods.ts'
import type { LeaveBalance } from '../../../../payroll/result.ts'
import type { UsualPay } from '../context/usual-pays.ts'
import type { Calculated, PayCountry } from '../country/types.ts'
import type { PayJob } from '../job/pay-job.ts'
import type { PricedLine } from '../lines/lines.ts'

/** The fraction by which gross may differ from the usual gross before a warning. */
const USUAL_SPREAD = decimal('0.5')

const BALANCES_OF: Record<string, readonly LeaveBalance[]> = {
  HOLIDAY: ['holiday'],
  SICK: ['sick', 'sick_days', 'sick_leave_hours'],
  LONG_SERVICE: ['lsl'],
  RDO: ['rdo'],
  TOIL: ['toil'],
  ANNUAL_HOLIDAYS: ['annual_holidays_weeks', 'annual_leave_hours'],
  ALT_HOLIDAY: ['alt_holiday_days', 'alt_leave_hours'],
}

type WarningContext = {
  country: PayCountry
  rates: Rates
  usual: UsualPay | undefined
  isRepeated: boolean
}

/** Warnings for the payroll officer. They are the same for a draft, a preview and the created pay. */
export function warningsOf(job: PayJob, calculated: Calculated, context: WarningContext): string[] {
  const { warnings, net, gross, leaveMovements, balances } = calculated
  const all = [...warnings, ...(job.notes ?? [])]
  if (job.employee.is_terminated)
    all.push(`The employee was terminated on ${job.employee.termination_date ?? 'an unknown date'}.`)
  all.push(...changedRates(job))
  const { belowZero } = countryOf(context.country.country).authority
  if (belowZero && gross.lt(ZERO)) all.push(belowZero)
  if (net.lt(ZERO) && !all.some((sentence) => sentence.includes('negative')))
    all.push(`Net pay is negative: ${net.toFixed(2)}.`)
  const { start_date: start } = job.employee
  if (start > job.timing.periodEnd)
    all.push(`The employee starts on ${start}, after the period that is paid.`)
  const taken = new Set(leaveMovements.filter((move) => move.kind === 'taken').map((move) => move.balance))
  for (const { name, hours, leave_type } of balances) {
    const isTaken = BALANCES_OF[leave_type]?.some((balance) => taken.has(balance))
    if (isTaken && decimal(hours).lt(ZERO))
      all.push(
        `${name}: this pay takes the balance below zero, to ${toPlaces(decimal(hours), 2).toFixed()} hours.`,
      )
  }
  if (gross.eq(ZERO)) all.push('The pay has no earnings.')
  const inYear = whole(periodsPerYear(job.timing.payPeriod))
  const usual = decimal(context.usual?.average_year ?? '0')
  // A final pay pays out all remaining leave, so its gross always differs a lot from the usual.
  if (!job.termination && isFarFrom(gross.times(inYear), usual))
    all.push(
      `Gross ${gross.toFixed(2)} is unusual: the last pays were ${usual.div(inYear).toFixed(2)} on average.`,
    )
  if ((context.usual?.in_run ?? 0) > 0 || context.isRepeated)
    all.push('The employee has another pay in this pay run: this one may be a duplicate.')
  const yearBefore = context.usual?.year_before ?? null
  return [...all, ...(context.country.adviseOn?.(job, calculated, yearBefore, context.rates) ?? [])]
}

/** Hours on a draft keep the rate they were drafted at. Warns if the rate has changed since. */
function changedRates({ lines, employee }: PayJob): string[] {
  const now = employee.pay_rate_per_hour
  if (now === null) return []
  return (lines ?? []).flatMap((line) => {
    if (line.kind !== 'hours' || line.details.has_own_rate !== false) return []
    const { rate, multiplier, rate_reference, rate_description } = line.details
    if (rate_reference || rate_description) return []
    const expected = decimal(now).times(decimal(multiplier ?? '1'))
    if (expected.eq(decimal(rate))) return []
    return `"${line.description}" is paid at ${rate} as drafted; at the employee’s current rate it would be ${expected.toFixed()}. Rebuild the pay to use that.`
  })
}

/** Warns about periods that overlap after a change of the pay cycle. */
export function overlaps({ timing }: PayJob, ends: readonly CivilDate[]): string[] {
  return ends
    .filter((end) => end !== timing.periodEnd)
    .map(
      (end) =>
        `The period ${timing.periodStart} to ${timing.periodEnd} overlaps the one that ended on ${end}: both are taxed together as one period.`,
    )
}

/** Warns about history that this pay needs but that is missing: periods paid by another system. */
export function unknownHistory(asked: PastQuestion, opening: Opening | null, country: string): string[] {
  const unknown = opening && unknownBefore(opening, countryOf(country).opening, asked)
  if (!unknown) return []
  return [
    `Pays from ${unknown.from} to ${unknown.to} are not recorded by period, so this pay is calculated without them. Add pay_history to the opening figures.`,
  ]
}

/** Warns about deductions and sacrifices that a limit has reduced. */
export function cutByLimits(lines: readonly PricedLine[]): string[] {
  return lines.flatMap((line) => {
    if (line.kind !== 'deduction' && line.kind !== 'sacrifice') return []
    const { amount_type, amount: wanted, limit_left, limit_per_pay } = line.details
    const isHeldAt = (limit: string | null) =>
      limit !== null &&
      decimal(line.amount).eq(decimal(limit)) &&
      (amount_type !== 'FIXED' || decimal(wanted).gt(decimal(limit)))
    const limit = isHeldAt(limit_left) ? 'total limit' : isHeldAt(limit_per_pay) ? 'limit per pay' : null
    if (limit === null) return []
    const asked = amount_type === 'FIXED' ? ` of ${decimal(wanted).toFixed(2)}` : ''
    return `"${line.description}" takes ${decimal(line.amount).toFixed(2)}${asked}: its ${limit} leaves no more.`
  })
}

function isFarFrom(year: Decimal, usual: Decimal): boolean {
  return usual.gt(ZERO) && year.minus(usual).abs().gt(usual.times(USUAL_SPREAD))
}
