import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { notFound } from '../../../kernel/problem.ts'
import { maskRow } from '../../../security/masking.ts'
import type { Service } from '../../../service.ts'
import { requireEmployee } from '../../employees/employees/index.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { printBrandAt } from '../../platform/branding/index.ts'
import { drawPayslip } from '../../platform/pdf/index.ts'
import { findPay } from '../pays/index.ts'
import { recall } from '../snapshots/index.ts'
import { findTermination, listPaidOut, type StoredTermination } from './queries.ts'
import type { Termination } from './schema.ts'
import { buildStatement } from './statement.ts'
import { terminationOf } from './view.ts'

/** The employee's latest termination. It can still be read after a reinstatement. */
export async function readTermination(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<Termination> {
  const { employee, stored } = await requireTermination(service, caller, employeeId)
  return terminationOf({
    result: stored.result,
    payId: stored.pay_id,
    endDate: stored.end_date,
    status: stored.status,
    employee,
    isTerminated: employee.is_terminated,
  })
}

/** Draws the latest termination as a PDF for the employee, with the names and branding in the final pay's snapshot. */
export async function drawStatement(
  service: Service,
  caller: Caller,
  employeeId: number,
  isMasked: boolean,
): Promise<Buffer> {
  const { employee, stored } = await requireTermination(service, caller, employeeId)
  const query = service.database.query
  const company = await findCompany(query, service.cipher, stored.company_id)
  if (!company) throw notFound('Employee not found.')
  const pay = await findPay(query, company.id, stored.pay_id)
  if (!pay) throw notFound('The employee has never been terminated.')
  const memory = await recall(service, company, pay.row)
  const statement = buildStatement({
    company: isMasked ? maskRow(memory.employer) : memory.employer,
    employee: memory.employee,
    isReinstated: !employee.is_terminated,
    result: stored.result,
    payId: stored.pay_id,
    payDate: stored.processed_date,
    isProcessed: stored.status === 'processed',
    paidOut: await listPaidOut(query, stored.pay_id),
  })
  const brand = await printBrandAt(service, caller.customerId, memory.employer.branding_id)
  return drawPayslip(statement, pay.row.updated_at, brand)
}

/** Finds the employee and their latest termination, or throws a 404. */
async function requireTermination(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<{ employee: Employee; stored: StoredTermination }> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const stored = await findTermination(service.database.query, employee.id)
  if (!stored) throw notFound('The employee has never been terminated.')
  return { employee, stored }
}
