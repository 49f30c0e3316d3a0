import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { conflict } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import {
  completeSignIn,
  countTry,
  ENDED,
  forgiveTry,
  isRefusedDemo,
  keysOf,
  markProved,
  ORGANISATION_ONLY,
  type Proven,
  pendingUser,
  refuseForNow,
  requiresProvider,
  type SessionUser,
  type SignInStep,
} from '../oauth/index.ts'
import { askerOf, CHALLENGE_SECONDS, challengeTaker, relyingParty, storeChallenge } from './challenges.ts'
import { findPasskey, markUsed, readPasskeys } from './queries.ts'
import { type UsedCredential, verifyUse } from './verify.ts'

type Purpose = 'sign-in' | 'prove'

/**
 * The sign-in options for the authenticator. For a known person they list that person's passkeys. Otherwise
 * the authenticator offers the passkeys it has for this service. It must then verify its owner, because the
 * passkey replaces the password.
 */
export async function offerSignIn(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  { purpose, user }: { purpose: Purpose; user?: Pick<SessionUser, 'userId'> | undefined },
) {
  const own = user ? await readPasskeys(service.database.query, user.userId) : []
  if (user && own.length === 0) throw conflict('You have no passkey for this sign-in. Enter a code instead.')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(service).id,
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: user ? 'preferred' : 'required',
    allowCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
  })
  await storeChallenge(service, options.challenge, purpose, askerOf(service, request, reply))
  return options
}

const WRONG = 'This passkey does not match. Try again, or sign in another way.'

/** Completes a sign-in with a passkey, after the password or instead of it. */
export async function signInWithPasskey(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: UsedCredential,
): Promise<SignInStep> {
  const pending = await pendingUser(service, request)
  const passkey = await findPasskey(service.database.query, sent.id)
  const about = pending ?? (passkey && { userId: passkey.user_id, customerId: passkey.customer_id })
  noteAudit(request, { action: 'sign-in.passkey', userId: about?.userId, customerId: about?.customerId })
  const keys = keysOf(
    service,
    request,
    'second-factor',
    pending?.email ?? passkey?.email ?? sent.id.slice(0, 100),
  )
  const seconds = await countTry(service, keys)
  if (seconds > 0) return refuseForNow(reply, seconds)
  const isTheirs = passkey && (!pending || pending.userId === passkey.user_id)
  const isRight =
    isTheirs &&
    !isRefusedDemo(service, passkey.email) &&
    (await takePasskey(service, askerOf(service, request, reply), sent, passkey, {
      purpose: 'sign-in',
      isVerified: !pending,
    }))
  if (!isRight) return { kind: 'refused', status: 401, sentence: WRONG }
  await forgiveTry(service, keys)
  if (passkey.access_ended_at) return ENDED
  const user = { customerId: passkey.customer_id, role: passkey.role }
  if (!pending && (await requiresProvider(service, user))) return ORGANISATION_ONLY
  await completeSignIn(service, request, reply, {
    ...user,
    userId: passkey.user_id,
    email: passkey.email,
    name: passkey.name,
    isByProvider: pending?.isByProvider ?? false,
  })
  return { kind: 'in', user }
}

/** Asks for a passkey again and records the proof in the session. */
export async function provePasskey(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  user: SessionUser,
  sent: UsedCredential,
): Promise<Proven<true>> {
  const keys = keysOf(service, request, 'second-factor', user.email)
  const seconds = await countTry(service, keys)
  if (seconds > 0) return { kind: 'wait', seconds }
  const passkey = await findPasskey(service.database.query, sent.id)
  const asker = askerOf(service, request, reply)
  const isRight =
    passkey?.user_id === user.userId &&
    (await takePasskey(service, asker, sent, passkey, { purpose: 'prove', isVerified: false }))
  if (!isRight) return { kind: 'wrong', sentence: WRONG }
  await forgiveTry(service, keys)
  await service.database.transaction((tx) => markProved(tx, user.sessionId, service.clock.now()))
  return { kind: 'done', value: true }
}

type Found = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

async function takePasskey(
  service: Service,
  asker: Buffer,
  sent: UsedCredential,
  passkey: Found,
  { purpose, isVerified }: { purpose: Purpose; isVerified: boolean },
): Promise<boolean> {
  const takeChallenge = challengeTaker(service, purpose, asker)
  const counter = await verifyUse(service, sent, passkey, { takeChallenge, isVerified })
  return counter !== undefined && markUsed(service.database.query, passkey, counter, service.clock.now())
}
