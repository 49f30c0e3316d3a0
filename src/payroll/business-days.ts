import { type CivilDate, dayNumber, fromDayNumber } from '../kernel/values/dates.ts'

/** Whether a day, by its number, is a holiday of the calendar that a rule names. */
export type IsHoliday = (day: number) => boolean

/** The day itself, or the next that is neither a weekend nor a holiday. */
export function onBusinessDay(date: CivilDate, isHoliday: IsHoliday): CivilDate {
  let day = dayNumber(date)
  while (!isBusinessDay(day, isHoliday)) day++
  return fromDayNumber(day)
}

/** The day itself, or the last before it that is neither a weekend nor a holiday. */
export function onBusinessDayBefore(date: CivilDate, isHoliday: IsHoliday): CivilDate {
  let day = dayNumber(date)
  while (!isBusinessDay(day, isHoliday)) day--
  return fromDayNumber(day)
}

/** The day that is a number of business days after a day; the day itself is not counted. */
export function addBusinessDays(date: CivilDate, count: number, isHoliday: IsHoliday): CivilDate {
  let day = dayNumber(date)
  for (let left = count; left > 0; ) {
    day++
    if (isBusinessDay(day, isHoliday)) left--
  }
  return fromDayNumber(day)
}

/** Day 0 is Thursday 1 January 1970, so Saturday and Sunday are 2 and 3. */
function isBusinessDay(day: number, isHoliday: IsHoliday): boolean {
  const weekday = day % 7
  return weekday !== 2 && weekday !== 3 && !isHoliday(day)
}
