import pg from 'pg'
import { LOOSE_REFERENCES } from '../../src/database/cell-marks.ts'
import { MAIN_CELL, searchPathOf } from '../../src/database/current-cell.ts'

/*
 * Restores the payroll data of one customer from a copy of the database, in one transaction. Replaces every table with a customer
 * column, except those for access and evidence. Users, permissions and the audit log stay as they are, and the audit log records the
 * restore. Rows of other customers are not touched.
 */

/** Tables that are not replaced: users, their sessions and permissions, the audit log with its chains, and what was already sent. */
const KEPT: ReadonlySet<string> = new Set([
  ...['users', 'invitations', 'sessions', 'password_links', 'recovery_codes', 'known_devices'],
  ...['passkeys', 'sign_in_policies', 'used_assertions', 'calendar_feeds', 'own_addresses'],
  ...['company_roles', 'company_rules', 'portfolios', 'portfolio_companies'],
  ...['identity_providers', 'identity_domains', 'scim_tokens'],
  ...['oauth_clients', 'oauth_codes', 'oauth_grants', 'oauth_tokens', 'personal_tokens', 'session_handoffs'],
  ...['audit_log', 'audit_links', 'audit_checkpoints', 'idempotency_keys', 'law_notices', 'sandboxes'],
  'limit_raises',
  ...['webhook_endpoints', 'webhook_deliveries', 'webhook_payloads', 'outbox', 'outbox_attachments'],
  ...['payslip_mails', 'partner_clients', 'partner_orders', 'partner_trials', 'request_log', 'usage_reports'],
])

const ROWS_AT_ONCE = 500

const FORGET_DEFAULT_COMPANY = `
  update customers set default_company_id = null
  where id = $1 and not exists (select from companies where companies.id = default_company_id)`

type Table = { name: string; columns: string }
/** `only` limits the check to some rows of `from`. */
type Reference = { from: string; column: string; to: string; only?: string }

const referencesTo = (wanted: string): Reference[] =>
  LOOSE_REFERENCES.flatMap(({ child, column, parent }) =>
    parent === wanted && KEPT.has(child) ? [{ from: child, column, to: parent }] : [],
  )

/**
 * Kept rows that mean nothing without the rows they refer to, so they are deleted with a company or employee that did
 * not exist at that time.
 */
const DROPPED_WITH: readonly Reference[] = [
  ...referencesTo('companies'),
  { from: 'payslip_mails', column: 'company_id', to: 'companies' },
  { from: 'payslip_mails', column: 'employee_id', to: 'employees' },
]

/** Access of employees has no foreign key, because it could not span two schemas. Ended access may stay. */
const ACCESS_OF_EMPLOYEES: readonly Reference[] = referencesTo('employees').map((reference) => ({
  ...reference,
  only: reference.from === 'users' ? 'removed_at is null' : 'accepted_at is null and revoked_at is null',
}))

const isDangling = (column: string, to: string) =>
  `own.${column} is not null and not exists (select from ${to} other where other.id = own.${column})`

export type RestoredCustomer = {
  /** Tables with their current number of rows. */
  rows: ReadonlyMap<string, number>
  /**
   * Messages and files sent after the point in time, which the database no longer contains. Compare them with the authority and
   * the bank.
   */
  left: readonly string[]
}

/**
 * `copyUrl` is a database restored from a backup to the wanted time. `liveUrl` is the live database, with a user who may disable
 * triggers.
 */
export async function restoreCustomer(
  liveUrl: string,
  copyUrl: string,
  customerId: number,
): Promise<RestoredCustomer> {
  const [live, copy] = await Promise.all([open(liveUrl), open(copyUrl)])
  try {
    await copy.query('begin transaction isolation level repeatable read read only')
    await live.query('begin')
    await live.query('set local lock_timeout = 10000')
    await refuseOtherCustomer(live, copy, customerId)
    for (const client of [live, copy]) await goToCellOf(client, customerId)
    const tables = await replacedTables(live)
    await refuseOtherShape(tables, await replacedTables(copy))
    const left = await listLeft(live, copy, customerId)
    // Foreign keys are checked below in bulk, because the rows of a customer reference each other in cycles.
    await live.query('set local session_replication_role = replica')
    const rows = new Map<string, number>()
    for (const { name } of tables)
      await live.query(`delete from ${name} where customer_id = $1`, [customerId])
    for (const table of tables) rows.set(table.name, await copyRows(live, copy, table, customerId))
    // From here on, triggers run again: running processes are notified of changed access, and the audit log links its
    // new row.
    await live.query('set local session_replication_role = origin')
    await live.query(FORGET_DEFAULT_COMPANY, [customerId])
    for (const reference of DROPPED_WITH) await deleteDangling(live, customerId, reference)
    await refuseDangling(live, customerId)
    await recordRestore(live, copy, customerId)
    await live.query('commit')
    return { rows, left }
  } catch (error) {
    await live.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await Promise.all([live.end(), copy.end()])
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/**
 * A copy without this customer, or of another service, would delete the payroll data and put nothing in its place. The live
 * database as its own copy would report a restore that did not happen.
 */
async function refuseOtherCustomer(live: pg.Client, copy: pg.Client, customerId: number): Promise<void> {
  const placeOf = async (client: pg.Client) =>
    (await client.query(`select current_database() as name, pg_postmaster_start_time() as started`)).rows[0]
  if (JSON.stringify(await placeOf(live)) === JSON.stringify(await placeOf(copy)))
    throw new Error('--from names the live database itself. Name the restored copy.')
  const createdAt = async (client: pg.Client): Promise<string | undefined> =>
    (
      await client.query('select extract(epoch from created_at)::text as at from customers where id = $1', [
        customerId,
      ])
    ).rows[0]?.at
  const [now, then] = [await createdAt(live), await createdAt(copy)]
  if (!now) throw new Error(`There is no customer ${customerId} in the live database.`)
  if (now !== then)
    throw new Error(
      `The copy does not contain customer ${customerId}: it is older than the customer, or a copy of another service.`,
    )
}

/** Sets the search path to the customer's cell. A copy from before cells were introduced has none. */
async function goToCellOf(client: pg.Client, customerId: number): Promise<void> {
  const { rows } = await client.query<{ cell: string | null }>(
    `select to_jsonb(own) ->> 'cell' as cell from customers own where id = $1`,
    [customerId],
  )
  await client.query(`set local search_path to ${searchPathOf(rows[0]?.cell ?? MAIN_CELL)}`)
}

/** Lists the columns by name, without generated ones. */
async function replacedTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.table_name as name,
      (select string_agg(quote_ident(own.column_name), ', ' order by own.ordinal_position) from information_schema.columns own
       where own.table_schema = 'public' and own.table_name = c.table_name and own.is_generated = 'NEVER') as columns
    from information_schema.columns c join information_schema.tables t
      on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.column_name = 'customer_id' order by 1`)
  return rows.filter(({ name }) => !KEPT.has(name))
}

async function refuseOtherShape(live: readonly Table[], copy: readonly Table[]): Promise<void> {
  if (JSON.stringify(live) !== JSON.stringify(copy))
    throw new Error(
      'The tables of the copy differ from those of the live database: migrate the copy to the same version first.',
    )
}

/** Copies rows as JSON text that JavaScript never parses, so every figure keeps its digits. */
async function copyRows(live: pg.Client, copy: pg.Client, table: Table, customerId: number): Promise<number> {
  await copy.query(
    `declare rows_of_customer no scroll cursor for select row_to_json(own)::text as row
     from (select ${table.columns} from ${table.name} where customer_id = $1) own`,
    [customerId],
  )
  let count = 0
  for (;;) {
    const { rows } = await copy.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from rows_of_customer`)
    if (rows.length === 0) break
    await live.query(
      `insert into ${table.name} (${table.columns}) overriding system value
       select ${table.columns} from json_populate_recordset(null::${table.name}, $1::json)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    )
    count += rows.length
  }
  await copy.query('close rows_of_customer')
  return count
}

/** A row that was kept, or that belongs to another customer, may reference a row that did not exist at that time. */
async function refuseDangling(live: pg.Client, customerId: number): Promise<void> {
  const { rows: references } = await live.query<Reference>(`
    select distinct child.relname as "from", quote_ident(att.attname) as "column", parent.relname as "to"
    from pg_constraint con join pg_class child on child.oid = con.conrelid join pg_class parent on parent.oid = con.confrelid join pg_attribute att on att.attrelid = con.conrelid and att.attnum = con.conkey[1]
    where con.contype = 'f' and cardinality(con.conkey) = 1 and con.connamespace in ('public'::regnamespace, current_schema()::regnamespace)
      and exists (select from pg_attribute own where own.attrelid = con.conrelid and own.attname = 'customer_id')
      and exists (select from pg_attribute key where key.attrelid = con.confrelid and key.attname = 'id' and key.attnum = con.confkey[1])`)
  for (const { from, column, to, only = 'true' } of [...references, ...ACCESS_OF_EMPLOYEES]) {
    const { rows } = await live.query<{ count: number }>(
      `select count(*)::int as count from ${from} own
       where own.customer_id = $1 and ${isDangling(column, to)} and ${only}`,
      [customerId],
    )
    const count = rows[0]?.count ?? 0
    if (count > 0)
      throw new Error(
        `${count} rows of ${from} refer to rows of ${to} that did not exist at that time (${column}). Remove them first: nothing was changed.`,
      )
  }
}

async function deleteDangling(
  live: pg.Client,
  customerId: number,
  { from, column, to }: Reference,
): Promise<void> {
  await live.query(`delete from ${from} own where own.customer_id = $1 and ${isDangling(column, to)}`, [
    customerId,
  ])
}

/** The newest audit entry of the copy shows the time to which the data was restored. */
async function recordRestore(live: pg.Client, copy: pg.Client, customerId: number): Promise<void> {
  const { rows } = await copy.query<{ at: Date | null }>('select max(at) as at from audit_log')
  const until = rows[0]?.at?.toISOString()
  await live.query(
    `insert into audit_log (at, customer_id, action, target, outcome) values (now(), $1, 'restoreCustomer', $2, 200)`,
    [customerId, until ? `data of ${until}` : null],
  )
}

/** Messages and payment files created after the time of the copy. */
async function listLeft(live: pg.Client, copy: pg.Client, customerId: number): Promise<string[]> {
  const sources: [what: string, table: string][] = [
    ['message to the authority', 'submissions'],
    ['payment file', 'payment_files'],
    ['super file', 'super_files'],
  ]
  const found: string[] = []
  for (const [what, table] of sources) {
    const ids = async (client: pg.Client) => {
      const { rows } = await client.query<{ id: number }>(
        `select id from ${table} where customer_id = $1 order by id`,
        [customerId],
      )
      return rows.map(({ id }) => id)
    }
    const before = new Set(await ids(copy))
    found.push(...(await ids(live)).filter((id) => !before.has(id)).map((id) => `${what} ${id}`))
  }
  return found
}
