import { countryOf } from '../../../countries/index.ts'
import { timestamp } from '../../../http/view.ts'
import { conflict, invalid } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { callersOf } from '../oauth/index.ts'
import { dueOf, type TimedWork } from './due.ts'
import {
  actingOf,
  findWaiting,
  listSandboxes,
  listWaiting,
  moveClock,
  type SandboxRow,
  setTarget,
  type Waited,
  type Waiting,
} from './queries.ts'

const LONGEST_MS = 5 * 366 * 86_400_000
/** The maximum number of stops per pass, so the other sandboxes also advance. */
const STOPS_AT_ONCE = 50

/** The current time and state of a sandbox's clock. */
export function viewClock(service: Service, row: SandboxRow) {
  const now = new Date(service.systemClock.now().getTime() + row.lead_ms)
  return {
    now: timestamp(now),
    status: row.advance_to ? ('advancing' as const) : ('ready' as const),
    advance_to: timestamp(row.advance_to),
  }
}

const SECOND = 1000

/** When the next work falls due, rounded up to the second. */
export async function nextEvent(service: Service, row: SandboxRow): Promise<string | null> {
  const { database, settings, systemClock } = service
  const waited = await findWaiting(database.query, row.customer_id, countryOf(settings.region).timeZone)
  const now = systemClock.now().getTime() + row.lead_ms
  const ahead = (waited?.firsts ?? []).flatMap((first) =>
    first && first.getTime() > now ? first.getTime() : [],
  )
  if (ahead.length === 0) return null
  return timestamp(new Date(Math.ceil(Math.min(...ahead) / SECOND) * SECOND))
}

/**
 * Sets a target for a sandbox's clock. `advanceSandboxes` moves the clock there, from one due time to the
 * next.
 */
export async function advanceClock(service: Service, customerId: number, text: string): Promise<SandboxRow> {
  const target = new Date(text.includes('T') ? `${text.replace(/Z$/, '')}Z` : `${text}T00:00:00Z`)
  const now = service.clock.now().getTime()
  if (Number.isNaN(target.getTime())) throw invalid(['body', 'advance_to'], 'advance_to is not a valid date')
  if (target.getTime() <= now)
    throw conflict(`The sandbox clock only moves forward; it is at ${timestamp(new Date(now))}.`)
  if (target.getTime() > now + LONGEST_MS)
    throw conflict('The clock moves forward at most five years at a time.')
  const row = await setTarget(service.database.query, customerId, target)
  if (!row) throw conflict('The clock is already advancing. Wait until its status is ready.')
  return row
}

/**
 * Runs work for each sandbox by its own clock. With `what`, only for sandboxes where such work is waiting.
 */
export async function forEachSandbox(
  { database, systemClock, actFor }: Service,
  work: () => Promise<unknown>,
  stopped: AbortSignal,
  what?: Waiting,
): Promise<void> {
  const rows = what
    ? await listWaiting(database.query, what, systemClock.now())
    : await listSandboxes(database.query)
  for (const row of rows) {
    if (stopped.aborted) return
    await actFor(actingOf(row), work)
  }
}

/**
 * Advances the clocks that have a target. It moves to the next due time, runs the due work, and repeats until
 * the target. Events, retries, dated changes and final pays therefore happen in the right order and at the
 * right times.
 */
export async function advanceSandboxes(
  service: Service,
  timed: readonly TimedWork[],
  stopped: AbortSignal = new AbortController().signal,
): Promise<void> {
  const moving = (await listSandboxes(service.database.query)).filter((row) => row.advance_to)
  for (const { customer_id } of moving) await advanceSandbox(service, customer_id, timed, stopped)
}

/** Advances the clock of one customer. Returns whether it has reached its target. */
export async function advanceSandbox(
  service: Service,
  customerId: number,
  timed: readonly TimedWork[],
  stopped: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const { database, settings } = service
  let waited = await findWaiting(database.query, customerId, countryOf(settings.region).timeZone)
  for (let stop = 0; stop < STOPS_AT_ONCE && waited?.advance_to && !stopped.aborted; stop += 1)
    waited = await step(service, waited, waited.advance_to, timed, stopped)
  return !waited?.advance_to
}

/** Runs the work that is due by the clock and moves the clock to the next due time. */
async function step(
  service: Service,
  waited: Waited,
  target: Date,
  timed: readonly TimedWork[],
  stopped: AbortSignal,
): Promise<Waited | undefined> {
  const { database, systemClock, settings } = service
  const now = new Date(systemClock.now().getTime() + waited.lead_ms)
  const due = dueOf(waited, now, timed)
  if (due.length > 0)
    await service.actFor(actingOf(waited), async () => {
      for (const { run } of due) await run(service, stopped)
    })
  const moved = await moveClock(database.query, waited.customer_id, {
    now,
    systemNow: systemClock.now(),
    target,
    zone: countryOf(settings.region).timeZone,
  })
  callersOf(database).forget('customer', waited.customer_id)
  return moved
}
