import { createLocalJWKSet, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Tx } from '../../../database/connect.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { findClient } from './clients.ts'
import { OAuthFailure } from './oauth-failure.ts'
import { spendAssertion } from './service-client-queries.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
export const ASSERTION_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const LIFETIME_MAX_SECONDS = 3600
const TOLERANCE_SECONDS = 30

const refuse = (sentence: string) => new OAuthFailure(401, 'invalid_client', sentence)

/**
 * The application authenticated by a signed assertion (RFC 7523, private_key_jwt). Undefined when the request
 * has no assertion. An assertion is valid once, within an hour, at our token endpoint.
 */
export async function proveByAssertion(
  service: Service,
  tx: Tx,
  parameters: Record<string, string>,
): Promise<string | undefined> {
  const { client_assertion: assertion, client_assertion_type: type, client_id: named } = parameters
  if (assertion === undefined && type === undefined) return undefined
  if (type !== ASSERTION_TYPE || !assertion)
    throw new OAuthFailure(
      400,
      'invalid_request',
      `client_assertion needs client_assertion_type=${ASSERTION_TYPE}`,
    )
  const clientId = named ?? claimedBy(assertion)
  const client = /^[\x20-\x7e]{1,100}$/.test(clientId)
    ? await findClient(tx, service.settings, clientId)
    : undefined
  if (!client || client.customer_id === null || client.public_keys.length === 0)
    throw refuse('The client is unknown or has no public keys')
  const { publicUrl } = service.settings
  const now = service.systemClock.now()
  const { payload } = await verify(assertion, createLocalJWKSet({ keys: client.public_keys }), {
    issuer: clientId,
    subject: clientId,
    audience: [publicUrl, `${publicUrl}/api/oauth/token`],
    algorithms: ASSERTION_ALGORITHMS,
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: now,
    requiredClaims: ['jti', 'exp'],
  })
  const { exp = 0, jti = '' } = payload
  if (exp > now.getTime() / 1000 + LIFETIME_MAX_SECONDS)
    throw refuse('The client assertion must expire within an hour')
  const isFirst = await spendAssertion(tx, {
    customer_id: client.customer_id,
    client_id: clientId,
    jti_hash: hashToken(String(jti)),
    expires_at: new Date((exp + TOLERANCE_SECONDS) * 1000),
  })
  if (!isFirst) throw refuse('The client assertion was used before')
  return clientId
}

function claimedBy(assertion: string): string {
  try {
    return decodeJwt(assertion).sub ?? ''
  } catch {
    throw refuse('The client assertion is not a JWT')
  }
}

async function verify(assertion: string, keys: JWTVerifyGetKey, options: Parameters<typeof jwtVerify>[2]) {
  try {
    return await jwtVerify(assertion, keys, options)
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refuse(`The client assertion is refused: ${error.message}`)
    throw error
  }
}
