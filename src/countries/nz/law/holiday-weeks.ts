import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, sumTexts, ZERO } from '../../../kernel/values/money.ts'
import type { PastQuestion, PayTiming } from '../../../payroll/history.ts'
import type { LeaveLine } from '../../../payroll/input.ts'
import { periodEndFor, periodStartFor } from '../../../payroll/pay-periods.ts'
import type { NzHolidayWeeks, NzLeaveSettings } from './input.ts'
import { isAnnualHolidayType } from './leave-types.ts'
import { ordinaryWeekOf } from './ordinary-week.ts'
import type { NzPastPay } from './past-pay.ts'
import { leaveDaysOf, stretchesOf, weeksBeyondTheFirst } from './stretches.ts'
import type { WorkDays } from './work-days.ts'

/* The weeks before a holiday or before the end of the employment (Holidays Act 2003 ss 8, 9A, 16, 21, 22 and 24). */

const FOUR_WEEKS = 28
const YEAR_OF_WEEKS = 364

export type HolidayQuestion = {
  past: PastQuestion
  leave: readonly LeaveLine[]
  hoursPerDay: Decimal
  daysPerWeek: Decimal
  settings: Pick<NzLeaveSettings, 'workDays' | 'isUnpaidLeaveService' | 'isCasual' | 'holidayYearFrom'>
  /** Weeks of annual holidays before this pay; absent: none. */
  weeksLeft?: Decimal
  /** Rows that are known to be a regular part of the week, by name; absent: the last weeks show it. */
  regularNames?: readonly string[]
}

/**
 * The end of the last pay period before the holiday began, or before the employment ended (ss 21(2) and 24(2)): not the period
 * before the run that pays.
 */
export function countedTo(day: CivilDate, timing: PayTiming): CivilDate {
  return addDays(periodStartOf(day < timing.periodStart ? day : timing.periodStart, timing), -1)
}

/** A holiday that goes on over several pays began with its first day. */
export function holidayBegan(
  pays: readonly NzPastPay[],
  { leave, hoursPerDay }: HolidayQuestion,
  days: WorkDays,
): CivilDate | undefined {
  const annual = leave.filter((line) => isAnnualHolidayType(line.leaveType))
  const first = annual.map((line) => line.date).toSorted()[0]
  if (first === undefined) return undefined
  const earlier = pays.flatMap((pay) =>
    leaveDaysOf(pay.details?.lines ?? [], (line) => isAnnualHolidayType(line.leaveType)),
  )
  return stretchesOf([...earlier, ...annual], hoursPerDay, days).findLast((each) => each.first <= first)
    ?.first
}

function periodStartOf(day: CivilDate, { payPeriod, periodEnd }: PayTiming): CivilDate {
  return periodStartFor(payPeriod, periodEndFor(payPeriod, day, periodEnd))
}

/** The weeks up to the end of a pay period, and what was paid in them. */
export function weeksBefore(
  counted: readonly NzPastPay[],
  to: CivilDate,
  asked: HolidayQuestion,
  days: WorkDays,
): NzHolidayWeeks {
  const { past } = asked
  const before = endingUpTo(counted, to)
  const inFourWeeks = endingAfter(before, addDays(to, -FOUR_WEEKS))
  const inYear = endingAfter(before, addDays(to, -YEAR_OF_WEEKS))
  const hasDetails = inYear.some((pay) => pay.details !== null)
  const week = hasDetails
    ? ordinaryWeekOf(before, { ...asked, ...past, payPeriod: past.timing.payPeriod, countedTo: to })
    : null
  return {
    countedTo: to,
    grossLast4Weeks: sumTexts(inFourWeeks.map((pay) => pay.holidayGross)),
    irregularLast4Weeks: week?.irregular ?? sumTexts(inFourWeeks.map((pay) => pay.irregular)),
    grossLast52Weeks: sumTexts(inYear.map((pay) => pay.holidayGross)),
    unpaidWeeksLast52: unpaidWeeks(inYear, asked, days),
    daysPaidLast52Weeks: sumTexts(inYear.map((pay) => pay.daysPaid)),
    ...(week === null
      ? {}
      : { regularWeekly: week.regular, regularRows: week.regularRows, isWeekFixed: week.isFixed }),
  }
}

export const endingUpTo = (pays: readonly NzPastPay[], day: CivilDate) =>
  pays.filter((pay) => pay.periodEnd <= day)
const endingAfter = (pays: readonly NzPastPay[], day: CivilDate) => pays.filter((pay) => pay.periodEnd > day)

/** Only unpaid leave that counts as service shortens the divisor; without details of the pays nothing is known of it. */
function unpaidWeeks(inYear: readonly NzPastPay[], asked: HolidayQuestion, days: WorkDays): Decimal {
  if (asked.settings.isUnpaidLeaveService === false) return ZERO
  return weeksBeyondTheFirst(stretchesOf(unpaidDays(inYear), asked.hoursPerDay, days), asked.daysPerWeek)
}

export const unpaidDays = (pays: readonly NzPastPay[]) =>
  pays.flatMap((pay) => leaveDaysOf(pay.details?.lines ?? [], (line) => line.leaveType === 'UNPAID'))
