import { yearsOfService } from '../../../../kernel/values/dates.ts'
import { type Decimal, toCent, whole, ZERO } from '../../../../kernel/values/money.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { bridgedServiceWarning, longServiceStart } from './bridged-service.ts'
import { longServiceWeeks, noticeWeeks, redundancyWeeks } from './entitlements.ts'
import { noticeParts } from './notice-parts.ts'
import type { EndingTaxFacts } from './payments.ts'

/** Warnings for the payroll officer before a final pay is paid. */
export function endingWarnings(facts: EndingTaxFacts, etpTotal: Decimal, delayed: Decimal): string[] {
  const { input, ending, amounts, rates } = facts
  const warnings: string[] = []
  const { lastRetirementAge, delayedAfterMonths } = rates.etpRates.at(input.payDate).value
  if (ending.taxSummaries === null && etpTotal.gt(ZERO) && ending.reason === 'INVALIDITY') {
    warnings.push(
      `The invalidity segment was calculated up to age ${lastRetirementAge} and needs the certificates of two doctors. If the last retirement day is at another age, send the parts in tax_summaries.`,
    )
  }
  if (input.isRateFromPays && input.ratePerHour.gt(ZERO)) {
    warnings.push(
      `The employee has no hourly rate: leave and notice were valued at ${input.ratePerHour.toFixed(2)}, the rate of the last full pay.`,
    )
  }
  if (delayed.gt(ZERO)) {
    warnings.push(
      `Paid more than ${delayedAfterMonths} months after the employment ended: these payments are taxed as income, not as ETP.`,
    )
  }
  if (amounts.toil.gt(ZERO) && !(ending.isManualLeaveAmounts && ending.unusedToilAmount)) {
    warnings.push(
      `Unused time off in lieu of ${amounts.toil.toFixed(2)} was paid at the ordinary rate. Where the award asks for the overtime rate, send is_manual_leave_amounts and unused_toil_amount.`,
    )
  }
  const notice = input.laterRates ? noticeParts(input, ending) : []
  if (notice.length > 1) {
    const said = notice.map(({ hours, rate }) => `${hours.toFixed()} hours at ${rate.toFixed(2)}`)
    warnings.push(
      `The rate changes within the notice that is not worked, so it is paid at the rates of its days: ${said.join(', ')} (Fair Work Act 2009 s 117).`,
    )
  }
  warnings.push(
    ...longServiceWarning(input, ending, amounts, rates),
    ...longServiceOwedWarning(facts),
    ...casualLeaveWarning(facts),
    ...paidPastTheEnd(facts),
    ...negativeBalances(input),
  )
  warnings.push(...redundancyWarning(facts), ...noticeWarning(facts))
  return warnings
}

/**
 * Warns about redundancy pay below the weeks of the National Employment Standards. Casuals are owed none, nor are employees
 * of small employers and some others.
 */
function redundancyWarning({ input, ending, amounts, rates }: EndingTaxFacts): string[] {
  if (ending.reason !== 'REDUNDANCY' || input.employmentStatus === 'CASUAL') return []
  if ((ending.earlierEtps ?? []).length > 0) return []
  const { startDate } = input
  const service = { startDate, lastDay: ending.terminationDate }
  const years = yearsOfService(startDate, ending.terminationDate)
  const weeks = redundancyWeeks({ ...service, isCasual: false, employeeCount: null }, rates, UNWRITTEN())
  const owed = toCent(weeks.times(weeklyPay(input)))
  if (amounts.redundancy.gte(owed)) return []
  const { redundancyExemptBelow } = rates.leaveStandards.at(ending.terminationDate).value
  return [
    `Redundancy pay of ${amounts.redundancy.toFixed(2)} is below the ${weeks} weeks (${owed.toFixed(2)}) that ${years} years of service earn (Fair Work Act 2009 s 119). Employers of fewer than ${redundancyExemptBelow} people owe none.`,
  ]
}

/**
 * Warns about payment in lieu below the notice of the National Employment Standards, if the employer ended the employment.
 */
function noticeWarning({ input, ending, amounts, rates }: EndingTaxFacts): string[] {
  const { startDate, dateOfBirth, employmentStatus } = input
  const isByEmployer = ending.reason === 'REDUNDANCY' || amounts.cessationCode === 'F'
  if (!isByEmployer || (ending.earlierEtps ?? []).length > 0) return []
  const isCasual = employmentStatus === 'CASUAL'
  const service = { startDate, lastDay: ending.terminationDate, dateOfBirth, isCasual }
  const weeks = noticeWeeks(service, rates, UNWRITTEN())
  const owed = toCent(weeks.times(weeklyPay(input)))
  if (amounts.notice.gte(owed)) return []
  return [
    `${amounts.notice.eq(ZERO) ? 'No notice is paid' : `Payment in lieu of notice of ${amounts.notice.toFixed(2)} is paid`}; ${weeks} weeks (${owed.toFixed(2)}) are owed unless the notice was worked or the dismissal was for serious misconduct (Fair Work Act 2009 s 117).`,
  ]
}

const UNWRITTEN = () => new Trace({ isWritten: false })
const weeklyPay = ({ hoursPerDay, daysPerWeek, ratePerHour }: EndingTaxFacts['input']): Decimal =>
  hoursPerDay.times(daysPerWeek).times(ratePerHour)

/**
 * Between the pro rata and the full years, the state's law depends on reasons that no field records. The warning states
 * which answer was used.
 */
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
  const bridged = bridgedServiceWarning(input, state, terminationDate, rates)
  if (years.lt(proRataYears) || years.gte(fullYears)) return bridged
  return [
    ...bridged,
    `Long service leave of ${years} years in ${state} was ${isLslPaid ? '' : 'not '}paid, the usual outcome for this reason. Send is_unused_lsl_paid where serious misconduct or a pressing necessity changes that.`,
  ]
}

/**
 * Warns about long service leave below what the state's Act gives. The Act counts all service, but the
 * balance may have started later.
 */
function longServiceOwedWarning({ input, ending, amounts, rates }: EndingTaxFacts): string[] {
  const { state } = input
  // The leave of a further payment was settled with the first one.
  if (state === null || input.endedOn) return []
  const startDate = longServiceStart(input, state, ending.terminationDate, rates)
  const weeks = longServiceWeeks(
    {
      startDate,
      lastDay: ending.terminationDate,
      state,
      reason: ending.reason,
      cessation: ending.reason === 'TERMINATION' ? amounts.cessationCode : null,
    },
    rates,
    UNWRITTEN(),
  )
  const owed = toCent(weeks.times(weeklyPay(input)))
  const aDay = input.hoursPerDay.times(input.ratePerHour)
  // Balances by the hour and weeks by the year never agree to the cent.
  if (owed.minus(amounts.lslTotal).lte(aDay)) return []
  return [
    `Long service leave of ${amounts.lslTotal.toFixed(2)} is paid. The Act of ${state} gives ${weeks.toFixed()} weeks (${owed.toFixed(2)}) for service since ${startDate}, less leave already taken. Check the balance, and send is_manual_leave_amounts with unused_lsl_post_august_1993 where more is owed.`,
  ]
}

/** A casual is not paid annual leave by default, though a permanent employment may have left some. */
function casualLeaveWarning({ input, ending, amounts }: EndingTaxFacts): string[] {
  const { holiday } = input.leaveBalances
  if (input.employmentStatus !== 'CASUAL' || amounts.isHolidayPaid || holiday.lte(ZERO)) return []
  if (ending.isUnusedHolidayPaid === false) return []
  const value = toCent(holiday.times(input.ratePerHour))
  return [
    `Annual leave of ${holiday.toFixed()} hours from an earlier permanent employment is not paid, because the employee is casual (${value.toFixed(2)} at today’s rate). It is owed unless it was paid out before (Fair Work Act 2009 s 90(2)): send is_unused_holiday_paid, or the amount at the permanent rate with is_manual_leave_amounts.`,
  ]
}

/** Periods that begin after the last day and were paid already. */
function paidPastTheEnd({ input, ending }: EndingTaxFacts): string[] {
  const { terminationDate } = ending
  if (input.endedOn) return []
  const isOwn = input.otherPays.hasWages && periodStartFor(input.payPeriod, input.periodEnd) > terminationDate
  const past = input.earlierPays.filter((pay) => pay.periodStart > terminationDate && pay.taxable.gt(ZERO))
  const ends = [...past.map((pay) => pay.periodEnd), ...(isOwn ? [input.periodEnd] : [])].sort()
  const last = ends.at(-1)
  if (!last) return []
  return [
    `The employee was paid up to ${last}, after the last day of the employment, ${terminationDate}. Those wages, and the leave that they earned, stay as they are: check the date, or change or delete those pays.`,
  ]
}

const NEGATIVE = [
  ['holiday', 'annual leave'],
  ['rdo', 'rostered days off'],
  ['toil', 'time off in lieu'],
] as const

function negativeBalances({ leaveBalances, ratePerHour }: EndingTaxFacts['input']): string[] {
  return NEGATIVE.flatMap(([balance, name]) => {
    const hours = leaveBalances[balance]
    if (hours.gte(ZERO)) return []
    const value = toCent(hours.abs().times(ratePerHour))
    return `The ${name} balance is negative (${hours.toFixed()} hours, ${value.toFixed(2)} at the ordinary rate); nothing was recovered. Recover it only where an award or a written agreement allows it.`
  })
}
