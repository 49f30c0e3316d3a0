import type { Queryable, Tx } from '../../../database/connect.ts'
import type { ChallengePurpose } from '../../../database/tables/sign-in.ts'

type Challenge = { hash: Buffer; purpose: ChallengePurpose; askedBy: Buffer }

export async function insertChallenge(
  query: Queryable,
  challenge: Challenge,
  expiresAt: Date,
): Promise<void> {
  const { hash, purpose, askedBy } = challenge
  await query
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hash, purpose, asked_by: askedBy, expires_at: expiresAt })
    .execute()
}

/**
 * Uses a challenge up. Returns whether it was issued to this browser, for this purpose, and has not expired.
 */
export async function takeChallenge(
  query: Queryable,
  { hash, purpose, askedBy }: Challenge,
  now: Date,
): Promise<boolean> {
  const taken = await query
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .returning(['purpose', 'asked_by', 'expires_at'])
    .executeTakeFirst()
  return (
    taken !== undefined &&
    taken.purpose === purpose &&
    taken.asked_by.equals(askedBy) &&
    taken.expires_at > now
  )
}

/** A person's passkeys, oldest first. */
export function readPasskeys(query: Queryable | Tx, userId: number) {
  return query
    .selectFrom('passkeys')
    .select(['id', 'name', 'credential_id', 'transports', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** A passkey with its user. */
export function findPasskey(query: Queryable, credentialId: string) {
  return query
    .selectFrom('passkeys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['k.id', 'k.user_id', 'k.customer_id', 'k.credential_id', 'k.public_key', 'k.counter'])
    .select(['u.email', 'u.name', 'u.role', 'c.access_ended_at'])
    .where('k.credential_id', '=', credentialId)
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
}

export type NewPasskey = {
  customerId: number
  userId: number
  name: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

export async function insertPasskey(tx: Tx, passkey: NewPasskey, now: Date): Promise<void> {
  await tx
    .insertInto('passkeys')
    .values({
      customer_id: passkey.customerId,
      user_id: passkey.userId,
      name: passkey.name,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: String(passkey.counter),
      transports: passkey.transports,
      created_at: now,
      last_used_at: null,
    })
    .execute()
}

/**
 * Records a use, unless the counter has changed since it was read. Two concurrent uses could otherwise hide a
 * copied key.
 */
export async function markUsed(
  query: Queryable,
  passkey: { id: number; counter: string },
  counter: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('passkeys')
    .set({ counter: String(counter), last_used_at: now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function renamePasskey(tx: Tx, userId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
