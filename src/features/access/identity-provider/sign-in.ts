import { createHash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { isRecord } from '../../../kernel/is-record.ts'
import { randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import type { ProviderCalls } from './discovery.ts'
import { ProviderFault } from './provider-fault.ts'
import {
  bindSubject,
  findCustomerOfDomain,
  findPersonByEmail,
  findProvider,
  listDomains,
  type Provider,
  type ProviderUser,
} from './queries.ts'

export const CALLBACK = '/sign-in/organisation/callback'
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const TOLERANCE_SECONDS = 60

/** The state of a sign-in attempt, kept in the browser that began it. */
export type Attempt = {
  customerId: number
  state: string
  nonce: string
  verifier: string
  next: string
}

/**
 * The sign-in is refused. The message is for the person. `customerId` is the customer whose audit log records
 * it.
 */
export class OrganisationRefused extends Error {
  override readonly name = 'OrganisationRefused'
}

export const domainOf = (email: string): string => email.trim().toLowerCase().split('@').at(-1) ?? ''

/**
 * Begins a sign-in and returns the provider's URL and the attempt to store. Returns undefined when no
 * organisation has this domain.
 */
export async function beginSignIn(
  service: Service,
  calls: ProviderCalls,
  { domain, email, next }: { domain: string; email: string; next: string },
): Promise<{ url: string; attempt: Attempt } | undefined> {
  const { query } = service.database
  const customerId = await findCustomerOfDomain(query, domain)
  if (customerId === undefined) return undefined
  const provider = await findProvider(query, service.cipher, customerId)
  if (!provider) return undefined
  const { authorization_endpoint } = await calls.find(provider.issuer)
  const attempt = { customerId, next, state: randomToken(), nonce: randomToken(), verifier: randomToken() }
  const url = new URL(authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: service.settings.publicUrl + CALLBACK,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: createHash('sha256').update(attempt.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(email ? { login_hint: email } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href, attempt }
}

/** The person named by the provider's response, if they may sign in to the account. */
export async function personOfAnswer(
  service: Service,
  calls: ProviderCalls,
  attempt: Attempt,
  { code, issuer }: { code: string; issuer: string },
): Promise<ProviderUser> {
  const { query } = service.database
  const provider = await findProvider(query, service.cipher, attempt.customerId)
  if (!provider)
    throw new OrganisationRefused('Your organisation no longer signs in through a provider here.')
  if (issuer !== '' && issuer !== provider.issuer)
    throw new OrganisationRefused('The response is not from the expected provider.')
  const claims = await readClaims(service, calls, provider, attempt, code)
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : ''
  if (email === '' || claims.email_verified !== true)
    throw new OrganisationRefused(
      'Your provider does not confirm your e-mail address (email_verified). Ask the person who manages it.',
    )
  const domains = await listDomains(query, attempt.customerId)
  if (!domains.some(({ domain, verified_at }) => verified_at !== null && domain === domainOf(email)))
    throw new OrganisationRefused(
      'Your e-mail address is not in a domain that your organisation has verified.',
    )
  const user = await findPersonByEmail(query, attempt.customerId, email)
  if (!user)
    throw new OrganisationRefused('You have no access yet. Ask an owner of the account to invite you.')
  await requireSameSubject(service, provider, user, claims)
  return user
}

/**
 * Refuses an email address that the provider has reassigned, so it does not open the first person's account.
 */
async function requireSameSubject(
  service: Service,
  { issuer }: Provider,
  user: ProviderUser,
  { sub = '' }: JWTPayload,
): Promise<void> {
  const subject = `${issuer} ${sub}`
  if (user.identity_subject === subject) return
  if (user.identity_subject?.startsWith(`${issuer} `))
    throw new OrganisationRefused(
      'This address belonged to another person at your provider. Ask an owner to remove that person and invite you.',
    )
  if (await bindSubject(service.database.query, user, subject)) return
  const now = await findPersonByEmail(service.database.query, user.customer_id, user.email)
  if (now?.identity_subject !== subject)
    throw new OrganisationRefused('Another sign-in with your address finished first. Try again.')
}

async function readClaims(
  service: Service,
  calls: ProviderCalls,
  provider: Provider,
  { verifier, nonce }: Attempt,
  code: string,
): Promise<JWTPayload> {
  const token = await exchange(service, calls, provider, code, verifier)
  const claims = await verify(service, calls, provider, token)
  if (claims.nonce !== nonce)
    throw new OrganisationRefused('The response belongs to another sign-in. Start again.')
  const { azp, aud } = claims
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== provider.client_id)
    throw new ProviderFault('the ID token was made for another client')
  return claims
}

async function exchange(
  service: Service,
  calls: ProviderCalls,
  { issuer, client_id, client_secret }: Provider,
  code: string,
  verifier: string,
): Promise<string> {
  const { token_endpoint, isSecretInBody } = await calls.find(issuer)
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: service.settings.publicUrl + CALLBACK,
    code_verifier: verifier,
    ...(isSecretInBody ? { client_id, client_secret } : {}),
  })
  const basic = Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`)
  const { status, body } = await calls.call(token_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(isSecretInBody ? {} : { authorization: `Basic ${basic.toString('base64')}` }),
    },
    body: form.toString(),
  })
  if (status !== 200 || !isRecord(body) || typeof body.id_token !== 'string')
    throw new ProviderFault(`the token endpoint answered ${status}${errorOf(body)}`)
  return body.id_token
}

const errorOf = (body: unknown) =>
  isRecord(body) && typeof body.error === 'string' ? ` (${body.error.slice(0, 100)})` : ''

/**
 * Checks signature, issuer, audience and times. Refetches the provider's keys once when the key is unknown.
 */
async function verify(service: Service, calls: ProviderCalls, provider: Provider, token: string) {
  const options = {
    issuer: provider.issuer,
    audience: provider.client_id,
    algorithms: ALGORITHMS,
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: service.clock.now(),
    requiredClaims: ['sub', 'exp', 'iat'],
  }
  const check = async (isFresh: boolean) =>
    (await jwtVerify(token, (await calls.find(provider.issuer, isFresh)).keys, options)).payload
  try {
    return await check(false).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return check(true)
      throw error
    })
  } catch (error) {
    if (error instanceof errors.JOSEError)
      throw new ProviderFault(`the ID token is refused: ${error.message}`)
    throw error
  }
}
