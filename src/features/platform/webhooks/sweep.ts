import type { Service } from '../../../service.ts'
import { removeFinished } from './queries.ts'
import { createSender, type Sender } from './sender.ts'

const KEPT_MS = 90 * 86_400_000

// One sender per service: what is in flight and how fast each endpoint answers outlives a single sweep.
const senders = new WeakMap<Service, Sender>()

/** Sends every delivery that is due, and returns once none is in flight. */
export async function sweepDeliveries(service: Service, stopped?: AbortSignal): Promise<void> {
  const sender = senders.get(service) ?? createSender(service)
  senders.set(service, sender)
  await sender.sweep(stopped)
}

/** Forgets deliveries that came to an end 90 days ago. */
export async function forgetOldDeliveries(service: Service): Promise<number> {
  const { database, clock } = service
  return removeFinished(database.query, new Date(clock.now().getTime() - KEPT_MS))
}
