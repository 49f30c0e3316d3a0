import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../kernel/clock.ts'
import { CELL_TABLES } from './cell-catalogue.ts'
import { findDifferences } from './compare-cells.ts'
import { schemaOf } from './current-cell.ts'

export type Moved = { from: string; rows: number; tables: number; writesRestedMs: number }

type Table = { name: string; columns: string }

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 500

/**
 * Moves all rows of a customer to another cell of the same database: copied, compared and removed in one
 * transaction. Meanwhile the customer can read, and writes get a 503. Moving again also moves stray rows. The
 * user of `url` must be allowed to disable triggers.
 */
export async function moveCustomer(url: string, customerId: number, target: string): Promise<Moved> {
  const client = new pg.Client({ connectionString: url, application_name: 'tasman-move' })
  await client.connect()
  try {
    const from = await checkMove(client, customerId, target)
    const startedMs = monotonicMs()
    await client.query('update customers set moving_since = now() where id = $1', [customerId])
    try {
      await untilOlderWorkEnded(client)
      const copied = await copyWhenQuiet(client, customerId, from, target)
      return { from, ...copied, writesRestedMs: Math.round(monotonicMs() - startedMs) }
    } finally {
      await client.query('update customers set moving_since = null where id = $1', [customerId])
    }
  } finally {
    await client.end()
  }
}

async function checkMove(client: pg.Client, customerId: number, target: string): Promise<string> {
  const { rows } = await client.query<{ cell: string; is_moving: boolean }>(
    `select cell, moving_since > now() - interval '10 minutes' as is_moving from customers where id = $1`,
    [customerId],
  )
  const [customer] = rows
  if (!customer) throw new Error(`There is no customer ${customerId}.`)
  if (customer.is_moving) throw new Error(`Customer ${customerId} is already being moved.`)
  if (customer.cell === target) throw new Error(`Customer ${customerId} is already in cell ${target}.`)
  const { rows: cells } = await client.query<{ state: string }>('select state from cells where name = $1', [
    target,
  ])
  if (cells[0]?.state !== 'open') throw new Error(`There is no cell ${target} that accepts customers.`)
  for (const cell of [customer.cell, target])
    if ((await findDifferences(client, cell)).some((line) => !/^(?:has|lacks) rights /.test(line)))
      throw new Error(`Cell ${cell} is not at the version of main: run npm run migrate first.`)
  return customer.cell
}

/** Transactions that started before the customer was marked may still write for it. */
async function untilOlderWorkEnded(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  const isOver = async () => {
    const { rows: found } = await client.query<{ is_over: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as is_over',
      [rows[0]?.id],
    )
    return found[0]?.is_over === true
  }
  await until(isOver, 'transactions that began before the move are still under way')
}

async function copyWhenQuiet(client: pg.Client, customerId: number, from: string, target: string) {
  let copied: { rows: number; tables: number } | undefined
  const tryToCopy = async () => {
    copied = await copyAll(client, customerId, schemaOf(from), schemaOf(target), target)
    return copied !== undefined
  }
  await until(tryToCopy, 'messages, e-mails or webhooks of the customer are being sent')
  return copied ?? { rows: 0, tables: 0 }
}

async function until(isDone: () => Promise<boolean>, otherwise: string): Promise<void> {
  const endMs = monotonicMs() + PATIENCE_MS
  while (!(await isDone())) {
    if (monotonicMs() > endMs) throw new Error(`Not moved: ${otherwise}. Try again later.`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** Undefined while a sender has claimed rows of the customer, because it would write its result to the old cell. */
async function copyAll(client: pg.Client, customerId: number, source: string, copy: string, target: string) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = 10000; set local search_path to pg_catalog`)
    // Blocks writers of the cell until the rows are moved.
    await client.query(
      `lock table ${CELL_TABLES.map((table) => `${source}.${table}`).join(', ')} in share mode`,
    )
    if (await isBeingSent(client, source, customerId)) {
      await client.query('rollback')
      return undefined
    }
    // Foreign keys are circular, and triggers need not run for unchanged rows. With Citus, the workers must
    // hear of it too; a server without Citus ignores the first setting.
    await client.query(
      `set local citus.propagate_set_commands to 'local'; set local session_replication_role = replica`,
    )
    let rows = 0
    for (const table of await tablesOf(client))
      rows += await copyTable(client, customerId, table, source, copy)
    // A trigger notifies all processes of the customer's change.
    await client.query('set local session_replication_role = origin; set local search_path to public')
    await client.query('update customers set cell = $2, moving_since = null where id = $1', [
      customerId,
      target,
    ])
    await client.query('commit')
    return { rows, tables: CELL_TABLES.length }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function isBeingSent(client: pg.Client, schema: string, customerId: number): Promise<boolean> {
  const held = ['submissions', 'webhook_deliveries', 'outbox', 'journals'].map(
    (table) => `select from ${schema}.${table} where customer_id = $1 and leased_until > now()`,
  )
  const { rows } = await client.query<{ is_held: boolean }>(
    `select ${held.map((query) => `exists (${query})`).join(' or ')} as is_held`,
    [customerId],
  )
  return rows[0]?.is_held === true
}

/** Lists the columns explicitly, without generated ones. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[]) group by 1 order by 1`,
    [CELL_TABLES],
  )
  return rows
}

/** Copies the rows, compares the copy with the source, and deletes the source. */
async function copyTable(
  client: pg.Client,
  customerId: number,
  { name, columns }: Table,
  source: string,
  copy: string,
): Promise<number> {
  const of = [customerId]
  const sumOf = async (schema: string) => {
    const { rows } = await client.query<{ count: number; sum: string }>(
      `select count(*)::int as count, coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)::text as sum
       from ${schema}.${name} where customer_id = $1`,
      of,
    )
    return rows[0] ?? { count: 0, sum: '' }
  }
  const [wanted, there] = [await sumOf(source), await sumOf(copy)]
  await client.query(
    `insert into ${copy}.${name} (${columns}) overriding system value
     select ${columns} from ${source}.${name} where customer_id = $1`,
    of,
  )
  const arrived = await sumOf(copy)
  const isSame =
    arrived.count === there.count + wanted.count &&
    BigInt(arrived.sum) === BigInt(there.sum) + BigInt(wanted.sum)
  if (!isSame) throw new Error(`Not moved: ${name} was not copied exactly.`)
  const { rowCount } = await client.query(`delete from ${source}.${name} where customer_id = $1`, of)
  if (rowCount !== wanted.count) throw new Error(`Not moved: rows of ${name} changed meanwhile.`)
  return wanted.count
}

/**
 * Rows that are in another cell than their customer, by cell and table. There are none unless something wrote
 * during a move.
 */
export async function findStrays(client: pg.ClientBase, cell: string): Promise<string[]> {
  const parts = CELL_TABLES.map(
    (
      table,
    ) => `select '${table}' as name, own.customer_id, count(*)::int as count from ${schemaOf(cell)}.${table} own
      join public.customers c on c.id = own.customer_id and c.cell <> $1 group by 2`,
  )
  const { rows } = await client.query<{ name: string; customer_id: number; count: number }>(
    parts.join(' union all '),
    [cell],
  )
  return rows.map(({ name, customer_id, count }) => `${count} rows of customer ${customer_id} in ${name}`)
}
