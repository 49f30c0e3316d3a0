import type { Tx } from '../../../database/connect.ts'
import { lockAccount } from '../../../database/lock-account.ts'
import type { Role } from '../../../database/tables/customers.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { type Caller, managesAccount } from '../../../http/caller.ts'
import { saying } from '../../../http/view.ts'
import { conflict, forbidden, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import {
  callersOf,
  closeSessionsOf,
  createInvitation,
  mayStillGive,
  revokeGrantsOfUser,
  type Voided,
  voidGifts,
} from '../../access/oauth/index.ts'
import { requireApproval } from '../../platform/approvals/index.ts'
import {
  findPerson,
  hasOtherManager,
  listInvitations,
  listPeople,
  markRemoved,
  revokeInvitations,
  setRole,
} from './queries.ts'
import type { GivenRole, Invitation, InvitationCreate, Person } from './schema.ts'
import { viewInvitation, viewPerson } from './view.ts'

const ROLE_PURPOSES: Record<GivenRole, string> = {
  owner: 'own the account with them',
  admin: 'manage the account with them',
  member: 'run the payroll',
  reader: 'look at the payroll',
}

/** Lists the people who can sign in to the account, and the open invitations. */
export async function readPeople(service: Service, caller: Caller) {
  const { query } = service.database
  const people = await listPeople(query, caller.customerId)
  const invitations = await listInvitations(query, caller.customerId)
  const now = service.clock.now()
  return {
    people: people.map((row) => viewPerson(row, caller.userId)),
    invitations: invitations.map((row) => viewInvitation(row, now)),
  }
}

/** Invites a person to the account by e-mail. */
export function invitePerson(
  service: Service,
  caller: Caller,
  asked: InvitationCreate,
  isResend: boolean,
): Promise<Invitation> {
  return service.database.transaction(async (tx) => {
    await requireManager(tx, caller, asked.role)
    await approveRole(tx, caller, asked.email, asked.role, service.clock.now())
    const id = await createInvitation(service, tx, {
      customerId: caller.customerId,
      email: asked.email,
      name: asked.name,
      role: asked.role,
      employeeId: null,
      invitedBy: caller.userId,
      purpose: ROLE_PURPOSES[asked.role],
      isResend,
    })
    recordAuditChange(`Invitation of ${asked.email}`, { role: null }, { role: asked.role })
    const rows = await listInvitations(tx, caller.customerId)
    return viewInvitation(present(rows.find((row) => row.id === id)), service.clock.now())
  })
}

/** Revokes an invitation, so its link stops working. */
export async function revokeInvitation(service: Service, caller: Caller, id: number): Promise<void> {
  await service.database.transaction(async (tx) => {
    const row = (await listInvitations(tx, caller.customerId)).find((entry) => entry.id === id)
    if (!row) throw notFound('Invitation not found.')
    await requireManager(tx, caller, row.role)
    await revokeInvitations(tx, caller.customerId, { id }, service.clock.now())
    recordAuditChange(`Invitation of ${row.email}`, { role: row.role }, { role: null })
  })
}

/** Changes a person's role from their next request. */
export async function changeRole(
  service: Service,
  caller: Caller,
  userId: number,
  role: GivenRole,
): Promise<Person> {
  const { person, voided } = await service.database.transaction(async (tx) => {
    const found = await requirePerson(tx, caller, userId)
    await requireManager(tx, caller, role)
    if (found.role === 'employee')
      throw conflict('A sign-in to self-service keeps its role. Invite the person with another address.')
    if (found.is_by_company && (role === 'owner' || role === 'admin'))
      throw conflict(
        `${found.name} has roles for some companies only. Give the person access to the whole account first (PUT /api/access/people/${userId}).`,
      )
    await approveRole(tx, caller, found.email, role, service.clock.now(), found.role)
    await approveDemotion(tx, caller, found, role)
    await setRole(tx, userId, role)
    const voided = await voidGifts(tx, found, role, service.clock.now())
    recordAuditChange(`${found.name} (${found.email})`, { role: found.role }, { role })
    const rows = await listPeople(tx, caller.customerId)
    return { person: viewPerson(present(rows.find((row) => row.id === userId)), caller.userId), voided }
  })
  forgetCallers(service, userId, voided)
  return saying(person, voided.sentences)
}

/** Call after the commit. Clears this process's caller cache for the person. The other processes are notified. */
export function forgetCallers({ database }: Service, userId: number, { grantIds }: Voided): void {
  callersOf(database).forget('user', userId)
  for (const id of grantIds) callersOf(database).forget('grant', id)
}

/** Removes a person from the account. Their sessions, the invitations they sent and the access they granted end at once. */
export async function removePerson(service: Service, caller: Caller, userId: number): Promise<string[]> {
  const voided = await service.database.transaction(async (tx) => {
    const found = await requirePerson(tx, caller, userId)
    return endAccess(service, tx, found)
  })
  forgetCallers(service, userId, voided)
  return voided.sentences
}

/** Ends a person's access inside a transaction. Returns what else ended with it. */
export async function endAccess(
  service: Service,
  tx: Tx,
  person: { id: number; name: string; email: string; role: Role },
): Promise<Voided> {
  const now = service.clock.now()
  await markRemoved(tx, person.id, now)
  const voided = await voidGifts(tx, person, null, now)
  await closeSessionsOf(tx, person.id, now)
  await revokeGrantsOfUser(tx, person.id, now)
  recordAuditChange(`${person.name} (${person.email})`, { role: person.role }, { role: null })
  return voided
}

/** Finds a person whom the caller may change: not the caller, and an owner only if the caller is one. */
export async function requirePerson(
  tx: Tx,
  caller: Caller,
  userId: number,
  { isRead = false }: { isRead?: boolean } = {},
) {
  if (!isRead) await lockAccount(tx, caller.customerId)
  const found = await findPerson(tx, caller.customerId, userId)
  if (!found) throw notFound('Person not found.')
  if (isRead) return found
  if (found.id === caller.userId)
    throw conflict('You cannot change or remove yourself: ask another owner or admin.')
  await requireManager(tx, caller, found.role)
  return found
}

/**
 * Owners and admins approve what others prepare, so giving someone that role may itself need approval. So may the role of a
 * payroll officer: otherwise an admin could invite a second identity of their own, prepare with it and approve. An account with one
 * owner or admin has no one who could approve it.
 */
async function approveRole(
  tx: Tx,
  caller: Caller,
  email: string,
  role: GivenRole,
  now: Date,
  had: Role = 'reader',
): Promise<void> {
  const gives = managesAccount({ role }) || (role === 'member' && had === 'reader')
  if (!gives || (role === 'member' && !(await hasOtherManager(tx, caller, now)))) return
  await requireApproval(tx, { kind: 'role', customerId: caller.customerId, companyId: null }, () => ({
    summary: `Gives ${email} the role of ${role}.`,
    outcome: [email, role],
  }))
}

/**
 * The last other owner or admin keeps the role until two people agree. Otherwise an owner could become the
 * only one and then invite a second identity of their own. Removing a person is always possible at once, and
 * counts for a while in `hasOtherManager`.
 */
async function approveDemotion(
  tx: Tx,
  caller: Caller,
  person: { id: number; name: string; email: string; role: Role },
  role: GivenRole,
): Promise<void> {
  if (!managesAccount(person) || managesAccount({ role })) return
  if (await hasOtherManager(tx, caller, null, person.id)) return
  await requireApproval(tx, { kind: 'role', customerId: caller.customerId, companyId: null }, () => ({
    summary: `Takes the role of ${person.role} from ${quoteName(person.name)} (${person.email}), the only other person who can approve.`,
    outcome: [person.email, role],
  }))
}

/** Requires the same for the role of payroll officer in companies where the person did not have it. */
export async function approveOfficer(
  tx: Tx,
  caller: Caller,
  now: Date,
  describe: () => Promise<{ summary: string; outcome: unknown }>,
): Promise<void> {
  if (!(await hasOtherManager(tx, caller, now))) return
  await requireApproval(tx, { kind: 'role', customerId: caller.customerId, companyId: null }, describe)
}

/** Checks the database, because the caller may have lost the role a moment ago. */
async function requireManager(tx: Tx, caller: Caller, role: Role): Promise<void> {
  if (await mayStillGive(tx, caller.userId, { kind: 'role', role })) return
  throw forbidden(
    role === 'owner'
      ? 'Only an owner of the account can add, change or remove owners.'
      : 'People are managed by an owner or admin of the account.',
  )
}
