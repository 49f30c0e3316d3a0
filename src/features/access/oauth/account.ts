import type { FastifyRequest } from 'fastify'
import { inCellOf } from '../../../database/cell-of-customer.ts'
import type { Tx } from '../../../database/connect.ts'
import { conflict } from '../../../kernel/problem.ts'
import { hashPassword, verifyPassword } from '../../../security/passwords.ts'
import type { Service } from '../../../service.ts'
import { writeMail } from '../../platform/mail/index.ts'
import { isFactorRequired } from '../sign-in-policy/index.ts'
import {
  hasAnyFactor,
  hasPassword,
  markProved,
  readPasswordHashes,
  readSessionsOf,
  replacePassword,
} from './account-queries.ts'
import { callersOf } from './caller-cache.ts'
import { deviceWords } from './device-words.ts'
import { refusePassword } from './password-links.ts'
import { writeRecoveryCodes } from './recovery-codes.ts'
import { switchOffSecondFactor, switchOnSecondFactor, takeSecondFactor } from './second-factor.ts'
import { closeSessionsOf, type SessionUser } from './sessions.ts'
import { countTry, forgiveTry, keysOf, type Purpose } from './throttle.ts'

/** The result of an action that needs a fresh proof of identity. */
export type Proven<T> =
  | { kind: 'done'; value: T }
  | { kind: 'wrong'; sentence: string }
  | { kind: 'wait'; seconds: number }

type Who = Pick<SessionUser, 'userId' | 'customerId' | 'email' | 'name'>
type Signed = Who & Pick<SessionUser, 'isByProvider' | 'signedInAt'>

/** How long a sign-in through the provider counts like a password. */
const FRESH_MS = 10 * 60_000

/** Counts the attempt, checks it, and clears the count when it was right. */
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
  sentence: 'This code is wrong or was already used. Try the next one that the app shows.',
}

const WRONG_PASSWORD = { sentence: 'The password is wrong.' }

async function isPassword(service: Service, user: Who, password: string): Promise<boolean> {
  const stored = await readPasswordHashes(service.database.query, user.userId)
  return stored.password_hash !== null && (await verifyPassword(password.slice(0, 1000), stored))
}

/** Asks for a second-factor code, for actions that need more than a session. */
export function proveByCode(service: Service, request: FastifyRequest, user: Who, code: string) {
  return prove(service, request, 'second-factor', user, async () =>
    (await takeSecondFactor(service, user.userId, code)) ? true : WRONG_CODE,
  )
}

/**
 * Asks for the password before any change to the second factor, and counts the attempt like a sign-in. A
 * browser left open must not be enough to lock its owner out.
 */
export function proveByPassword(
  service: Service,
  request: FastifyRequest,
  user: Who,
  password: string,
): Promise<Proven<true>> {
  return prove(service, request, 'sign-in', user, async () =>
    (await isPassword(service, user, password)) ? (true as const) : WRONG_PASSWORD,
  )
}

/**
 * Asks for the password before a change to the second factor. A person whom only the provider signs in has none, so a
 * fresh sign-in through it takes its place.
 */
export async function proveForFactor(
  service: Service,
  request: FastifyRequest,
  user: Signed,
  password: string,
): Promise<Proven<true>> {
  if (!user.isByProvider || (await hasPassword(service.database.query, user.userId)))
    return proveByPassword(service, request, user, password)
  const isFresh = service.clock.now().getTime() - user.signedInAt.getTime() <= FRESH_MS
  if (isFresh) {
    await mailFactorChange(service, user)
    return { kind: 'done', value: true }
  }
  return {
    kind: 'wrong',
    sentence:
      'Sign out and sign in through your organisation again first. Then change your second factor within ten minutes.',
  }
}

/** The manager of the provider can sign in as the person, so the person hears of it. */
function mailFactorChange(service: Service, { customerId, email, name }: Who): Promise<unknown> {
  const { database } = service
  return inCellOf(database.query, customerId, () =>
    database.transaction((tx) =>
      writeMail(service, tx, {
        customerId,
        to: email,
        subject: 'Your second factor is being changed',
        text: [
          `Hello ${name},`,
          'someone who signed in as you through your organisation has just set up, changed or removed your second factor.',
          'If it was not you, tell an owner of the account at once.',
        ],
      }),
    ),
  )
}

/** Asks for the password or a code again, and records the proof in the session. */
export async function proveSession(
  service: Service,
  request: FastifyRequest,
  user: Who & Pick<SessionUser, 'sessionId'>,
  proof: { password: string } | { code: string },
): Promise<Proven<true>> {
  const proven =
    'password' in proof
      ? await proveByPassword(service, request, user, proof.password)
      : await proveByCode(service, request, user, proof.code)
  if (proven.kind !== 'done') return proven
  await service.database.transaction((tx) => markProved(tx, user.sessionId, service.clock.now()))
  return { kind: 'done', value: true }
}

/** The password and code that a person enters to change the second factor. */
export type SecondFactorProof = { password: string; code: string }

/** Runs the work if the password is right. The work itself checks the code. */
async function changeSecondFactor<T>(
  service: Service,
  request: FastifyRequest,
  user: Signed,
  { password }: Pick<SecondFactorProof, 'password'>,
  work: () => Promise<T | null>,
): Promise<Proven<T>> {
  const known = await proveForFactor(service, request, user, password)
  if (known.kind !== 'done') return known
  return prove(service, request, 'second-factor', user, async () => (await work()) ?? WRONG_CODE)
}

/** Turns the second factor on and returns the recovery codes. */
export function enrolSecondFactor(
  service: Service,
  request: FastifyRequest,
  user: Signed & { sessionId: number },
  proof: SecondFactorProof,
): Promise<Proven<string[]>> {
  return changeSecondFactor(service, request, user, proof, () =>
    switchOnSecondFactor(service, user, proof.code),
  )
}

const LAST_FACTOR = 'Your account requires two-factor sign-in for your role. Add another second factor first.'

/** Refuses to remove the only second factor of a person whose account requires one. */
export async function refuseLastFactor(service: Service, userId: number): Promise<void> {
  if (await isFactorRequired(service.database.query, userId)) throw conflict(LAST_FACTOR)
}

/** Checks the same after the removal, in the transaction in which `lockPerson` locked the person. */
export async function requireFactorLeft(tx: Tx, userId: number): Promise<void> {
  if ((await isFactorRequired(tx, userId)) && !(await hasAnyFactor(tx, userId))) throw conflict(LAST_FACTOR)
}

/** Turns off the authenticator app codes. */
export async function removeSecondFactor(
  service: Service,
  request: FastifyRequest,
  user: Signed & Pick<SessionUser, 'hasPasskeys'>,
  proof: SecondFactorProof,
): Promise<Proven<true>> {
  if (!user.hasPasskeys) await refuseLastFactor(service, user.userId)
  return changeSecondFactor(service, request, user, proof, async () => {
    if (!(await takeSecondFactor(service, user.userId, proof.code))) return null
    await switchOffSecondFactor(service, user.userId, requireFactorLeft)
    return true as const
  })
}

/** Replaces the recovery codes. A person with passkeys only has no code to enter. */
export function renewRecoveryCodes(
  service: Service,
  request: FastifyRequest,
  user: Signed & Pick<SessionUser, 'hasCodes'>,
  proof: SecondFactorProof,
): Promise<Proven<string[]>> {
  return changeSecondFactor(service, request, user, proof, async () => {
    if (user.hasCodes && !(await takeSecondFactor(service, user.userId, proof.code))) return null
    return service.database.transaction((tx) => writeRecoveryCodes(service, tx, user))
  })
}

/** Sets a new password for a person who knows the old one. Signs out every browser and emails the person. */
export function changePassword(
  service: Service,
  request: FastifyRequest,
  user: Who,
  passwords: { old: string; new: string },
): Promise<Proven<true>> {
  return prove(service, request, 'password', user, async () => {
    if (!(await isPassword(service, user, passwords.old)))
      return { sentence: 'The current password is wrong.' }
    const refusal = refusePassword(passwords.new, user.email)
    if (refusal) return { sentence: refusal }
    if (passwords.new === passwords.old)
      return { sentence: 'The new password is the same as the current one.' }
    const hashes = await hashPassword(passwords.new)
    const now = service.clock.now()
    const { database } = service
    await inCellOf(database.query, user.customerId, () =>
      database.transaction(async (tx) => {
        await replacePassword(tx, user.userId, hashes, now)
        await closeSessionsOf(tx, user.userId, now)
        await writeMail(service, tx, {
          customerId: user.customerId,
          to: user.email,
          subject: 'Your password was changed',
          text: [
            `Hello ${user.name},`,
            'the password of your sign-in was changed just now, and every other browser was signed out.',
            {
              before: 'If it was not you, set a new one at once: ',
              link: `${service.settings.publicUrl}/forgot-password`,
            },
          ],
        })
      }),
    )
    callersOf(service.database).forget('user', user.userId)
    return true as const
  })
}

/** The browsers in which the person is signed in, this one first. */
export async function listSessions(service: Service, user: Pick<SessionUser, 'userId' | 'sessionId'>) {
  const rows = await readSessionsOf(service.database.query, user.userId, service.clock.now())
  return rows
    .map(({ user_agent, ...row }) => ({
      ...row,
      device: deviceWords(user_agent),
      is_current: row.id === user.sessionId,
    }))
    .sort((a, b) => Number(b.is_current) - Number(a.is_current))
}

/** Ends one of the person's sessions, or all except this one. */
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
