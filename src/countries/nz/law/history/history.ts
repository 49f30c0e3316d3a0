import { addDays, addYears, type CivilDate, nzTaxYear } from '../../../../kernel/values/dates.ts'
import { decimal, sumTexts, ZERO } from '../../../../kernel/values/money.ts'
import { totalsOf } from '../../../../payroll/amounts.ts'
import {
  DAYS_PAID_AHEAD,
  type Figure,
  isCounted,
  isEarlier,
  isPaidIn,
  isSamePeriod,
  isTaxedWith,
  type PastNeeds,
  type PastQuestion,
  reachingPeriod,
  YEAR_OF_HISTORY_DAYS,
} from '../../../../payroll/history.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { NZ_AMOUNTS } from '../input/amounts.ts'
import { anniversariesUpTo, leaveYearStart, type YearMove } from '../input/anniversaries.ts'
import type { NzEarlierPay, NzPeriodSoFar, NzYearToDate } from '../input/input.ts'
import { isPricedByLaw, isWeeklyPayType } from '../input/leave-types.ts'
import type { NzAdvance } from '../input/result.ts'
import { mayBeHoliday } from '../public-holidays/public-holiday-dates.ts'
import { lastAnniversary } from './holiday-history.ts'

/* The pay history that New Zealand law needs, above all the Holidays Act, and how each figure follows from the rows. */

const EARLIER_PAYS_DAYS = 200

/**
 * Reads more than a year back from the pay and from the last day. Annual holidays need two more years, because parental leave of
 * the year before last may decide their weekly rate. Later pays are read too: one of them may already have granted the weeks of
 * an anniversary.
 */
export function needsOfPast(asked: PastQuestion): PastNeeds {
  const { lastDay, leaveTypes, timing } = asked
  const isHolidayPaid = lastDay !== null || leaveTypes.some(isWeeklyPayType)
  const end = lastDay !== null && lastDay < timing.payDate ? lastDay : timing.payDate
  const year = addDays(end, -YEAR_OF_HISTORY_DAYS)
  const anniversary = addDays(lastAnniversary(asked), -DAYS_PAID_AHEAD)
  const earliest = year < anniversary ? year : anniversary
  const from = isHolidayPaid ? addYears(earliest, -2) : earliest
  const { leaveSince, paysSince } = asked
  const since = [leaveSince ?? from, paysSince ?? from].reduce((a, b) => (a < b ? a : b), from)
  return {
    from: reachingPeriod(since, timing),
    to: null,
    hasDetailsOfPeriod: false,
    hasDetails:
      leaveSince !== undefined ||
      isHolidayPaid ||
      asked.mayHaveExtras ||
      asked.namesDays === true ||
      mayPriceHoliday(asked) ||
      leaveTypes.some(isPricedByLaw),
    hasHours: false,
    // An employee who was away for longer gets all anniversaries since the last pay.
    hasLastPay: asked.startDate < from,
  }
}

/** A public holiday is priced with the regular payments of earlier pays, off work (s 9) as well as worked (s 50). */
function mayPriceHoliday({ holidayDays = [], hasMovedHolidays }: PastQuestion): boolean {
  return holidayDays.length > 0 && (hasMovedHolidays === true || holidayDays.some(mayBeHoliday))
}

/** Whether a pay is paid no later than this one, or belongs to its period. */
function isPaidUpTo(pay: NzPastPay, { timing }: PastQuestion): boolean {
  return pay.payDate <= timing.payDate || isSamePeriod(pay, timing)
}

/** Gross and levy-liable earnings from 1 April up to this pay. */
export function yearToDate(pays: readonly NzPastPay[], asked: PastQuestion): NzYearToDate {
  const { payDate } = asked.timing
  const { start } = nzTaxYear(payDate)
  const inYear = pays.filter((pay) => isEarlier(pay, asked) && isPaidIn(pay, start, payDate))
  return {
    gross: sumTexts(inYear.map((pay) => pay.gross)),
    ...totalsOf(NZ_AMOUNTS, 'year', (name) => sumTexts(inYear.map((pay) => pay[name]))),
  }
}

/** The pay's student loan deductions, without those for holidays of later periods. */
const studentLoanOfOwnPeriod = ({ studentLoan, advances }: NzPastPay): Figure =>
  advances.length === 0
    ? studentLoan
    : decimal(studentLoan)
        .minus(sumTexts(advances.map((each) => each.studentLoan)))
        .toFixed()
const cirOfOwnPeriod = ({ studentLoanCir, advances }: NzPastPay): Figure =>
  advances.length === 0
    ? studentLoanCir
    : decimal(studentLoanCir)
        .minus(sumTexts(advances.map((each) => each.studentLoanCir)))
        .toFixed()

/**
 * Amounts paid and withheld by the period's other pays, whenever they were made. Holiday pay of this period that was paid in
 * advance is taxed with its wages (Income Tax Act 2007 s RD 13(5)).
 */
export function periodSoFar(all: readonly NzPastPay[], asked: PastQuestion): NzPeriodSoFar {
  const { timing } = asked
  const pays = all.filter((pay) => isCounted(pay, asked))
  const others = pays.filter((pay) => isTaxedWith(pay, timing))
  const advances = pays
    .filter((pay) => pay.payPeriod === timing.payPeriod)
    .flatMap((pay) => pay.advances)
    .filter((advance) => advance.periodEnd === timing.periodEnd)
  const total = (figure: (pay: NzPastPay) => Figure, ofAdvance: (advance: NzAdvance) => Figure) =>
    sumTexts([...others.map(figure), ...advances.map(ofAdvance)])
  return {
    ...totalsOf(NZ_AMOUNTS, 'period', (name) =>
      total(
        (pay) => pay[name],
        (advance) => advance[NZ_AMOUNTS[name].inAdvance],
      ),
    ),
    studentLoan: total(studentLoanOfOwnPeriod, ({ studentLoan }) => studentLoan),
    studentLoanCir: total(cirOfOwnPeriod, ({ studentLoanCir }) => studentLoanCir),
  }
}

/**
 * The regular pays of the last months, newest first. An extra pay is annualised from them. Holiday pay in advance is income of the
 * periods in which it is taxed, up to this one.
 */
export function earlierPays(pays: readonly NzPastPay[], asked: PastQuestion): NzEarlierPay[] {
  const { payDate } = asked.timing
  const from = addDays(payDate, -EARLIER_PAYS_DAYS)
  return pays
    .filter((pay) => !pay.isTermination && !pay.isSum)
    .filter((pay) => isEarlier(pay, asked) && isPaidIn(pay, from, payDate))
    .sort((a, b) => (a.payDate === b.payDate ? b.id - a.id : a.payDate < b.payDate ? 1 : -1))
    .flatMap(({ payDate: paidOn, periodEnd, payPeriod, ordinary, advances }) => {
      const own = payPeriod === asked.timing.payPeriod ? {} : { payPeriod }
      const ahead = advances.filter((each) => each.periodEnd <= asked.timing.periodEnd)
      return [
        { payDate: paidOn, periodEnd, ordinary: decimal(ordinary), ...own },
        ...ahead.map((each) => ({
          ...{ payDate: paidOn, periodEnd: each.periodEnd, ordinary: decimal(each.amount), ...own },
          isAhead: true,
        })),
      ]
    })
}

/** The end of the last period that an earlier pay covered, or null. */
export function lastPaidPeriodEnd(pays: readonly NzPastPay[], asked: PastQuestion): CivilDate | null {
  let last: CivilDate | null = null
  for (const pay of pays)
    if ((last === null || pay.periodEnd > last) && isPaidUpTo(pay, asked) && isEarlier(pay, asked))
      last = pay.periodEnd
  return last
}

/**
 * The first day whose anniversaries grant their weeks with this pay. An anniversary grants them once. Usually this is the first
 * pay that reaches it, so a pay counts from the day after the last paid period. If the pay that granted them was deleted, the
 * next one counts from the anniversary. If a later pay already granted them, a pay inserted before it counts from the day after.
 */
export function annualHolidaysFrom(
  pays: readonly NzPastPay[],
  asked: PastQuestion,
  moves: readonly YearMove[] = [],
  hasWeeks: (anniversary: CivilDate) => boolean = () => false,
): CivilDate {
  const anniversary = lastAnniversary(asked, moves)
  const isGranted = (day: CivilDate, pay: NzPastPay) =>
    hasDealtWith(day, pay, hasWeeks(day)) || isGrantedEarly(day, pay, asked, moves)
  return countsFrom(anniversary === asked.startDate ? null : anniversary, pays, asked, isGranted)
}

/**
 * Whether a pay granted the weeks of an anniversary that has since moved past the end of that pay, because
 * the spell of unpaid leave continued or the start of the employment was corrected. The day that the pay counted is after the previous anniversary, and is
 * no longer an anniversary itself.
 */
function isGrantedEarly(
  anniversary: CivilDate,
  pay: NzPastPay,
  { startDate }: PastQuestion,
  moves: readonly YearMove[],
): boolean {
  if (isOpening(pay) || pay.isTermination || pay.periodEnd >= anniversary) return false
  if (pay.periodEnd < startDate || decimal(pay.annualWeeksEarned).lte(ZERO)) return false
  const before = anniversariesUpTo(startDate, addDays(anniversary, -1), moves)
  return pay.periodEnd >= (before.at(-1) ?? startDate) && before.every((day) => !isIn(day, pay))
}

const isIn = (day: CivilDate, { annualHolidaysFrom: from, periodEnd }: NzPastPay) =>
  day >= from && day <= periodEnd

function countsFrom(
  anniversary: CivilDate | null,
  pays: readonly NzPastPay[],
  asked: PastQuestion,
  isDealtWith: (anniversary: CivilDate, pay: NzPastPay) => boolean,
): CivilDate {
  const last = lastPaidPeriodEnd(pays, asked)
  const next = last === null ? asked.timing.periodStart : addDays(last, 1)
  if (anniversary === null || isBeforeFirstPay(anniversary, pays, asked)) return next
  if (!pays.some((pay) => isDealtWith(anniversary, pay))) return anniversary < next ? anniversary : next
  return anniversary < next ? next : addDays(anniversary, 1)
}

/** The same for sick leave: its years begin six months after the start, and each is granted only once (s 65). */
export function sickLeaveFrom(
  pays: readonly NzPastPay[],
  asked: PastQuestion,
  afterMonths: number,
): CivilDate {
  const { startDate, lastDay, timing } = asked
  const day = lastDay === null ? timing.periodEnd : addDays(lastDay, 1)
  return countsFrom(leaveYearStart(startDate, day, afterMonths), pays, asked, hasDealtWithSickYear)
}

function hasDealtWithSickYear(began: CivilDate, pay: NzPastPay): boolean {
  if (!mayReach(began, pay)) return false
  return pay.isLeaveEnabled ? pay.sickLeaveFrom <= began : pay.periodStart <= began
}

function isBeforeFirstPay(anniversary: CivilDate, pays: readonly NzPastPay[], asked: PastQuestion): boolean {
  return !pays.some(
    (pay) => pay.periodStart <= anniversary && isPaidUpTo(pay, asked) && isEarlier(pay, asked),
  )
}

/**
 * Whether a pay has dealt with an anniversary: it counted that day, or it granted weeks in the year after. A pay that granted none
 * where the terms of the day give weeks has not: the start of the employment, or unpaid leave, was corrected since. A pay with leave
 * disabled, and no earlier terms under which it was enabled, has dealt with the anniversaries of its own period only.
 */
function hasDealtWith(anniversary: CivilDate, pay: NzPastPay, hasWeeks: boolean): boolean {
  if (!mayReach(anniversary, pay)) return false
  if (!pay.isLeaveEnabled) return pay.periodStart <= anniversary
  if (pay.annualHolidaysFrom <= anniversary) return !hasWeeks || isOpening(pay) || isGranting(pay)
  return pay.periodEnd < addDays(anniversary, 365) && isGranting(pay)
}

const isGranting = (pay: NzPastPay) => decimal(pay.annualWeeksEarned).gt(ZERO)
/** The previous system dealt with the anniversaries of its own periods. */
const isOpening = ({ id }: NzPastPay) => id < 0

function mayReach(day: CivilDate, pay: NzPastPay): boolean {
  if (pay.payDate < addDays(day, -DAYS_PAID_AHEAD) || pay.periodEnd < day) return false
  return !pay.isTermination || (pay.lastDay !== null && pay.lastDay >= day)
}
