import { addDays, addMonths, addYears, type CivilDate, daysBetween } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  sum,
  sumTexts,
  toCentOfQuotient,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import {
  type Figure,
  isEarlier,
  isSamePeriod,
  type PastLine,
  type PastQuestion,
  type PayTiming,
} from '../../../../payroll/history.ts'
import {
  countWorkDays,
  readWorkDays,
  type WorkDays,
  type WorkDaysKnownFrom,
  workDaysFor,
  workDaysSeen,
  writeWorkDays,
} from '../../../../payroll/work-days.ts'

import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { anniversariesUpTo, type YearMove, yearMovesOf } from '../input/anniversaries.ts'
import type { NzHolidayHistory } from '../input/input.ts'
import { leaveSpellsOf } from '../input/leave-spells.ts'
import { isAnnualHolidayType, isCashedUpType, isParentalType } from '../input/leave-types.ts'
import type { WorkWeek } from '../input/work-week.ts'
import { averagedYearsOf } from '../leave/parental-years.ts'
import { cashedUpHours } from './cash-up.ts'
import { closedownOf, closedownPaid } from './closedown-history.ts'
import { earlierEnds, isSettledAt, weeksSettled } from './earlier-ends.ts'
import { countedTo, endingUpTo, holidayBegan, unpaidDays, weeksBefore } from './holiday-weeks.ts'
import { type HolidayQuestion, leaveIn, ownLeave } from './leave-rows.ts'
import { bereavementDays, familyViolenceDays } from './limited-leave.ts'
import { publicHolidaysOff } from './public-holidays-off.ts'
import { type ReversedWeeks, reversedWeeks } from './reversed-leave.ts'
import { weekOfPay } from './week-of-pay.ts'

/* The weeks that the Holidays Act 2003 counts for a payment. */

const PATTERN_WEEKS = 91
/** Sick, bereavement and family violence leave are owed after six months (s 63). */
export const MONTHS_BEFORE_LEAVE = 6

/** The question with the day from which the twelve months count: the start, or the closedown that moved it (s 35). */
export function yearQuestion(
  past: PastQuestion,
  { holidayYearFrom }: HolidayQuestion['settings'],
): PastQuestion {
  const day = past.lastDay ?? past.timing.periodEnd
  return holidayYearFrom && holidayYearFrom <= day ? { ...past, startDate: holidayYearFrom } : past
}

/** The last anniversary reached. Service includes the last day, so an anniversary on the day after it is reached. */
export function lastAnniversary(
  { startDate, lastDay, timing }: PastQuestion,
  moves: readonly YearMove[] = [],
): CivilDate {
  const day = lastDay === null ? timing.periodEnd : addDays(lastDay, 1)
  return anniversariesUpTo(startDate, day, moves).at(-1) ?? startDate
}

/** Unpaid leave that moves anniversaries. Empty where unpaid leave counts as service. */
export function yearMovesIn(pays: readonly NzPastPay[], asked: HolidayQuestion): YearMove[] {
  if (asked.settings.isUnpaidLeaveService !== false) return []
  const counted = pays.filter((pay) => isCounted(pay, asked.past))
  const unpaid = asked.leave.filter((line) => line.leaveType === 'UNPAID')
  const week = currentWeek(asked, workPattern(pays, asked).days)
  const rows = [...unpaidDays(counted, week), ...ownLeave(asked, unpaid)]
  return yearMovesOf(leaveSpellsOf([...rows, ...publicHolidaysOff(counted, asked, week, rows)], week))
}

const currentWeek = ({ hoursPerDay, daysPerWeek }: HolidayQuestion, days: WorkDays): WorkWeek => ({
  hoursPerDay,
  daysPerWeek,
  days,
})

/** The figures for ss 5, 8, 9A, 14, 16 and 21 to 25. */
export function holidayHistory(
  pays: readonly NzPastPay[],
  asked: HolidayQuestion,
  moves: readonly YearMove[] = [],
): NzHolidayHistory {
  const { past } = asked
  const year = yearQuestion(past, asked.settings)
  const pattern = workPattern(pays, asked)
  const counted = pays.filter((pay) => isCounted(pay, past))
  const week = currentWeek(asked, pattern.days)
  const began = holidayBegan(counted, asked, week)
  const to = countedTo(past.lastDay ?? began ?? past.timing.periodEnd, past.timing)
  const isWithoutClosedown = year.startDate === past.startDate
  const back = reversedWeeks(pays, year, moves, asked.weeksLeft ?? ZERO, isWithoutClosedown)
  const takenTo = began === undefined ? to : countedTo(began, past.timing)
  const settled = weeksSettled(pays, year, moves)
  const closedown = closedownOf(counted, asked, week, moves, shareFrom)
  return {
    ...weeksBefore(counted, to, asked, week),
    ...(began === undefined ? {} : { began, ...weeklyWhen(began, counted) }),
    ...(takenTo === to ? {} : { taken: weeksBefore(counted, takenTo, asked, week) }),
    ...withReversedWeeks(sinceAnniversary(counted, asked, week, moves), back),
    ...(asked.settings.isCasual
      ? { isHoursTestMet: meetsHoursTest(counted, asked), isSickLeaveGiven: hasSickLeaveOfYear(pays, past) }
      : {}),
    ...(closedown === undefined ? {} : { closedown }),
    ...(year.startDate === past.startDate ? {} : { yearStart: year.startDate }),
    ...(moves.length === 0 ? {} : { yearMoves: moves }),
    ...(settled.length === 0 ? {} : { weeksSettled: settled }),
    ...parentalYears(endingUpTo(counted, to), week, year, moves),
    ...(asked.leave.some((line) => isCashedUpType(line.leaveType))
      ? { cashedUpHours: cashedUpHours(counted, lastAnniversary(year, moves)) }
      : {}),
    ...(asked.leave.some((line) => line.leaveType === 'NZ_FAMILY_VIOLENCE')
      ? { familyViolenceDays: familyViolenceDays(counted, past, MONTHS_BEFORE_LEAVE, asked.hoursPerDay) }
      : {}),
    ...(asked.leave.some((line) => line.leaveType === 'NZ_BEREAVEMENT')
      ? { bereavementDays: bereavementDays(counted, asked.leave, week) }
      : {}),
    workDays: writeWorkDays(pattern.days),
    workDaysKnownFrom: pattern.from,
  }
}

/** The pay of an ordinary week in the earlier pay that contains the first day of a holiday (s 21(2)(a)). */
function weeklyWhen(began: CivilDate, pays: readonly NzPastPay[]): Pick<NzHolidayHistory, 'weeklyWhenBegan'> {
  const isFirst = ({ date, leaveType }: PastLine) => date === began && isAnnualHolidayType(leaveType)
  const details = pays.find((pay) => pay.details?.lines.some(isFirst))?.details
  if (!details) return {}
  const hoursPerWeek = decimal(details.hoursPerDay).times(decimal(details.daysPerWeek))
  return { weeklyWhenBegan: toPlaces(decimal(details.ratePerHour).times(hoursPerWeek), 6) }
}

/** Pays made before this one count. At the end of the employment all other pays count, in any order. */
function isCounted(pay: NzPastPay, past: PastQuestion): boolean {
  if (past.lastDay !== null) return !pay.isTermination || isEarlier(pay, past)
  return isEarlier(pay, past) && (pay.payDate <= past.timing.payDate || isSamePeriod(pay, past.timing))
}

/**
 * Working days from the pattern or the record, or else from dated rows of the last thirteen weeks, or else counted from Monday.
 */
function workPattern(
  pays: readonly NzPastPay[],
  { past, settings, daysPerWeek }: HolidayQuestion,
): { days: WorkDays; from: WorkDaysKnownFrom } {
  const fixed = fixedPattern(settings.workPattern)
  if (fixed) return { days: fixed, from: 'pattern' }
  if (settings.workDays) return { days: readWorkDays(settings.workDays), from: 'record' }
  const from = addDays(past.lastDay ?? past.timing.periodStart, -PATTERN_WEEKS)
  const dates = pays
    .filter((pay) => pay.periodEnd >= from)
    .flatMap((pay) => (pay.details?.lines ?? []).flatMap((line) => (line.date === null ? [] : [line.date])))
  const seen = workDaysSeen(dates, daysPerWeek)
  return seen ? { days: seen, from: 'dates' } : { days: workDaysFor(daysPerWeek), from: 'number' }
}

/** Holidays taken out of reversed weeks were also in advance. */
function withReversedWeeks(since: ReturnType<typeof sinceAnniversary>, back: ReversedWeeks | null) {
  if (back === null) return since
  return { ...since, paidInAdvance: since.paidInAdvance.plus(back.inAdvance), weeksTakenBack: back.weeks }
}

/**
 * Gross earnings since the anniversary, or since a final pay with which the employment ended and was continued. A period that
 * contains the anniversary is prorated by working days (ss 23 and 25).
 */
function sinceAnniversary(
  pays: readonly NzPastPay[],
  { past, settings }: HolidayQuestion,
  current: WorkWeek,
  moves: readonly YearMove[],
) {
  // Without entitled weeks, an anniversary restarts nothing.
  const anniversary =
    settings.isCasual || settings.isHolidayPayPaidWithWages
      ? past.startDate
      : lastAnniversary(yearQuestion(past, settings), moves)
  const ends = earlierEnds(pays, past)
  const after = pays.filter((pay) => pay.periodEnd >= anniversary && !isSettledAt(pay, ends))
  const shareOf = (pay: NzPastPay) => shareFrom(anniversary, pay, past, weekOfPay(pay, current).days)
  const total = (figure: (pay: NzPastPay) => Figure) =>
    toCentOfQuotient(sum(after.map((pay) => decimal(figure(pay)).times(shareOf(pay)))))
  return {
    // Rounded once, so that a period paid in two parts counts the same as one paid whole.
    grossSinceAnniversary: total((pay) => pay.holidayGross),
    // A closedown that did not restart the twelve months was holiday pay in advance.
    paidInAdvance: sumTexts(after.map((pay) => pay.inAdvance)).plus(
      closedownPaid(after, (date) => !isRestarted(date, settings)),
    ),
    paidWithWages: total((pay) => pay.holidayPayWithWages),
  }
}

/** Whether the twelve months began again with a closedown on or before the day (s 35). */
export const isRestarted = (
  date: CivilDate,
  { holidayYearFrom }: Pick<HolidayQuestion['settings'], 'holidayYearFrom'>,
): boolean => Boolean(holidayYearFrom && date >= holidayYearFrom)

/**
 * The hours test of s 63(1)(b): at least ten hours a week on average over six months, and one hour in every week or 40 in every
 * month. Counts back from the period, but not beyond the start of the employment.
 */
function meetsHoursTest(pays: readonly NzPastPay[], { past }: HolidayQuestion): boolean {
  const to = past.timing.periodStart
  const sixMonths = addMonths(to, -6)
  const from = past.startDate > sixMonths ? past.startDate : sixMonths
  const inMonths = pays.filter((pay) => pay.periodEnd >= from && pay.periodEnd < to)
  const hoursIn = (first: CivilDate, after: CivilDate) =>
    sumTexts(
      inMonths.filter((pay) => pay.periodEnd >= first && pay.periodEnd < after).map((pay) => pay.hoursPaid),
    )
  const isInEvery = (back: (count: number) => CivilDate, least: number) => {
    for (let count = 0; back(count + 1) >= from; count++)
      if (hoursIn(back(count + 1), back(count)).lt(whole(least))) return false
    return true
  }
  const weeks = Math.floor(daysBetween(from, to) / 7)
  if (weeks <= 0 || hoursIn(from, to).lt(whole(10 * weeks))) return false
  return isInEvery((count) => addDays(to, -7 * count), 1) || isInEvery((count) => addMonths(to, -count), 40)
}

/** The share of a period's working days on or after a day. */
export function shareFrom(
  day: CivilDate,
  { periodStart, periodEnd }: Pick<PayTiming, 'periodStart' | 'periodEnd'>,
  { startDate, lastDay }: Pick<PastQuestion, 'startDate' | 'lastDay'>,
  days: WorkDays,
): Decimal {
  if (day <= periodStart || day <= startDate) return whole(1)
  const first = startDate > periodStart ? startDate : periodStart
  const last = lastDay !== null && lastDay < periodEnd && lastDay >= first ? lastDay : periodEnd
  const all = whole(countWorkDays(days, first, last))
  if (isZero(all)) return day > last ? ZERO : whole(1)
  return whole(countWorkDays(days, day, last)).div(all)
}

/** The years whose weeks are averaged after parental leave, and whether the last year is one of them. */
function parentalYears(
  pays: readonly NzPastPay[],
  current: WorkWeek,
  year: PastQuestion,
  moves: readonly YearMove[],
): Pick<NzHolidayHistory, 'isAveragedAfterParentalLeave' | 'averagedYears'> {
  const upTo = year.lastDay === null ? year.timing.periodEnd : addDays(year.lastDay, 1)
  const span = { start: year.startDate, upTo, moves }
  const rows = leaveIn(pays, (line) => isParentalType(line.leaveType), current)
  const averagedYears = averagedYearsOf(rows, span, current.hoursPerDay.times(current.daysPerWeek))
  if (averagedYears.length === 0) return {}
  const isLast = averagedYears.at(-1) === lastAnniversary(year, moves)
  return { ...(isLast ? { isAveragedAfterParentalLeave: true } : {}), averagedYears }
}

/**
 * Whether another pay granted sick leave in the year up to the end of this period. Casuals get it once in twelve months (s 63).
 */
function hasSickLeaveOfYear(pays: readonly NzPastPay[], { timing }: PastQuestion): boolean {
  const from = addYears(timing.periodEnd, -1)
  return pays.some((pay) => pay.periodEnd > from && decimal(pay.sickHoursEarned).gt(ZERO))
}
