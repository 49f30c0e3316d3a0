import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, sumTexts, toCentOfQuotient } from '../../../../kernel/values/money.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { anniversariesUpTo, type YearMove } from '../input/anniversaries.ts'
import type { NzClosedown } from '../input/closedown.ts'
import { leaveSpellsOf } from '../input/leave-spells.ts'
import { isClosedownType } from '../input/leave-types.ts'
import type { WorkWeek } from '../input/work-week.ts'
import { earlierEnds, isSettledAt } from './earlier-ends.ts'
import { type HolidayQuestion, leaveIn, ownLeave } from './leave-rows.ts'
import { publicHolidaysOff } from './public-holidays-off.ts'
import { type ShareFrom, weekOfPay } from './week-of-pay.ts'

/*
 * A closedown before the employee is entitled to annual holidays pays 8% of the earnings before it, once, however many pays it spans
 * (Holidays Act 2003 s 34). The twelve months that it restarts (s 35) do not change what it pays.
 */

/** The closedown in this pay, with its earlier pays. */
export function closedownOf(
  counted: readonly NzPastPay[],
  asked: HolidayQuestion,
  week: WorkWeek,
  moves: readonly YearMove[],
  shareOf: ShareFrom,
): NzClosedown | undefined {
  const own = ownLeave(
    asked,
    asked.leave.filter(({ leaveType }) => isClosedownType(leaveType)),
  )
  const ownFirst = own.map(({ date }) => date).toSorted()[0]
  if (ownFirst === undefined) return undefined
  const rows = [...leaveIn(counted, ({ leaveType }) => isClosedownType(leaveType), week), ...own]
  const spells = leaveSpellsOf([...rows, ...publicHolidaysOff(counted, asked, week, rows)], week)
  const first = spells.findLast((each) => each.first <= ownFirst)?.first ?? ownFirst
  const { startDate } = asked.past
  const { holidayYearFrom } = asked.settings
  const yearStart = holidayYearFrom && holidayYearFrom < first ? holidayYearFrom : startDate
  const anniversary = anniversariesUpTo(yearStart, first, moves).at(-1) ?? yearStart
  const ends = earlierEnds(counted, asked.past)
  const since = counted.filter((pay) => pay.periodEnd >= anniversary && !isSettledAt(pay, ends))
  const paid = closedownPaid(since, (date) => date >= first)
  const gross = since.map((pay) =>
    decimal(pay.holidayGross).times(shareOf(anniversary, pay, asked.past, weekOfPay(pay, week).days)),
  )
  return {
    first,
    gross: toCentOfQuotient(sum(gross)).minus(leavePaid(since, first)),
    inAdvance: sumTexts(since.map((pay) => pay.inAdvance)).plus(closedownPaid(since, (date) => date < first)),
    paid,
  }
}

/** What pays paid for leave from a day on: the closedown itself, and public holidays in it. */
function leavePaid(pays: readonly NzPastPay[], first: CivilDate): Decimal {
  const rows = pays.flatMap(({ details }) => details?.lines ?? [])
  return sumTexts(
    rows.flatMap(({ kind, date, amount }) =>
      kind === 'leave' && date !== null && date >= first ? [amount] : [],
    ),
  )
}

/** What pays paid for closedowns on some days. */
export function closedownPaid(pays: readonly NzPastPay[], isCounted: (date: CivilDate) => boolean): Decimal {
  const rows = pays.flatMap(({ details }) => details?.lines ?? [])
  return sumTexts(
    rows.flatMap(({ leaveType, date, amount }) =>
      isClosedownType(leaveType) && date !== null && isCounted(date) ? [amount] : [],
    ),
  )
}
