import { sql } from 'kysely'
import type { Tx } from '../database/connect.ts'
import type { Envelope } from './envelope.ts'

/** A changed entity; its envelope is built when its turn comes, so that few are in memory at once. */
export type Queued = { entityId: number; envelope: () => Envelope }
export type EventKey = { customerId: number; eventType: string; entityType: string }

// Keeps the parameters of one statement at a megabyte or two.
const CHUNK = 500

/**
 * The active endpoints that listen to an event of this customer: its own, and those of a reseller
 * whose application the customer has connected and not disconnected.
 */
export async function findListeners(tx: Tx, eventType: string, customerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from webhook_endpoints e
    where e.is_active and e.deleted_at is null and ${eventType} = any(e.events)
      and (e.customer_id = ${customerId} or e.customer_id in (
        select r.id from oauth_grants g
        join oauth_clients k on k.client_id = g.client_id and k.deleted_at is null
        join customers r on r.id = k.customer_id and r.is_reseller
        where g.customer_id = ${customerId} and g.revoked_at is null
          and g.scopes && array['payroll.read', 'payroll.write']))
    order by e.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Queues one delivery per endpoint and entity; one that is still queued and unattempted is rewritten in place. */
export async function queueDeliveries(
  tx: Tx,
  key: EventKey,
  endpointIds: readonly number[],
  queued: readonly Queued[],
  now: Date,
): Promise<void> {
  // Always in the same order, so that two transactions over the same entities cannot block each other.
  const ordered = queued.toSorted((a, b) => a.entityId - b.entityId)
  let inserted: Promise<unknown> = Promise.resolve()
  for (let start = 0; start < ordered.length; start += CHUNK) {
    // While the database stores one part, the next is built.
    const part = ordered.slice(start, start + CHUNK)
    const envelopes = part.map(({ envelope }) => envelope())
    await inserted
    inserted = insertPart(tx, key, endpointIds, part, envelopes, now)
    inserted.catch(() => {})
  }
  await inserted
}

// The bodies travel as one text, a line each, which compact JSON allows: quoting them as an array takes twice the time.
function insertPart(
  tx: Tx,
  key: EventKey,
  endpointIds: readonly number[],
  part: readonly Queued[],
  envelopes: readonly Envelope[],
  now: Date,
): Promise<unknown> {
  return sql`
    insert into webhook_deliveries
      (endpoint_id, customer_id, event_type, entity_type, entity_id, envelope_id, body, due_at, created_at)
    select e.id, ${key.customerId}, ${key.eventType}, ${key.entityType}, q.entity_id, q.envelope_id, q.body,
      ${now}, ${now}
    from unnest(${part.map((entry) => entry.entityId)}::integer[],
      ${envelopes.map(({ id }) => id)}::uuid[],
      string_to_array(${envelopes.map(({ body }) => body).join('\n')}, ${'\n'})
    ) as q (entity_id, envelope_id, body)
    cross join unnest(${[...endpointIds]}::integer[]) as e (id)
    on conflict (endpoint_id, event_type, entity_type, entity_id) where state = 'pending' and attempts = 0
    do update set envelope_id = excluded.envelope_id, body = excluded.body`.execute(tx)
}

/** Takes back what this transaction itself queued for these entities; what an earlier commit queued stays. */
export async function takeBack(tx: Tx, key: EventKey, entityIds: readonly number[]): Promise<void> {
  await sql`
    delete from webhook_deliveries
    where customer_id = ${key.customerId} and event_type = ${key.eventType} and entity_type = ${key.entityType}
      and entity_id = any(${[...entityIds]}::integer[]) and state = 'pending' and attempts = 0
      and queued_by = pg_current_xact_id()`.execute(tx)
}
