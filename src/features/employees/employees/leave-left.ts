import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { BALANCES } from './fields.ts'
import type { OpenEmployee } from './queries.ts'

/** Warns that an employee who becomes casual keeps the leave balance but accrues no more. */
export function leaveLeft(employee: OpenEmployee, status: EmployeeFields['employment_status']): string[] {
  const isWithoutLeave = status === 'Casual' || status === 'Labour Hire'
  if (status === employee.employment_status || !isWithoutLeave) return []
  const left = BALANCES.filter((name) => Number(employee[name]) > 0).map(
    (name) => `${name} ${Number(employee[name])}`,
  )
  if (left.length === 0) return []
  return [
    `Leave earned so far stays until it is taken or paid out: ${left.join(', ')}. When the employment ends, a casual is paid annual leave only if is_unused_holiday_paid is sent.`,
  ]
}
