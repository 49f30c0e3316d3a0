import type { Queryable, Tx } from '../../../database/connect.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, conflict, forbidden } from '../../../kernel/problem.ts'
import { quoteName, quotePerson } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { createInvitation, mayStillGive } from '../../access/oauth/index.ts'
import { asksApproval, findPreviousAddresses, requireApproval } from '../../platform/approvals/index.ts'
import { writeMails } from '../../platform/mail/index.ts'
import { formerAddressMail, requireEmployee, requireNotDeleted } from '../employees/index.ts'
import { endAccess, forgetCallers } from './manage.ts'
import { hasNewAddress, listInvitations, listPeople, revokeInvitations } from './queries.ts'
import type { SelfServiceAccess } from './schema.ts'

type Employee = Awaited<ReturnType<typeof requireEmployee>>

/** Whether an employee can sign in to self-service. */
export async function readAccess(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<SelfServiceAccess> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  return accessOf(service.database.query, caller, employee)
}

/** Invites an employee to self-service, at the e-mail address in the employee record. */
export function inviteEmployee(
  service: Service,
  caller: Caller,
  employeeId: number,
  isResend: boolean,
): Promise<SelfServiceAccess> {
  return service.database.transaction((tx) =>
    inviteIn(service, tx, caller, employeeId, {
      isResend,
      purpose: 'see your payslips, your leave and your details',
    }),
  )
}

/** Invites an employee inside an existing transaction. */
export async function inviteIn(
  service: Service,
  tx: Tx,
  caller: Caller,
  employeeId: number,
  { isResend, purpose }: { isResend: boolean; purpose: string },
): Promise<SelfServiceAccess> {
  if (!(await mayStillGive(tx, caller.userId, { kind: 'self-service' })))
    throw forbidden('Employees are invited by an owner, admin or payroll officer of the account.')
  const employee = await lockEmployee(service, tx, caller, employeeId)
  requireNotDeleted(employee)
  if (!employee.employee_portal_active)
    throw conflict('Self-service is off for this employee: set employee_portal_active first.')
  const { state, email: invited, expires_at } = await accessOf(tx, caller, employee)
  if (state === 'active') throw conflict('The employee already has a self-service sign-in.')
  const now = service.clock.now()
  if (state === 'invited' && !isResend && expires_at !== null && expires_at > timestamp(now))
    throw conflict(
      `The employee has an open invitation, mailed to ${invited}. Send it again with resend=true, or end it first.`,
    )
  const email = employee.email_address
  if (!email) throw badRequest('The employee has no e-mail address: add email_address first.')
  await requireAddressApproval(tx, employee, email)
  const former = (await findPreviousAddresses(tx, [employeeId])).get(employeeId)
  if (former && former.trim().toLowerCase() !== email.trim().toLowerCase())
    await writeMails(service, tx, [
      formerAddressMail(
        caller.customerId,
        former,
        'Someone at your employer has just invited you to self-service, at an address that replaced this one.',
      ),
    ])
  await revokeInvitations(tx, caller.customerId, { employeeId }, now)
  await createInvitation(service, tx, {
    customerId: caller.customerId,
    email,
    name: `${employee.first_name} ${employee.last_name}`,
    role: 'employee',
    employeeId,
    invitedBy: caller.userId,
    purpose,
    isResend,
  })
  recordAuditChange(aboutOf(employee), { self_service: state }, { self_service: 'invited' })
  return accessOf(tx, caller, employee)
}

/**
 * With self-service, a person can ask for another account in the name of the employee. So where two people decide on
 * accounts, they decide on an invitation to an address that was entered after the employee was first paid.
 */
async function requireAddressApproval(tx: Tx, employee: Employee, email: string): Promise<void> {
  if (!asksApproval() || !(await hasNewAddress(tx, employee.id))) return
  const { id, customer_id: customerId, company_id: companyId } = employee
  await requireApproval(tx, { kind: 'account', customerId, companyId }, () => ({
    summary: `Invites ${quotePerson(employee)} (employee ${id}) to self-service at ${quoteName(email)}, which was entered as their address after they were first paid.`,
    outcome: ['self-service', id, email],
  }))
}

/** Ends an employee's self-service access, including sessions and open invitations. */
export async function endEmployeeAccess(service: Service, caller: Caller, employeeId: number): Promise<void> {
  const ended = await service.database.transaction(async (tx) => {
    const employee = await lockEmployee(service, tx, caller, employeeId)
    await revokeInvitations(tx, caller.customerId, { employeeId }, service.clock.now())
    const people = await listPeople(tx, caller.customerId, employee.id)
    const voided = []
    for (const person of people) voided.push({ id: person.id, gifts: await endAccess(service, tx, person) })
    return voided
  })
  for (const { id, gifts } of ended) forgetCallers(service, id, gifts)
}

const aboutOf = (employee: Employee) =>
  `Employee ${employee.id}, ${employee.first_name} ${employee.last_name}`

function lockEmployee(service: Service, tx: Tx, caller: Caller, employeeId: number): Promise<Employee> {
  return requireEmployee(service, caller, employeeId, { answer: 404, query: tx, lock: true })
}

async function accessOf(query: Queryable, caller: Caller, employee: Employee): Promise<SelfServiceAccess> {
  const [person] = await listPeople(query, caller.customerId, employee.id)
  const invitations = await listInvitations(query, caller.customerId, employee.id)
  // A link mailed to an address that is no longer in the record does not work.
  const invitation = invitations.find(({ email }) => email === employee.email_address?.trim().toLowerCase())
  return {
    state: person ? 'active' : invitation ? 'invited' : 'none',
    is_open: employee.employee_portal_active === true,
    email: person?.email ?? invitation?.email ?? null,
    invited_at: invitation ? timestamp(invitation.created_at) : null,
    expires_at: invitation ? timestamp(invitation.expires_at) : null,
    last_seen_at: person?.last_seen_at ? timestamp(person.last_seen_at) : null,
  }
}
