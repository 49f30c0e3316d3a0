import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findListeners, mayHear } from '../database/active-grants.ts'
import type { Tx } from '../database/connect.ts'
import type { CivilDate } from '../kernel/values/dates.ts'
import { present } from '../kernel/values/present.ts'
import type { FieldCipher } from '../security/field-encryption.ts'
import type { Envelope } from './envelope.ts'

/** A changed entity. Its envelope is built only when it is queued, so few envelopes are in memory at once. */
export type Queued = { entityId: number; envelope: () => Envelope }
/** A changed entity of a packed batch, with its line in the batch. */
export type QueuedLine = { id: number; line: number }
/** The source of the bodies: packed read models, or a later read under the law of the given day. */
export type DeferredSource = { content: Buffer; cipher: FieldCipher } | { lawDay: CivilDate }
export type EventKey = { customerId: number; eventType: string; entityType: string }

/** The error logged for a delivery that was skipped because the customer's access ended. */
export const ACCESS_ENDED = 'The customer has ended the access of this account'

// Keeps the parameters of one statement to one or two megabytes.
const CHUNK = 500

/** An active endpoint and the types of the events that it receives. */
export type Subscriber = { id: number; events: readonly string[] }

/**
 * The active endpoints that receive events of this customer. They are the customer's own endpoints, and
 * those of accounts whose application has an active payroll grant from the customer.
 */
export async function findSubscribers(tx: Tx, customerId: number, now: Date): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select e.id, e.events from webhook_endpoints e
    cross join (select ${customerId}::integer as id) changed
    where e.is_active and e.deleted_at is null
      and (e.customer_id = ${customerId} or e.customer_id in (
        select k.customer_id from oauth_grants g join oauth_clients k on k.client_id = g.client_id
        where g.customer_id = ${customerId} and g.revoked_at is null))
      and ${mayHear('e.customer_id', 'changed.id', now)}
    order by e.id`.execute(tx)
  return rows
}

/**
 * Skips the queued deliveries to this account's endpoints for customers whose events it may no longer
 * receive.
 */
export async function skipUnheard(tx: Tx, accountId: number, now: Date): Promise<void> {
  const { rows: endpoints } = await sql<{ id: number }>`
    select id from webhook_endpoints where customer_id = ${accountId}`.execute(tx)
  if (endpoints.length === 0) return
  const ids = endpoints.map(({ id }) => id)
  const { rows: customers } = await sql<{ customer_id: number }>`
    select distinct customer_id from webhook_deliveries
    where endpoint_id = any(${ids}::integer[]) and state in ('pending', 'retry')`.execute(tx)
  const pairs = customers.map(({ customer_id: customerId }) => ({ accountId, customerId }))
  const mayHear = await findListeners(tx, pairs, now)
  const ended = pairs.map(({ customerId }) => customerId).filter((id) => !mayHear(accountId, id))
  if (ended.length === 0) return
  await sql`
    update webhook_deliveries set state = 'skipped', error = ${ACCESS_ENDED}
    where endpoint_id = any(${ids}::integer[]) and state in ('pending', 'retry')
      and customer_id = any(${ended}::integer[])`.execute(tx)
}

/**
 * Queues one delivery per endpoint and entity. A delivery that is still queued and unattempted is rewritten
 * in place.
 */
export async function queueDeliveries(
  tx: Tx,
  key: EventKey,
  endpointIds: readonly number[],
  queued: readonly Queued[],
  now: Date,
): Promise<void> {
  // Always in the same order, so two transactions over the same entities cannot deadlock.
  const ordered = queued.toSorted((a, b) => a.entityId - b.entityId)
  let inserted: Promise<unknown> = Promise.resolve()
  for (let start = 0; start < ordered.length; start += CHUNK) {
    // Builds the next chunk while the database stores the current one.
    const part = ordered.slice(start, start + CHUNK)
    const envelopes = part.map(({ envelope }) => envelope())
    await inserted
    inserted = insertPart(tx, key, endpointIds, part, envelopes, now)
    inserted.catch(() => {})
  }
  await inserted
}

// Sends the bodies as one text, one line each, which compact JSON allows. Quoting them as an array takes
// twice as long.
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
    do update set envelope_id = excluded.envelope_id, body = excluded.body, payload_id = null, payload_line = null`.execute(
    tx,
  )
}

/**
 * Queues deliveries whose bodies are written at the first attempt. The body comes from a line of a packed
 * payload, or from a later read under the law of the day the event was recorded.
 */
export async function enqueueDeferred(
  tx: Tx,
  key: EventKey,
  endpointIds: readonly number[],
  queued: readonly QueuedLine[],
  source: DeferredSource,
  now: Date,
): Promise<void> {
  const ordered = queued.toSorted((a, b) => a.id - b.id)
  const { rows } = await sql<{ id: string }>`
    select nextval('webhook_payloads_id_seq')::text as id`.execute(tx)
  const id = present(rows[0]).id
  const content =
    'content' in source ? source.cipher.sealBytes('webhook_payloads.content', id, source.content) : null
  const lawDay = 'lawDay' in source ? source.lawDay : null
  await sql`
    with payload as (
      insert into webhook_payloads (id, customer_id, content, law_day, created_at)
      values (${id}::bigint, ${key.customerId}, ${content}, ${lawDay}, ${now}) returning id)
    insert into webhook_deliveries
      (endpoint_id, customer_id, event_type, entity_type, entity_id, envelope_id, payload_id, payload_line,
      due_at, created_at)
    select e.id, ${key.customerId}, ${key.eventType}, ${key.entityType}, q.entity_id, q.envelope_id, payload.id, q.line,
      ${now}, ${now}
    from payload cross join unnest(${ordered.map(({ id }) => id)}::integer[],
      ${ordered.map(() => randomUUID())}::uuid[], ${ordered.map(({ line }) => line)}::integer[])
      as q (entity_id, envelope_id, line)
    cross join unnest(${[...endpointIds]}::integer[]) as e (id)
    on conflict (endpoint_id, event_type, entity_type, entity_id) where state = 'pending' and attempts = 0
    do update set envelope_id = excluded.envelope_id, body = null, payload_id = excluded.payload_id,
      payload_line = excluded.payload_line`.execute(tx)
}

/** A queued delivery whose body has not been read and written yet. */
export type Unwritten = {
  id: number
  entity_id: number
  envelope_id: string
  created_at: Date
  law_day: CivilDate
}

/** Locks the deliveries of these entities that await their first attempt and have no body yet. */
export async function holdUnwritten(
  tx: Tx,
  key: EventKey,
  entityIds: readonly number[],
): Promise<Unwritten[]> {
  // The index of queued deliveries begins with the endpoint.
  const { rows: endpoints } = await sql<{ id: number }>`
    select id from webhook_endpoints where customer_id = ${key.customerId} or customer_id in (
      select k.customer_id from oauth_grants g join oauth_clients k on k.client_id = g.client_id
      where g.customer_id = ${key.customerId})`.execute(tx)
  const { rows } = await sql<Unwritten>`
    select d.id, d.entity_id, d.envelope_id, p.created_at, p.law_day from webhook_deliveries d
    join webhook_payloads p on p.id = d.payload_id
    where d.endpoint_id = any(${endpoints.map(({ id }) => id)}::integer[]) and d.event_type = ${key.eventType}
      and d.entity_type = ${key.entityType} and d.entity_id = any(${[...entityIds]}::integer[])
      and d.state = 'pending' and d.attempts = 0
      and d.customer_id = ${key.customerId} and d.body is null and p.law_day is not null
    order by d.id for update of d`.execute(tx)
  return rows
}

export async function setBody(tx: Tx, deliveryId: number, body: string): Promise<void> {
  await tx.updateTable('webhook_deliveries').set({ body }).where('id', '=', deliveryId).execute()
}

/**
 * Deletes the deliveries that this transaction queued for these entities. Deliveries from earlier commits
 * stay.
 */
export async function retract(tx: Tx, key: EventKey, entityIds: readonly number[]): Promise<void> {
  await sql`
    delete from webhook_deliveries
    where customer_id = ${key.customerId} and event_type = ${key.eventType} and entity_type = ${key.entityType}
      and entity_id = any(${[...entityIds]}::integer[]) and state = 'pending' and attempts = 0
      and queued_by = pg_current_xact_id()`.execute(tx)
}
