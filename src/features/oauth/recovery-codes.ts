import { randomBytes } from 'node:crypto'
import type { Tx } from '../../database/connect.ts'
import { hashToken } from '../../security/tokens.ts'
import type { Service } from '../../service.ts'

const CODES = 10
/** 80 random bits: too many to guess, even from a stolen hash. */
const CODE_BYTES = 10
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Whether this is written like a recovery code rather than like the six digits of an app. */
export function isRecoveryCode(code: string): boolean {
  return /^[a-z2-7]{16}$/.test(plain(code))
}

/** Makes new codes in place of those before; they are shown this once, and only their hashes are stored. */
export async function writeRecoveryCodes(
  service: Service,
  tx: Tx,
  { userId, customerId }: { userId: number; customerId: number },
): Promise<string[]> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const codes = Array.from({ length: CODES }, () => newCode())
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        code_hash: hashOf(userId, code),
        customer_id: customerId,
        user_id: userId,
        created_at: service.clock.now(),
        used_at: null,
      })),
    )
    .execute()
  return codes
}

/** Uses a code up. */
export async function takeRecoveryCode(service: Service, userId: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await service.database.query
    .updateTable('recovery_codes')
    .set({ used_at: service.clock.now() })
    .where('code_hash', '=', hashOf(userId, code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countRecoveryCodes(service: Service, userId: number): Promise<number> {
  const { left } = await service.database.query
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()
const hashOf = (userId: number, code: string) => hashToken(`recovery|${userId}|${plain(code)}`)

/** Four groups of four letters and digits, e.g. `k7pq-2xmd-…`. */
function newCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}
