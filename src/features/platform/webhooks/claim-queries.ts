import type pg from 'pg'
import { mayHearText } from '../../../database/active-grants.ts'
import type { DeliveryState, WebhookPayload } from '../../../database/tables/webhooks.ts'
import { ofTenantClockText } from '../../../database/tenant-clock-filter.ts'
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
 * loses a result, the delivery is sent again under the same `webhook-id`, as the webhook guide says. Applies
 * to the statement's own transaction only.
 */
const WITHOUT_WAITING = `without_waiting as materialized (select set_config('synchronous_commit', 'off', true))`

// The recursive part jumps from endpoint to endpoint along the index. A million deliveries for one endpoint
// are then not read, and do not hide those of another. The lock skips rows that another process is claiming.
const CLAIM = `
with recursive ${WITHOUT_WAITING},
waiting as (
  (select endpoint_id from webhook_deliveries where state in ('pending', 'retry') order by endpoint_id limit 1)
  union all
  select (select d.endpoint_id from webhook_deliveries d
    where d.state in ('pending', 'retry') and d.endpoint_id > w.endpoint_id order by d.endpoint_id limit 1)
  from waiting w where w.endpoint_id is not null
),
picked as (
  select d.id, e.url, e.secret, e.is_active and e.deleted_at is null as is_on,
    ${mayHearText('e.customer_id', 'd.customer_id', '$1::timestamptz')} as may_hear
  from waiting w
  join webhook_endpoints e on e.id = w.endpoint_id
  left join unnest($2::integer[], $3::integer[]) as r (endpoint_id, room) on r.endpoint_id = w.endpoint_id
  cross join lateral (
    select id, customer_id from webhook_deliveries
    where endpoint_id = w.endpoint_id and state in ('pending', 'retry') and due_at <= $1
      and ${ofTenantClockText('webhook_deliveries.customer_id', '$8')}
    order by due_at limit coalesce(r.room, $4) for update skip locked
  ) d
  limit $5
)
update webhook_deliveries d set
  state = case when p.is_on and p.may_hear then 'sending' else 'skipped' end,
  attempts = d.attempts + case when p.is_on and p.may_hear then 1 else 0 end,
  leased_until = case when p.is_on and p.may_hear then $6::timestamptz end,
  last_attempt_at = case when p.is_on and p.may_hear then $1 else d.last_attempt_at end,
  error = case when p.may_hear then d.error else $7 end
from picked p cross join without_waiting where d.id = p.id
returning d.id, d.endpoint_id, d.envelope_id, d.customer_id, d.event_type, d.entity_type, d.entity_id, d.body,
  d.payload_id, d.payload_line, d.attempts, d.earlier_attempts, p.url, p.secret,
  p.is_on and p.may_hear as is_open`

/** The claimed deliveries. More may be due where the limit of an endpoint, or the total, was reached. */
export type Claimed = { claims: Claim[]; mayMoreWait: boolean }

/**
 * Claims due deliveries up to the limit of each endpoint. Skips those of closed endpoints and of ended
 * access.
 */
export async function claimDue(
  pool: pg.Pool,
  now: Date,
  leaseMs: number,
  room: Room,
  sandboxId: number | null,
): Promise<Claimed> {
  const { rows } = await pool.query<Claim & { is_open: boolean }>(CLAIM, [
    now,
    [...room.byEndpoint.keys()],
    [...room.byEndpoint.values()],
    room.each,
    room.total,
    new Date(now.getTime() + leaseMs),
    ACCESS_ENDED,
    sandboxId,
  ])
  const taken = Map.groupBy(rows, (row) => row.endpoint_id)
  return {
    claims: rows.filter((row) => row.is_open),
    mayMoreWait:
      rows.length >= room.total ||
      [...room.byEndpoint.values()].includes(0) ||
      [...taken].some(([id, some]) => some.length >= (room.byEndpoint.get(id) ?? room.each)),
  }
}

export type Payload = Pick<WebhookPayload, 'id' | 'content' | 'law_day' | 'created_at'>

const READ_PAYLOADS = `
select id, content, law_day, created_at from webhook_payloads where id = any($1::bigint[])`

export async function readPayloads(pool: pg.Pool, ids: readonly number[]): Promise<Payload[]> {
  const { rows } = await pool.query<Payload>(READ_PAYLOADS, [ids])
  return rows
}

const KEEP_BODIES = `
with ${WITHOUT_WAITING}
update webhook_deliveries d set body = b.body
from rows from (unnest($1::bigint[]), unnest($2::integer[]), unnest(string_to_array($3, E'\\n'))) as b (id, attempts, body)
  cross join without_waiting
where d.id = b.id and d.state = 'sending' and d.attempts = b.attempts and d.body is null
returning d.id`

/**
 * Stores the bodies of these claims before they are first sent. Returns the ids stored; other processes have
 * taken over the rest.
 */
export async function keepBodies(pool: pg.Pool, claims: readonly Claim[]): Promise<number[]> {
  if (claims.length === 0) return []
  const { rows } = await pool.query<{ id: number }>(KEEP_BODIES, [
    claims.map(({ id }) => id),
    claims.map(({ attempts }) => attempts),
    // Sent as one text, one line each. Compact JSON and encrypted texts have no line breaks.
    claims.map(({ body }) => body).join('\n'),
  ])
  return rows.map(({ id }) => id)
}

// The attempt number guards the update. A result that arrives after its lease was taken over changes nothing.
const FINISH = `
with ${WITHOUT_WAITING}
update webhook_deliveries d set state = r.state, due_at = r.next_at, leased_until = null,
  response_status = r.response_status, error = r.error,
  delivered_at = case when r.state = 'delivered' then r.at else d.delivered_at end
from unnest($1::bigint[], $2::integer[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::integer[], $7::text[])
  as r (id, attempts, state, at, next_at, response_status, error) cross join without_waiting
where d.id = r.id and d.state = 'sending' and d.attempts = r.attempts`

/** Records the results of attempts in one statement. */
export async function writeResults(pool: pg.Pool, results: readonly Result[]): Promise<void> {
  await pool.query(FINISH, [
    results.map(({ claim }) => claim.id),
    results.map(({ claim }) => claim.attempts),
    results.map(({ state }) => state),
    results.map(({ at }) => at),
    results.map(({ nextAt }) => nextAt),
    results.map(({ responseStatus }) => responseStatus),
    results.map(({ error }) => error),
  ])
}

// Returns the claim to `retry`, even before its first attempt. The same entity may have changed since, and
// the rule of one queued delivery applies to `pending` only.
const GIVE_BACK = `
with ${WITHOUT_WAITING}
update webhook_deliveries d set state = 'retry', attempts = d.attempts - 1, leased_until = null,
  last_attempt_at = case when d.attempts > 1 then d.last_attempt_at end
from unnest($1::bigint[], $2::integer[]) as r (id, attempts) cross join without_waiting
where d.id = r.id and d.state = 'sending' and d.attempts = r.attempts`

/** Returns claims that were never sent. The attempt does not count. */
export async function giveBack(pool: pg.Pool, claims: readonly Claim[]): Promise<void> {
  await pool.query(GIVE_BACK, [claims.map(({ id }) => id), claims.map(({ attempts }) => attempts)])
}

const RECLAIM = `
update webhook_deliveries set leased_until = null, due_at = $1, error = $3, response_status = null,
  state = case when attempts - earlier_attempts < $2 then 'retry' else 'failed' end
where id in (
  select id from webhook_deliveries where state = 'sending' and leased_until < $1
    and ${ofTenantClockText('webhook_deliveries.customer_id', '$4')} for update skip locked)`

/**
 * Frees the deliveries of a process that died while sending. The attempt counts, because it may have arrived.
 */
export async function reclaimAbandoned(
  pool: pg.Pool,
  now: Date,
  maxAttempts: number,
  sandboxId: number | null,
): Promise<void> {
  await pool.query(RECLAIM, [now, maxAttempts, 'The service stopped during this attempt', sandboxId])
}
