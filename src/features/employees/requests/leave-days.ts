import { countryOf, type Rates } from '../../../countries/index.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { addDays, type CivilDate, dayNumber } from '../../../kernel/values/dates.ts'
import { whole } from '../../../kernel/values/money.ts'
import { isWorkDay, readWorkDays, workDaysFor } from '../../../payroll/work-days.ts'
import { fixedPattern } from '../../../payroll/work-pattern.ts'

export type LeaveDays = {
  days: CivilDate[]
  /** The days among these that are a public holiday somewhere in the country. */
  maybeHolidays: CivilDate[]
}

type Span = { from: CivilDate; to: CivilDate; except: ReadonlySet<string> }

/**
 * The employee's working days in a period, from the work pattern or `nz_work_days`. Without either, the
 * standard days per week count from Monday. A national holiday is not leave (New Zealand: Holidays Act s 40).
 * If a holiday depends on the state, the employee is asked.
 */
export function workDaysIn(
  { from, to, except }: Span,
  employee: Pick<Employee, 'nz_work_pattern' | 'nz_work_days' | 'standard_days_per_week'>,
  jurisdiction: string,
  rates: Rates,
): LeaveDays {
  const perWeek = whole(Math.min(7, Math.max(1, Math.ceil(Number(employee.standard_days_per_week)))))
  const { nz_work_pattern: pattern, nz_work_days: named } = employee
  const worked = fixedPattern(pattern) ?? (named ? readWorkDays(named) : workDaysFor(perWeek))
  const { bankHolidays, leave } = countryOf(jurisdiction)
  const isHoliday = bankHolidays(rates)
  const days: CivilDate[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const isOff = leave.areHolidaysNational && isHoliday(dayNumber(day))
    if (isWorkDay(worked, day) && !isOff && !except.has(day)) days.push(day)
  }
  return { days, maybeHolidays: days.filter((day) => isHoliday(dayNumber(day))) }
}
