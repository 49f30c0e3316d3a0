import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { Unavailable } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { relyingParty } from './challenges.ts'

/** What a browser sends for a new passkey; texts in base64url. */
export type NewCredential = {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}
/** What a browser sends when a passkey is used. */
export type UsedCredential = {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | undefined
}

/** EdDSA, ES256 and RS256 (COSE numbers): what authenticators in use sign with. */
export const ALGORITHMS = [-8, -7, -257]

type Taker = (challenge: string) => Promise<boolean>

/** The key of a new passkey; undefined: the answer does not prove it. */
export async function verifyNew(service: Service, sent: NewCredential, takeChallenge: Taker) {
  const { id, origin } = relyingParty(service)
  const { clientDataJSON, attestationObject, transports } = sent
  const verified = await refused(
    verifyRegistrationResponse({
      response: {
        id: sent.id,
        rawId: sent.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
      expectedChallenge: takeChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  return verified?.verified ? verified.registrationInfo.credential : undefined
}

/** The new counter of a passkey that was used; undefined: the answer does not prove it. */
export async function verifyUse(
  service: Service,
  sent: UsedCredential,
  passkey: { credential_id: string; public_key: Buffer; counter: string },
  { takeChallenge, isVerified }: { takeChallenge: Taker; isVerified: boolean },
): Promise<number | undefined> {
  const { id, origin } = relyingParty(service)
  const { clientDataJSON, authenticatorData, signature } = sent
  const verified = await refused(
    verifyAuthenticationResponse({
      response: {
        id: sent.id,
        rawId: sent.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON,
          authenticatorData,
          signature,
          ...(sent.userHandle ? { userHandle: sent.userHandle } : {}),
        },
      },
      expectedChallenge: takeChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
      requireUserVerification: isVerified,
    }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

/** The library throws for whatever is wrong with an answer; a database that fails is not an answer. */
async function refused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Unavailable) throw error
    return undefined
  }
}
