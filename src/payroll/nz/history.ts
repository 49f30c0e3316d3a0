import { addDays, addYears, type CivilDate, completedYears, nzTaxYear } from '../dates.ts'
import {
  type Figure,
  isEarlier,
  isPaidIn,
  isSamePeriod,
  type PastLine,
  type PastNeeds,
  type PastPay,
  type PastQuestion,
} from '../history.ts'
import { type Decimal, decimal, notBelowZero, ONE, sumTexts, toWholeDown, ZERO } from '../money.ts'
import type { NzEarlierPay, NzHolidayHistory, NzPeriodSoFar, NzYearToDate } from './input.ts'
import { isAnnualHolidayType } from './leave-types.ts'

/* What New Zealand law asks about the past, the Holidays Act above all, and how each figure follows from the rows. */

/** What later pays see of a New Zealand pay. */
export type NzPastPay = PastPay & {
  gross: Figure
  levyLiable: Figure
  ordinary: Figure
  payeOrdinary: Figure
  studentLoanBase: Figure
  studentLoan: Figure
  studentLoanCir: Figure
  /** Gross earnings as the Holidays Act counts them (s 14), and the one-off part of them. */
  holidayGross: Figure
  irregular: Figure
  daysPaid: Figure
  unpaidWeeks: Figure
  /** Paid for annual holidays that were taken before they were owed. */
  inAdvance: Figure
  /** The first day whose anniversaries this pay dealt with. */
  annualHolidaysFrom: CivilDate
  annualWeeksEarned: Figure
  isLeaveEnabled: boolean
  /** The last day of the employment, when the pay ended it. */
  lastDay: CivilDate | null
  details: NzPastDetails | null
}

/** What is read only for a pay that ends the employment, or may carry annual holidays or an extra pay. */
export type NzPastDetails = {
  ratePerHour: Figure
  hoursPerDay: Figure
  daysPerWeek: Figure
  hoursPaid: Figure
  /** Every line: regular and irregular earnings, and unpaid leave by its days. */
  lines: readonly PastLine[]
}

/** 52 weeks before the period, with room for the longest period and pays that come late. */
const LOOKS_BACK_DAYS = 430
const FOUR_WEEKS = 28
const YEAR_OF_WEEKS = 364
/** A pay for the period of an anniversary is paid at most so long before the anniversary. */
const DAYS_PAID_AHEAD = 62
const EARLIER_PAYS_DAYS = 200

/** More than a year back; and later pays too, because one of them may have given the weeks of an anniversary already. */
export function needsOfPast(asked: PastQuestion): PastNeeds {
  const year = addDays(asked.timing.payDate, -LOOKS_BACK_DAYS)
  const anniversary = addDays(lastAnniversary(asked), -DAYS_PAID_AHEAD)
  return {
    from: year < anniversary ? year : anniversary,
    to: null,
    hasDetails: asked.lastDay !== null || asked.mayHaveExtras || asked.leaveTypes.some(isAnnualHolidayType),
    hasHours: false,
  }
}

/** The last anniversary of the start on or before the last day of the pay; the start itself in the first year. */
export function lastAnniversary({ startDate, lastDay, timing }: PastQuestion): CivilDate {
  const years = completedYears(startDate, lastDay ?? timing.periodEnd)
  return years > 0 ? addYears(startDate, years) : startDate
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
  const others = pays.filter((pay) => isSamePeriod(pay, timing))
  const total = (figure: (pay: NzPastPay) => Figure) => sumTexts(others.map(figure))
  return {
    ordinary: total((pay) => pay.ordinary),
    payeOrdinary: total((pay) => pay.payeOrdinary),
    studentLoanBase: total((pay) => pay.studentLoanBase),
    studentLoan: total((pay) => pay.studentLoan),
    studentLoanCir: total((pay) => pay.studentLoanCir),
  }
}

/** What ss 5, 8, 9A, 23 and 25 of the Holidays Act count, all before the period of this pay. */
export function holidayHistory(pays: readonly NzPastPay[], asked: PastQuestion): NzHolidayHistory {
  const { periodStart } = asked.timing
  const anniversary = lastAnniversary(asked)
  const earlier = pastYear(pays, asked).filter((pay) => isEarlier(pay, asked))
  const before = earlier.filter((pay) => pay.periodEnd < periodStart)
  const inFourWeeks = endingFrom(before, addDays(periodStart, -FOUR_WEEKS))
  const inYear = endingFrom(before, addDays(periodStart, -YEAR_OF_WEEKS))
  const sinceAnniversary = endingFrom(earlier, anniversary)
  return {
    grossLast4Weeks: sumTexts(inFourWeeks.map((pay) => pay.holidayGross)),
    irregularLast4Weeks: sumTexts(inFourWeeks.map((pay) => pay.irregular)),
    grossLast52Weeks: sumTexts(inYear.map((pay) => pay.holidayGross)),
    unpaidWeeksLast52: weeksBeyondTheFirst(sumTexts(inYear.map((pay) => pay.unpaidWeeks))),
    daysPaidLast52Weeks: sumTexts(inYear.map((pay) => pay.daysPaid)),
    grossSinceAnniversary: sumTexts(sinceAnniversary.map((pay) => pay.holidayGross)),
    paidInAdvance: sumTexts(sinceAnniversary.map((pay) => pay.inAdvance)),
  }
}

const endingFrom = (pays: readonly NzPastPay[], from: CivilDate) =>
  pays.filter((pay) => pay.periodEnd >= from)

/** Whole weeks of unpaid leave beyond the first shorten what average weekly earnings are divided by (s 16). */
function weeksBeyondTheFirst(weeks: Decimal): Decimal {
  return notBelowZero(toWholeDown(weeks).minus(ONE))
}

/** The regular pays of the last months, newest first: what an extra pay looks back at. */
export function earlierPays(pays: readonly NzPastPay[], asked: PastQuestion): NzEarlierPay[] {
  const { payDate } = asked.timing
  const from = addDays(payDate, -EARLIER_PAYS_DAYS)
  return pays
    .filter((pay) => !pay.isTermination && isEarlier(pay, asked) && isPaidIn(pay, from, payDate))
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
export function annualHolidaysFrom(pays: readonly NzPastPay[], asked: PastQuestion): CivilDate {
  const last = lastPaidPeriodEnd(pays, asked)
  const next = last === null ? asked.timing.periodStart : addDays(last, 1)
  const anniversary = lastAnniversary(asked)
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
