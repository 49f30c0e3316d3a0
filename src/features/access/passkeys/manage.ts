import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import {
  closeSessionsOf,
  dropUnusedRecoveryCodes,
  lockPerson,
  type Proven,
  proveForFactor,
  refuseLastFactor,
  requireFactorLeft,
  type SessionUser,
  writeRecoveryCodes,
} from '../oauth/index.ts'
import { askerOf, CHALLENGE_SECONDS, challengeTaker, relyingParty, storeChallenge } from './challenges.ts'
import { deletePasskey, insertPasskey, readPasskeys, renamePasskey } from './queries.ts'
import { ALGORITHMS, type NewCredential, verifyNew } from './verify.ts'

const PASSKEYS_MAX = 20

/** The options with which the browser asks the authenticator to create a passkey for this person. */
export async function offerPasskey(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  user: SessionUser,
) {
  const own = await readPasskeys(service.database.query, user.userId)
  if (own.length >= PASSKEYS_MAX)
    throw conflict(`You have ${PASSKEYS_MAX} passkeys. Remove one that you no longer use first.`)
  const options = await generateRegistrationOptions({
    rpName: 'Tasman Payroll',
    rpID: relyingParty(service).id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(`user-${user.userId}`),
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await storeChallenge(service, options.challenge, 'register', askerOf(service, request, reply))
  return options
}

const NOT_PROVEN = { kind: 'wrong', sentence: 'The passkey could not be checked. Start again.' } as const

/** Stores a passkey after checking the password. The first second factor comes with recovery codes. */
export async function addPasskey(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  user: SessionUser,
  sent: { name: string; password?: string; credential: NewCredential },
): Promise<Proven<string[]>> {
  const known = await proveForFactor(service, request, user, sent.password ?? '')
  if (known.kind !== 'done') return known
  const asker = askerOf(service, request, reply)
  const key = await verifyNew(service, sent.credential, challengeTaker(service, 'register', asker))
  if (!key) return NOT_PROVEN
  const codes = await service.database.transaction(async (tx) => {
    const { userId, customerId } = user
    const now = service.clock.now()
    await insertPasskey(
      tx,
      {
        customerId,
        userId,
        name: sent.name.trim(),
        credentialId: key.id,
        publicKey: Buffer.from(key.publicKey),
        counter: key.counter,
        transports: sent.credential.transports,
      },
      now,
    )
    if (user.hasSecondFactor) return []
    // Ends sessions that were signed in with a password alone.
    await closeSessionsOf(tx, userId, now, { except: user.sessionId })
    return writeRecoveryCodes(service, tx, { userId, customerId })
  })
  return { kind: 'done', value: codes }
}

export async function changePasskeyName(
  service: Service,
  { userId }: Pick<SessionUser, 'userId'>,
  id: number,
  name: string,
): Promise<void> {
  const isDone = await service.database.transaction((tx) => renamePasskey(tx, userId, id, name.trim()))
  if (!isDone) throw GONE
}

const GONE = notFound('This passkey has already been removed.')

/** Removes a passkey after checking the password. */
export async function removePasskey(
  service: Service,
  request: FastifyRequest,
  user: SessionUser,
  id: number,
  password: string,
): Promise<Proven<true>> {
  const known = await proveForFactor(service, request, user, password)
  if (known.kind !== 'done') return known
  const own = await readPasskeys(service.database.query, user.userId)
  if (!own.some((passkey) => passkey.id === id)) throw GONE
  if (!user.hasCodes && own.length === 1) await refuseLastFactor(service, user.userId)
  await service.database.transaction(async (tx) => {
    await lockPerson(tx, user.userId)
    await deletePasskey(tx, user.userId, id)
    await requireFactorLeft(tx, user.userId)
    await dropUnusedRecoveryCodes(tx, user.userId)
  })
  return { kind: 'done', value: true }
}
