import type { Tx } from '../../../database/connect.ts'
import { inCell, MAIN_CELL } from '../../../database/current-cell.ts'
import type { Role } from '../../../database/tables/customers.ts'
import { conflict } from '../../../kernel/problem.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../../kernel/read-error.ts'
import { markKnown } from '../../../kernel/request-context.ts'
import { hashPassword } from '../../../security/passwords.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { writeMail } from '../../platform/mail/index.ts'
import { type Gift, mayStillGive } from './authority.ts'
import {
  findHolder,
  findInvitationCell,
  findOpenInvitation,
  joinByInvitation,
  readEmployer,
  readInviter,
  storeInvitation,
} from './invitation-queries.ts'
import { later } from './issue-token.ts'

const INVITATION_SECONDS = 7 * 24 * 3600

export type NewInvitation = {
  customerId: number
  email: string
  name: string
  role: Role
  /** Set for the role employee only. */
  employeeId: number | null
  invitedBy: number
  /** The purpose of the invitation, in the words of the email. */
  purpose: string
  /** Whether to revoke the person's open invitation and email a new link. */
  isResend: boolean
}

/**
 * Invites a person by email. The link is valid once, for seven days, and only its hash is stored. An address
 * has at most one open invitation. If the address signs in to another account, the email tells its owner. The
 * inviter does not learn this.
 */
export async function createInvitation(service: Service, tx: Tx, asked: NewInvitation): Promise<number> {
  const email = asked.email.trim().toLowerCase()
  const holder = await findHolder(tx, email)
  if (holder?.customer_id === asked.customerId)
    throw conflict(`${email} already has a sign-in for this account. Use another address.`)
  const now = service.clock.now()
  const token = randomToken()
  const expiresAt = later(now, INVITATION_SECONDS)
  const invitation = {
    customer_id: asked.customerId,
    email,
    name: asked.name.trim(),
    role: asked.role,
    employee_id: asked.employeeId,
    token_hash: hashToken(token),
    invited_by: asked.invitedBy,
    created_at: now,
    expires_at: expiresAt,
  }
  const id = await storeInvitation(tx, invitation, asked.isResend)
  if (id === undefined)
    throw conflict(`${email} has an open invitation. Revoke it, or send it again with resend=true.`)
  const { customer, inviter } = await readInviter(tx, asked.invitedBy)
  const employer = asked.employeeId === null ? null : await readEmployer(tx, asked.employeeId)
  const link = `${service.settings.publicUrl}/invitation/${token}`
  await writeMail(service, tx, {
    customerId: asked.customerId,
    to: email,
    subject: `${inviter} invites you to ${employer ?? customer}`,
    text: [
      `Hello ${asked.name.trim()},`,
      employer === null || employer === customer
        ? `${inviter} of ${customer} invites you to ${asked.purpose}.`
        : `${inviter} of ${customer} invites you, on behalf of ${employer}, to ${asked.purpose}.`,
      ...(holder
        ? [
            'This e-mail address already has a sign-in for another account of this service, and an address can have only one.',
            `Ask ${inviter} to invite you with another address.`,
          ]
        : ['Choose a password here within seven days; the link works once:', { link }]),
      'If you did not expect this, ignore this e-mail.',
    ],
    goodUntil: expiresAt,
  })
  return id
}

const giftOf = ({ role }: { role: Role }): Gift =>
  role === 'employee' ? { kind: 'self-service' } : { kind: 'role', role }

/** The invitation of a valid link. `mayGive` says whether the inviter may still give this access. */
export async function findInvitation(service: Service, token: string) {
  const { query } = service.database
  return inCell(await cellOf(service, token), async () => {
    const found = await findOpenInvitation(query, hashToken(token), service.clock.now())
    return found && { ...found, mayGive: await mayStillGive(query, found.invited_by, giftOf(found)) }
  })
}

const cellOf = async ({ database }: Service, token: string): Promise<string> =>
  (await findInvitationCell(database.query, hashToken(token))) ?? MAIN_CELL

export type Accepted =
  | { kind: 'in'; userId: number; email: string }
  /** The invitation was used, withdrawn or expired. */
  | { kind: 'over' }
  /** The inviter may no longer give this access. */
  | { kind: 'void' }
  | { kind: 'taken' }

/** Makes the person a user of the account and uses the link up. */
export async function acceptInvitation(
  service: Service,
  token: string,
  { name, password }: { name: string; password: string },
  onJoined: (userId: number) => void,
): Promise<Accepted> {
  markKnown()
  const hashes = await hashPassword(password)
  const now = service.clock.now()
  const join = () =>
    service.database.transaction(async (tx): Promise<Accepted> => {
      const found = await findOpenInvitation(tx, hashToken(token), now)
      if (!found) return { kind: 'over' }
      if (!(await mayStillGive(tx, found.invited_by, giftOf(found)))) return { kind: 'void' }
      const invitation = await findOpenInvitation(tx, hashToken(token), now, { lock: true })
      if (!invitation) return { kind: 'over' }
      const id = await joinByInvitation(tx, invitation, { name, hashes, now })
      onJoined(id)
      return { kind: 'in', userId: id, email: invitation.email }
    })
  try {
    return await inCell(await cellOf(service, token), join)
  } catch (error) {
    // The address or the employee has got a sign-in in the meantime.
    if (errorCode(error) === UNIQUE_VIOLATION) return { kind: 'taken' }
    throw error
  }
}
