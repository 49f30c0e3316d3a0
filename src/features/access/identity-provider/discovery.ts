import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { Agent, fetch } from 'undici'
import { isRecord } from '../../../kernel/is-record.ts'
import { createAddressGuard } from '../../../security/public-address.ts'
import type { Service } from '../../../service.ts'
import { ProviderFault } from './provider-fault.ts'

const TIMEOUT_MS = 10_000
const ANSWER_MAX_BYTES = 512 * 1024
const CACHED_MS = 10 * 60_000
const CACHED_MAX = 500

/** The provider's metadata (OpenID Connect Discovery 1.0). */
export type Discovered = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  /** Whether the client secret goes in the body of the token request. */
  isSecretInBody: boolean
}

type Cached = { at: number; discovered: Discovered; keys: JSONWebKeySet }

/** Calls to identity providers. They reach public hosts only, under the same rules as webhooks. */
export function createProviderCalls(service: Service) {
  const { webhookAllowHosts: allowHosts } = service.settings
  const guard = createAddressGuard(allowHosts)
  const agent = new Agent({ connect: guard.connector, keepAliveTimeout: 1000, pipelining: 1 })
  const cache = new Map<string, Cached>()

  const requireUrl = (value: unknown, what: string): string => {
    const url = typeof value === 'string' ? URL.parse(value) : null
    const isSafe =
      url?.protocol === 'https:' || (url?.protocol === 'http:' && allowHosts.includes(url.hostname))
    if (!url || !isSafe || url.username !== '' || guard.refusalOf(url.hostname))
      throw new ProviderFault(`${what} must be an https address that is publicly reachable`)
    return String(value)
  }

  const call = async (
    url: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) => {
    try {
      const answer = await fetch(url, {
        ...init,
        redirect: 'error',
        dispatcher: agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await readBounded(answer.body)
      return { status: answer.status, body: parse(text) }
    } catch (error) {
      if (error instanceof ProviderFault) throw error
      throw new ProviderFault(`${new URL(url).host} cannot be reached`, error)
    }
  }

  const getJson = async (url: string) => {
    const { status, body } = await call(url, { headers: { accept: 'application/json' } })
    if (status !== 200 || !isRecord(body)) throw new ProviderFault(`${url} answered ${status}`)
    return body
  }

  const load = async (issuer: string): Promise<Cached> => {
    requireUrl(issuer, 'The issuer')
    const document = await getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    if (document.issuer !== issuer)
      throw new ProviderFault(
        `the provider calls itself ${String(document.issuer).slice(0, 200)}, not ${issuer}`,
      )
    const methods = document.token_endpoint_auth_methods_supported
    const discovered: Discovered = {
      issuer,
      authorization_endpoint: requireUrl(document.authorization_endpoint, 'authorization_endpoint'),
      token_endpoint: requireUrl(document.token_endpoint, 'token_endpoint'),
      jwks_uri: requireUrl(document.jwks_uri, 'jwks_uri'),
      isSecretInBody: Array.isArray(methods) && !methods.includes('client_secret_basic'),
    }
    const keys = await getJson(discovered.jwks_uri)
    if (!isKeySet(keys)) throw new ProviderFault('jwks_uri has no list of keys')
    const cached = { at: service.systemClock.now().getTime(), discovered, keys }
    if (cache.size >= CACHED_MAX) cache.clear()
    cache.set(issuer, cached)
    return cached
  }

  return {
    call,
    /** The provider and its keys. `isFresh` bypasses the cache, for a key that the cache does not contain. */
    async find(issuer: string, isFresh = false) {
      const known = cache.get(issuer)
      const isCurrent = known && service.systemClock.now().getTime() - known.at < CACHED_MS
      const { discovered, keys } = isCurrent && !isFresh ? known : await load(issuer)
      return { ...discovered, keys: createLocalJWKSet(keys) }
    },
    close: () => agent.destroy(),
  }
}
export type ProviderCalls = ReturnType<typeof createProviderCalls>

function isKeySet(value: object): value is JSONWebKeySet {
  return 'keys' in value && Array.isArray(value.keys)
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > ANSWER_MAX_BYTES) throw new ProviderFault('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
