import { addMonths } from '../../../kernel/values/dates.ts'
import { toCent, ZERO } from '../../../kernel/values/money.ts'
import type { LeaveLine, LeaveType } from '../../../payroll/input.ts'
import { limitWarnings } from './history/limited-leave.ts'
import type { NzPayInput } from './input/input.ts'
import { isDailyPayType, isInsteadOfTimeOff, isPricedByLaw } from './input/leave-types.ts'
import type { NzFigures } from './input/result.ts'
import { closedownWarnings } from './leave/closedown.ts'
import { leaveBeforeStart, leaveOffWork, partsOfHolidays, underpaidDays } from './leave/day-warnings.ts'
import { holidayPayWarnings } from './leave/holiday-pay-with-wages.ts'
import { isPaidByTheWeek } from './leave/holiday-rates.ts'
import type { LeaveMoves } from './leave/leave.ts'
import { minimumWageWarnings } from './leave/minimum-wage.ts'
import { parentalWarnings } from './leave/not-owed.ts'
import type { RowRate } from './leave/row-rates.ts'
import { holidaysActOn } from './rates/next-act.ts'
import type { HolidayRates, NzRates } from './rates/rates.ts'
import type { Rows } from './rows.ts'
import { isPrimary } from './tax/tax-table.ts'

/** Warnings that a payroll officer should check before the pay is paid. */
export function warningsOf(input: NzPayInput, figures: NzFigures, rates: NzRates): string[] {
  const warnings: string[] = []
  if (input.tax.code === 'STC' && input.tax.certificateRate === null) {
    warnings.push('Tax code STC without the rate of its certificate: taxed at the no-notification rate (ND).')
  }
  const { code, schedularRate, schedularActivity } = input.tax
  if (code === 'WT' && schedularRate === null) {
    const { activities } = rates.schedular.at(input.payDate).value
    if (schedularActivity === undefined || activities[schedularActivity] === undefined)
      warnings.push(
        'Tax code WT without a known schedular activity or a chosen rate: taxed at the no-notification rate.',
      )
  }
  if (figures.net.lt(ZERO)) warnings.push(`Net pay is negative: ${figures.net.toFixed(2)}.`)
  const { maximumLiable } = rates.earnersLevy.at(input.payDate).value
  if (isPrimary(input.tax.code) && input.yearToDate.levyLiable.gte(maximumLiable)) {
    warnings.push(
      "Liable earnings of the year have passed the earners' levy maximum; PAYE caps the levy pay by pay, and Inland Revenue refunds the rest.",
    )
  }
  if (input.studentLoan.cirRate && input.studentLoan.specialRate)
    warnings.push(
      'The record has a compulsory extra student loan deduction (SLCIR) and a special deduction rate. Inland Revenue cancels the extra deduction when it grants the rate: set nz_student_loan_cir_rate to null unless a later notice asks for it.',
    )
  return [...warnings, ...parentalWarnings(input)]
}

/** Warnings about what the Holidays Act 2003 owes. */
export function holidaysActWarnings(
  input: NzPayInput,
  figures: NzFigures,
  {
    leastHolidayRate,
    leastDailyRate,
    amounts,
  }: Pick<Rows, 'leastHolidayRate' | 'leastDailyRate' | 'amounts'>,
  rates: NzRates,
): string[] {
  const holidays = holidaysActOn(input.payDate, rates).value
  return [
    ...underpaidHolidays(input, leastHolidayRate),
    ...underpaidDays(input, leastDailyRate),
    ...partsOfHolidays(input),
    ...leaveBeforeStart(input),
    ...leaveOffWork(input),
    ...leaveAfterEnd(input),
    ...earlyLeave(input, holidays),
    ...limitWarnings(input, holidays),
    ...closedownWarnings(input),
    ...nearlyRegular(input),
    ...otherDays(input),
    ...movedYear(input),
    ...minimumWageWarnings(input, rates),
    ...holidayPayWarnings(input, amounts, figures.holidayGrossEarnings, holidays),
  ]
}

/** Warns when more alternative holidays are taken than were earned. */
export function takenBeyond({ altDays }: LeaveMoves): string[] {
  if (altDays.gte(ZERO)) return []
  return [`More alternative holidays are taken than were earned: the balance is ${altDays.toFixed()} days.`]
}

function underpaidHolidays(input: NzPayInput, exact: RowRate | null): string[] {
  if (exact === null) return []
  const least = (line: LeaveLine) => toCent(exact(line))
  return input.leave
    .filter(isPaidByTheWeek)
    .filter((line) => toCent(line.ratePerHour).lt(least(line)))
    .map(
      (line) =>
        `"${line.description}" pays ${toCent(line.ratePerHour).toFixed(2)} an hour; the Holidays Act requires at least ${least(line).toFixed(2)}.`,
    )
}

/** Pay found in most weeks but not in all is not counted as regular (decision 0200). The payroll officer may know better. */
function nearlyRegular({ holidayHistory: history, leave, termination }: NzPayInput): string[] {
  const { nearlyRegularRows: rows, regularPeriods, isWeekFixed } = history
  if (!rows || !regularPeriods || isWeekFixed === false) return []
  if (termination === null && leave.every((line) => line.hasOwnRate || !isPricedByLaw(line.leaveType)))
    return []
  return [
    `${rows}: paid in most of the periods ending ${regularPeriods.replaceAll(' ', ', ')}, but not in all, so it is left out of holiday and leave pay. Where it is a regular part of the pay (Holidays Act 2003 ss 8 and 9), enter the rate of the leave.`,
  ]
}

/** Days differ in length from the record's standard day. A work pattern would give the length of each day. */
function otherDays({ holidayHistory, hoursPerDay, leave, leaveSettings }: NzPayInput): string[] {
  if (!holidayHistory.longestDay || leaveSettings.workPattern) return []
  if (leave.every((line) => line.hasOwnRate || !isDailyPayType(line.leaveType))) return []
  return [
    `The days of the last weeks are not ${hoursPerDay.toFixed()} hours long, as standard_hours_per_day says, so the leave is paid at average daily pay (Holidays Act 2003 s 9A). Record nz_work_pattern with the hours of each day.`,
  ]
}

/** Unpaid leave of more than a week does not count towards the twelve months unless that was agreed (s 16(2)). */
function movedYear({ leave, holidayHistory }: NzPayInput): string[] {
  const unpaid = leave.filter((line) => line.leaveType === 'UNPAID').map((line) => line.date)
  const move = holidayHistory.yearMoves?.findLast(({ upTo }) => unpaid.some((day) => day < upTo))
  if (!move) return []
  return [
    `Unpaid leave is longer than a week: the days from ${move.first} on do not count towards annual holidays, so the anniversary moves (Holidays Act 2003 s 16(2)). If it was agreed that they count, set is_unpaid_leave_counted_as_service to true; unpaid sick and bereavement leave have their own types.`,
  ]
}

/** The pay after an accident may still be owed when the employment has ended. */
const isTimeOff = (type: LeaveType) => isPricedByLaw(type) && !isInsteadOfTimeOff(type)

/** No leave can be taken once the employment has ended. The final pay pays what was left. */
function leaveAfterEnd({ leave, leaveSettings: { endedOn }, termination }: NzPayInput): string[] {
  const lastDay = termination?.terminationDate ?? endedOn
  if (lastDay === undefined) return []
  return leave
    .filter(({ date, hours, leaveType }) => date > lastDay && hours.gt(ZERO) && isTimeOff(leaveType))
    .map(
      ({ description, date }) =>
        `"${description}" is on ${date}, after the employment ended on ${lastDay}: no leave is owed for it. ${termination ? 'This final pay pays' : 'The final pay has paid'} what was left. Remove the row.`,
    )
}

/** Sick, bereavement and family violence leave are owed after some months. Before that, they are at the employer's discretion. */
function earlyLeave(input: NzPayInput, holidays: HolidayRates): string[] {
  const months: Partial<Record<LeaveType, number>> = {
    SICK: holidays.sick.afterMonths,
    NZ_BEREAVEMENT: holidays.bereavement.afterMonths,
    NZ_FAMILY_VIOLENCE: holidays.familyViolence.afterMonths,
  }
  return input.leave.flatMap(({ description, leaveType, date }) => {
    const after = months[leaveType]
    if (after === undefined || date >= addMonths(input.startDate, after)) return []
    return `"${description}" is paid before the ${after} months after which the Act owes it.`
  })
}
