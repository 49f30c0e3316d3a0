import { type Decimal, ZERO } from '../../money.ts'
import type { EndingTaxFacts } from './payments.ts'

/** What a payroll officer should know about an ending before it goes out. */
export function endingWarnings(
  { input, ending, amounts, rates }: EndingTaxFacts,
  etpTotal: Decimal,
  delayed: Decimal,
): string[] {
  const warnings: string[] = []
  const { lastRetirementAge, delayedAfterMonths } = rates.etpRates.at(input.payDate).value
  if (ending.taxSummaries === null && etpTotal.gt(ZERO) && ending.reason === 'INVALIDITY') {
    warnings.push(
      `The invalidity segment was worked out to age ${lastRetirementAge} and needs the certificates of two doctors. Where the employment ends at another age, enter the parts with tax_summaries.`,
    )
  }
  if (input.isRateFromPays) {
    warnings.push(
      `The employee has no hourly rate: leave and notice were valued at ${input.ratePerHour.toFixed(2)}, the rate of the last full pay.`,
    )
  }
  if (delayed.gt(ZERO)) {
    warnings.push(
      `Paid more than ${delayedAfterMonths} months after the ending: these payments are taxed as income, not as ETP.`,
    )
  }
  if (amounts.isHolidayPaid && input.leaveBalances.holiday.lt(ZERO)) {
    warnings.push('The annual leave balance is negative; nothing was taken back.')
  }
  return warnings
}
