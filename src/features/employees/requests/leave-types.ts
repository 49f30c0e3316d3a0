import type { Employee } from '../../../database/tables/employees.ts'
import { type Decimal, decimal } from '../../../kernel/values/money.ts'
import { isOneOf } from '../../../kernel/values/word-lists.ts'
import type { Country, LeaveType } from '../../../payroll/words.ts'

/** The leave an employee can ask for, in the words of each country; the others are entered by the payroll officer. */
const ASKED = {
  AU: {
    HOLIDAY: 'Annual leave',
    SICK: 'Sick or carer’s leave',
    LONG_SERVICE: 'Long service leave',
    COMPASSIONATE: 'Compassionate leave',
    UNPAID: 'Unpaid leave',
  },
  NZ: {
    ANNUAL_HOLIDAYS: 'Annual holidays',
    SICK: 'Sick leave',
    ALT_HOLIDAY: 'Alternative holiday',
    NZ_BEREAVEMENT: 'Bereavement leave',
    UNPAID: 'Unpaid leave',
  },
} as const satisfies Record<Country, Partial<Record<LeaveType, string>>>

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

/** The leave types of a country with their names. */
export function leaveTypesOf(country: Country): Partial<Record<LeaveType, string>> {
  return ASKED[country]
}

export function leaveName(country: Country, type: LeaveType): string {
  return leaveTypesOf(country)[type] ?? type
}

/** The balance behind a leave type in hours; null: leave that has none. */
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
    case 'ALT_HOLIDAY':
      return decimal(employee.alt_holiday_days).times(perDay)
    default:
      return null
  }
}

export const isAsked = (country: Country, type: LeaveType) =>
  isOneOf(Object.keys(leaveTypesOf(country)), type)
