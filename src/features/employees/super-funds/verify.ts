import { randomUUID } from 'node:crypto'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { tfnStatus } from '../../../identifiers/tfn.ts'
import { badRequest, conflict } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import { openEmployee, requireEmployee } from '../employees/index.ts'
import { loadSuperFunds } from './queries.ts'
import type { MemberCheck } from './schema.ts'
import { requireFunds } from './super-funds.ts'

/** Asks each fund of an employee whether it knows the member, before money is sent there. */
export async function verifyMember(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<MemberCheck[]> {
  const stored = await requireEmployee(service, caller, employeeId, { answer: 404 })
  await requireFunds(service, stored)
  const gateway = service.ports.superGateway
  if (!gateway) throw conflict('Funds cannot be asked from here. Set SUPER_GATEWAY_URL, or ask the fund.')
  const { query } = service.database
  const company = await findCompany(query, service.cipher, stored.company_id)
  if (!company?.abn) throw badRequest('The request needs the ABN of the company.')
  const employee = openEmployee(service.cipher, stored)
  const funds = await loadSuperFunds(query, service.cipher, [employeeId])
  if (funds.length === 0) throw conflict('The employee has no super fund: enter one first.')
  const { tax_file_number: number, date_of_birth, first_name, last_name } = employee
  const answers: MemberCheck[] = []
  for (const { fund_name, usi, abn, member_number } of funds) {
    const { answer, reason } = await gateway.verify({
      requestId: randomUUID(),
      abn: company.abn,
      fund: usi ?? abn ?? '',
      memberNumber: member_number,
      taxFileNumber: number !== null && tfnStatus(number) === 'QUOTED' ? number : null,
      dateOfBirth: date_of_birth,
      firstName: first_name,
      lastName: last_name,
    })
    answers.push({ fund_name, usi, abn, member_number, answer, reason })
  }
  await service.database.transaction(async () => {
    const found = answers.map((row) => `${row.fund_name}: ${row.answer}`).join('; ')
    recordAuditChange(`super funds of employee ${employeeId}, ${first_name} ${last_name}`, {}, { found })
  })
  return answers
}
