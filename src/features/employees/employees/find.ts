import type { CompanyScope } from '../../../database/company-scope.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { badRequest, conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { lawRatesOn } from './law-rates.ts'
import { findEmployee, openEmployee } from './queries.ts'
import type { EmployeeView } from './schema.ts'
import { viewEmployee } from './view.ts'

/** The status code for an unknown employee in the path: 400 on lifecycle writes, 404 on reads and sub-resources. */
export type FindOptions = { answer: 400 | 404; query?: Queryable; lock?: boolean }

/**
 * Finds the caller's employee, deleted or not. The error is the same for an unknown id, another customer's employee and
 * one outside the caller's role.
 */
export async function requireEmployee(
  service: Service,
  scope: CompanyScope,
  employeeId: number,
  { answer, query = service.database.query, lock = false }: FindOptions,
): Promise<Employee> {
  const employee = await findEmployee(query, scope, employeeId, { lock })
  if (employee) return employee
  throw answer === 400
    ? badRequest('No employee found with the given employee_id')
    : notFound('Employee not found.')
}

/** Converts a stored employee to the read model. */
export function viewStoredEmployee(
  service: Service,
  employee: Employee,
): { view: EmployeeView; version: number } {
  const law = lawRatesOn(service, service.clock.today())
  return { view: viewEmployee(openEmployee(service.cipher, employee), law), version: employee.version }
}

/** Nothing is written about a deleted employee. */
export function requireNotDeleted({ is_deleted }: Pick<Employee, 'is_deleted'>): void {
  if (is_deleted) throw conflict('The employee is deleted. Restore the employee first.')
}
