import { type RawBuilder, sql } from 'kysely'
import { LOOSE_REFERENCES } from '../../../database/cell-marks.ts'
import { cellOfCustomer } from '../../../database/cell-of-customer.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { currentCell } from '../../../database/current-cell.ts'
import type { Acting, Faults } from '../../../kernel/acting.ts'

/** A sandbox with the target of its clock. */
export type SandboxRow = {
  customer_id: number
  lead_ms: number
  advance_to: Date | null
  faults: Faults
  cell: string
}

const COLUMNS = ['customer_id', 'lead_ms', 'advance_to', 'faults'] as const

/** The sandboxes of the current cell. */
export async function listSandboxes(query: Queryable): Promise<SandboxRow[]> {
  return query
    .selectFrom('sandboxes')
    .select([...COLUMNS, cellOfCustomer('sandboxes.customer_id').as('cell')])
    .where(cellOfCustomer('sandboxes.customer_id'), '=', currentCell())
    .orderBy('customer_id')
    .execute()
}

/** The kinds of work that jobs look for many times a minute. */
export type Waiting = 'deliveries' | 'mails' | 'submissions'

/** The endpoints of sandboxes, and the sandboxes that another account may listen to. */
type Listeners = { endpointIds: number[]; ownerIds: number[]; heardIds: number[] }

/**
 * Whether sandbox `s` has work waiting at the time of its clock. Deliveries are found by endpoint, because
 * other customers may have very many. A sandbox that another account may listen to is always checked.
 */
const IS_WAITING: Record<Waiting, (now: RawBuilder<unknown>, listeners: Listeners) => RawBuilder<unknown>> = {
  deliveries: (now, { endpointIds, ownerIds, heardIds }) => sql`
    s.customer_id = any(${heardIds}::int[])
    or exists (select from unnest(${endpointIds}::int[], ${ownerIds}::int[]) as e (id, owner_id)
      where e.owner_id = s.customer_id and exists (
        select from webhook_deliveries d where d.endpoint_id = e.id and d.state in ('pending', 'retry') and d.due_at <= ${now}))
    or exists (select from webhook_deliveries d
      where d.state = 'sending' and d.leased_until < ${now} and d.customer_id = s.customer_id)`,
  mails: (now) => sql`
    exists (select from outbox m where m.customer_id = s.customer_id
      and ((m.state = 'queued' and m.due_at <= ${now}) or (m.state = 'sending' and m.leased_until < ${now})))`,
  submissions: (now) => sql`
    exists (select from submissions m join companies c on c.id = m.company_id where c.customer_id = s.customer_id
      and m.status in ('queued', 'sent') and m.transport <> 'manual' and m.next_attempt_at <= ${now})
    or exists (select from submissions m where m.customer_id = s.customer_id
      and m.failed_with_id is not null and m.planned_again_at is null)
    or exists (select from super_files f where f.customer_id = s.customer_id
      and f.next_attempt_at <= ${now} and f.cancelled_at is null)`,
}

/** Endpoints are in the directory and deliveries in a cell, so they are read separately. */
async function findListeners(query: Queryable): Promise<Listeners> {
  const { rows: own } = await sql<{ id: number; customer_id: number }>`
    select e.id, e.customer_id from webhook_endpoints e join sandboxes s on s.customer_id = e.customer_id`.execute(
    query,
  )
  const { rows: heard } = await sql<{ customer_id: number }>`
    select distinct s.customer_id from sandboxes s
    join oauth_grants g on g.customer_id = s.customer_id
    join oauth_clients k on k.client_id = g.client_id and k.customer_id <> s.customer_id
    join webhook_endpoints e on e.customer_id = k.customer_id and e.deleted_at is null`.execute(query)
  return {
    endpointIds: own.map(({ id }) => id),
    ownerIds: own.map(({ customer_id }) => customer_id),
    heardIds: heard.map(({ customer_id }) => customer_id),
  }
}

const NO_LISTENERS: Listeners = { endpointIds: [], ownerIds: [], heardIds: [] }

/** The sandboxes where such work is waiting, each by its own clock. One query covers all sandboxes. */
export async function listWaiting(query: Queryable, what: Waiting, systemNow: Date): Promise<SandboxRow[]> {
  const listeners = what === 'deliveries' ? await findListeners(query) : NO_LISTENERS
  const now = sql`(${systemNow}::timestamptz + s.lead_ms * interval '1 millisecond')`
  const { rows } = await sql<SandboxRow>`
    select customer_id, lead_ms, advance_to, faults, ${cellOfCustomer('s.customer_id')} as cell from sandboxes s
    where ${cellOfCustomer('s.customer_id')} = ${currentCell()} and (${IS_WAITING[what](now, listeners)})
    order by customer_id`.execute(query)
  return rows
}

export function findSandbox(query: Queryable, customerId: number): Promise<SandboxRow | undefined> {
  return query
    .selectFrom('sandboxes')
    .select([...COLUMNS, cellOfCustomer('sandboxes.customer_id').as('cell')])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export const actingOf = (row: SandboxRow): Acting => ({
  customerId: row.customer_id,
  cell: row.cell,
  sandbox: { customerId: row.customer_id, leadMs: row.lead_ms, faults: row.faults },
})

/**
 * Sets the clock's target. Undefined when the clock already has a later target, because it never goes back.
 */
export function setTarget(
  query: Queryable,
  customerId: number,
  target: Date,
): Promise<SandboxRow | undefined> {
  return query
    .updateTable('sandboxes')
    .set({ advance_to: target })
    .where('customer_id', '=', customerId)
    .where((where) => where.or([where('advance_to', 'is', null), where('advance_to', '<=', target)]))
    .returning([...COLUMNS, cellOfCustomer('sandboxes.customer_id').as('cell')])
    .executeTakeFirst()
}

export async function storeFaults(query: Queryable, customerId: number, faults: Faults): Promise<void> {
  await query
    .updateTable('sandboxes')
    .set({ faults: JSON.stringify(faults) })
    .where('customer_id', '=', customerId)
    .execute()
}

/** The work that falls due over time, in the order in which it runs. */
export type DueWork = 'changes' | 'final pays' | 'submissions' | 'reports' | 'mails' | 'deliveries'

/**
 * A sandbox and its waiting work. For each kind it has the first due time, or the end of the lease of a
 * sender that may have died.
 */
export type Waited = SandboxRow & { works: DueWork[] | null; firsts: (Date | null)[] | null }

/**
 * Work that falls due within this interval runs at one stop. The service's own jobs pause longer between two
 * checks.
 */
const MOMENT = sql.lit('100 milliseconds')

/**
 * A customer's waiting work and its due times. Leased work waits until its lease ends, and no clock stops for
 * that.
 */
const waitingOf = (customerId: number, zone: string) => sql`
  select 'changes' as work, effective_from::timestamp at time zone ${zone} as at, false as is_held
  from employee_terms where customer_id = ${customerId} and status = 'scheduled'
  union all
  select 'final pays', processed_date::timestamp at time zone ${zone}, false
  from pays where customer_id = ${customerId} and is_termination and status = 'pending'
    and (select deleted_at from companies where companies.id = pays.company_id) is null
  union all
  select 'submissions', next_attempt_at, false
  from submissions
  where customer_id = ${customerId} and status in ('queued', 'sent') and transport <> 'manual'
  union all
  select 'submissions', next_attempt_at, false
  from super_files where customer_id = ${customerId} and transmission in ('queued', 'sent') and cancelled_at is null
  union all
  select 'reports', next_on::timestamp at time zone ${zone}, false
  from report_deliveries where customer_id = ${customerId}
  union all
  select 'mails', case state when 'queued' then due_at else leased_until end, state = 'sending'
  from outbox where customer_id = ${customerId} and state in ('queued', 'sending')
  union all
  select 'deliveries', due_at, false
  from webhook_deliveries where customer_id = ${customerId} and state in ('pending', 'retry')
  union all
  select 'deliveries', leased_until, true
  from webhook_deliveries where customer_id = ${customerId} and leased_until is not null`

/** The first due time of each kind of work, as two arrays. */
const FIRSTS = sql`
  select array_agg(work) as works, array_agg(first) as firsts
  from (select work, min(at) as first from waiting group by work) each`

/** A sandbox with its waiting work, or undefined. */
export async function findWaiting(
  query: Queryable,
  customerId: number,
  zone: string,
): Promise<Waited | undefined> {
  const { rows } = await sql<Waited>`
    with waiting as materialized (${waitingOf(customerId, zone)})
    select s.customer_id, s.lead_ms, s.advance_to, s.faults, ${cellOfCustomer('s.customer_id')} as cell, f.works, f.firsts
    from sandboxes s cross join (${FIRSTS}) f where s.customer_id = ${customerId}`.execute(query)
  return rows[0]
}

/**
 * Moves the clock forward to the next due time, but not past the target. Returns the sandbox and its waiting
 * work. Clears a target that has been reached.
 */
export async function moveClock(
  query: Queryable,
  customerId: number,
  { now, systemNow, target, zone }: { now: Date; systemNow: Date; target: Date; zone: string },
): Promise<Waited | undefined> {
  const { rows } = await sql<Waited>`
    with waiting as materialized (${waitingOf(customerId, zone)}),
    later as (
      select at, min(at) over () as next from waiting
      where not is_held and at > ${now}::timestamptz and at <= ${target}::timestamptz),
    stop as (select max(at) as at from later where at <= next + interval ${MOMENT})
    update sandboxes s set
      lead_ms = greatest(0, s.lead_ms, ceil(extract(epoch from
        coalesce(stop.at, ${target}::timestamptz) - ${systemNow}::timestamptz) * 1000)::bigint),
      advance_to = case when stop.at is null and s.advance_to <= ${target}::timestamptz then null else s.advance_to end
    from stop cross join (${FIRSTS}) f where s.customer_id = ${customerId}
    returning s.customer_id, s.lead_ms, s.advance_to, s.faults, ${cellOfCustomer('s.customer_id')} as cell, f.works, f.firsts`.execute(
    query,
  )
  return rows[0]
}

type Reference = { child: string; column: string; parent: string; parent_column: string }

/**
 * Deletes a customer's companies and every row that refers to them, deepest first. The references come from
 * the database catalogue, so a new table is never missed.
 */
export async function deleteCompanies(tx: Tx, customerId: number): Promise<void> {
  const { rows: kept } = await sql<Reference>`
    select distinct child.relname as child, ca.attname as column, parent.relname as parent, pa.attname as parent_column
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid
    join pg_class parent on parent.oid = k.confrelid
    join pg_attribute ca on ca.attrelid = k.conrelid and ca.attnum = k.conkey[1]
    join pg_attribute pa on pa.attrelid = k.confrelid and pa.attnum = k.confkey[1]
    where k.contype = 'f' and cardinality(k.conkey) = 1
      and child.relnamespace in ('public'::regnamespace, current_schema()::regnamespace)`.execute(tx)
  const references = [...kept, ...LOOSE_REFERENCES.map((entry) => ({ ...entry, parent_column: 'id' }))]
  const own = `(select id from companies where customer_id = ${Number(customerId)})`
  await sql.raw(`update customers set default_company_id = null where id = ${Number(customerId)}`).execute(tx)
  await deleteReferring(tx, references, 'companies', own, ['customers', 'companies'])
  await sql.raw(`delete from companies where customer_id = ${Number(customerId)}`).execute(tx)
}

/** Deletes the rows that refer to the selected rows of a table. `ids` selects them. */
async function deleteReferring(
  tx: Tx,
  references: readonly Reference[],
  parent: string,
  ids: string,
  path: readonly string[],
): Promise<void> {
  for (const { child, column, parent_column } of references.filter((entry) => entry.parent === parent)) {
    if (path.includes(child)) continue
    const where = `"${column}" in ${ids}`
    const keys = new Set(
      references.filter((entry) => entry.parent === child).map((entry) => entry.parent_column),
    )
    for (const key of keys)
      await deleteReferring(
        tx,
        references.filter((entry) => entry.parent !== child || entry.parent_column === key),
        child,
        `(select "${key}" from "${child}" where ${where})`,
        [...path, child],
      )
    if (parent_column) await sql.raw(`delete from "${child}" where ${where}`).execute(tx)
  }
}
