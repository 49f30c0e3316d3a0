import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, greater, ONE, toCent, whole } from '../../../../kernel/values/money.ts'
import type { AuRates } from './rates.ts'

const QUARTERS = whole(4)

/** The salary within a package that includes the guarantee. Above the maximum base the guarantee is a fixed amount. */
export function salaryOfPackage(amount: Decimal, day: CivilDate, rates: AuRates): Decimal {
  const { rate } = rates.superRate.nearest(day)
  const { period, amount: base } = rates.superMaximum.nearest(day)
  const most = (period === 'year' ? base : base.times(QUARTERS)).times(rate)
  return toCent(greater(amount.div(ONE.plus(rate)), amount.minus(most)))
}
