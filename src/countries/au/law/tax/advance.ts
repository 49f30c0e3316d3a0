import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { allocate, type Decimal, isZero, smaller, sum, ZERO } from '../../../../kernel/values/money.ts'
import { type Earnings, hoursBehind, standardHours } from '../../../../payroll/earnings.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { periodEndFor, periodStartFor } from '../../../../payroll/pay-periods.ts'
import { FIGURES_OF_THIS_PAY } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { isCashedOut } from '../earnings/cash-out.ts'
import type { AuPayInput, PeriodTaxed } from '../input/input.ts'
import { taxOfOthers } from './other-declarations.ts'
import { type Withholder, withholdOnEarnings } from './withholder.ts'

/*
 * Leave paid in advance belongs to the periods in which it is taken. Each of these periods is taxed separately by the
 * table, as if it were paid then.
 */

/** Leave over more periods than this is a mistake in the hours. The excess stays in the last period. */
const MOST_PERIODS = 60

/** The leave paid for later periods, by the end of each period. */
export function advanceIn(input: AuPayInput, earnings: Earnings): Map<CivilDate, Decimal> {
  const later = new Map<CivilDate, Decimal>()
  if (input.termination) return later
  for (const [index, line] of input.leave.entries()) {
    const row = earnings.leave[index]
    const paid = row ? row.amount.plus(row.loading) : ZERO
    // Cashed-out leave is not taken in any period.
    if (isZero(paid) || isCashedOut(line.leaveType)) continue
    for (const [end, amount] of sharesOf(line, paid, input))
      if (end > input.periodEnd) later.set(end, (later.get(end) ?? ZERO).plus(amount))
  }
  return later
}

/**
 * A leave row belongs to the period of its date. If it has more hours than fit in that period, the rest goes to the
 * following periods.
 */
function sharesOf(line: LeaveLine, paid: Decimal, input: AuPayInput): [CivilDate, Decimal][] {
  const { payPeriod, periodEnd } = input
  const own = periodEndFor(payPeriod, line.date, periodEnd)
  if (own < periodEnd) return [[own, paid]]
  const full = standardHours(payPeriod, input)
  if (full.lte(ZERO) || line.hours.lte(full)) return [[own, paid]]
  const hours: Decimal[] = []
  const ends: CivilDate[] = []
  let left = line.hours
  for (let end = own; left.gt(ZERO); end = periodAfter(end, input)) {
    const room = end === periodEnd ? roomLeft(full, input) : full
    const isLast = ends.length >= MOST_PERIODS
    const taken = isLast ? left : smaller(left, room)
    left = left.minus(taken)
    ends.push(end)
    hours.push(taken)
  }
  const shares = allocate(paid, hours)
  return ends.map((end, index) => [end, shares[index] ?? ZERO])
}

const periodAfter = (end: CivilDate, { payPeriod, periodEnd }: AuPayInput) =>
  periodEndFor(payPeriod, addDays(end, 1), periodEnd)

/** The standard hours of the period that the pay's ordinary hours leave free. */
function roomLeft(full: Decimal, { hours, hoursPerDay }: AuPayInput): Decimal {
  const worked = sum(hours.filter((line) => !line.isOvertime).map((line) => hoursBehind(line, hoursPerDay)))
  return worked.gte(full) ? ZERO : full.minus(worked)
}

/** Withholds on the leave of each later period: the tax of the whole period, less the tax its other pays withheld. */
export function withholdInAdvance(
  later: ReadonlyMap<CivilDate, Decimal>,
  input: AuPayInput,
  by: Withholder,
  trace: Trace,
): PeriodTaxed[] {
  return [...later].map(([periodEnd, amount]) => {
    const taxable = trace.sum({
      name: 'taxable.advance',
      formula: `leave of the period to ${periodEnd}, with its loading`,
      add: { amount },
      about: { periodEnd },
      rule: 'Leave paid in advance belongs to the periods it is taken in',
      source: FIGURES_OF_THIS_PAY,
    })
    const others = input.laterPeriods?.find((period) => period.periodEnd === periodEnd)
    const ofPeriod = withholdOnEarnings(
      taxable.plus(others?.taxable ?? ZERO),
      by,
      trace,
      'tax.advance.period',
    )
    const earlier = others ? taxOfOthers(others, amount, by, trace, 'tax.advance.earlier') : ZERO
    const tax = trace.sum({
      name: 'tax.advance',
      formula: `leave paid in advance, taxed as of the period to ${periodEnd} − withheld there by other pays`,
      add: { ofPeriod },
      subtract: { earlier },
      about: { periodStart: periodStartFor(input.payPeriod, periodEnd), periodEnd, taxable },
      rule: 'Leave paid in advance belongs to the periods it is taken in',
      source: FIGURES_OF_THIS_PAY,
    })
    return { periodEnd, taxable, tax }
  })
}
