import { yearsOfService } from '../../../../kernel/values/dates.ts'
import { type Decimal, whole, ZERO } from '../../../../kernel/values/money.ts'
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
  if (input.isRateFromPays && input.ratePerHour.gt(ZERO)) {
    warnings.push(
      `The employee has no hourly rate: leave and notice were valued at ${input.ratePerHour.toFixed(2)}, the rate of the last full pay.`,
    )
  }
  if (delayed.gt(ZERO)) {
    warnings.push(
      `Paid more than ${delayedAfterMonths} months after the ending: these payments are taxed as income, not as ETP.`,
    )
  }
  if (amounts.toil.gt(ZERO) && !(ending.isManualLeaveAmounts && ending.unusedToilAmount)) {
    warnings.push(
      `Unused time off in lieu of ${amounts.toil.toFixed(2)} was paid at the ordinary rate. Where the award asks for the overtime rate, send is_manual_leave_amounts and unused_toil_amount.`,
    )
  }
  warnings.push(...longServiceWarning(input, ending, amounts, rates))
  if (amounts.isHolidayPaid && input.leaveBalances.holiday.lt(ZERO)) {
    warnings.push('The annual leave balance is negative; nothing was taken back.')
  }
  return warnings
}

/** Between the pro rata and the full years the state asks for reasons that no field says: the pay says what was taken. */
function longServiceWarning(
  { state, startDate, leaveBalances }: EndingTaxFacts['input'],
  { isUnusedLslPaid, terminationDate }: EndingTaxFacts['ending'],
  { isLslPaid }: EndingTaxFacts['amounts'],
  rates: EndingTaxFacts['rates'],
): string[] {
  if (isUnusedLslPaid !== null || state === null || leaveBalances.lsl.lte(ZERO)) return []
  const { fullYears, proRataYears } = rates.longService.at(terminationDate).value[state]
  const years = whole(yearsOfService(startDate, terminationDate))
  if (years.lt(proRataYears) || years.gte(fullYears)) return []
  return [
    `Long service leave of ${years} years in ${state} was ${isLslPaid ? '' : 'not '}paid, the usual answer for this reason. Send is_unused_lsl_paid where serious misconduct or a pressing necessity decides otherwise.`,
  ]
}
