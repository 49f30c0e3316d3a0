import { Agent } from 'undici'
import { monotonicMs } from '../../../kernel/clock.ts'
import { present } from '../../../kernel/values/present.ts'
import { createAddressGuard, type ResolveAll } from '../../../security/public-address.ts'
import type { Service } from '../../../service.ts'
import { attempt, type Outcome, tooSlow } from './attempt.ts'
import { createBodyWriter } from './bodies.ts'
import {
  type Claim,
  claimDue,
  giveBack,
  type Result,
  reclaimAbandoned,
  writeResults,
} from './claim-queries.ts'
import { createPace } from './pace.ts'
import { type SigningKeys, signedHeaders, signingKeys } from './sign.ts'
import { TurnQueue } from './turn-queue.ts'

const MAX_ATTEMPTS = 8
const TIMEOUT_MS = 10_000
// Longer than any attempt, so that a delivery has one sender at a time; short enough to resume soon after a crash.
const LEASE_MS = 15_000
const MAX_IN_FLIGHT = 512
const LOOK_AGAIN_MS = 250
// Results that come so soon after one another are written in one statement; longer while there is enough to send meanwhile.
const GATHER_MS = 5
const GATHER_MEANWHILE_MS = 25
const ENOUGH = 32
// What waited longer for its turn is given back: its endpoint may be off by now, and the lease must outlast the attempt.
const TURN_WITHIN_MS = 1000
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
  const finished: Finished[] = []
  /** Claims that waited too long for their turn, to be given back. */
  const overdue: Claim[] = []
  const keys = new Map<number, { sealed: string; opened: SigningKeys }>()
  let inFlight = 0
  let reclaimedMs = 0
  /** Sweeps of several clocks may wait at the same time. */
  const waiters = new Set<() => void>()
  const wake = () => {
    for (const look of waiters) look()
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

  /** Sends one; its end is the turn of those that wait for the same endpoint. */
  const start = async (claim: Claim, queue: TurnQueue): Promise<void> => {
    inFlight += 1
    pace.begin(claim.endpoint_id)
    const startedMs = monotonicMs()
    const outcome = await send(claim)
    pace.end(claim.endpoint_id, outcome.isOk, monotonicMs() - startedMs)
    finished.push({ claim, outcome, leadMs: service.sandbox()?.leadMs ?? 0 })
    inFlight -= 1
    startNext(claim.endpoint_id, queue)
    wake()
  }

  const startNext = (endpointId: number, queue: TurnQueue): void => {
    for (const claim of queue.takeOlder(endpointId, monotonicMs() - TURN_WITHIN_MS)) {
      pace.giveBack(endpointId)
      overdue.push(claim)
    }
    while (pace.mayBegin(endpointId)) {
      const next = queue.take(endpointId)
      if (!next) return
      void start(next, queue)
    }
  }

  const startAll = (queue: TurnQueue): void => {
    for (const endpointId of queue.endpointIds) startNext(endpointId, queue)
  }

  /** Adds claims to those that wait. Missing bodies are written first; what tells of an entity that is gone has nothing left to say. */
  const enqueue = async (claims: readonly Claim[], queue: TurnQueue): Promise<void> => {
    const claimedMs = monotonicMs()
    const add = (claim: Claim) => {
      pace.wait(claim.endpoint_id)
      queue.add(claim, claimedMs)
    }
    const unwritten = claims.filter(({ body }) => body === null)
    for (const entry of claims) if (entry.body !== null) add(entry)
    startAll(queue)
    if (unwritten.length === 0) return
    const { ready, gone } = await writeBodies(unwritten)
    ready.forEach(add)
    startAll(queue)
    for (const entry of gone)
      finished.push({ claim: entry, outcome: 'gone', leadMs: service.sandbox()?.leadMs ?? 0 })
  }

  /** Gives back what waited too long; with a queue, all that waits in it. */
  const giveUp = async (queue?: TurnQueue): Promise<boolean> => {
    const waiting = queue?.takeAll() ?? []
    for (const { endpoint_id } of waiting) pace.giveBack(endpoint_id)
    const claims = [...overdue.splice(0), ...waiting]
    if (claims.length > 0) await giveBack(database.pool, claims)
    return claims.length > 0
  }

  /** Writes the results down; answers whether one of them is to be sent once more at once. */
  const flush = async (): Promise<boolean> => {
    const batch = finished.splice(0)
    if (batch.length === 0) return false
    // One time for all, by the clock of each: what failed together is tried again together.
    const nowMs = systemClock.now().getTime()
    const results = batch.map(({ claim: sent, outcome, leadMs }) =>
      resultOf(sent, outcome, new Date(nowMs + leadMs), settings.webhookRetryWaits),
    )
    try {
      await writeResults(database.pool, results)
      return results.some(({ state, at, nextAt }) => state === 'retry' && nextAt <= at)
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

  /** All at once: none needs the other's answer, and each waits for the disk. */
  const flushAndClaim = (claims: boolean) =>
    Promise.allSettled([flush(), claims ? claim() : undefined, giveUp()])

  /** Waits until it is so, which is asked after every result, and no longer than this. */
  const until = (isSo: () => boolean, ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isSo()) return resolve()
      const end = () => {
        clearTimeout(timer)
        waiters.delete(look)
        resolve()
      }
      const look = () => {
        if (isSo()) end()
      }
      const timer = setTimeout(end, ms)
      waiters.add(look)
    })

  /** Waits for a result and for those that follow closely; once none is in flight, for nothing. */
  const someResults = async (queue: TurnQueue): Promise<void> => {
    await until(() => inFlight === 0 || finished.length > 0, LOOK_AGAIN_MS)
    await until(() => inFlight === 0 || queue.size < ENOUGH, GATHER_MEANWHILE_MS)
    await until(() => inFlight === 0, GATHER_MS)
  }

  return {
    async sweep(stopped) {
      const queue = new TurnQueue()
      // Whoever has claimed all that was due looks again only now and then.
      let claimedMs = Number.NEGATIVE_INFINITY
      let mayMoreWait = true
      try {
        for (;;) {
          await reclaimNowAndThen()
          if (stopped?.aborted) await giveUp(queue)
          const isHungry = mayMoreWait && queue.size < ENOUGH
          const looks = !stopped?.aborted && (isHungry || monotonicMs() - claimedMs >= LOOK_AGAIN_MS)
          if (looks) claimedMs = monotonicMs()
          const [flushed, claimed, givenUp] = await flushAndClaim(looks)
          const taken = claimed.status === 'fulfilled' ? claimed.value : undefined
          if (taken) mayMoreWait = taken.mayMoreWait
          await enqueue(taken?.claims ?? [], queue)
          for (const part of [flushed, claimed, givenUp])
            if (part.status === 'rejected') throw part.reason
            else if (part.value === true) mayMoreWait = true
          const isIdle = inFlight === 0 && finished.length === 0 && queue.size === 0 && overdue.length === 0
          if (isIdle && (stopped?.aborted || !mayMoreWait)) return
          await someResults(queue)
        }
      } finally {
        // After a failure: the next sweep, or another process, need not wait for the lease.
        await giveUp(queue).catch(() => {})
      }
    },
    close: () => agent.destroy(),
  }
}

/** An attempt that came to its end, and how far the clock runs ahead by which it was made. */
type Finished = { claim: Claim; outcome: Outcome | 'gone'; leadMs: number }

const REMOVED = 'What it tells of was removed before it could be sent'

/** The next state of a delivery after an attempt. */
function resultOf(
  claim: Claim,
  outcome: Finished['outcome'],
  now: Date,
  waitsSeconds: readonly number[],
): Result {
  if (outcome === 'gone')
    return { claim, state: 'skipped', at: now, nextAt: now, responseStatus: null, error: REMOVED }
  const made = claim.attempts - claim.earlier_attempts
  const state = outcome.isOk ? 'delivered' : made < MAX_ATTEMPTS ? 'retry' : 'failed'
  const waitMs = (waitsSeconds[made - 1] ?? waitsSeconds.at(-1) ?? 0) * 1000
  return {
    claim,
    state,
    at: now,
    nextAt: state === 'retry' ? new Date(now.getTime() + waitMs) : now,
    responseStatus: outcome.responseStatus,
    error: outcome.error,
  }
}
