import { addDays, addYears, type CivilDate, nzTaxYear } from '../dates.ts'
import {
  DAYS_PAID_AHEAD,
  type Figure,
  isEarlier,
  isPaidIn,
  isSamePeriod,
  isTaxedWith,
  type PastNeeds,
  type PastQuestion,
  reachingPeriod,
} from '../history.ts'
import { decimal, sumTexts, ZERO } from '../money.ts'
import type { YearMove } from './anniversaries.ts'
import { lastAnniversary } from './holiday-history.ts'
import type { NzEarlierPay, NzPeriodSoFar, NzYearToDate } from './input.ts'
import { isDailyPayType, isWeeklyPayType } from './leave-types.ts'
import type { NzPastPay } from './past-pay.ts'

/* What New Zealand law asks about the past, the Holidays Act above all, and how each figure follows from the rows. */

/** 52 weeks before the period, with room for the longest period and pays that come late. */
const LOOKS_BACK_DAYS = 430
const EARLIER_PAYS_DAYS = 200

/**
 * More than a year back from the pay and from the last day; a year more where annual holidays are paid, because parental leave
 * reaches so far. Later pays too: one of them may have given the weeks of an anniversary already.
 */
export function needsOfPast(asked: PastQuestion): PastNeeds {
  const { lastDay, leaveTypes, timing } = asked
  const isHolidayPaid = lastDay !== null || leaveTypes.some(isWeeklyPayType)
  const end = lastDay !== null && lastDay < timing.payDate ? lastDay : timing.payDate
  const year = addDays(end, -LOOKS_BACK_DAYS)
  const anniversary = addDays(lastAnniversary(asked), -DAYS_PAID_AHEAD)
  const earliest = year < anniversary ? year : anniversary
  const from = isHolidayPaid ? addYears(earliest, -1) : earliest
  const { leaveSince } = asked
  return {
    from: reachingPeriod(leaveSince !== undefined && leaveSince < from ? leaveSince : from, timing),
    to: null,
    hasDetailsOfPeriod: false,
    hasDetails:
      leaveSince !== undefined || isHolidayPaid || asked.mayHaveExtras || leaveTypes.some(isDailyPayType),
    hasHours: false,
  }
}

/** The other pays of the last 14 months that are paid up to this one, or belong to its period. */
function pastYear(pays: readonly NzPastPay[], { timing }: PastQuestion): NzPastPay[] {
  const from = addDays(timing.payDate, -LOOKS_BACK_DAYS)
  return pays.filter(
    (pay) => pay.payDate >= from && (pay.payDate <= timing.payDate || isSamePeriod(pay, timing)),
  )
}

/** Gross and liable earnings from 1 April up to this pay. */
export function yearToDate(pays: readonly NzPastPay[], asked: PastQuestion): NzYearToDate {
  const { payDate } = asked.timing
  const { start } = nzTaxYear(payDate)
  const inYear = pays.filter((pay) => isEarlier(pay, asked) && isPaidIn(pay, start, payDate))
  return {
    gross: sumTexts(inYear.map((pay) => pay.gross)),
    levyLiable: sumTexts(inYear.map((pay) => pay.levyLiable)),
  }
}

/** What the period's other pays paid and withheld, whenever they were made. */
export function periodSoFar(pays: readonly NzPastPay[], { timing }: PastQuestion): NzPeriodSoFar {
  const others = pays.filter((pay) => isTaxedWith(pay, timing))
  const total = (figure: (pay: NzPastPay) => Figure) => sumTexts(others.map(figure))
  return {
    ordinary: total((pay) => pay.ordinary),
    payeOrdinary: total((pay) => pay.payeOrdinary),
    studentLoanBase: total((pay) => pay.studentLoanBase),
    studentLoan: total((pay) => pay.studentLoan),
    studentLoanCir: total((pay) => pay.studentLoanCir),
  }
}

/** The regular pays of the last months, newest first: what an extra pay looks back at. */
export function earlierPays(pays: readonly NzPastPay[], asked: PastQuestion): NzEarlierPay[] {
  const { payDate } = asked.timing
  const from = addDays(payDate, -EARLIER_PAYS_DAYS)
  return pays
    .filter((pay) => !pay.isTermination && !pay.isOpening)
    .filter((pay) => isEarlier(pay, asked) && isPaidIn(pay, from, payDate))
    .sort((a, b) => (a.payDate === b.payDate ? b.id - a.id : a.payDate < b.payDate ? 1 : -1))
    .map((pay) => ({ payDate: pay.payDate, periodEnd: pay.periodEnd, ordinary: decimal(pay.ordinary) }))
}

/** The end of the last period that an earlier pay covered; null: none. */
export function lastPaidPeriodEnd(pays: readonly NzPastPay[], asked: PastQuestion): CivilDate | null {
  let last: CivilDate | null = null
  for (const pay of pastYear(pays, asked))
    if (isEarlier(pay, asked) && (last === null || pay.periodEnd > last)) last = pay.periodEnd
  return last
}

/**
 * The first day whose anniversaries give their weeks with this pay. An anniversary gives them once. Usually they come with the
 * first pay that reaches it, so a pay counts from the day after the last paid period. When the pay that gave them was deleted,
 * the next one counts from the anniversary; when a later pay gave them already, one that is put in before it counts from the
 * day after.
 */
export function annualHolidaysFrom(
  pays: readonly NzPastPay[],
  asked: PastQuestion,
  moves: readonly YearMove[] = [],
): CivilDate {
  const last = lastPaidPeriodEnd(pays, asked)
  const next = last === null ? asked.timing.periodStart : addDays(last, 1)
  const anniversary = lastAnniversary(asked, moves)
  if (anniversary === asked.startDate || isBeforeFirstPay(anniversary, pays, asked)) return next
  const isCounted = pays.some((pay) => hasDealtWith(anniversary, pay))
  if (!isCounted) return anniversary < next ? anniversary : next
  return anniversary < next ? next : addDays(anniversary, 1)
}

function isBeforeFirstPay(anniversary: CivilDate, pays: readonly NzPastPay[], asked: PastQuestion): boolean {
  const earlier = pastYear(pays, asked).filter((pay) => isEarlier(pay, asked))
  return !earlier.some((pay) => pay.periodStart <= anniversary)
}

/**
 * A pay has dealt with an anniversary that lies in the days it counted (and gave the weeks, or none where the settings say so),
 * or that it gave weeks for in the year after. Leave that was switched off in the period of the anniversary passes it over.
 */
function hasDealtWith(anniversary: CivilDate, pay: NzPastPay): boolean {
  if (pay.payDate < addDays(anniversary, -DAYS_PAID_AHEAD) || pay.periodEnd < anniversary) return false
  if (pay.isTermination && (pay.lastDay === null || pay.lastDay < anniversary)) return false
  if (pay.annualHolidaysFrom <= anniversary) return true
  if (pay.periodStart <= anniversary && !pay.isLeaveEnabled) return true
  return pay.periodEnd < addDays(anniversary, 365) && decimal(pay.annualWeeksEarned).gt(ZERO)
}
