import { addDays, type CivilDate, dayOfWeek, makeDate, partsOf } from '../../../../kernel/values/dates.ts'
import { isOneOf } from '../../../../kernel/values/word-lists.ts'
import { ANNIVERSARY_REGIONS, type AnniversaryRegion } from '../input/words.ts'
import type { NzRates } from '../rates/rates.ts'

/* The calendar days of the public holidays in Holidays Act 2003 s 44, before any of them moves to a Monday or Tuesday. */

export type PublicHolidayName =
  | 'new_year'
  | 'day_after_new_year'
  | 'waitangi'
  | 'good_friday'
  | 'easter_monday'
  | 'anzac'
  | 'kings_birthday'
  | 'matariki'
  | 'memorial_day'
  | 'labour_day'
  | 'christmas'
  | 'boxing_day'
  | 'anniversary'

export type PublicHoliday = { name: PublicHolidayName; date: CivilDate }

const WORDS: Readonly<Record<PublicHolidayName, string>> = {
  new_year: 'New Year’s Day',
  day_after_new_year: 'the day after New Year’s Day',
  waitangi: 'Waitangi Day',
  good_friday: 'Good Friday',
  easter_monday: 'Easter Monday',
  anzac: 'ANZAC Day',
  kings_birthday: 'the King’s Birthday',
  matariki: 'Matariki',
  memorial_day: 'Queen Elizabeth II Memorial Day',
  labour_day: 'Labour Day',
  christmas: 'Christmas Day',
  boxing_day: 'Boxing Day',
  anniversary: 'the anniversary day of the region',
}

/** The name of a holiday for use in a sentence. */
export function holidayWords({ name, date }: PublicHoliday): string {
  return name === 'kings_birthday' && date < '2023' ? 'the Queen’s Birthday' : WORDS[name]
}

/** Whether all public holidays of a year are known. */
export function isListedYear(year: number, rates: NzRates): boolean {
  return rates.publicHolidays.find(makeDate(year, 1, 1)) !== undefined
}

/** Every public holiday of a year, including the anniversary day of a region. Two may fall on one day. */
export function holidaysOfYear(year: number, region: string | null, rates: NzRates): PublicHoliday[] {
  const listed = rates.publicHolidays.find(makeDate(year, 1, 1))?.value
  const isOfYear = (day: CivilDate) => partsOf(day).year === year
  const of = (name: PublicHolidayName, days: readonly CivilDate[] = []) =>
    days.filter(isOfYear).map((date) => ({ name, date }))
  return [
    ...holidaysByRule(year),
    ...of('matariki', listed?.matariki),
    ...of('memorial_day', listed?.givenOnce),
    ...(isOneOf(ANNIVERSARY_REGIONS, region)
      ? [{ name: 'anniversary' as const, date: anniversaryDay(year, region, rates) }]
      : []),
  ]
}

/** Holidays that follow from calendar rules. Matariki does not: the law sets its dates, so they must be listed. */
export function holidaysByRule(year: number): PublicHoliday[] {
  const easter = easterSunday(year)
  return [
    { name: 'new_year', date: makeDate(year, 1, 1) },
    { name: 'day_after_new_year', date: makeDate(year, 1, 2) },
    { name: 'waitangi', date: makeDate(year, 2, 6) },
    { name: 'good_friday', date: addDays(easter, -2) },
    { name: 'easter_monday', date: addDays(easter, 1) },
    { name: 'anzac', date: makeDate(year, 4, 25) },
    { name: 'kings_birthday', date: onOrAfter(MONDAY, makeDate(year, 6, 1)) },
    { name: 'labour_day', date: labourDay(year) },
    { name: 'christmas', date: makeDate(year, 12, 25) },
    { name: 'boxing_day', date: makeDate(year, 12, 26) },
  ]
}

/**
 * The day on which the councils of a province observe its anniversary (s 44(1)(l) leaves it to them). Where Otago's rule gives
 * Easter Monday, Tuesday is observed, as in 2008.
 */
function anniversaryDay(year: number, region: AnniversaryRegion, rates: NzRates): CivilDate {
  const listed = rates.publicHolidays.find(makeDate(year, 1, 1))?.value
  const moved = listed?.anniversaryMoved.get(region)?.find((day) => partsOf(day).year === year)
  return moved ?? ANNIVERSARIES[region](year)
}

const [MONDAY, TUESDAY, FRIDAY] = [1, 2, 5]
const WEEK = 7

const ANNIVERSARIES: Readonly<Record<AnniversaryRegion, (year: number) => CivilDate>> = {
  auckland: (year) => mondayNearest(makeDate(year, 1, 29)),
  taranaki: (year) => addDays(onOrAfter(MONDAY, makeDate(year, 3, 1)), WEEK),
  hawkes_bay: (year) => addDays(labourDay(year), FRIDAY - MONDAY - WEEK),
  wellington: (year) => mondayNearest(makeDate(year, 1, 22)),
  marlborough: (year) => addDays(labourDay(year), WEEK),
  nelson: (year) => mondayNearest(makeDate(year, 2, 1)),
  // Christchurch Show Day: the second Friday after the first Tuesday of November.
  canterbury: (year) => addDays(onOrAfter(TUESDAY, makeDate(year, 11, 1)), FRIDAY - TUESDAY + WEEK),
  south_canterbury: (year) => addDays(onOrAfter(MONDAY, makeDate(year, 9, 1)), 3 * WEEK),
  westland: (year) => mondayNearest(makeDate(year, 12, 1)),
  otago: (year) => {
    const monday = mondayNearest(makeDate(year, 3, 23))
    return monday === addDays(easterSunday(year), 1) ? addDays(monday, 1) : monday
  },
  southland: (year) => addDays(easterSunday(year), 2),
  chatham_islands: (year) => mondayNearest(makeDate(year, 11, 30)),
}

/**
 * Whether a day may be a public holiday of some employee, by the calendar alone. Matariki is a Friday in June or July. A holiday at
 * a weekend moves by at most three days. This decides whether a pay needs details of earlier pays, before the rates are known.
 */
export function mayBeHoliday(day: CivilDate): boolean {
  const { year, month, day: ofMonth } = partsOf(day)
  if (dayOfWeek(day) === FRIDAY && ((month === 6 && ofMonth >= 15) || month === 7)) return true
  const dates = [...holidaysByRule(year).map(({ date }) => date), ...everyAnniversary(year), ...GIVEN_ONCE]
  return dates.some((date) => date <= day && day <= addDays(date, LONGEST_MOVE))
}

const LONGEST_MOVE = 3
/** Queen Elizabeth II Memorial Day. */
const GIVEN_ONCE = [makeDate(2022, 9, 26)]

const everyAnniversary = (year: number) => Object.values(ANNIVERSARIES).map((on) => on(year))

/** The fourth Monday of October. */
function labourDay(year: number): CivilDate {
  return onOrAfter(MONDAY, makeDate(year, 10, 22))
}

function onOrAfter(weekDay: number, date: CivilDate): CivilDate {
  return addDays(date, (weekDay + WEEK - dayOfWeek(date)) % WEEK)
}

function mondayNearest(date: CivilDate): CivilDate {
  return onOrAfter(MONDAY, addDays(date, -3))
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
