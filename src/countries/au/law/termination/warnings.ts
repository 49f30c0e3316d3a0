import { yearsOfService } from '../../../../kernel/values/dates.ts'
import { type Decimal, toCent, whole, ZERO } from '../../../../kernel/values/money.ts'
import { longServiceStart } from './bridged-service.ts'
import type { EndingTaxFacts } from './payments.ts'

/** What a payroll officer should know about an ending before it goes out. */
export function endingWarnings(facts: EndingTaxFacts, etpTotal: Decimal, delayed: Decimal): string[] {
  const { input, ending, amounts, rates } = facts
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
  const { holiday } = input.leaveBalances
  if (holiday.lt(ZERO)) {
    const value = toCent(holiday.abs().times(input.ratePerHour))
    warnings.push(
      `The annual leave balance is negative (${holiday.toFixed()} hours, ${value.toFixed(2)} at the ordinary rate); nothing was taken back. Take it back only where an award or a written agreement allows it.`,
    )
  }
  warnings.push(...redundancyWarning(facts))
  return warnings
}

/** Redundancy pay below the weeks of the National Employment Standards; small employers, casuals and some others are owed none. */
function redundancyWarning({ input, ending, amounts, rates }: EndingTaxFacts): string[] {
  if (ending.reason !== 'REDUNDANCY' || input.employmentStatus === 'CASUAL') return []
  if ((ending.earlierEtps ?? []).length > 0) return []
  const years = yearsOfService(input.startDate, ending.terminationDate)
  const { redundancyWeeks } = rates.leaveStandards.at(ending.terminationDate).value
  const weeks = redundancyWeeks.findLast(({ fromYears }) => fromYears <= years)?.weeks ?? ZERO
  const owed = toCent(weeks.times(input.hoursPerDay).times(input.daysPerWeek).times(input.ratePerHour))
  if (amounts.redundancy.gte(owed)) return []
  return [
    `Redundancy pay of ${amounts.redundancy.toFixed(2)} is below the ${weeks} weeks (${owed.toFixed(2)}) that ${years} years of service are owed (Fair Work Act 2009 s 119). Employers of fewer than 15 people owe none.`,
  ]
}

/** Between the pro rata and the full years the state asks for reasons that no field says: the pay says what was taken. */
function longServiceWarning(
  input: EndingTaxFacts['input'],
  { isUnusedLslPaid, terminationDate }: EndingTaxFacts['ending'],
  { isLslPaid }: EndingTaxFacts['amounts'],
  rates: EndingTaxFacts['rates'],
): string[] {
  const { state, leaveBalances } = input
  if (isUnusedLslPaid !== null || state === null || leaveBalances.lsl.lte(ZERO)) return []
  const { fullYears, proRataYears } = rates.longService.at(terminationDate).value[state]
  const start = longServiceStart(input, state, terminationDate, rates)
  const years = whole(yearsOfService(start, terminationDate))
  const bridged =
    start < input.startDate
      ? [
          `Long service counts the earlier employment too, ${years} years in all: ${state} bridges the time between them. Check the Act; the limit is not verified.`,
        ]
      : []
  if (years.lt(proRataYears) || years.gte(fullYears)) return bridged
  return [
    ...bridged,
    `Long service leave of ${years} years in ${state} was ${isLslPaid ? '' : 'not '}paid, the usual answer for this reason. Send is_unused_lsl_paid where serious misconduct or a pressing necessity decides otherwise.`,
  ]
}
