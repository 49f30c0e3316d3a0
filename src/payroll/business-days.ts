import { type CivilDate, dayNumber, fromDayNumber } from '../kernel/values/dates.ts'

/** Whether a day, by its number, is a holiday in the calendar of a rule. */
export type IsHoliday = (day: number) => boolean

/** The day itself, or the next day that is neither a weekend nor a holiday. */
export function onBusinessDay(date: CivilDate, isHoliday: IsHoliday): CivilDate {
  let day = dayNumber(date)
  while (!isBusinessDay(day, isHoliday)) day++
  return fromDayNumber(day)
}

/** The day itself, or the last day before it that is neither a weekend nor a holiday. */
export function onBusinessDayBefore(date: CivilDate, isHoliday: IsHoliday): CivilDate {
  let day = dayNumber(date)
  while (!isBusinessDay(day, isHoliday)) day--
  return fromDayNumber(day)
}

/** The day a number of business days later. The day itself does not count. */
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
