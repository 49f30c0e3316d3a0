import { type CivilDate, fromDayNumber, makeDate, partsOf } from '../../../../kernel/values/dates.ts'
import { whole } from '../../../../kernel/values/money.ts'
import { addBusinessDays, type IsHoliday, onBusinessDay } from '../../../../payroll/business-days.ts'
import { workDaysFor } from '../../../../payroll/work-days.ts'
import type { NzRates, PaydayDates } from '../rates/rates.ts'
import { observedHolidays } from './public-holidays.ts'

const MONDAY_TO_FRIDAY = workDaysFor(whole(5))

/** Employment information is due a number of working days after the payday. */
export function employmentInformationDue(payday: CivilDate, rates: NzRates): CivilDate {
  const rule = rates.paydayDates.at(payday).value
  return addBusinessDays(payday, rule.workingDaysToFile, taxHolidays(rule, rates))
}

/**
 * PAYE of a month is due in the next month. A large payer pays the first half of a month within it, and the second half early in
 * the next month. The second half of December is due in the middle of January. A due date on a weekend or holiday moves to the
 * next working day.
 */
export function payeDue(
  month: { year: number; month: number },
  half: 'whole' | 'first' | 'second',
  rates: NzRates,
): CivilDate {
  const { paye } = rates.paydayDates.at(makeDate(month.year, month.month, 1)).value
  const isDecember = month.month === 12
  const next = isDecember ? { year: month.year + 1, month: 1 } : { year: month.year, month: month.month + 1 }
  const secondHalfDay = isDecember ? paye.secondHalfOfDecemberDay : paye.secondHalfDay
  const days = {
    whole: makeDate(next.year, next.month, paye.wholeMonthDay),
    first: makeDate(month.year, month.month, paye.firstHalfDay),
    second: makeDate(next.year, next.month, secondHalfDay),
  }
  return onBusinessDay(days[half], nationalHolidays(rates))
}

/** The days that tax law does not count as working days: national holidays, and the weeks around the new year. */
function taxHolidays({ noWorkingDays: { from, to } }: PaydayDates, rates: NzRates): IsHoliday {
  const isNational = nationalHolidays(rates)
  return (day) => {
    const monthAndDay = fromDayNumber(day).slice(5)
    return monthAndDay >= from || monthAndDay <= to || isNational(day)
  }
}

/** The days on which Monday-to-Friday workers observe the national holidays. */
function nationalHolidays(rates: NzRates): IsHoliday {
  const byYear = new Map<number, ReadonlySet<CivilDate>>()
  return (day) => {
    const date = fromDayNumber(day)
    const { year } = partsOf(date)
    const holidays = byYear.get(year) ?? new Set(observedHolidays(year, MONDAY_TO_FRIDAY, null, rates))
    byYear.set(year, holidays)
    return holidays.has(date)
  }
}
