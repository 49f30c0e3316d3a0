import { type CivilDate, makeDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, toDollarDown, ZERO } from '../../../../kernel/values/money.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { AuRates } from '../rates/rates.ts'

/** An income year reports the FBT year that ends on 31 March within it. */
const fbtYearEnd = (incomeYear: number): CivilDate => makeDate(incomeYear, 3, 31)

/**
 * The reportable amount of fringe benefits with this taxable value (FBTAA s 135P). It is zero up to the limit, and grossed
 * up in whole dollars above it.
 */
export function reportableBenefits(
  taxableValue: Decimal,
  incomeYear: number,
  rates: AuRates,
  trace: Trace,
): Decimal {
  const table = rates.fringeBenefits.at(fbtYearEnd(incomeYear))
  const { reportableOver, grossUp } = table.value
  const isReported = taxableValue.gt(reportableOver)
  return trace.product({
    name: 'fringe-benefits.reportable',
    formula: isReported
      ? 'taxable value × gross-up factor, cents dropped'
      : `nothing: the taxable value is not more than ${reportableOver}`,
    multiply: isReported ? { taxableValue, grossUp } : { none: ZERO },
    about: { taxableValue },
    to: toDollarDown,
    rule: 'Reportable fringe benefits, FBTAA 1986 s 135P',
    source: cite(table),
  })
}

/** Warns about a grossed-up amount that is too low for any reportable taxable value. */
export function belowReportable(amount: Decimal, incomeYear: number, rates: AuRates): string[] {
  const table = rates.fringeBenefits.find(fbtYearEnd(incomeYear))
  if (!table || isZero(amount)) return []
  const { reportableOver, grossUp } = table.value
  const least = toDollarDown(reportableOver.times(grossUp))
  if (amount.gte(least)) return []
  return [
    `${amount.toFixed(2)} is below ${least}, the least that is reportable: benefits with a taxable value of up to ${reportableOver} are not reported. Send the taxable value in taxable_fringe_benefits to have it grossed up, or 0.`,
  ]
}
