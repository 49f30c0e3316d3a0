import { countryOf } from '../../../countries/index.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { type Decimal, decimal } from '../../../kernel/values/money.ts'
import { isOneOf } from '../../../kernel/values/word-lists.ts'
import type { LeaveType } from '../../../payroll/words.ts'

/** The leave types that can be requested. */
export const ASKED_TYPES = [
  'HOLIDAY',
  'ANNUAL_HOLIDAYS',
  'SICK',
  'LONG_SERVICE',
  'ALT_HOLIDAY',
  'COMPASSIONATE',
  'NZ_BEREAVEMENT',
  'UNPAID',
] as const satisfies readonly LeaveType[]

/** The leave types of a country, with their names. */
export function leaveTypesOf(country: string): Partial<Record<LeaveType, string>> {
  return countryOf(country).leave.asked
}

export function leaveName(country: string, type: LeaveType): string {
  return leaveTypesOf(country)[type] ?? 'Other leave'
}

/** The balance of a leave type in hours, or null if the type has no balance. */
export function balanceOf(employee: Employee, type: LeaveType): Decimal | null {
  const perDay = decimal(employee.standard_hours_per_day)
  switch (type) {
    case 'HOLIDAY':
      return decimal(employee.holiday_hours)
    case 'SICK':
      return decimal(employee.sick_hours)
    case 'LONG_SERVICE':
      return decimal(employee.lsl_hours)
    case 'ANNUAL_HOLIDAYS':
      return decimal(employee.annual_holidays_weeks)
        .times(perDay)
        .times(decimal(String(employee.standard_days_per_week)))
        .plus(decimal(employee.annual_leave_hours))
    case 'ALT_HOLIDAY':
      return decimal(employee.alt_holiday_days).times(perDay).plus(decimal(employee.alt_leave_hours))
    default:
      return null
  }
}

export const isAsked = (country: string, type: LeaveType) => isOneOf(Object.keys(leaveTypesOf(country)), type)
