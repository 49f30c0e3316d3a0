import { CalculationError } from '../calculation-error.ts'
import { auIncomeYear, type CivilDate, periodStartFor } from '../dates.ts'
import { allocate, type Decimal, notBelowZero, ONE, whole, ZERO } from '../money.ts'
import { present } from '../present.ts'
import { cite, type StepSource } from '../sources.ts'
import { rowsAsTerms, type StepInputs, type Trace } from '../trace.ts'
import type { Extra, ExtraFacts } from './extras.ts'
import type { EarlierPay } from './input.ts'
import { withholderFor, withholdingOn } from './withholder.ts'

/** A pay that a back payment belongs to: what it was taxed on and by, and its share of the back payment. */
export type AffectedPay = {
  periodEnd: CivilDate
  earnings: Decimal
  withheld: Decimal
  backPayment: Decimal
  tax: (earnings: Decimal) => Decimal
}

/** Method B(i) of Schedule 5: the back payment is spread evenly over the paid periods in its range, this one included. */
export function byMethodBi(
  extra: Extra,
  range: { start: CivilDate; end: CivilDate },
  facts: ExtraFacts,
): Decimal {
  const { schedule, trace } = facts
  const pays = paysWithin(range, facts)
  if (pays.length === 0) {
    throw new CalculationError(
      `"${extra.description}" is taxed by method B(i), which needs a pay of this income year between ${range.start} and ${range.end}; there is none.`,
    )
  }
  const shares = allocate(
    extra.amount,
    pays.map(() => ONE),
  )
  const affected = pays.map((pay, index) => ({ ...pay, backPayment: present(shares[index]) }))
  const about = { payment: extra.amount, periods: whole(pays.length), from: range.start, to: range.end }
  return methodBi(affected, about, cite(schedule), trace)
}

/** For each affected pay the tax with its back pay less what was withheld then; together never below nil. */
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

/** The paid periods of this income year that the range touches, and this one where it does. */
function paysWithin(
  range: { start: CivilDate; end: CivilDate },
  facts: ExtraFacts,
): Omit<AffectedPay, 'backPayment'>[] {
  const { input, normal, by } = facts
  const { start: yearStart } = auIncomeYear(input.payDate)
  const touches = (from: CivilDate, to: CivilDate) => from <= range.end && to >= range.start
  const isEarlier = (pay: EarlierPay) => pay.payDate >= yearStart && pay.periodEnd !== input.periodEnd
  const earlier = input.earlierPays.filter((pay) => isEarlier(pay) && touches(pay.periodStart, pay.periodEnd))
  const pays = byPeriod(earlier).map((pay) => asItWas(pay, facts))
  if (!touches(periodStartFor(input.payPeriod, input.periodEnd), input.periodEnd)) return pays
  const tax = (earnings: Decimal) => withholdingOn(earnings, by)
  return [...pays, { periodEnd: input.periodEnd, earnings: normal, withheld: tax(normal), tax }]
}

/** Several pays of one period were taxed together, so they are taken together here; the last of them chooses the tables. */
function byPeriod(pays: readonly EarlierPay[]): EarlierPay[] {
  const periods = new Map<CivilDate, EarlierPay>()
  for (const pay of pays) {
    const before = periods.get(pay.periodEnd)
    periods.set(
      pay.periodEnd,
      before
        ? {
            ...pay,
            payDate: before.payDate > pay.payDate ? before.payDate : pay.payDate,
            taxable: before.taxable.plus(pay.taxable),
            tax: before.tax.plus(pay.tax),
          }
        : pay,
    )
  }
  return [...periods.values()]
}

function asItWas(pay: EarlierPay, { input, rates }: ExtraFacts) {
  const then = withholderFor(input.declaration, pay.payDate, input.payPeriod, rates, ZERO)
  return {
    periodEnd: pay.periodEnd,
    earnings: pay.taxable,
    withheld: pay.tax,
    tax: (earnings: Decimal) => withholdingOn(earnings, then),
  }
}
