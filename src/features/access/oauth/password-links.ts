import type { Tx } from '../../../database/connect.ts'
import { inCell } from '../../../database/current-cell.ts'
import { customerOf } from '../../../database/customer-of.ts'
import { markKnown } from '../../../kernel/request-context.ts'
import { hashPassword, PASSWORD_MIN } from '../../../security/passwords.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { writeMail } from '../../platform/mail/index.ts'
import { mayStillGive } from './authority.ts'
import { callersOf } from './caller-cache.ts'
import { later } from './issue-token.ts'
import { closeSessionsOf } from './sessions.ts'
import { forgiveTry } from './throttle.ts'

const LINK_SECONDS = 24 * 3600

export type PasswordLink = { address: string; goodUntil: Date }

/**
 * Creates a single-use link for setting a password, valid for 24 hours. The caller emails it; only its hash
 * is stored. `givenBy` is the reseller's staff member who ordered the account. It is null when the person
 * asked for the link.
 */
export async function createPasswordLink(
  service: Service,
  tx: Tx,
  userId: number,
  givenBy: number | null = null,
): Promise<PasswordLink> {
  const token = randomToken()
  const now = service.clock.now()
  const goodUntil = later(now, LINK_SECONDS)
  await tx
    .insertInto('password_links')
    .values({
      token_hash: hashToken(token),
      customer_id: await customerOf(tx, 'users', userId),
      user_id: userId,
      given_by: givenBy,
      created_at: now,
      expires_at: goodUntil,
    })
    .execute()
  return { address: `${service.settings.publicUrl}/set-password/${token}`, goodUntil }
}

/**
 * Emails a reset link to the person with this address, if there is one. A client without a first password
 * only has the reseller's welcome link. The reset link is then another copy of it, and becomes void with it.
 */
export async function mailResetLink(service: Service, email: string): Promise<void> {
  const user = await service.database.query
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.id', 'u.email', 'u.name', 'u.customer_id', 'u.password_hash', 'c.cell'])
    .where('u.email', '=', email.trim().toLowerCase())
    .where('u.removed_at', 'is', null)
    .where('c.access_ended_at', 'is', null)
    .executeTakeFirst()
  if (!user) return
  await inCell(user.cell, () => mailLinkTo(service, user))
}

type Person = { id: number; email: string; name: string; customer_id: number; password_hash: string | null }

function mailLinkTo(service: Service, user: Person): Promise<void> {
  return service.database.transaction(async (tx) => {
    const givenBy = user.password_hash === null ? await welcomedBy(tx, user.id) : null
    if (givenBy !== null && !(await mayStillGive(tx, givenBy, { kind: 'new-client' }))) return
    const link = await createPasswordLink(service, tx, user.id, givenBy)
    await writeMail(service, tx, {
      customerId: user.customer_id,
      to: user.email,
      subject: 'Set a new password for Tasman Payroll',
      text: [
        `Hello ${user.name},`,
        `someone asked to reset your password. Set a new one here within 24 hours:`,
        { link: link.address },
        'If it was not you, ignore this e-mail. Your password stays the same.',
      ],
      goodUntil: link.goodUntil,
    })
  })
}

/**
 * The reseller's staff member who ordered this person's account. Null when the account was created another
 * way.
 */
async function welcomedBy(tx: Tx, userId: number): Promise<number | null> {
  const link = await tx
    .selectFrom('password_links')
    .select('given_by')
    .where('user_id', '=', userId)
    .where('given_by', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return link?.given_by ?? null
}

/** The person a link belongs to, while it is valid and its giver may still give it. */
export async function findPasswordLink({ database, clock }: Service, token: string, query = database.query) {
  const link = await query
    .selectFrom('password_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id as user_id', 'u.email', 'u.customer_id', 'l.given_by'])
    .where('l.token_hash', '=', hashToken(token))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!link || !(await mayStillGive(query, link.user_id, { kind: 'own-password' }))) return undefined
  const { given_by: reseller } = link
  return reseller === null || (await mayStillGive(query, reseller, { kind: 'new-client' })) ? link : undefined
}

/** Returns why a password is too weak, or null when it is accepted. */
export function refusePassword(password: string, email: string): string | null {
  if (password.length < PASSWORD_MIN) return `The password needs at least ${PASSWORD_MIN} characters.`
  if (password.length > 1000) return 'The password is too long.'
  if (new Set(password).size < 4) return 'The password is too repetitive.'
  if (password.toLowerCase() === email) return 'The password must not be your e-mail address.'
  return null
}

/** Sets the password and uses up all of the person's links. Signs out all their browsers. */
export async function setPassword(service: Service, token: string, password: string): Promise<boolean> {
  markKnown()
  const hashes = await hashPassword(password)
  const now = service.clock.now()
  const user = await service.database.transaction(async (tx) => {
    if (!(await findPasswordLink(service, token, tx))) return undefined
    const used = await tx
      .updateTable('password_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst()
    if (!used) return undefined
    await tx
      .updateTable('password_links')
      .set({ used_at: now })
      .where('user_id', '=', used.user_id)
      .where('used_at', 'is', null)
      .execute()
    await closeSessionsOf(tx, used.user_id, now)
    return tx
      .updateTable('users')
      .set(hashes)
      .where('id', '=', used.user_id)
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
  })
  if (!user) return false
  callersOf(service.database).forget('user', user.id)
  await forgiveTry(service, [{ purpose: 'sign-in', by: 'account', name: user.email }])
  return true
}
