import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'
import type { Tx } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'
import { dropUnusedRecoveryCodes, lockPerson } from './account-queries.ts'
import { isRecoveryCode, takeRecoveryCode, writeRecoveryCodes } from './recovery-codes.ts'
import { closeSessionsOf } from './sessions.ts'

const ISSUER = 'Tasman Payroll'
const STEP_MS = 30_000

function totpOf(email: string, base32: string): TOTP {
  return new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(base32), digits: 6, period: 30 })
}

/**
 * A secret for an authenticator app, stored with the session until a first code confirms it. Each time the
 * setup is opened it is replaced, so a secret read earlier on this browser is useless.
 */
export async function offerSecondFactor(
  service: Service,
  sessionId: number,
  email: string,
  { isNew }: { isNew: boolean },
) {
  const row = await service.database.query
    .selectFrom('sessions')
    .select('pending_totp_secret')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const known = isNew ? null : row.pending_totp_secret
  const secret = known
    ? service.cipher.open('sessions.pending_totp_secret', sessionId, known)
    : new Secret({ size: 20 }).base32
  if (!known)
    await service.database.query
      .updateTable('sessions')
      .set({ pending_totp_secret: service.cipher.seal('sessions.pending_totp_secret', sessionId, secret) })
      .where('id', '=', sessionId)
      .execute()
  const uri = totpOf(email, secret).toString()
  return { secret, uri, qr: drawQr(uri) }
}

/** A QR code as a data URL. It is always dark on light, so every camera can read it. */
function drawQr(text: string): string {
  const svg = encodeQR(text, 'svg', { ecc: 'medium', border: 2 })
  const framed = svg.replace(/<svg([^>]*)>/, '<svg$1><rect width="100%" height="100%" fill="#fff"/>')
  return `data:image/svg+xml;base64,${Buffer.from(framed).toString('base64')}`
}

/** Turns the second factor on if the code matches the offered secret. Signs out every other browser. */
export async function switchOnSecondFactor(
  service: Service,
  session: { sessionId: number; userId: number; customerId: number; email: string },
  code: string,
): Promise<string[] | null> {
  const { secret } = await offerSecondFactor(service, session.sessionId, session.email, {
    isNew: false,
  })
  const step = stepOf(service, session.email, secret, code)
  if (step === null) return null
  return service.database.transaction(async (tx) => {
    await tx
      .updateTable('users')
      .set({
        totp_secret: service.cipher.seal('users.totp_secret', session.userId, secret),
        totp_last_step: step,
      })
      .where('id', '=', session.userId)
      .execute()
    await tx
      .updateTable('sessions')
      .set({ pending_totp_secret: null })
      .where('id', '=', session.sessionId)
      .execute()
    await closeSessionsOf(tx, session.userId, service.clock.now(), { except: session.sessionId })
    return writeRecoveryCodes(service, tx, session)
  })
}

/** Whether an authenticator app code or a recovery code is right and unused. Uses it up. */
export async function takeSecondFactor(service: Service, userId: number, code: string): Promise<boolean> {
  const user = await service.database.query
    .selectFrom('users')
    .select(['email', 'totp_secret'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (isRecoveryCode(code)) return takeRecoveryCode(service, userId, code)
  if (!user.totp_secret) return false
  const secret = service.cipher.open('users.totp_secret', userId, user.totp_secret)
  const step = stepOf(service, user.email, secret, code)
  if (step === null) return false
  const { numUpdatedRows } = await service.database.query
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', userId)
    .where((where) => where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Turns off the authenticator app codes. Recovery codes stay while there is a passkey. */
export async function switchOffSecondFactor(
  service: Service,
  userId: number,
  check: (tx: Tx, userId: number) => Promise<void>,
): Promise<void> {
  await service.database.transaction(async (tx) => {
    await lockPerson(tx, userId)
    await tx
      .updateTable('users')
      .set({ totp_secret: null, totp_last_step: null })
      .where('id', '=', userId)
      .execute()
    await check(tx, userId)
    await dropUnusedRecoveryCodes(tx, userId)
  })
}

/**
 * The time step that the code belongs to (the current one, or one before or after), or null when it is wrong.
 */
function stepOf(service: Service, email: string, secret: string, code: string): number | null {
  const timestamp = service.clock.now().getTime()
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(email, secret).validate({ token, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta
}
