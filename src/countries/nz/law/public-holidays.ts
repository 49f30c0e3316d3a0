import { addDays, type CivilDate, dayOfWeek, makeDate, partsOf } from '../../../kernel/values/dates.ts'
import { type Decimal, ONE, ZERO } from '../../../kernel/values/money.ts'
import type { NzRates, PublicHolidayName } from './rates.ts'
import type { Transfer } from './transfers.ts'
import type { WorkDays } from './work-days.ts'

type Dates = Partial<Record<PublicHolidayName, CivilDate>>

/** The national holidays of a year on their calendar dates: as published, else by the rules of the calendar. */
export function nationalHolidays(year: number, rates: NzRates): Dates {
  return rates.publicHolidays.get(year)?.value.national ?? holidaysByRule(year)
}

/** Holidays by the calendar's own rules. Matariki has none: its dates are set by law and must be listed. */
export function holidaysByRule(year: number): Dates {
  const easter = easterSunday(year)
  return {
    new_year: makeDate(year, 1, 1),
    day_after_new_year: makeDate(year, 1, 2),
    waitangi: makeDate(year, 2, 6),
    good_friday: addDays(easter, -2),
    easter_monday: addDays(easter, 1),
    anzac: makeDate(year, 4, 25),
    kings_birthday: mondayOnOrAfter(makeDate(year, 6, 1)),
    labour_day: mondayOnOrAfter(makeDate(year, 10, 22)),
    christmas: makeDate(year, 12, 25),
    boxing_day: makeDate(year, 12, 26),
  }
}

/**
 * The days on which an employee observes the public holidays of a year. A holiday on a weekend day that is not worked moves:
 * Christmas, Boxing Day and the first two days of January to the Monday or Tuesday (s 45), Waitangi and ANZAC Day to
 * the Monday (s 45A). An agreement moves one to another working day (ss 44A and 44B).
 */
export function observedHolidays(
  year: number,
  workDays: WorkDays,
  region: string | null,
  rates: NzRates,
  transfers: readonly Transfer[] = [],
): CivilDate[] {
  const days = daysByLaw(year, workDays, region, rates)
  if (transfers.length === 0) return days
  const good = goodTransfers(transfers, workDays, region, rates)
  const left = days.filter((day) => !good.some(({ from }) => from === day))
  const taken = good.filter(({ to }) => partsOf(to).year === year).map(({ to }) => to)
  return [...left, ...taken].sort()
}

/**
 * The agreements that the Act knows, in their order. The day that takes the place is worked and no other public holiday, so that
 * none is lost; each holiday moves once. The holiday itself would be worked (s 44B), or its shift begins the day before (s 44A).
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
    const mayMove = startsAt === undefined ? workDays.has(dayOfWeek(from)) && to !== from : isNear
    const isFree = to === from || !isHoliday(to) || good.some((other) => other.from === to && other.to !== to)
    const isOnce = !good.some((other) => other.from === from || other.to === to)
    if (mayMove && isFree && isOnce && workDays.has(dayOfWeek(to)) && isHoliday(from)) good.push(each)
  }
  return good
}

function daysByLaw(year: number, workDays: WorkDays, region: string | null, rates: NzRates): CivilDate[] {
  const dates = nationalHolidays(year, rates)
  const observed = Object.entries(dates).map(([name, date]) =>
    MOVES_TWO_DAYS.has(name) || MOVES_TO_MONDAY.has(name) ? moved(name, date, workDays) : date,
  )
  const anniversary = region === null ? undefined : rates.publicHolidays.get(year)?.value.anniversary[region]
  return (anniversary === undefined ? observed : [...observed, anniversary]).sort()
}

/**
 * Public holidays that fall inside the entitled leave, had it been taken straight after the last day (s 40). A holiday does
 * not use up leave, so it pushes the notional last day on.
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
  while (left.gt(ZERO) && workDays.size > 0) {
    day = addDays(day, 1)
    if (!workDays.has(dayOfWeek(day))) continue
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
    unlistedYears: [...byYear.keys()].filter((year) => !rates.publicHolidays.has(year)),
  }
}

const MOVES_TWO_DAYS: ReadonlySet<string> = new Set([
  'new_year',
  'day_after_new_year',
  'christmas',
  'boxing_day',
])
const MOVES_TO_MONDAY: ReadonlySet<string> = new Set(['waitangi', 'anzac'])

function moved(name: string, date: CivilDate, workDays: WorkDays): CivilDate {
  const day = dayOfWeek(date)
  if ((day !== 0 && day !== 6) || workDays.has(day)) return date
  if (MOVES_TWO_DAYS.has(name)) return addDays(date, 2)
  return addDays(date, day === 6 ? 2 : 1)
}

function mondayOnOrAfter(date: CivilDate): CivilDate {
  return addDays(date, (8 - dayOfWeek(date)) % 7)
}

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876). */
function easterSunday(year: number): CivilDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return makeDate(year, Math.floor(n / 31), (n % 31) + 1)
}
