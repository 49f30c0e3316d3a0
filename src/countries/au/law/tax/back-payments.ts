import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { addDays, auIncomeYear, type CivilDate } from '../../../../kernel/values/dates.ts'
import { allocate, type Decimal, notBelowZero, sum, whole, ZERO } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import { PERIOD_LENGTHS } from '../../../../payroll/earnings.ts'
import { type PayPeriod, periodStartFor } from '../../../../payroll/pay-periods.ts'
import { cite, type StepSource } from '../../../../payroll/sources.ts'
import { rowsAsTerms, type StepInputs, type Trace } from '../../../../payroll/trace.ts'
import { declarationOn } from '../declarations/on-day.ts'
import { periodKey } from '../history/earlier-periods.ts'
import type { EarlierPay, Extra } from '../input/input.ts'
import { auPeriodOf } from '../input/period.ts'
import type { ExtraFacts } from './extras.ts'
import { withholderFor, withholdingOn } from './withholder.ts'

/** A pay that a back payment belongs to: its earnings, its withholding, and its share of the back payment. */
export type AffectedPay = {
  periodEnd: CivilDate
  earnings: Decimal
  withheld: Decimal
  backPayment: Decimal
  tax: (earnings: Decimal) => Decimal
}

type PaidPeriod = Omit<AffectedPay, 'backPayment'> & { payPeriod: PayPeriod }

type Ranged = Extra & { start: CivilDate; end: CivilDate }

/**
 * Method B(i) of Schedule 5. Each back payment is spread over the paid periods in its range, including the current one, in
 * proportion to their length. Several back payments in one period are taxed together, on the amount they add to each paid
 * period.
 */
export function byMethodBi(extras: readonly Ranged[], facts: ExtraFacts): Decimal {
  const owed = new Map<string, AffectedPay>()
  for (const extra of extras) {
    const pays = paysWithin(extra, facts)
    refuseEarlierYear(extra, facts)
    if (pays.length === 0) {
      throw new CalculationError(
        `"${extra.description}" is taxed by method B(i), which needs a pay of this income year between ${extra.start} and ${extra.end}; there is none.`,
      )
    }
    const shares = allocate(
      extra.amount,
      pays.map((pay) => PERIOD_LENGTHS[pay.payPeriod]),
    )
    for (const [index, pay] of pays.entries()) {
      const before = owed.get(periodKey(pay))?.backPayment ?? ZERO
      owed.set(periodKey(pay), { ...pay, backPayment: before.plus(present(shares[index])) })
    }
  }
  const [first, ...more] = extras
  const about = {
    payment: sum(extras.map((extra) => extra.amount)),
    periods: whole(owed.size),
    ...(first && more.length === 0 && { from: first.start, to: first.end }),
  }
  return methodBi([...owed.values()], about, cite(facts.schedule), facts.trace)
}

/** Method B(i) covers pays of this income year. Back pay for earlier years must be entered as a separate payment. */
function refuseEarlierYear({ description, start, end }: Ranged, { input }: ExtraFacts): void {
  const year = auIncomeYear(input.payDate)
  const isPaidThisYear = input.earlierPays.some((pay) => pay.periodStart <= start && pay.periodEnd >= start)
  const isOwn = periodStartFor(input.payPeriod, input.periodEnd) <= start
  if (start >= year.start || isPaidThisYear || isOwn) return
  throw new CalculationError(
    `"${description}" is taxed by method B(i), which covers only the income year, from ${year.start}. Send the part for the days from ${start} to ${end < year.start ? end : addDays(year.start, -1)} as a separate back payment, with METHOD_A_SPECIFIC_RANGE or METHOD_B2.`,
  )
}

/** For each affected pay, the tax including its back pay less the tax withheld then. The total is never below zero. */
export function methodBi(
  affected: readonly AffectedPay[],
  about: StepInputs,
  source: StepSource,
  trace: Trace,
): Decimal {
  const rule = 'Schedule 5, method B(i)'
  const rises = affected.map(({ periodEnd, earnings, withheld, backPayment, tax }) =>
    trace.sum({
      name: 'tax.extra.affected-pay',
      formula: 'tax on the earnings with their back pay − tax withheld then',
      add: { taxWith: tax(earnings.plus(backPayment)) },
      subtract: { withheld },
      about: { periodEnd, earnings, backPayment },
      rule,
      source,
    }),
  )
  return trace.sum({
    name: 'tax.extra',
    formula: 'sum over the paid periods of the rise in tax with their back pay, not below nil',
    add: rowsAsTerms(rises),
    about,
    to: notBelowZero,
    rule,
    source,
  })
}

/** The paid periods of this income year that overlap the range, including the current period. */
function paysWithin(range: { start: CivilDate; end: CivilDate }, facts: ExtraFacts): PaidPeriod[] {
  const { input, normal, by } = facts
  const { start: yearStart } = auIncomeYear(input.payDate)
  const touches = (from: CivilDate, to: CivilDate) => from <= range.end && to >= range.start
  const isEarlier = (pay: EarlierPay) => pay.payDate >= yearStart && !isOwnPeriod(pay, input)
  const earlier = input.earlierPays.filter((pay) => isEarlier(pay) && touches(pay.periodStart, pay.periodEnd))
  const pays = earlier.map((pay) => asItWas(pay, facts))
  if (!touches(periodStartFor(input.payPeriod, input.periodEnd), input.periodEnd)) return pays
  const tax = (earnings: Decimal) => withholdingOn(earnings, by)
  const { payPeriod, periodEnd } = input
  return [...pays, { payPeriod, periodEnd, earnings: normal, withheld: tax(normal), tax }]
}

/**
 * Whether an earlier pay is of the current period. A period of another length that ends on the same day is a different one.
 */
export const isOwnPeriod = (pay: EarlierPay, { periodEnd }: Pick<ExtraFacts['input'], 'periodEnd'>) =>
  pay.payPeriod === undefined && pay.periodEnd === periodEnd

/** Taxes an earlier pay by the table and the declaration that applied to it. */
function asItWas(pay: EarlierPay, { input, rates }: ExtraFacts): PaidPeriod {
  const { declaration = input.declaration, payPeriod = input.payPeriod, payDate } = pay
  const declared = declarationOn(declaration, { ...input, payDate }, rates.tfnRules.at(payDate).value)
  const then = withholderFor(declared, payDate, auPeriodOf(payPeriod), rates, ZERO)
  const tax = (earnings: Decimal) => withholdingOn(earnings, then)
  const earnings = pay.taxable.plus(pay.spread ?? ZERO)
  // An earlier back payment spread over this period has already been taxed with it.
  const withheld = pay.spread ? tax(earnings) : pay.tax
  return { payPeriod, periodEnd: pay.periodEnd, earnings, withheld, tax }
}
