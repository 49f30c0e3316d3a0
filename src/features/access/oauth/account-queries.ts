import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { hasSecondFactor } from '../../../database/second-factor.ts'
import type { PasswordHashes } from '../../../security/passwords.ts'

export function readPasswordHashes(query: Queryable, userId: number) {
  return query
    .selectFrom('users')
    .select(['password_hash', 'password_argon2'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export const hasPassword = async (query: Queryable, userId: number): Promise<boolean> =>
  (await readPasswordHashes(query, userId)).password_hash !== null

/** Sets a password and uses up the password links that were emailed. */
export async function replacePassword(
  tx: Tx,
  userId: number,
  hashes: PasswordHashes,
  now: Date,
): Promise<void> {
  await tx.updateTable('users').set(hashes).where('id', '=', userId).execute()
  await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** The active sessions of a person, most recently used first. */
export function readSessionsOf(query: Queryable, userId: number, now: Date) {
  return query
    .selectFrom('sessions as s')
    .leftJoin('customers as opener', 'opener.id', 's.opened_by_id')
    .select(['s.id', 's.ip', 's.user_agent', 's.created_at', 's.last_seen_at', 's.expires_at'])
    .select('opener.name as opened_by')
    .where('s.user_id', '=', userId)
    .where('s.verified_at', 'is not', null)
    .where('s.expires_at', '>', now)
    .orderBy('s.last_seen_at', 'desc')
    .execute()
}

/** Replaces a person's recovery codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, customerId }: { userId: number; customerId: number },
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(
      hashes.map((code_hash) => ({
        code_hash,
        customer_id: customerId,
        user_id: userId,
        created_at: now,
        used_at: null,
      })),
    )
    .execute()
}

/** Recovery codes replace a second factor, so they are deleted when no second factor is left. */
export async function dropUnusedRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await sql`
    delete from recovery_codes r using users u where u.id = r.user_id and r.user_id = ${userId}
      and not ${hasSecondFactor('u')}`.execute(tx)
}

/** Records when the user of a session last proved their identity. */
export async function markProved(tx: Tx, sessionId: number, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute()
}

/** Marks a recovery code as used. Returns false when the code does not exist or was used before. */
export async function spendRecoveryCode(
  query: Queryable,
  userId: number,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countRecoveryCodes(query: Queryable, userId: number): Promise<number> {
  const { left } = await query
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Locks the person, so that two requests cannot remove the last two second factors at the same time. */
export async function lockPerson(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
}

export async function hasAnyFactor(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users as u')
    .select(hasSecondFactor('u').as('has_second_factor'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.has_second_factor
}
