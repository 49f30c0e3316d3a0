import { badRequest, conflict } from '../../../kernel/problem.ts'
import type { WholePay } from './context/loaded-pay.ts'
import type { IdentifierType } from './request/check.ts'
import type { PayCreate } from './request/schema.ts'

/** Rejects a rebuild that changes the employee, omits the department or involves a termination. */
export function checkRebuild(
  { row, employee }: WholePay,
  request: PayCreate,
  identifierType?: IdentifierType,
): void {
  if (row.is_termination)
    throw conflict('A pay with a termination cannot be rebuilt. Delete it to reverse the termination.')
  if (request.termination)
    throw badRequest('A termination cannot be added to an existing pay. Terminate the employee instead.')
  const isOther = {
    employee_id: (request.employee_id ?? row.employee_id) !== row.employee_id,
    employee_number: (request.employee_number ?? employee.number) !== employee.number,
  }
  if (identifierType ? isOther[identifierType] : isOther.employee_id || isOther.employee_number)
    throw badRequest('The employee of a pay cannot change: the identifier names another employee.')
  if (row.pay_department && !request.pay_department)
    throw badRequest(
      `The pay belongs to the department "${row.pay_department}": send pay_department with the update.`,
    )
}
