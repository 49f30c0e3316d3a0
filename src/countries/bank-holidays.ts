import { dayNumber, fromDayNumber, partsOf } from '../kernel/values/dates.ts'
import { whole } from '../kernel/values/money.ts'
import type { IsHoliday } from '../payroll/business-days.ts'
import type { Country } from '../payroll/words.ts'
import type { Rates } from './index.ts'
import { observedHolidays } from './nz/law/public-holidays.ts'
import { workDaysFor } from './nz/law/work-days.ts'

const MONDAY_TO_FRIDAY = workDaysFor(whole(5))

/** Days on which banks do not pay: the public holidays of any whole state in Australia, the national ones in New Zealand. */
export function bankHolidays(country: Country, rates: Rates): IsHoliday {
  if (country === 'AU') return (day) => rates.au.holidays.days.has(day)
  const byYear = new Map<number, ReadonlySet<number>>()
  return (day) => {
    const { year } = partsOf(fromDayNumber(day))
    const days =
      byYear.get(year) ?? new Set(observedHolidays(year, MONDAY_TO_FRIDAY, null, rates.nz).map(dayNumber))
    byYear.set(year, days)
    return days.has(day)
  }
}
