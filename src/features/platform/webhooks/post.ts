import { Agent } from 'undici'
import { present } from '../../../kernel/values/present.ts'
import { createAddressGuard, type ResolveAll } from '../../../security/public-address.ts'
import type { Service } from '../../../service.ts'
import { attempt, type Outcome, tooSlow } from './attempt.ts'
import type { Claim } from './claim-queries.ts'
import { type SigningKeys, signedHeaders, signingKeys } from './sign.ts'

const TIMEOUT_MS = 10_000
// Shorter than the idle timeout of common servers, so we rarely write to a connection that is being closed.
const KEEP_ALIVE_MS = 1000
const KEYS_KEPT = 1000

export type PostOptions = { timeoutMs?: number; resolveAll?: ResolveAll }

/**
 * Signs and posts claimed deliveries. A delivery that cannot be prepared is a failed attempt, never an error.
 */
export type Post = { send(claim: Claim): Promise<Outcome>; close(): Promise<void> }

export function createPost(service: Service, options: PostOptions): Post {
  const { settings, systemClock, cipher, log } = service
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const guard = createAddressGuard(settings.webhookAllowHosts, options.resolveAll)
  const agent = new Agent({ connect: guard.connector, keepAliveTimeout: KEEP_ALIVE_MS, pipelining: 1 })
  const keys = new Map<number, { sealed: string; opened: SigningKeys }>()

  /** Decrypts the keys of an endpoint once. A new secret has a different encrypted text. */
  const keysOf = ({ endpoint_id, secret }: Claim): SigningKeys => {
    const cached = keys.get(endpoint_id)
    if (cached?.sealed === secret) return cached.opened
    if (keys.size >= KEYS_KEPT) keys.clear()
    const opened = signingKeys(cipher.open('webhook_endpoints.secret', endpoint_id, secret))
    keys.set(endpoint_id, { sealed: secret, opened })
    return opened
  }

  return {
    async send(claim) {
      try {
        const delivery = {
          deliveryId: claim.id,
          envelopeId: claim.envelope_id,
          eventType: claim.event_type,
          body: cipher.open('webhook_deliveries.body', claim.envelope_id, present(claim.body ?? undefined)),
        }
        // The receiver compares the time with its own clock, so the sandbox clock would be wrong here.
        const headers = signedHeaders(delivery, keysOf(claim), systemClock.now())
        if (service.sandbox()?.faults.webhook_receiver === 'slow') return tooSlow(timeoutMs)
        return await attempt(agent, claim.url, headers, delivery.body, timeoutMs)
      } catch (error) {
        log.error({ err: error, delivery: claim.id }, 'a delivery could not be prepared')
        return { isOk: false, responseStatus: null, error: 'The delivery could not be prepared' }
      }
    },
    close: () => agent.destroy(),
  }
}
