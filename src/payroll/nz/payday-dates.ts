import { addDays, type CivilDate, dayOfWeek, makeDate, partsOf } from '../dates.ts'
import { whole } from '../money.ts'
import { observedHolidays, workDaysFor } from './public-holidays.ts'
import type { NzRates } from './rates.ts'

const WORKING_DAYS_TO_FILE = 2
const MONDAY_TO_FRIDAY = workDaysFor(whole(5))

/** Employment information is due two working days after the payday. */
export function employmentInformationDue(payday: CivilDate, rates: NzRates): CivilDate {
  let day = payday
  for (let left = WORKING_DAYS_TO_FILE; left > 0; ) {
    day = addDays(day, 1)
    if (isTaxWorkingDay(day, rates)) left -= 1
  }
  return day
}

/**
 * PAYE is due on the 20th of the next month; a payer of $500,000 or more pays the first half of a month by the 20th and the
 * second half by the 5th (of December by 15 January). A weekend or holiday moves it to the next day that is neither.
 */
export function payeDue(
  month: { year: number; month: number },
  half: 'whole' | 'first' | 'second',
  rates: NzRates,
): CivilDate {
  const isDecember = month.month === 12
  const next = isDecember ? { year: month.year + 1, month: 1 } : { year: month.year, month: month.month + 1 }
  let day = makeDate(next.year, next.month, 20)
  if (half === 'first') day = makeDate(month.year, month.month, 20)
  if (half === 'second') day = makeDate(next.year, next.month, isDecember ? 15 : 5)
  while (!isBankDay(day, rates)) day = addDays(day, 1)
  return day
}

/** A working day of the tax law: no weekend, no national holiday, and not from 25 December to 15 January. */
export function isTaxWorkingDay(day: CivilDate, rates: NzRates): boolean {
  const { month, day: dayOfMonth } = partsOf(day)
  const isSummer = (month === 12 && dayOfMonth >= 25) || (month === 1 && dayOfMonth <= 15)
  return !isSummer && isBankDay(day, rates)
}

function isBankDay(day: CivilDate, rates: NzRates): boolean {
  if (!MONDAY_TO_FRIDAY.has(dayOfWeek(day))) return false
  return !observedHolidays(partsOf(day).year, MONDAY_TO_FRIDAY, null, rates).includes(day)
}
