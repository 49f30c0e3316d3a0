import { sql } from 'kysely'
import { findListeners } from '../../../database/active-grants.ts'
import type { Database, Queryable, Tx } from '../../../database/connect.ts'
import type { DeliveryState, WebhookPayload } from '../../../database/tables/webhooks.ts'
import { findTenantClock } from '../../../database/tenant-clock-filter.ts'
import { ACCESS_ENDED } from '../../../events/queue.ts'

/** A delivery that this process may send once, now. No other process has this attempt. */
export type Claim = {
  id: number
  endpoint_id: number
  envelope_id: string
  customer_id: number
  event_type: string
  entity_type: string
  entity_id: number
  /** Null when the body must first be written from its line of the payload. */
  body: string | null
  payload_id: number | null
  payload_line: number | null
  /** The number of this attempt, counted over all rounds. */
  attempts: number
  earlier_attempts: number
  url: string
  /** The encrypted secret. */
  secret: string
}

export type Result = {
  claim: Pick<Claim, 'id' | 'attempts'>
  state: Extract<DeliveryState, 'delivered' | 'retry' | 'failed' | 'skipped'>
  at: Date
  nextAt: Date
  responseStatus: number | null
  error: string | null
}

/** How many deliveries may be claimed: in total, for each endpoint listed, and for any other endpoint. */
export type Room = { total: number; each: number; byEndpoint: ReadonlyMap<number, number> }

/**
 * Commits claims and results without waiting for the disk or a standby. If the database machine fails and
 * loses a result, the delivery is sent again under the same `webhook-id`, as the webhook guide says.
 */
function withoutWaiting<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await sql`set local synchronous_commit to off`.execute(tx)
    return work(tx)
  })
}

/** The claimed deliveries. More may be due where the limit of an endpoint, or the total, was reached. */
export type Claimed = { claims: Claim[]; mayMoreWait: boolean }

type Endpoint = { id: number; customer_id: number; url: string; secret: string; is_on: boolean }
type Due = { id: number; endpoint_id: number; customer_id: number }

/**
 * Claims due deliveries up to the limit of each endpoint. Skips those of closed endpoints and of ended
 * access. Deliveries belong to a cell, endpoints and grants to the directory, so no statement reads both.
 */
export async function claimDue(
  database: Database,
  now: Date,
  leaseMs: number,
  room: Room,
  sandboxId: number | null,
): Promise<Claimed> {
  const waiting = await findWaitingEndpoints(database.query)
  if (waiting.length === 0) return { claims: [], mayMoreWait: false }
  const endpoints = await readEndpoints(database.query, waiting)
  const taken = await withoutWaiting(database, async (tx) => {
    const due = await lockDue(tx, now, [...endpoints.keys()], room, sandboxId)
    return due.length === 0 ? [] : take(tx, due, endpoints, now, new Date(now.getTime() + leaseMs))
  })
  const byEndpoint = Map.groupBy(taken, (row) => row.endpoint_id)
  return {
    claims: taken.filter((row) => row.is_open),
    mayMoreWait:
      taken.length >= room.total ||
      [...room.byEndpoint.values()].includes(0) ||
      [...byEndpoint].some(([id, some]) => some.length >= (room.byEndpoint.get(id) ?? room.each)),
  }
}

// The recursive part jumps from endpoint to endpoint along the index. A million deliveries for one endpoint
// are then not read, and do not hide those of another.
async function findWaitingEndpoints(query: Queryable): Promise<number[]> {
  const { rows } = await sql<{ endpoint_id: number }>`
    with recursive waiting as (
      (select endpoint_id from webhook_deliveries where state in ('pending', 'retry') order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_deliveries d
        where d.state in ('pending', 'retry') and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
      from waiting w where w.endpoint_id is not null
    )
    select endpoint_id from waiting where endpoint_id is not null`.execute(query)
  return rows.map((row) => row.endpoint_id)
}

async function readEndpoints(query: Queryable, ids: readonly number[]): Promise<Map<number, Endpoint>> {
  const { rows } = await sql<Endpoint>`
    select id, customer_id, url, secret, is_active and deleted_at is null as is_on
    from webhook_endpoints where id = any(${ids}::integer[]) order by id`.execute(query)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks due deliveries of these endpoints. Skips rows that another process is claiming. */
async function lockDue(
  tx: Tx,
  now: Date,
  endpointIds: readonly number[],
  room: Room,
  sandboxId: number | null,
): Promise<Due[]> {
  const most = endpointIds.map((id) => room.byEndpoint.get(id) ?? room.each)
  const isOfClock = await findTenantClock(tx, 'webhook_deliveries.customer_id', sandboxId)
  const { rows } = await sql<Due>`
    select d.id, d.endpoint_id, d.customer_id
    from unnest(${endpointIds}::integer[], ${most}::integer[]) as w (endpoint_id, most)
    cross join lateral (
      select id, endpoint_id, customer_id from webhook_deliveries
      where endpoint_id = w.endpoint_id and state in ('pending', 'retry') and due_at <= ${now}
        and ${isOfClock}
      order by due_at limit w.most for update skip locked
    ) d
    limit ${room.total}`.execute(tx)
  return rows
}

async function take(
  tx: Tx,
  due: readonly Due[],
  endpoints: ReadonlyMap<number, Endpoint>,
  now: Date,
  leasedUntil: Date,
): Promise<(Claim & { is_open: boolean })[]> {
  const accountOf = ({ endpoint_id }: Due) => endpoints.get(endpoint_id)?.customer_id ?? 0
  const mayHear = await findListeners(
    tx,
    due.map((row) => ({ accountId: accountOf(row), customerId: row.customer_id })),
    now,
  )
  const heard = due.map((row) => mayHear(accountOf(row), row.customer_id))
  const open = due.map((row, at) => heard[at] === true && endpoints.get(row.endpoint_id)?.is_on === true)
  const { rows } = await sql<Omit<Claim, 'url' | 'secret'> & { is_open: boolean }>`
    update webhook_deliveries d set
      state = case when p.is_open then 'sending' else 'skipped' end,
      attempts = d.attempts + case when p.is_open then 1 else 0 end,
      leased_until = case when p.is_open then ${leasedUntil}::timestamptz end,
      last_attempt_at = case when p.is_open then ${now}::timestamptz else d.last_attempt_at end,
      error = case when p.may_hear then d.error else ${ACCESS_ENDED} end
    from unnest(${due.map(({ id }) => id)}::bigint[], ${open}::boolean[], ${heard}::boolean[])
      as p (id, is_open, may_hear)
    where d.id = p.id
    returning d.id, d.endpoint_id, d.envelope_id, d.customer_id, d.event_type, d.entity_type, d.entity_id, d.body,
      d.payload_id, d.payload_line, d.attempts, d.earlier_attempts, p.is_open`.execute(tx)
  return rows.flatMap((row) => {
    const endpoint = endpoints.get(row.endpoint_id)
    return endpoint ? [{ ...row, url: endpoint.url, secret: endpoint.secret }] : []
  })
}

export type Payload = Pick<WebhookPayload, 'id' | 'content' | 'law_day' | 'created_at'>

export async function readPayloads(query: Queryable, ids: readonly number[]): Promise<Payload[]> {
  const { rows } = await sql<Payload>`
    select id, content, law_day, created_at from webhook_payloads where id = any(${ids}::bigint[])`.execute(
    query,
  )
  return rows
}

/**
 * Stores the bodies of these claims before they are first sent. Returns the ids stored; other processes have
 * taken over the rest.
 */
export async function keepBodies(database: Database, claims: readonly Claim[]): Promise<number[]> {
  if (claims.length === 0) return []
  // Sent as one string, one line each. Compact JSON and encrypted text have no line breaks.
  const bodies = claims.map(({ body }) => body).join('\n')
  const { rows } = await withoutWaiting(database, (tx) =>
    sql<{ id: number }>`
      update webhook_deliveries d set body = b.body
      from rows from (unnest(${claims.map(({ id }) => id)}::bigint[]),
        unnest(${claims.map(({ attempts }) => attempts)}::integer[]),
        unnest(string_to_array(${bodies}, ${'\n'}))) as b (id, attempts, body)
      where d.id = b.id and d.state = 'sending' and d.attempts = b.attempts and d.body is null
      returning d.id`.execute(tx),
  )
  return rows.map(({ id }) => id)
}

/**
 * Records the results of attempts in one statement. The attempt number guards the update: a result that
 * arrives after its lease was taken over changes nothing.
 */
export async function writeResults(database: Database, results: readonly Result[]): Promise<void> {
  await withoutWaiting(database, (tx) =>
    sql`
      update webhook_deliveries d set state = r.state, due_at = r.next_at, leased_until = null,
        response_status = r.response_status, error = r.error,
        delivered_at = case when r.state = 'delivered' then r.at else d.delivered_at end
      from unnest(${results.map(({ claim }) => claim.id)}::bigint[],
        ${results.map(({ claim }) => claim.attempts)}::integer[], ${results.map(({ state }) => state)}::text[],
        ${results.map(({ at }) => at)}::timestamptz[], ${results.map(({ nextAt }) => nextAt)}::timestamptz[],
        ${results.map(({ responseStatus }) => responseStatus)}::integer[], ${results.map(({ error }) => error)}::text[])
        as r (id, attempts, state, at, next_at, response_status, error)
      where d.id = r.id and d.state = 'sending' and d.attempts = r.attempts`.execute(tx),
  )
}

/**
 * Returns claims that were never sent. The attempt does not count. They return to `retry`, even before their
 * first attempt: the same entity may have changed since, and the rule of one queued delivery applies to
 * `pending` only.
 */
export async function giveBack(database: Database, claims: readonly Claim[]): Promise<void> {
  await withoutWaiting(database, (tx) =>
    sql`
      update webhook_deliveries d set state = 'retry', attempts = d.attempts - 1, leased_until = null,
        last_attempt_at = case when d.attempts > 1 then d.last_attempt_at end
      from unnest(${claims.map(({ id }) => id)}::bigint[], ${claims.map(({ attempts }) => attempts)}::integer[])
        as r (id, attempts)
      where d.id = r.id and d.state = 'sending' and d.attempts = r.attempts`.execute(tx),
  )
}

/**
 * Frees the deliveries of a process that died while sending. The attempt counts, because it may have arrived.
 */
export async function reclaimAbandoned(
  query: Queryable,
  now: Date,
  maxAttempts: number,
  sandboxId: number | null,
): Promise<void> {
  const isOfClock = await findTenantClock(query, 'webhook_deliveries.customer_id', sandboxId)
  await sql`
    update webhook_deliveries set leased_until = null, due_at = ${now}, response_status = null,
      error = 'The service stopped during this attempt',
      state = case when attempts - earlier_attempts < ${maxAttempts} then 'retry' else 'failed' end
    where id in (
      select id from webhook_deliveries where state = 'sending' and leased_until < ${now}
        and ${isOfClock} for update skip locked)`.execute(query)
}
