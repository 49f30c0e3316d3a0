import { type CivilDate, partsOf } from '../../../../kernel/values/dates.ts'
import { ONE } from '../../../../kernel/values/money.ts'
import { isWorkDay } from '../../../../payroll/work-days.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import type { LeaveDay } from '../input/leave-spells.ts'
import type { WorkWeek } from '../input/work-week.ts'
import { observedByName } from '../public-holidays/public-holidays.ts'
import { type HolidayQuestion, leaveIn, ownLeave } from './leave-rows.ts'
import { weekOfPay } from './week-of-pay.ts'

/*
 * Public holidays off work among rows of leave. Such a day is no working day, so leave before and after it is a single spell
 * (Holidays Act 2003 ss 16(3) and 21(2)). It may have no row: it was paid within ordinary hours, or not at all.
 */

/** The public holidays between the first and the last of the rows. */
export function publicHolidaysOff(
  pays: readonly NzPastPay[],
  asked: HolidayQuestion,
  week: WorkWeek,
  leave: readonly LeaveDay[],
): LeaveDay[] {
  const isOff = ({ leaveType }: { leaveType: string | null }) => leaveType === 'PAID_PUBLIC_HOLIDAY'
  const rows = [...leaveIn(pays, isOff, week), ...ownLeave(asked, asked.leave.filter(isOff))].map((row) => ({
    ...row,
    isPublicHoliday: true as const,
  }))
  return [...rows, ...withoutRow(pays, asked, week, leave, new Set(rows.map(({ date }) => date)))]
}

function withoutRow(
  pays: readonly NzPastPay[],
  { rates, settings, worked = [] }: HolidayQuestion,
  current: WorkWeek,
  leave: readonly LeaveDay[],
  paid: ReadonlySet<CivilDate>,
): LeaveDay[] {
  const dates = leave.map(({ date }) => date).toSorted()
  const [from, to] = [dates[0], dates.at(-1)]
  if (!rates || from === undefined || to === undefined || from === to) return []
  const { anniversaryRegion: region = null, transferredHolidays: transfers = [] } = settings
  const atWork = new Set([...worked, ...workedIn(pays)])
  const [first, last] = [partsOf(from).year, partsOf(to).year]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .flatMap((year) => observedByName(year, current.days, region, rates, transfers))
    .filter(({ date }) => date > from && date < to && !paid.has(date) && !atWork.has(date))
    .flatMap(({ date }): LeaveDay[] => {
      const pay = pays.find(({ periodStart, periodEnd }) => periodStart <= date && date <= periodEnd)
      const week = pay ? weekOfPay(pay, current) : current
      if (!isWorkDay(week.days, date)) return []
      const of = pay ? { week, periodStart: pay.periodStart } : {}
      return [{ date, hours: ONE, ...of, isPublicHoliday: true, hasNoRow: true }]
    })
}

const workedIn = (pays: readonly NzPastPay[]) =>
  pays.flatMap(({ details }) =>
    (details?.lines ?? []).flatMap(({ kind, date }) => (kind === 'hours' && date !== null ? [date] : [])),
  )
