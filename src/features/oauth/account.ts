import type { FastifyRequest } from 'fastify'
import { hashPassword, verifyPassword } from '../../security/passwords.ts'
import type { Service } from '../../service.ts'
import { writeMail } from '../mail/index.ts'
import { readPasswordHash, readSessionsOf, replacePassword } from './account-queries.ts'
import { callersOf } from './caller-cache.ts'
import { refusePassword } from './password-links.ts'
import { writeRecoveryCodes } from './recovery-codes.ts'
import { takeSecondFactor } from './second-factor.ts'
import { closeSessionsOf, type SessionUser } from './sessions.ts'
import { countTry, forgiveTry, keysOf, type Purpose } from './throttle.ts'

/** What came of something that a person proves themselves for. */
export type Proven<T> =
  | { kind: 'done'; value: T }
  | { kind: 'wrong'; sentence: string }
  | { kind: 'wait'; seconds: number }

type Who = Pick<SessionUser, 'userId' | 'customerId' | 'email' | 'name'>

/** Counts the try, lets it be judged, and forgives it when it was right. */
async function prove<T>(
  service: Service,
  request: FastifyRequest,
  purpose: Purpose,
  user: Who,
  judge: () => Promise<T | { sentence: string }>,
): Promise<Proven<T>> {
  const keys = keysOf(service, request, purpose, user.email)
  const seconds = await countTry(service, keys)
  if (seconds > 0) return { kind: 'wait', seconds }
  const judged = await judge()
  if (judged && typeof judged === 'object' && 'sentence' in judged)
    return { kind: 'wrong', sentence: judged.sentence }
  await forgiveTry(service, keys)
  return { kind: 'done', value: judged }
}

const WRONG_CODE = {
  sentence: 'This code is not right, or was used before. Try the next one that the app shows.',
}

/** Asks for a code of the person's second factor, for something that a password alone should not do. */
export function proveByCode(service: Service, request: FastifyRequest, user: Who, code: string) {
  return prove(service, request, 'second-factor', user, async () =>
    (await takeSecondFactor(service, user.userId, code)) ? true : WRONG_CODE,
  )
}

/** New recovery codes in place of those before. */
export function renewRecoveryCodes(service: Service, request: FastifyRequest, user: Who, code: string) {
  return prove(service, request, 'second-factor', user, async () => {
    if (!(await takeSecondFactor(service, user.userId, code))) return WRONG_CODE
    return service.database.transaction((tx) => writeRecoveryCodes(service, tx, user))
  })
}

/** Sets a new password for whoever knows the old one; every browser is signed out, and the person told by mail. */
export function changePassword(
  service: Service,
  request: FastifyRequest,
  user: Who,
  passwords: { old: string; new: string },
): Promise<Proven<true>> {
  return prove(service, request, 'password', user, async () => {
    const stored = await readPasswordHash(service.database.query, user.userId)
    if (!stored || !(await verifyPassword(passwords.old, stored)))
      return { sentence: 'The present password is not right.' }
    const refusal = refusePassword(passwords.new, user.email)
    if (refusal) return { sentence: refusal }
    if (passwords.new === passwords.old) return { sentence: 'The new password is the one you have.' }
    const passwordHash = await hashPassword(passwords.new)
    const now = service.clock.now()
    await service.database.transaction(async (tx) => {
      await replacePassword(tx, user.userId, passwordHash, now)
      await closeSessionsOf(tx, user.userId, now)
      await writeMail(service, tx, {
        customerId: user.customerId,
        to: user.email,
        subject: 'Your password was changed',
        text: [
          `Hello ${user.name},`,
          'the password of your sign-in was changed just now, and every other browser was signed out.',
          `If it was not you, set a new one at once: ${service.settings.publicUrl}/forgot-password`,
        ].join('\n\n'),
      })
    })
    callersOf(service.database).forget('user', user.userId)
    return true as const
  })
}

/** The browsers at which the person is signed in, this one first. */
export async function listSessions(service: Service, user: Pick<SessionUser, 'userId' | 'sessionId'>) {
  const rows = await readSessionsOf(service.database.query, user.userId, service.clock.now())
  return rows
    .map((row) => ({ ...row, is_current: row.id === user.sessionId }))
    .sort((a, b) => Number(b.is_current) - Number(a.is_current))
}

/** Ends one of the person's sessions, or all but this one. */
export async function endSessions(
  service: Service,
  user: Pick<SessionUser, 'userId' | 'sessionId'>,
  which: number | 'others',
): Promise<number> {
  const now = service.clock.now()
  const ended = await service.database.transaction((tx) =>
    closeSessionsOf(tx, user.userId, now, which === 'others' ? { except: user.sessionId } : { only: which }),
  )
  callersOf(service.database).forget('user', user.userId)
  return ended
}
