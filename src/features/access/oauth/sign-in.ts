import { sql } from 'kysely'
import type { Role } from '../../../database/tables/customers.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from '../../../security/passwords.ts'
import type { Service } from '../../../service.ts'
import { requiresProvider } from './provider-queries.ts'
import { countTry, forgiveTry, type TryKey } from './throttle.ts'

export type SignInUser = {
  id: number
  customerId: number
  name: string
  role: Role
  hasSecondFactor: boolean
}
export type SignInOutcome =
  | { kind: 'ok'; user: SignInUser }
  | { kind: 'wrong'; user?: SignInUser }
  | { kind: 'ended'; user: SignInUser }
  /** The password is right, but the organisation requires its identity provider. */
  | { kind: 'provider'; user: SignInUser }
  | { kind: 'wait'; seconds: number }

/** The normalised account name, for comparing and counting. */
export const accountName = (email: string) => email.trim().toLowerCase().slice(0, 320)

/**
 * Checks an email address and a password. An unknown address and a wrong password take equally long and get
 * the same response.
 */
export async function checkPassword(
  service: Service,
  account: string,
  password: string,
  keys: readonly TryKey[],
): Promise<SignInOutcome> {
  const seconds = await countTry(service, keys)
  if (seconds > 0) return { kind: 'wait', seconds }

  const row = isRefusedDemo(service, account) ? undefined : await findUser(service, account)
  const isRight = await verifyPassword(password.slice(0, 1000), row)
  if (!row) return { kind: 'wrong' }
  const user = {
    id: row.id,
    customerId: row.customer_id,
    name: row.name,
    role: row.role,
    hasSecondFactor: row.totp_secret !== null || row.has_passkeys,
  }
  if (!isRight || !row.password_hash) return { kind: 'wrong', user }

  await forgiveTry(service, keys)
  if (isOutdatedHash(row))
    // The password is right. The next sign-in tries again.
    await renewHashes(service, row.id, row.password_hash, password).catch((error) =>
      service.log.warn({ err: error }, 'a password hash was not renewed'),
    )
  if (row.access_ended_at) return { kind: 'ended', user }
  return (await requiresProvider(service, user)) ? { kind: 'provider', user } : { kind: 'ok', user }
}

/** Stores the password's hashes with today's cost. A password that was changed meanwhile stays. */
async function renewHashes(
  service: Service,
  userId: number,
  before: string,
  password: string,
): Promise<void> {
  await service.database.query
    .updateTable('users')
    .set(await hashPassword(password.slice(0, 1000)))
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .execute()
}

/** The password of the demo users is public. */
export function isRefusedDemo(service: Service, email: string): boolean {
  return service.settings.mode === 'production' && email.endsWith('@demo.example')
}

function findUser(service: Service, email: string) {
  return service.database.query
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select([
      'u.id',
      'u.customer_id',
      'u.name',
      'u.role',
      'u.password_hash',
      'u.password_argon2',
      'u.totp_secret',
      'c.access_ended_at',
    ])
    .select(sql<boolean>`exists (select from passkeys key where key.user_id = u.id)`.as('has_passkeys'))
    .where('u.email', '=', email)
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
}
