import { type Insertable, sql, type Updateable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointsTable,
} from '../../../database/tables/webhooks.ts'
import { present } from '../../../kernel/values/present.ts'

const LOG_COLUMNS = [
  'id',
  'endpoint_id',
  'customer_id',
  'event_type',
  'entity_type',
  'entity_id',
  'envelope_id',
  'state',
  'attempts',
  'earlier_attempts',
  'due_at',
  'leased_until',
  'response_status',
  'error',
  'created_at',
  'last_attempt_at',
  'delivered_at',
  'queued_by',
] as const

export type LogRow = Omit<WebhookDelivery, 'body' | 'payload_id' | 'payload_line'>

/** The id of an endpoint before it is inserted. Its secret is encrypted with that id. */
export async function takeEndpointId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval('webhook_endpoints_id_seq')::integer as id`.execute(tx)
  return present(rows[0]).id
}

export function insertEndpoint(tx: Tx, row: Insertable<WebhookEndpointsTable>): Promise<WebhookEndpoint> {
  return tx.insertInto('webhook_endpoints').values(row).returningAll().executeTakeFirstOrThrow()
}

export function listEndpoints(query: Queryable, customerId: number): Promise<WebhookEndpoint[]> {
  return query
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** An endpoint of this customer that is not deleted. */
export async function findEndpoint(
  query: Queryable,
  customerId: number,
  endpointId: number,
): Promise<WebhookEndpoint | undefined> {
  if (!isId(endpointId)) return undefined
  return query
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', endpointId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updateEndpoint(
  tx: Tx,
  customerId: number,
  endpointId: number,
  changes: Updateable<WebhookEndpointsTable>,
): Promise<WebhookEndpoint | undefined> {
  if (!isId(endpointId)) return undefined
  return tx
    .updateTable('webhook_endpoints')
    .set(changes)
    .where('id', '=', endpointId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Skips the queued deliveries of an endpoint that was deleted or turned off. */
export async function skipQueued(tx: Tx, endpointId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'skipped' })
    .where('endpoint_id', '=', endpointId)
    .where('state', 'in', ['pending', 'retry'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export function listDeliveries(query: Queryable, endpointId: number, limit: number): Promise<LogRow[]> {
  return query
    .selectFrom('webhook_deliveries')
    .select(LOG_COLUMNS)
    .where('endpoint_id', '=', endpointId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findDelivery(
  query: Queryable,
  endpointId: number,
  deliveryId: number,
): Promise<LogRow | undefined> {
  if (!Number.isSafeInteger(deliveryId)) return undefined
  return query
    .selectFrom('webhook_deliveries')
    .select(LOG_COLUMNS)
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
}

/** The queued, unattempted delivery of one entity. */
export function findUnattempted(
  tx: Tx,
  endpointId: number,
  eventType: string,
  entityId: number,
): Promise<LogRow> {
  return tx
    .selectFrom('webhook_deliveries')
    .select(LOG_COLUMNS)
    .where('endpoint_id', '=', endpointId)
    .where('event_type', '=', eventType)
    .where('entity_id', '=', entityId)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow()
}

/** Queues a delivery again with a new round of attempts. Undefined while it is being sent. */
export function requeueDelivery(tx: Tx, deliveryId: number, now: Date): Promise<LogRow | undefined> {
  return tx
    .updateTable('webhook_deliveries')
    .set({
      // A delivery that awaits its first attempt can still be coalesced.
      state: sql`case when state = 'pending' then state else 'retry' end`,
      earlier_attempts: sql`attempts`,
      due_at: now,
      delivered_at: null,
    })
    .where('id', '=', deliveryId)
    .where('state', '<>', 'sending')
    .returning(LOG_COLUMNS)
    .executeTakeFirst()
}

/** Deletes finished deliveries created before this time and returns their number. */
export async function removeFinished(query: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom('webhook_deliveries')
    .where('state', 'in', ['delivered', 'failed', 'skipped'])
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow()
  // A packed payload is deleted with the last delivery that may need it.
  await sql`
    delete from webhook_payloads p where p.created_at < ${before}
      and not exists (select from webhook_deliveries d where d.payload_id = p.id)`.execute(query)
  return Number(numDeletedRows)
}
