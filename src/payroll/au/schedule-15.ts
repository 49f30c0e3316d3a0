import { type Decimal, notBelowZero, toDollarDown, toNearestDollar } from '../money.ts'
import type { Schedule15 } from './rates.ts'

/** One rate for the whole payment, by what this employer paid in the year before it; on a limit the lower rate stays. */
export function workingHolidayRate(
  paidBefore: Decimal,
  table: Schedule15,
): { rate: Decimal; isTop: boolean } {
  for (const row of table.rates) {
    if (row.upTo === null) return { rate: row.rate, isTop: true }
    if (paidBefore.lte(row.upTo)) return { rate: row.rate, isTop: false }
  }
  throw new RangeError('a Schedule 15 table without an open top')
}

/** Rate × whole dollars, to the nearest dollar; at the top rate and with no tax file number the cents are dropped. */
export function workingHolidayTax(payment: Decimal, rate: Decimal, dropsCents: boolean): Decimal {
  const amount = toDollarDown(notBelowZero(payment)).times(rate)
  return dropsCents ? toDollarDown(amount) : toNearestDollar(amount)
}
