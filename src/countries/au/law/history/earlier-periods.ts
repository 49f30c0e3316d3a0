import { auIncomeYear } from '../../../../kernel/values/dates.ts'
import { allocate, type Decimal, isZero, sum, sumTexts, ZERO } from '../../../../kernel/values/money.ts'
import { PERIOD_LENGTHS } from '../../../../payroll/earnings.ts'
import { isSamePeriod, isTaxedWith, type PastQuestion, type PayTiming } from '../../../../payroll/history.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import type { EarlierPay, TaxDeclaration } from '../input/input.ts'
import { extraOf, regularPays } from './history.ts'

/* The earlier periods of an income year, for Schedule 5. Each keeps its own length and declaration. */

/** The earlier periods of the income year for Schedule 5, newest first. */
export function earlierPays(
  pays: readonly AuPastPay[],
  asked: PastQuestion,
  declaration?: TaxDeclaration,
): EarlierPay[] {
  const { start } = auIncomeYear(asked.timing.payDate)
  const regular = regularPays(pays, asked).filter(
    (pay) => pay.payDate >= start && !isTaxedWith(pay, asked.timing),
  )
  const spread = spreadBefore(regular)
  // Periods paid by another system have no declaration, so they use the one of the first pay here.
  const first = regular.findLast((pay) => pay.details?.declaration)?.details?.declaration
  const paid = groupByPeriod(regular).map((own) => {
    const [newest] = own
    const { payDate, periodStart, periodEnd, payPeriod } = newest
    const backPay = sum(own.flatMap(methodB1Of).map((extra) => extra.amount))
    const onto = spread.get(periodKey(newest))
    const then = newest.details?.declaration ?? first
    return {
      payDate,
      periodStart,
      periodEnd,
      ...(payPeriod === asked.timing.payPeriod ? {} : { payPeriod }),
      ...(then && !isSameDeclaration(then, declaration) ? { declaration: then } : {}),
      taxable: sumTexts(own.map((pay) => pay.periodTaxable)),
      tax: sumTexts(own.map((pay) => pay.periodTax)),
      ...(onto ? { spread: onto } : {}),
      ...(isZero(backPay) ? {} : { backPay }),
    }
  })
  return withAdvances(paid, regular, asked.timing)
}

const isSameDeclaration = (a: TaxDeclaration, b: TaxDeclaration | undefined) => textOf(a) === textOf(b)
const textOf = (declaration: object = {}) => JSON.stringify(Object.entries(declaration).sort())

/** After a change of pay frequency, periods of different lengths may end on the same day. */
export const periodKey = (pay: Pick<PayTiming, 'payPeriod' | 'periodEnd'>) =>
  `${pay.payPeriod} ${pay.periodEnd}`

/** Groups pays by period, in the order in which each period first appears. */
export const groupByPeriod = (pays: readonly AuPastPay[]) =>
  [...Map.groupBy(pays, periodKey).values()] as [AuPastPay, ...AuPastPay[]][]

/** Adds the periods that were paid in advance as leave. They are periods of the year too. */
function withAdvances(
  paid: readonly EarlierPay[],
  pays: readonly AuPastPay[],
  { payPeriod, periodEnd }: PayTiming,
): EarlierPay[] {
  const keyOf = (period: Pick<EarlierPay, 'payPeriod' | 'periodEnd'>) => periodKey({ payPeriod, ...period })
  const periods = new Map(paid.map((period) => [keyOf(period), period]))
  for (const { payDate, payPeriod: length, advances } of pays)
    for (const advance of advances.filter((each) => each.periodEnd < periodEnd)) {
      const { periodEnd: end, taxable, tax } = advance
      const timing = {
        periodStart: periodStartFor(length, end),
        periodEnd: end,
        ...(length === payPeriod ? {} : { payPeriod: length }),
      }
      const known = periods.get(keyOf(timing)) ?? { payDate, ...timing, taxable: ZERO, tax: ZERO }
      periods.set(keyOf(timing), { ...known, taxable: known.taxable.plus(taxable), tax: known.tax.plus(tax) })
    }
  return [...periods.values()].sort((a, b) => (a.periodEnd < b.periodEnd ? 1 : -1))
}

const methodB1Of = (pay: AuPastPay) =>
  (pay.details?.lines ?? []).flatMap(extraOf).filter((extra) => extra.taxMethod === 'METHOD_B1')

/** Method B(i) back payments of earlier pays, by the period over which they were spread. */
function spreadBefore(pays: readonly AuPastPay[]): Map<string, Decimal> {
  const onto = new Map<string, Decimal>()
  for (const [index, pay] of pays.entries())
    for (const { amount, startDate, endDate } of methodB1Of(pay)) {
      const isIn = (each: AuPastPay) =>
        startDate !== null && endDate !== null && each.periodStart <= endDate && each.periodEnd >= startDate
      const earlier = pays.slice(index + 1).filter((each) => !isSamePeriod(each, pay) && isIn(each))
      const periods = groupByPeriod([...earlier, ...(isIn(pay) ? [pay] : [])]).map(([each]) => each)
      const shares = allocate(
        amount,
        periods.map((each) => PERIOD_LENGTHS[each.payPeriod]),
      )
      for (const [place, each] of periods.entries())
        onto.set(periodKey(each), (onto.get(periodKey(each)) ?? ZERO).plus(shares[place] ?? ZERO))
    }
  return onto
}
