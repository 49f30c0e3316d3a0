import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { formatName } from '../../../http/view.ts'
import { neededApproval } from '../../../kernel/needs-approval.ts'
import { forbidden, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { mayStillGive } from '../../access/oauth/index.ts'
import { requireEmployee, updateEmployeesIn } from '../employees/index.ts'
import { inviteIn } from './employee-access.ts'
import { listPeople } from './queries.ts'
import type { OwnDetailsInvitation } from './schema.ts'

/** The switches that let employees enter their own bank account, tax number and fund. */
const SWITCHES = {
  employee_portal_active: true,
  allow_edit_bank_accounts: true,
  allow_edit_tax_settings: true,
  allow_edit_super_details: true,
} as const

const PURPOSE = 'enter your bank account, tax number and super or KiwiSaver'

/**
 * Opens self-service for these employees and emails each a link. Each succeeds or fails on its own, and the result gives
 * the reason.
 */
export async function inviteToEnterDetails(
  service: Service,
  caller: Caller,
  company: Company,
  employeeIds: readonly number[],
): Promise<OwnDetailsInvitation[]> {
  if (!(await mayStillGive(service.database.query, caller.userId, { kind: 'self-service' })))
    throw forbidden('Employees are invited by an owner, admin or payroll officer of the account.')
  const answers: OwnDetailsInvitation[] = []
  for (const id of new Set(employeeIds)) answers.push(await inviteOne(service, caller, company, id))
  return answers
}

async function inviteOne(
  service: Service,
  caller: Caller,
  company: Company,
  id: number,
): Promise<OwnDetailsInvitation> {
  let name: string | null = null
  const refused = (reason: string): OwnDetailsInvitation => ({
    employee_id: id,
    format_name: name,
    state: 'not_invited',
    reason,
  })
  try {
    return await service.database.transaction(async (tx) => {
      const employee = await requireEmployee(service, caller, id, { answer: 404, query: tx, lock: true })
      if (employee.company_id !== company.id) return refused('Not an employee of this company.')
      name = formatName(employee)
      if (employee.is_deleted || employee.is_terminated) return refused('The employment has ended.')
      if (!employee.email_address) return refused('No e-mail address on record. Add one, then invite again.')
      await openSwitches(service, tx, company, id)
      const [signedIn] = await listPeople(tx, caller.customerId, id)
      if (signedIn) return { employee_id: id, format_name: name, state: 'signs_in', reason: null }
      await inviteIn(service, tx, caller, id, { isResend: true, purpose: PURPOSE })
      return { employee_id: id, format_name: name, state: 'invited', reason: null }
    })
  } catch (error) {
    if (error instanceof Problem) return refused(error.message)
    if (neededApproval(error))
      return refused(
        'Two people have to approve it, because the e-mail address is newer than the first pay. Invite the employee alone.',
      )
    throw error
  }
}

async function openSwitches(service: Service, tx: Tx, company: Company, id: number): Promise<void> {
  await updateEmployeesIn(service, tx, company, [{ id, ...SWITCHES }], {
    identifierType: 'employee_id',
    ifMatch: undefined,
  })
}
