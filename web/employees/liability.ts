import type { Employee } from '../api/types.ts'

export type Liability = { employee: Employee; holiday: number; longService: number; total: number }

export const rateOf = (employee: Employee) => Number(employee.pay_rate_per_hour ?? 0)

/** The cost of accrued leave today: balance × hourly rate. */
export function liabilityOf(employee: Employee, isNz: boolean): Liability {
  const week = Number(employee.standard_hours_per_day) * Number(employee.standard_days_per_week)
  const day = Number(employee.standard_hours_per_day)
  const holidayHours = isNz ? employee.annual_holidays_weeks * week : employee.holiday_hours
  const otherHours = isNz ? employee.alt_holiday_days * day : employee.lsl_hours
  const holiday = holidayHours * rateOf(employee)
  const longService = otherHours * rateOf(employee)
  return { employee, holiday, longService, total: holiday + longService }
}
