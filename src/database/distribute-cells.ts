import type pg from 'pg'
import { readCatalogue } from './cell-catalogue.ts'
import { MARKS } from './cell-marks.ts'
import { grantsOf } from './create-cell.ts'
import { schemaOf } from './current-cell.ts'

/*
 * Places the tables on the machines of a Citus cluster: each cell on one worker, reference tables on every
 * machine, everything else on the coordinator. Each step may be repeated.
 */

const REFERENCE_TABLES = [...MARKS].filter(([, mark]) => mark === 'reference').map(([table]) => table)

/** Whether this database has workers that cells can be placed on. */
export async function hasWorkers(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as is_there`,
  )
  if (!rows[0]?.is_there) return false
  const { rowCount } = await client.query('select from citus_get_active_worker_nodes() limit 1')
  return rowCount === 1
}

/**
 * Copies the reference tables to every machine. Foreign keys between them and other tables are dropped first.
 * Otherwise the engine would take over all tables of the coordinator and refuse some of their statements.
 */
export async function distributeDirectory(client: pg.ClientBase): Promise<void> {
  await client.query('set citus.enable_unsafe_triggers to on')
  const { rows: keys } = await client.query<{ child: string; name: string }>(FOREIGN_KEYS, [REFERENCE_TABLES])
  for (const { child, name } of keys) await client.query(`alter table ${child} drop constraint ${name}`)
  const { rows: done } = await client.query<{ name: string }>(
    `select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid`,
  )
  const placed = new Set(done.map(({ name }) => name))
  const { rows: functions } = await client.query<{ signature: string }>(FUNCTIONS)
  for (const { signature } of functions)
    await client.query('select create_distributed_function($1::regprocedure)', [signature])
  for (const name of REFERENCE_TABLES)
    if (!placed.has(name)) await client.query(`select create_reference_table('public.${name}')`)
}

/** Places a cell on the worker with the fewest cells. */
export async function distributeCell(client: pg.ClientBase, cell: string): Promise<void> {
  const schema = schemaOf(cell)
  const { rowCount } = await client.query('select from pg_dist_schema where schemaid = $1::regnamespace', [
    schema,
  ])
  if (rowCount !== 0) return
  await client.query('set citus.enable_unsafe_triggers to on')
  const catalogue = await readCatalogue(client, schema)
  await client.query('select citus_schema_distribute($1::regnamespace)', [schema])
  // The engine creates the views again, without their privileges.
  for (const grant of grantsOf(catalogue, cell)) await client.query(grant)
}

/** Functions that triggers call. The engine copies the triggers' own functions, but not what their bodies name. */
const FUNCTIONS = `
  select p.oid::regprocedure::text as signature from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    and (p.provolatile = 'i' or p.prolang = (select oid from pg_language where lanname = 'plpgsql'))`

/** Foreign keys of any schema that lead to or from a reference table, unless both ends are reference tables. */
const FOREIGN_KEYS = `
  select k.conrelid::regclass::text as child, quote_ident(k.conname) as name from pg_constraint k
  join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0
    and (child.relnamespace = 'public'::regnamespace and child.relname = any($1::text[]))
      <> (parent.relnamespace = 'public'::regnamespace and parent.relname = any($1::text[]))`
