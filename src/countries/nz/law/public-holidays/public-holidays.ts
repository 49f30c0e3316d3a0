import { addDays, type CivilDate, dayOfWeek, partsOf } from '../../../../kernel/values/dates.ts'
import { type Decimal, ONE, ZERO } from '../../../../kernel/values/money.ts'
import { isWorkDay, type WorkDays, workDayCount } from '../../../../payroll/work-days.ts'
import type { Transfer } from '../input/transfers.ts'
import type { NzRates } from '../rates/rates.ts'
import { holidaysOfYear, isListedYear, type PublicHoliday } from './public-holiday-dates.ts'

/**
 * The days on which an employee observes the public holidays of a year. A holiday on a weekend day that is not worked moves.
 * Christmas, Boxing Day and the first two days of January move to the Monday or Tuesday (s 45). Waitangi and ANZAC Day move to
 * the Monday (s 45A, in force from 2014). An agreement can move a holiday to another working day (ss 44A and 44B).
 */
export function observedHolidays(
  year: number,
  workDays: WorkDays,
  region: string | null,
  rates: NzRates,
  transfers: readonly Transfer[] = [],
): CivilDate[] {
  return [...new Set(observedByName(year, workDays, region, rates, transfers).map(({ date }) => date))]
}

/** The same with the names of the holidays. Two may fall on one day. */
export function observedByName(
  year: number,
  workDays: WorkDays,
  region: string | null,
  rates: NzRates,
  transfers: readonly Transfer[] = [],
): PublicHoliday[] {
  const days = holidaysByLaw(year, workDays, region, rates)
  if (transfers.length === 0) return days
  const good = goodTransfers(transfers, workDays, region, rates)
  const left = days.filter(({ date }) => !good.some(({ from }) => from === date))
  const taken = good.filter(({ to }) => partsOf(to).year === year)
  const nameOf = (day: CivilDate) =>
    holidaysByLaw(partsOf(day).year, workDays, region, rates).find(({ date }) => date === day)?.name
  return [
    ...left,
    ...taken.map(({ from, to }) => ({ name: nameOf(from) ?? ('anniversary' as const), date: to })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/**
 * The agreements that the Act allows, in their order. The new day must be a working day and no other public holiday, so that none
 * is lost. Each holiday moves once. A holiday moved to another day must be a working day itself (s 44B). For shifts, the 24 hours
 * begin on the holiday or the day before (s 44A).
 */
export function goodTransfers(
  transfers: readonly Transfer[],
  workDays: WorkDays,
  region: string | null,
  rates: NzRates,
): Transfer[] {
  const isHoliday = (day: CivilDate) => daysByLaw(partsOf(day).year, workDays, region, rates).includes(day)
  const good: Transfer[] = []
  for (const each of transfers) {
    const { from, to, startsAt } = each
    const isNear = to === from || to === addDays(from, -1)
    const mayMove = startsAt === undefined ? isWorkDay(workDays, from) && to !== from : isNear
    const isFree = to === from || !isHoliday(to) || good.some((other) => other.from === to && other.to !== to)
    const isOnce = !good.some((other) => other.from === from || other.to === to)
    if (mayMove && isFree && isOnce && isWorkDay(workDays, to) && isHoliday(from)) good.push(each)
  }
  return good
}

/** Each holiday on its legal day for an employee with these working days, in date order. */
function holidaysByLaw(
  year: number,
  workDays: WorkDays,
  region: string | null,
  rates: NzRates,
): PublicHoliday[] {
  return holidaysOfYear(year, region, rates)
    .map((holiday) => ({ ...holiday, date: moved(holiday, workDays) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Two holidays on one day are one public holiday. */
function daysByLaw(year: number, workDays: WorkDays, region: string | null, rates: NzRates): CivilDate[] {
  return [...new Set(holidaysByLaw(year, workDays, region, rates).map(({ date }) => date))]
}

/**
 * Public holidays that would fall within the entitled leave if it were taken straight after the last day (s 40). A holiday does
 * not use up leave, so it moves the notional last day later.
 */
export function holidaysAfterLastDay(
  lastDay: CivilDate,
  entitledDays: Decimal,
  workDays: WorkDays,
  { region, transfers }: { region: string | null; transfers?: readonly Transfer[] },
  rates: NzRates,
): { dates: CivilDate[]; notionalLastDay: CivilDate; unlistedYears: number[] } {
  const byYear = new Map<number, Set<CivilDate>>()
  const dates: CivilDate[] = []
  let left = entitledDays
  let day = lastDay
  let notionalLastDay = lastDay
  while (left.gt(ZERO) && workDayCount(workDays) > 0) {
    day = addDays(day, 1)
    if (!isWorkDay(workDays, day)) continue
    const { year } = partsOf(day)
    const holidays = byYear.get(year) ?? new Set(observedHolidays(year, workDays, region, rates, transfers))
    byYear.set(year, holidays)
    if (holidays.has(day)) dates.push(day)
    else left = left.minus(ONE)
    notionalLastDay = day
  }
  return {
    dates,
    notionalLastDay,
    unlistedYears: [...byYear.keys()].filter((year) => !isListedYear(year, rates)),
  }
}

const MOVES_TWO_DAYS: ReadonlySet<string> = new Set([
  'new_year',
  'day_after_new_year',
  'christmas',
  'boxing_day',
])
const MOVES_TO_MONDAY: ReadonlySet<string> = new Set(['waitangi', 'anzac'])

function moved({ name, date }: PublicHoliday, workDays: WorkDays): CivilDate {
  const isMovedToMonday = MOVES_TO_MONDAY.has(name)
  if (!isMovedToMonday && !MOVES_TWO_DAYS.has(name)) return date
  const day = dayOfWeek(date)
  if ((day !== 0 && day !== 6) || isWorkDay(workDays, date)) return date
  return addDays(date, isMovedToMonday && day === 0 ? 1 : 2)
}
