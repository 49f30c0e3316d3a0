import type { Tx } from '../../../database/connect.ts'
import type { Role } from '../../../database/tables/customers.ts'
import { mayGive } from './authority.ts'
import {
  endPartnerAccess,
  type Giver,
  readGiver,
  readGrantsOf,
  readInvitationsBy,
  revokeInvitationsById,
  revokeScimTokensBy,
  spendHandoffs,
  spendLinks,
} from './authority-queries.ts'
import { revokeGrants } from './grants.ts'
import { closeOpenedSessions } from './partner-session-queries.ts'

type Person = { id: number; name: string; role: Role }

/**
 * The access that ended, as sentences for the person who made the change, and the grants to remove from the
 * cache after the commit.
 */
export type Voided = { sentences: string[]; grantIds: number[] }

/**
 * Ends all access a person gave that this role may not give. Null means that the person is removed. Runs in
 * the transaction that changes the person, after that change: code that uses the access locks the person's
 * row first (`mayStillGive`).
 */
export async function voidGifts(tx: Tx, person: Person, role: Role | null, now: Date): Promise<Voided> {
  const known = await readGiver(tx, person.id)
  const giver = {
    role: role ?? person.role,
    isActive: role !== null,
    isReseller: known?.isReseller ?? false,
  }
  const invitations = await voidInvitations(tx, person.id, giver, now)
  const applications = await voidApplications(tx, person.id, giver, now)
  const sessions: number[] = []
  let hasEndedAccess = false
  let handoffs = 0
  if (!mayGive(giver, { kind: 'partner-access' })) {
    hasEndedAccess = await endPartnerAccess(tx, person.id)
    handoffs += await spendHandoffs(tx, 'user_id', person.id, now)
    sessions.push(...(await closeOpenedSessions(tx, { userId: person.id }, now)))
  }
  if (!mayGive(giver, { kind: 'hand-off' })) {
    handoffs += await spendHandoffs(tx, 'created_by', person.id, now)
    sessions.push(...(await closeOpenedSessions(tx, { openerId: person.id }, now)))
  }
  const welcomes = mayGive(giver, { kind: 'new-client' })
    ? 0
    : await spendLinks(tx, 'given_by', person.id, now)
  if (!mayGive(giver, { kind: 'own-password' })) await spendLinks(tx, 'user_id', person.id, now)
  const isOwner = giver.isActive && giver.role === 'owner'
  const tokens = isOwner ? [] : await revokeScimTokensBy(tx, person.id, now)
  const { name } = person
  return {
    sentences: [
      ...(applications.names.length > 0
        ? [`Applications that ${name} had connected have lost access: ${applications.names.join(', ')}.`]
        : []),
      ...(tokens.length > 0 ? [`SCIM tokens that ${name} made have ended: ${tokens.join(', ')}.`] : []),
      ...(invitations > 0 ? [`Unused invitations by ${name} are void: ${invitations}.`] : []),
      ...(welcomes > 0
        ? [
            `Welcome links of clients that ${name} signed up are void: ${welcomes}. These clients cannot set a first password until ${name} may sign up clients again.`,
          ]
        : []),
      ...(handoffs > 0 ? [`Unused hand-offs by ${name} are void: ${handoffs}.`] : []),
      ...(hasEndedAccess
        ? ['Your partner may no longer open the account: an owner can allow it again under Security.']
        : []),
    ],
    grantIds: [...applications.ids, ...sessions],
  }
}

async function voidInvitations(tx: Tx, personId: number, giver: Giver, now: Date): Promise<number> {
  const open = await readInvitationsBy(tx, personId)
  const ended = open.filter(
    ({ role }) => !mayGive(giver, role === 'employee' ? { kind: 'self-service' } : { kind: 'role', role }),
  )
  const ids = ended.map(({ id }) => id)
  await revokeInvitationsById(tx, ids, now)
  return ids.length
}

async function voidApplications(tx: Tx, personId: number, giver: Giver, now: Date) {
  const given = await readGrantsOf(tx, personId)
  const ended = given.filter(({ scopes }) => !mayGive(giver, { kind: 'application', scopes }))
  const ids = ended.map(({ id }) => id)
  await revokeGrants(tx, ids, now)
  return { ids, names: [...new Set(ended.map(({ name }) => name))] }
}
