import { type CivilDate, makeDate } from '../../../kernel/values/dates.ts'
import { type Decimal, isZero, toDollarDown, ZERO } from '../../../kernel/values/money.ts'
import { cite } from '../../../payroll/sources.ts'
import type { Trace } from '../../../payroll/trace.ts'
import type { AuRates } from './rates.ts'

/** The FBT year that an income year reports ends on 31 March of it. */
const fbtYearEnd = (incomeYear: number): CivilDate => makeDate(incomeYear, 3, 31)

/** What is reported of fringe benefits of this taxable value: nothing up to the limit, else grossed up in whole dollars (FBTAA s 135P). */
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

/** A grossed-up amount that no taxable value above the limit comes to. */
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
