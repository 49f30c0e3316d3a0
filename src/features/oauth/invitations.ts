import type { Tx } from '../../database/connect.ts'
import type { Role } from '../../database/tables/customers.ts'
import { conflict } from '../../problem.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../read-error.ts'
import { hashPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/tokens.ts'
import type { Service } from '../../service.ts'
import { writeMail } from '../mail/index.ts'
import { later } from './issue-token.ts'

const INVITATION_SECONDS = 7 * 24 * 3600

export type NewInvitation = {
  customerId: number
  email: string
  name: string
  role: Role
  /** For the role employee alone. */
  employeeId: number | null
  invitedBy: number
  /** What the person is invited to, in the words of the mail. */
  purpose: string
}

/**
 * Invites somebody by mail: a link that works once, for seven days; only its hash is stored. An earlier invitation of the
 * same address is void. Whether the address signs in to another account is told to its owner, not to whoever invites.
 */
export async function createInvitation(service: Service, tx: Tx, asked: NewInvitation): Promise<number> {
  const email = asked.email.trim().toLowerCase()
  const holder = await tx
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (holder?.customer_id === asked.customerId)
    throw conflict(`${email} signs in to this account already. Use another address.`)
  const now = service.clock.now()
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('customer_id', '=', asked.customerId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  const token = randomToken()
  const expiresAt = later(now, INVITATION_SECONDS)
  const { id } = await tx
    .insertInto('invitations')
    .values({
      customer_id: asked.customerId,
      email,
      name: asked.name.trim(),
      role: asked.role,
      employee_id: asked.employeeId,
      token_hash: hashToken(token),
      invited_by: asked.invitedBy,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { customer, inviter } = await tx
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['c.name as customer', 'u.name as inviter'])
    .where('u.id', '=', asked.invitedBy)
    .executeTakeFirstOrThrow()
  const link = `${service.settings.publicUrl}/invitation/${token}`
  await writeMail(service, tx, {
    customerId: asked.customerId,
    to: email,
    subject: `${inviter} invites you to ${customer}`,
    text: [
      `Hello ${asked.name.trim()},`,
      `${inviter} of ${customer} invites you to ${asked.purpose}.`,
      ...(holder
        ? [
            'This e-mail address signs in to another account of this service already, and an address signs in to one.',
            `Ask ${inviter} to invite you with another address.`,
          ]
        : ['Choose a password here within seven days; the link works once:', link]),
      'If you did not expect this, ignore this mail: nothing happens.',
    ].join('\n\n'),
    goodUntil: expiresAt,
  })
  return id
}

/** The invitation of a link, while it is good. */
export function findInvitation(service: Service, token: string) {
  return openInvitations(service, service.database.query)
    .where('i.token_hash', '=', hashToken(token))
    .executeTakeFirst()
}

function openInvitations(service: Service, query: Service['database']['query'] | Tx) {
  return query
    .selectFrom('invitations as i')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .innerJoin('users as inviter', 'inviter.id', 'i.invited_by')
    .select(['i.id', 'i.customer_id', 'i.email', 'i.name', 'i.role', 'i.employee_id'])
    .select(['c.name as customer_name', 'inviter.name as inviter_name'])
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', service.clock.now())
    .where('c.access_ended_at', 'is', null)
}

export type Accepted = { kind: 'in'; userId: number; email: string } | { kind: 'over' } | { kind: 'taken' }

/** Makes the person a user of the account and uses the link up. */
export async function acceptInvitation(
  service: Service,
  token: string,
  { name, password }: { name: string; password: string },
): Promise<Accepted> {
  const passwordHash = await hashPassword(password)
  const now = service.clock.now()
  try {
    return await service.database.transaction(async (tx): Promise<Accepted> => {
      const invitation = await openInvitations(service, tx)
        .where('i.token_hash', '=', hashToken(token))
        .forUpdate('i')
        .executeTakeFirst()
      if (!invitation) return { kind: 'over' }
      const { id } = await tx
        .insertInto('users')
        .values({
          customer_id: invitation.customer_id,
          email: invitation.email,
          name,
          role: invitation.role,
          employee_id: invitation.employee_id,
          password_hash: passwordHash,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('invitations')
        .set({ accepted_at: now, user_id: id })
        .where('id', '=', invitation.id)
        .execute()
      return { kind: 'in', userId: id, email: invitation.email }
    })
  } catch (error) {
    // The address, or the employee, has a sign-in since.
    if (errorCode(error) === UNIQUE_VIOLATION) return { kind: 'taken' }
    throw error
  }
}
