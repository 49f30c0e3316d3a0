import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { requireEmployee } from '../../employees/employees/index.ts'
import { findCompany } from '../../employer/companies/index.ts'

/** The signed-in employee, and the employer. */
export type Self = { employee: Employee; company: Company }

/** The caller's own record. It follows from the sign-in alone, never from the request. */
export async function requireSelf(
  service: Service,
  caller: Caller,
  options: { query?: Queryable | Tx; lock?: boolean } = {},
): Promise<Self> {
  const { query = service.database.query, lock = false } = options
  if (caller.employeeId === null) throw forbidden('This sign-in does not belong to an employee.')
  const employee = await requireEmployee(service, caller, caller.employeeId, { answer: 404, query, lock })
  const company = await findCompany(query, service.cipher, employee.company_id)
  if (!company || employee.is_deleted || !employee.employee_portal_active)
    throw forbidden('Your employer has switched self-service off for you. Ask your payroll officer.')
  return { employee, company }
}
