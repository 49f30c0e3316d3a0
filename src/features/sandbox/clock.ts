import { ZONES } from '../../clock.ts'
import { timestamp } from '../../http/view.ts'
import { conflict, invalid } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { callersOf } from '../oauth/index.ts'
import {
  actingOf,
  findSandbox,
  listSandboxes,
  moveClock,
  nextDue,
  type SandboxRow,
  setTarget,
} from './queries.ts'

const LONGEST_MS = 5 * 366 * 86_400_000
/** So many stops in one go; then other sandboxes have their turn. */
const STOPS_AT_ONCE = 50

/** Work that falls due as time passes. */
export type TimedWork = (service: Service, stopped: AbortSignal) => Promise<unknown>

/** Where the clock of a sandbox stands. */
export function viewClock(service: Service, row: SandboxRow) {
  const now = new Date(service.systemClock.now().getTime() + row.lead_ms)
  return {
    now: timestamp(now),
    status: row.advance_to ? ('advancing' as const) : ('ready' as const),
    advance_to: timestamp(row.advance_to),
  }
}

/** Sends the clock of a sandbox forward; `advanceSandboxes` moves it, from one due thing to the next. */
export async function advanceClock(service: Service, customerId: number, text: string): Promise<SandboxRow> {
  const target = new Date(text.includes('T') ? `${text.replace(/Z$/, '')}Z` : `${text}T00:00:00Z`)
  const now = service.clock.now().getTime()
  if (Number.isNaN(target.getTime()))
    throw invalid(['body', 'advance_to'], 'advance_to is no day of the calendar')
  if (target.getTime() <= now)
    throw conflict(`The clock of the sandbox only goes forward; it stands at ${timestamp(new Date(now))}.`)
  if (target.getTime() > now + LONGEST_MS)
    throw conflict('The clock goes at most five years forward at once.')
  const row = await setTarget(service.database.query, customerId, target)
  if (!row) throw conflict('The clock is on its way to a later time. Wait until its status is ready.')
  return row
}

/** Does some work for each sandbox, by its clock. */
export async function forEachSandbox(service: Service, work: () => Promise<unknown>, stopped: AbortSignal) {
  for (const row of await listSandboxes(service.database.query)) {
    if (stopped.aborted) return
    await service.actFor(actingOf(row), work)
  }
}

/**
 * Moves the clocks that are on their way: to the next thing that falls due, does it, and so on to the target. So events leave,
 * retries happen and final pays are made in the order and at the times at which they would have been.
 */
export async function advanceSandboxes(
  service: Service,
  timed: readonly TimedWork[],
  stopped: AbortSignal = new AbortController().signal,
): Promise<void> {
  const moving = (await listSandboxes(service.database.query)).filter((row) => row.advance_to)
  for (const { customer_id } of moving)
    for (let stop = 0; stop < STOPS_AT_ONCE && !stopped.aborted; stop += 1) {
      const row = await findSandbox(service.database.query, customer_id)
      if (!row?.advance_to) break
      await step(service, row, row.advance_to, timed, stopped)
    }
}

async function step(
  service: Service,
  row: SandboxRow,
  target: Date,
  timed: readonly TimedWork[],
  stopped: AbortSignal,
): Promise<void> {
  const { database, systemClock, settings } = service
  await service.actFor(actingOf(row), async () => {
    for (const work of timed) await work(service, stopped)
  })
  const now = new Date(systemClock.now().getTime() + row.lead_ms)
  const due = await nextDue(database.query, row.customer_id, now, ZONES[settings.region])
  const next = due && due < target ? due : target
  const leadMs = next.getTime() - systemClock.now().getTime()
  // What falls due at the target itself is done by the jobs that follow.
  await moveClock(database.query, row.customer_id, leadMs, next === target ? target : null)
  callersOf(database).forget('customer', row.customer_id)
}
