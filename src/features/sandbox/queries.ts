import { type RawBuilder, sql } from 'kysely'
import type { Acting, Faults } from '../../acting.ts'
import type { Queryable, Tx } from '../../database/connect.ts'

/** A sandbox with where its clock is on its way to. */
export type SandboxRow = { customer_id: number; lead_ms: number; advance_to: Date | null; faults: Faults }

export async function listSandboxes(query: Queryable): Promise<SandboxRow[]> {
  return query
    .selectFrom('sandboxes')
    .select(['customer_id', 'lead_ms', 'advance_to', 'faults'])
    .orderBy('customer_id')
    .execute()
}

/** What jobs look for many times a minute. */
export type Waiting = 'deliveries' | 'mails' | 'submissions'

/**
 * Whether something of sandbox `s` waits at this time of its clock. Deliveries are found by endpoint, as there may be very many of others:
 * a sandbox that another account may listen to is always looked at.
 */
const IS_WAITING: Record<Waiting, (now: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  deliveries: (now) => sql`
    exists (select from webhook_endpoints e where e.customer_id = s.customer_id and exists (
      select from webhook_deliveries d where d.endpoint_id = e.id and d.state in ('pending', 'retry') and d.due_at <= ${now}))
    or exists (select from webhook_deliveries d
      where d.state = 'sending' and d.leased_until < ${now} and d.customer_id = s.customer_id)
    or exists (select from oauth_grants g
      join oauth_clients k on k.client_id = g.client_id and k.customer_id <> s.customer_id
      join webhook_endpoints e on e.customer_id = k.customer_id and e.deleted_at is null
      where g.customer_id = s.customer_id)`,
  mails: (now) => sql`
    exists (select from outbox m where m.customer_id = s.customer_id
      and ((m.state = 'queued' and m.due_at <= ${now}) or (m.state = 'sending' and m.leased_until < ${now})))`,
  submissions: (now) => sql`
    exists (select from submissions m join companies c on c.id = m.company_id where c.customer_id = s.customer_id
      and m.status in ('queued', 'sent') and m.transport <> 'manual' and m.next_attempt_at <= ${now})`,
}

/** The sandboxes in which such work waits, each by its own clock: one question, however many sandboxes there are. */
export async function listWaiting(query: Queryable, what: Waiting, systemNow: Date): Promise<SandboxRow[]> {
  const now = sql`(${systemNow}::timestamptz + s.lead_ms * interval '1 millisecond')`
  const { rows } = await sql<SandboxRow>`
    select customer_id, lead_ms, advance_to, faults from sandboxes s where ${IS_WAITING[what](now)}
    order by customer_id`.execute(query)
  return rows
}

export function findSandbox(query: Queryable, customerId: number): Promise<SandboxRow | undefined> {
  return query
    .selectFrom('sandboxes')
    .select(['customer_id', 'lead_ms', 'advance_to', 'faults'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export const actingOf = (row: SandboxRow): Acting => ({
  customerId: row.customer_id,
  sandbox: { customerId: row.customer_id, leadMs: row.lead_ms, faults: row.faults },
})

/** Sets where the clock goes; undefined when it is on its way to a later time: it never goes back. */
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
    .returning(['customer_id', 'lead_ms', 'advance_to', 'faults'])
    .executeTakeFirst()
}

/** Moves the clock forward and answers where it stands; a target that is reached is taken away. */
export async function moveClock(
  query: Queryable,
  customerId: number,
  leadMs: number,
  reached: Date | null,
): Promise<SandboxRow | undefined> {
  const { rows } = await sql<SandboxRow>`
    update sandboxes set lead_ms = greatest(lead_ms, ${Math.max(0, Math.round(leadMs))}::bigint),
      advance_to = case when advance_to <= ${reached}::timestamptz then null else advance_to end
    where customer_id = ${customerId}
    returning customer_id, lead_ms, advance_to, faults`.execute(query)
  return rows[0]
}

export async function storeFaults(query: Queryable, customerId: number, faults: Faults): Promise<void> {
  await query
    .updateTable('sandboxes')
    .set({ faults: JSON.stringify(faults) })
    .where('customer_id', '=', customerId)
    .execute()
}

export type Due = {
  /** Something waits whose time has come. */
  isDue: boolean
  /** The next instant at which something falls due; null when nothing waits for a later time. */
  next: Date | null
}

/** What of the sandbox waits at this time of its clock. A sender that died holds its work until its lease ends. */
export async function findDue(query: Queryable, customerId: number, now: Date, zone: string): Promise<Due> {
  const { rows } = await sql<{ is_due: boolean; next: Date | null }>`
    select coalesce(bool_or(at <= ${now}), false) as is_due, min(at) filter (where at > ${now} and not is_held) as next
    from (
      select due_at as at, false as is_held from webhook_deliveries
      where customer_id = ${customerId} and state in ('pending', 'retry')
      union all
      select leased_until, true from webhook_deliveries where customer_id = ${customerId} and state = 'sending'
      union all
      select due_at, false from outbox where customer_id = ${customerId} and state = 'queued'
      union all
      select leased_until, true from outbox where customer_id = ${customerId} and state = 'sending'
      union all
      select s.next_attempt_at, false from submissions s join companies c on c.id = s.company_id
      where c.customer_id = ${customerId} and s.status in ('queued', 'sent') and s.transport <> 'manual'
      union all
      select p.processed_date::timestamp at time zone ${zone}, false
      from pays p join companies c on c.id = p.company_id
      where c.customer_id = ${customerId} and p.is_termination and p.status = 'pending' and c.deleted_at is null
      union all
      select effective_from::timestamp at time zone ${zone}, false from employee_changes
      where customer_id = ${customerId} and status = 'scheduled'
    ) waiting`.execute(query)
  return { isDue: rows[0]?.is_due ?? false, next: rows[0]?.next ?? null }
}

type Reference = { child: string; column: string; parent: string; parent_column: string }

/**
 * Deletes the companies of a customer with all that refers to them, deepest first. The catalogue says what refers to what, so a new
 * table is not forgotten.
 */
export async function deleteCompanies(tx: Tx, customerId: number): Promise<void> {
  const { rows: references } = await sql<Reference>`
    select child.relname as child, ca.attname as column, parent.relname as parent, pa.attname as parent_column
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid
    join pg_class parent on parent.oid = k.confrelid
    join pg_attribute ca on ca.attrelid = k.conrelid and ca.attnum = k.conkey[1]
    join pg_attribute pa on pa.attrelid = k.confrelid and pa.attnum = k.confkey[1]
    where k.contype = 'f' and cardinality(k.conkey) = 1 and child.relnamespace = 'public'::regnamespace`.execute(
    tx,
  )
  const own = `(select id from companies where customer_id = ${Number(customerId)})`
  await sql.raw(`update customers set default_company_id = null where id = ${Number(customerId)}`).execute(tx)
  await deleteReferring(tx, references, 'companies', own, ['customers', 'companies'])
  await sql.raw(`delete from companies where customer_id = ${Number(customerId)}`).execute(tx)
}

/** Deletes what refers to these rows of a table; `ids` selects them. */
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
