import { currentCell } from '../../../database/current-cell.ts'
import type { Service } from '../../../service.ts'
import { removeFinished } from './queries.ts'
import { createSender, type Sender } from './sender.ts'

const KEPT_MS = 90 * 86_400_000

// One sender per service and cell. Attempts in flight and each endpoint's speed outlive a single sweep.
const senders = new WeakMap<Service, Map<string, Sender>>()

/** Sends every delivery that is due, and returns once none is in flight. */
export async function sweepDeliveries(service: Service, stopped?: AbortSignal): Promise<void> {
  const own = senders.get(service) ?? new Map<string, Sender>()
  senders.set(service, own)
  const sender = own.get(currentCell()) ?? createSender(service)
  own.set(currentCell(), sender)
  await sender.sweep(stopped)
}

/** Deletes finished deliveries after 90 days. */
export async function forgetOldDeliveries(service: Service): Promise<number> {
  const { database, clock } = service
  return removeFinished(database.query, new Date(clock.now().getTime() - KEPT_MS))
}
