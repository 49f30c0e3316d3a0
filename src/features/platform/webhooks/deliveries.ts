import { findListeners } from '../../../database/active-grants.ts'
import { inCell } from '../../../database/current-cell.ts'
import { askEveryCell } from '../../../database/each-cell.ts'
import { buildEnvelope } from '../../../events/envelope.ts'
import { queueDeliveries } from '../../../events/queue.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { requireEndpoint } from './endpoints.ts'
import { findDelivery, findUnattempted, type LogRow, listDeliveries, requeueDelivery } from './queries.ts'

const TEST_EVENT = 'webhook.test'
const TEST_ENTITY = 'webhook'

/** The newest deliveries of an endpoint. */
export async function readLog(
  service: Service,
  customerId: number,
  endpointId: number,
  limit: number,
): Promise<LogRow[]> {
  await requireEndpoint(service, customerId, endpointId)
  // A delivery is stored in the cell where the change was made. The account may listen to customers in other
  // cells.
  const { database } = service
  const found = await askEveryCell(database, () => listDeliveries(database.query, endpointId, limit))
  return found
    .flatMap(({ answer }) => answer)
    .sort((one, other) => other.id - one.id)
    .slice(0, limit)
}

/** Queues a test event for the endpoint. */
export async function queueTest(service: Service, customerId: number, endpointId: number): Promise<LogRow> {
  await requireActive(service, customerId, endpointId)
  const now = service.clock.now()
  const entity = { type: TEST_ENTITY, id: endpointId }
  const data = { message: 'This is a test delivery.' }
  const envelope = () => buildEnvelope({ type: TEST_EVENT, createdAt: now, customerId, entity, data }, true)
  return service.database.transaction(async (tx) => {
    const key = { customerId, eventType: TEST_EVENT, entityType: TEST_ENTITY }
    await queueDeliveries(tx, key, [endpointId], [{ entityId: endpointId, envelope }], now)
    return findUnattempted(tx, endpointId, TEST_EVENT, endpointId)
  })
}

/** Queues a delivery again, with the same delivery id and payload and a new round of attempts. */
export async function redeliver(
  service: Service,
  customerId: number,
  endpointId: number,
  deliveryId: number,
): Promise<LogRow> {
  await requireActive(service, customerId, endpointId)
  const { database } = service
  const found = await askEveryCell(database, () => findDelivery(database.query, endpointId, deliveryId))
  for (const { cell, answer: delivery } of found)
    if (delivery) return inCell(cell, () => requeue(service, customerId, delivery))
  throw notFound('Delivery not found.')
}

async function requeue(service: Service, accountId: number, delivery: LogRow): Promise<LogRow> {
  const pair = { accountId, customerId: delivery.customer_id }
  const mayHear = await findListeners(service.database.query, [pair], service.clock.now())
  if (!mayHear(pair.accountId, pair.customerId))
    throw conflict(
      'The customer of this delivery has ended the access of your application: its data is no longer sent.',
    )
  const queued = await service.database.transaction((tx) =>
    requeueDelivery(tx, delivery.id, service.clock.now()),
  )
  if (!queued) throw conflict('This delivery is being sent right now. Wait for its result.')
  return queued
}

async function requireActive(service: Service, customerId: number, endpointId: number): Promise<void> {
  const endpoint = await requireEndpoint(service, customerId, endpointId)
  if (!endpoint.is_active) throw conflict('This webhook is switched off. Set is_active to true first.')
}
