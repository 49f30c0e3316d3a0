import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { Unavailable } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { relyingParty } from './challenges.ts'

/** The browser's response for a new passkey, with values in base64url. */
export type NewCredential = {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}
/** The browser's response when a passkey is used. */
export type UsedCredential = {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | undefined
}

/** EdDSA, ES256 and RS256 (COSE numbers), the algorithms of the authenticators in use. */
export const ALGORITHMS = [-8, -7, -257]

type Taker = (challenge: string) => Promise<boolean>

/** The key of a new passkey. Undefined when the response does not verify. */
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

/** The new counter of a passkey that was used. Undefined when the response does not verify. */
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

/** The library throws for any invalid response. A database failure is passed on instead. */
async function refused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Unavailable) throw error
    return undefined
  }
}
