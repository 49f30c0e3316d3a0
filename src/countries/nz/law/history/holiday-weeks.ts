import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  ONE,
  sum,
  toCentOfQuotient,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { PERIOD_LENGTHS } from '../../../../payroll/earnings.ts'
import type { Figure, PastQuestion, PayTiming } from '../../../../payroll/history.ts'
import { periodEndFor, periodStartFor } from '../../../../payroll/pay-periods.ts'
import { countWorkDays, type WorkDays } from '../../../../payroll/work-days.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import type { NzHolidayWeeks } from '../input/input.ts'
import { leaveSpellsOf, weeksBeyondTheFirst } from '../input/leave-spells.ts'
import { isAnnualHolidayType } from '../input/leave-types.ts'
import type { WorkWeek } from '../input/work-week.ts'
import { type HolidayQuestion, leaveIn, ownLeave } from './leave-rows.ts'
import { ordinaryWeekOf, type PartOfPay } from './ordinary-week.ts'
import { publicHolidaysOff } from './public-holidays-off.ts'
import { weekOfPay } from './week-of-pay.ts'

/* The weeks before a holiday or before the end of the employment (Holidays Act 2003 ss 8, 9A, 16, 21, 22 and 24). */

const FOUR_WEEKS = 28
const YEAR_OF_WEEKS = 364

/**
 * The end of the last pay period before the holiday began or the employment ended (ss 21(2) and 24(2)). This is not the period
 * before the pay run that pays it.
 */
export function countedTo(day: CivilDate, timing: PayTiming): CivilDate {
  return addDays(periodStartOf(day < timing.periodStart ? day : timing.periodStart, timing), -1)
}

/** The first day of the holiday, which may span several pays. */
export function holidayBegan(
  pays: readonly NzPastPay[],
  asked: HolidayQuestion,
  week: WorkWeek,
): CivilDate | undefined {
  const { leave } = asked
  const annual = leave.filter((line) => isAnnualHolidayType(line.leaveType))
  const first = annual.map((line) => line.date).toSorted()[0]
  if (first === undefined) return undefined
  const earlier = leaveIn(pays, (line) => isAnnualHolidayType(line.leaveType), week)
  const rows = [...earlier, ...ownLeave(asked, annual)]
  const off = publicHolidaysOff(pays, asked, week, rows)
  return leaveSpellsOf([...rows, ...off], week).findLast((each) => each.first <= first)?.first
}

function periodStartOf(day: CivilDate, { payPeriod, periodEnd }: PayTiming): CivilDate {
  return periodStartFor(payPeriod, periodEndFor(payPeriod, day, periodEnd))
}

/** The figures of the weeks up to the end of a pay period. */
export function weeksBefore(
  counted: readonly NzPastPay[],
  to: CivilDate,
  asked: HolidayQuestion,
  current: WorkWeek,
): NzHolidayWeeks {
  const { past } = asked
  const before = counted.filter((pay) => (isLonger(pay, past) ? pay.periodStart : pay.periodEnd) <= to)
  const inFourWeeks = partsAfter(before, addDays(to, -FOUR_WEEKS), to, past, current)
  const inYear = partsAfter(before, addDays(to, -YEAR_OF_WEEKS), to, past, current)
  const hasDetails = inYear.some(({ pay }) => pay.details !== null)
  const pattern = fixedPattern(asked.settings.workPattern)
  const week = hasDetails
    ? ordinaryWeekOf(before, { ...asked, ...past, countedTo: to, inFourWeeks, pattern })
    : null
  return {
    countedTo: to,
    grossLast4Weeks: toCentOfQuotient(sumOf(inFourWeeks, (pay) => pay.holidayGross)),
    irregularLast4Weeks: toCentOfQuotient(week?.irregular ?? sumOf(inFourWeeks, (pay) => pay.irregular)),
    grossLast52Weeks: toCentOfQuotient(sumOf(inYear, (pay) => pay.holidayGross)),
    unpaidWeeksLast52: unpaidWeeks(before, addDays(to, 1 - YEAR_OF_WEEKS), asked, current),
    daysPaidLast52Weeks: toPlaces(
      sumOf(inYear, (pay) => pay.daysPaid),
      12,
    ),
    ...(week === null
      ? {}
      : {
          regularWeekly: week.regular,
          regularRows: week.regularRows,
          regularOvertime: week.regularOvertime,
          regularPeriods: week.regularPeriods,
          ...(week.nearlyRegularRows === '' ? {} : { nearlyRegularRows: week.nearlyRegularRows }),
          isWeekFixed: week.isFixed,
          ...(week.longestDay === null ? {} : { longestDay: week.longestDay }),
        }),
  }
}

export const endingUpTo = (pays: readonly NzPastPay[], day: CivilDate) =>
  pays.filter((pay) => pay.periodEnd <= day)

/** Whether a pay covers a longer period than the current one, from before a change of pay frequency. */
function isLonger(pay: NzPastPay, { timing }: PastQuestion): boolean {
  return PERIOD_LENGTHS[pay.payPeriod].gt(PERIOD_LENGTHS[timing.payPeriod])
}

/**
 * The pays of the weeks after one day and up to another. A period counts by its end. A period longer than the current pay period
 * reaches beyond those weeks, so it is prorated by its working days in them.
 */
function partsAfter(
  pays: readonly NzPastPay[],
  after: CivilDate,
  to: CivilDate,
  past: PastQuestion,
  current: WorkWeek,
): PartOfPay[] {
  return pays
    .filter((pay) => pay.periodEnd > after)
    .map((pay) => ({
      pay,
      share: isLonger(pay, past)
        ? shareIn(pay, addDays(after, 1), to, past, weekOfPay(pay, current).days)
        : ONE,
    }))
}

function shareIn(
  { periodStart, periodEnd }: NzPastPay,
  from: CivilDate,
  to: CivilDate,
  { startDate }: PastQuestion,
  days: WorkDays,
): Decimal {
  const start = startDate > periodStart ? startDate : periodStart
  const all = countWorkDays(days, start, periodEnd)
  if (all === 0) return ONE
  const [first, last] = [from > start ? from : start, to < periodEnd ? to : periodEnd]
  return whole(countWorkDays(days, first, last)).div(whole(all))
}

function sumOf(parts: readonly PartOfPay[], figure: (pay: NzPastPay) => Figure): Decimal {
  return sum(parts.map(({ pay, share }) => decimal(figure(pay)).times(share)))
}

/** Only unpaid leave that counts as service shortens the divisor. Without details of the pays, the leave is unknown. */
function unpaidWeeks(
  before: readonly NzPastPay[],
  from: CivilDate,
  asked: HolidayQuestion,
  current: WorkWeek,
): Decimal {
  if (asked.settings.isUnpaidLeaveService === false) return ZERO
  const rows = unpaidDays(before, current)
  const off = publicHolidaysOff(before, { ...asked, leave: [] }, current, rows)
  return weeksBeyondTheFirst(leaveSpellsOf([...rows, ...off], current), from)
}

export const unpaidDays = (pays: readonly NzPastPay[], current: WorkWeek) =>
  leaveIn(pays, (line) => line.leaveType === 'UNPAID', current)
