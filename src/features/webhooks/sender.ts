import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { monotonicMs } from '../../clock.ts'
import { present } from '../../payroll/present.ts'
import { createAddressGuard, type ResolveAll } from '../../security/public-address.ts'
import type { Service } from '../../service.ts'
import { attempt, type Outcome, tooSlow } from './attempt.ts'
import { createBodyWriter } from './bodies.ts'
import { type Claim, claimDue, type Result, reclaimAbandoned, writeResults } from './claim-queries.ts'
import { createPace } from './pace.ts'
import { type SigningKeys, signedHeaders, signingKeys } from './sign.ts'

const MAX_ATTEMPTS = 8
const TIMEOUT_MS = 10_000
// Longer than any attempt, so that a delivery has one sender at a time; short enough to resume soon after a crash.
const LEASE_MS = 15_000
const MAX_IN_FLIGHT = 512
const LOOK_AGAIN_MS = 250
const RECLAIM_EVERY_MS = 1000
// Shorter than common servers keep an idle connection, so that we rarely write into one being closed.
const KEEP_ALIVE_MS = 1000
const KEYS_KEPT = 1000

export type SenderOptions = { timeoutMs?: number; resolveAll?: ResolveAll }

/** Sends due deliveries until there are none and none is in flight; or, once stopped, until none is in flight. */
export type Sender = { sweep(stopped?: AbortSignal): Promise<void>; close(): Promise<void> }

/**
 * Claims in batches, sends each delivery on its own, writes results in batches; what it knows that matters is in the
 * database, so that it may be killed at any moment.
 */
export function createSender(service: Service, options: SenderOptions = {}): Sender {
  const { settings, clock, systemClock, cipher, database, log } = service
  const sandboxId = () => service.sandbox()?.customerId ?? null
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const guard = createAddressGuard(settings.webhookAllowHosts, options.resolveAll)
  const agent = new Agent({ connect: guard.connector, keepAliveTimeout: KEEP_ALIVE_MS, pipelining: 1 })
  const pace = createPace(MAX_IN_FLIGHT)
  const writeBodies = createBodyWriter(service)
  const finished: Result[] = []
  const keys = new Map<number, { sealed: string; opened: SigningKeys }>()
  let inFlight = 0
  let reclaimedMs = 0
  /** Sweeps of several clocks may wait at the same time. */
  const waiters = new Set<() => void>()
  const wake = () => {
    for (const resolve of waiters) resolve()
    waiters.clear()
  }

  /** Opened once for a claimed batch and its neighbours; a new secret is another sealed text. */
  const keysOf = ({ endpoint_id, secret }: Claim): SigningKeys => {
    const known = keys.get(endpoint_id)
    if (known?.sealed === secret) return known.opened
    if (keys.size >= KEYS_KEPT) keys.clear()
    const opened = signingKeys(cipher.open('webhook_endpoints.secret', endpoint_id, secret))
    keys.set(endpoint_id, { sealed: secret, opened })
    return opened
  }

  const send = async (claim: Claim): Promise<Outcome> => {
    try {
      const delivery = {
        deliveryId: claim.id,
        envelopeId: claim.envelope_id,
        eventType: claim.event_type,
        body: cipher.open('webhook_deliveries.body', claim.envelope_id, present(claim.body ?? undefined)),
      }
      const headers = signedHeaders(
        delivery,
        keysOf(claim),
        // The receiver compares it with its own clock.
        systemClock.now(),
      )
      if (service.sandbox()?.faults.webhook_receiver === 'slow') return tooSlow(timeoutMs)
      return await attempt(agent, claim.url, headers, delivery.body, timeoutMs)
    } catch (error) {
      log.error({ err: error, delivery: claim.id }, 'a delivery could not be prepared')
      return { isOk: false, responseStatus: null, error: 'The delivery could not be prepared' }
    }
  }

  const start = async (claim: Claim): Promise<void> => {
    inFlight += 1
    pace.begin(claim.endpoint_id)
    const startedMs = monotonicMs()
    const outcome = await send(claim)
    pace.end(claim.endpoint_id, outcome.isOk, monotonicMs() - startedMs)
    finished.push(resultOf(claim, outcome, clock.now(), settings.webhookRetryWaits))
    inFlight -= 1
    wake()
  }

  /** Writes the bodies first. What tells of an entity that is gone has nothing left to say. */
  const startLater = async (claims: readonly Claim[]): Promise<void> => {
    const { ready, gone } = await writeBodies(claims)
    for (const entry of ready) void start(entry)
    for (const entry of gone) finished.push(skipped(entry, clock.now()))
  }

  const flush = async (): Promise<void> => {
    const batch = finished.splice(0)
    if (batch.length === 0) return
    try {
      await writeResults(database.pool, batch)
    } catch (error) {
      finished.push(...batch)
      throw error
    }
  }

  const reclaimNowAndThen = async (): Promise<void> => {
    const now = clock.now()
    if (Math.abs(now.getTime() - reclaimedMs) < RECLAIM_EVERY_MS) return
    await reclaimAbandoned(database.pool, now, MAX_ATTEMPTS, sandboxId())
    reclaimedMs = now.getTime()
  }

  const claim = () => claimDue(database.pool, clock.now(), LEASE_MS, pace.room(), sandboxId())

  const resultOrTimer = (): Promise<void> => {
    let waiter = () => {}
    const arrived = new Promise<void>((resolve) => {
      waiter = resolve
      waiters.add(resolve)
    })
    const timer = new AbortController()
    const rested = sleep(LOOK_AGAIN_MS, undefined, { signal: timer.signal }).catch(() => {})
    return Promise.race([arrived, rested]).finally(() => {
      timer.abort()
      waiters.delete(waiter)
    })
  }

  return {
    async sweep(stopped) {
      for (;;) {
        await reclaimNowAndThen()
        // Both at once: neither needs the other's answer, and each waits for the disk.
        const [flushed, claimed] = await Promise.allSettled([flush(), stopped?.aborted ? [] : claim()])
        const claims = claimed.status === 'fulfilled' ? claimed.value : []
        for (const entry of claims) if (entry.body !== null) void start(entry)
        const unwritten = claims.filter((entry) => entry.body === null)
        if (unwritten.length > 0) await startLater(unwritten)
        if (flushed.status === 'rejected') throw flushed.reason
        if (claimed.status === 'rejected') throw claimed.reason
        if (claims.length > 0 || finished.length > 0) continue
        if (inFlight === 0) return
        await resultOrTimer()
      }
    },
    close: () => agent.destroy(),
  }
}

const skipped = (claim: Claim, now: Date): Result => ({
  claim,
  state: 'skipped',
  at: now,
  nextAt: now,
  responseStatus: null,
  error: 'What it tells of was removed before it could be sent',
})

/** The next state of a delivery after an attempt. */
function resultOf(claim: Claim, outcome: Outcome, now: Date, waitsSeconds: readonly number[]): Result {
  const made = claim.attempts - claim.earlier_attempts
  const state = outcome.isOk ? 'delivered' : made < MAX_ATTEMPTS ? 'retry' : 'failed'
  const waitSeconds = waitsSeconds[made - 1] ?? waitsSeconds.at(-1) ?? 0
  return {
    claim,
    state,
    at: now,
    nextAt: state === 'retry' ? new Date(now.getTime() + waitSeconds * 1000) : now,
    responseStatus: outcome.responseStatus,
    error: outcome.error,
  }
}
