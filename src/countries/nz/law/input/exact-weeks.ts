import { type Decimal, decimal, toPlaces, whole } from '../../../../kernel/values/money.ts'

/** A day of any week of one to seven days is a whole number of these shares. */
const SHARES_OF_WEEK = whole(420)
/** Each row of leave is rounded by at most 0.0000005 of a week, so this covers those of many years. */
const NEAR = decimal('0.004')

/**
 * Weeks as the fraction that they stand for. Balances have six places, and a third of a week is not a decimal: without
 * this, the days of a three-day week would be a cent too low when they are paid later, in a week of another length.
 */
export function exactWeeks(weeks: Decimal): Decimal {
  const shares = weeks.times(SHARES_OF_WEEK)
  const nearest = toPlaces(shares, 0)
  return shares.minus(nearest).abs().lte(NEAR) ? toPlaces(nearest.div(SHARES_OF_WEEK), 12) : weeks
}
