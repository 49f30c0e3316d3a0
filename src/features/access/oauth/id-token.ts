import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Service } from '../../../service.ts'
import { SIGNING_ALGORITHM, signingKey } from './signing-keys.ts'
import { readUserinfo } from './userinfo.ts'

const ID_TOKEN_SECONDS = 1800

/** The subject of an ID token: the grant that was exchanged. */
export type SignedIn = {
  clientId: string
  userId: number
  customerId: number
  nonce: string | null
  authenticatedAt: Date | null
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** Signs the ID token of an exchange (OpenID Connect Core, 2 and 3.1.3.6). */
export async function signIdToken(
  service: Service,
  { clientId, userId, customerId, nonce, authenticatedAt }: SignedIn,
  accessToken: string,
): Promise<string> {
  const { kid, key } = await signingKey(service)
  const { sub, ...claims } = await readUserinfo(service, { userId, customerId })
  const now = seconds(service.systemClock.now())
  return new SignJWT({
    ...claims,
    ...(nonce === null ? {} : { nonce }),
    ...(authenticatedAt ? { auth_time: seconds(authenticatedAt) } : {}),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'JWT' })
    .setIssuer(service.settings.publicUrl)
    .setSubject(sub)
    .setAudience(clientId)
    .setIssuedAt(now)
    .setExpirationTime(now + ID_TOKEN_SECONDS)
    .sign(key)
}
