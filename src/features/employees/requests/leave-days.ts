import { countryOf, type Rates } from '../../../countries/index.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { addDays, type CivilDate, dayNumber, dayOfWeek } from '../../../kernel/values/dates.ts'

/** By the number of the weekday. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
const FROM_MONDAY = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export type LeaveDays = {
  days: CivilDate[]
  /** Days among them that are a public holiday somewhere in the country. */
  maybeHolidays: CivilDate[]
}

type Span = { from: CivilDate; to: CivilDate; except: ReadonlySet<string> }

/**
 * The days of a span that the employee works: as `nz_work_days` says, else the number of days a week from Monday. A
 * national holiday is no leave (New Zealand: Holidays Act s 40); where the day depends on the state, the employee is asked.
 */
export function workDaysIn(
  { from, to, except }: Span,
  employee: Pick<Employee, 'nz_work_days' | 'standard_days_per_week'>,
  jurisdiction: string,
  rates: Rates,
): LeaveDays {
  const perWeek = Math.min(7, Math.max(1, Math.ceil(Number(employee.standard_days_per_week))))
  const worked = employee.nz_work_days?.split(',') ?? FROM_MONDAY.slice(0, perWeek)
  const { bankHolidays, leave } = countryOf(jurisdiction)
  const isHoliday = bankHolidays(rates)
  const days: CivilDate[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const name = WEEKDAYS[dayOfWeek(day)] ?? ''
    const isOff = leave.areHolidaysNational && isHoliday(dayNumber(day))
    if (worked.includes(name) && !isOff && !except.has(day)) days.push(day)
  }
  return { days, maybeHolidays: days.filter((day) => isHoliday(dayNumber(day))) }
}
