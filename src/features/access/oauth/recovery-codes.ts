import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../database/connect.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { replaceRecoveryCodes, spendRecoveryCode } from './account-queries.ts'

const CODES = 10
/** 80 random bits, too many to guess even from a stolen hash. */
const CODE_BYTES = 10
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Whether this looks like a recovery code rather than six digits of an authenticator app. */
export function isRecoveryCode(code: string): boolean {
  return /^[a-z2-7]{16}$/.test(plain(code))
}

/** Replaces the recovery codes. They are shown once, and only their hashes are stored. */
export async function writeRecoveryCodes(
  service: Service,
  tx: Tx,
  { userId, customerId }: { userId: number; customerId: number },
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => newCode())
  const hashes = codes.map((code) => hashOf(userId, code))
  await replaceRecoveryCodes(tx, { userId, customerId }, hashes, service.clock.now())
  return codes
}

/** Uses a recovery code up. Returns whether it was valid. */
export function takeRecoveryCode(service: Service, userId: number, code: string): Promise<boolean> {
  return spendRecoveryCode(service.database.query, userId, hashOf(userId, code), service.clock.now())
}

const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()
const hashOf = (userId: number, code: string) => hashToken(`recovery|${userId}|${plain(code)}`)

/** Four groups of four letters and digits, for example `k7pq-2xmd-…`. */
function newCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}
