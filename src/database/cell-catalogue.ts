import type pg from 'pg'
import { isCellTable, MARKS } from './cell-marks.ts'

/** A part of a table: an option, default, key, index, trigger or privilege. */
export type Part = { table: string; name: string; definition: string }

export type Catalogue = {
  columns: Part[]
  options: Part[]
  /** Columns whose values come from a sequence. */
  numbers: Part[]
  keys: Part[]
  foreignKeys: Part[]
  indexes: Part[]
  views: Part[]
  functions: Part[]
  triggers: Part[]
  /** `definition` is the privilege, `name` the role. */
  rights: Part[]
}

export const CELL_TABLES: readonly string[] = [...MARKS.keys()].filter(isCellTable)

/**
 * The parts of a cell's tables in a schema. Call it with a search path without tables, so that PostgreSQL
 * writes qualified names.
 */
export async function readCatalogue(client: pg.ClientBase, schema: string): Promise<Catalogue> {
  const ask = async (text: string) => (await client.query<Part>(text, [CELL_TABLES, schema])).rows
  return {
    columns: await ask(COLUMNS),
    options: await ask(OPTIONS),
    numbers: await ask(NUMBERS),
    keys: await ask(constraints(`'p', 'u', 'x', 'c'`)),
    foreignKeys: await ask(constraints(`'f'`)),
    indexes: await ask(INDEXES),
    views: await ask(VIEWS),
    functions: await ask(FUNCTIONS),
    triggers: await ask(TRIGGERS),
    rights: await ask(RIGHTS),
  }
}

const OF_TABLES = 'c.relnamespace = $2::regnamespace and c.relname = any($1::text[])'

const COLUMNS = `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end || case when a.attgenerated <> '' then ' generated' else '' end
    || case when a.attidentity <> '' then ''
       else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end as definition
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where ${OF_TABLES} order by 1, 2`

const OPTIONS = `select c.relname as table, '' as name, array_to_string(c.reloptions, ', ') as definition
  from pg_class c where ${OF_TABLES} and c.reloptions is not null order by 1`

const NUMBERS = `select c.relname as table, a.attname as name,
    pg_get_serial_sequence('public.' || c.relname, a.attname) as definition
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' where ${OF_TABLES} order by 1, 2`

const constraints = (kinds: string) => `
  select c.relname as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OF_TABLES} and k.contype in (${kinds})
  order by 1, 2`

const INDEXES = `select c.relname as table, own.relname as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class own on own.oid = i.indexrelid
  where ${OF_TABLES} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by 1, 2`

/** Views that read a cell table. */
const READING = `select r.ev_class from pg_rewrite r
  join pg_depend d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass and d.refobjid <> r.ev_class
  join pg_class c on c.oid = d.refobjid where ${OF_TABLES}`

const VIEWS = `select v.relname as table, v.relname as name, pg_get_viewdef(v.oid) as definition
  from pg_class v where v.relnamespace = $2::regnamespace and v.relkind = 'v' and v.oid in (${READING}) order by 1`

const FUNCTIONS = `select distinct '' as table, p.proname as name, p.prosrc as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where ${OF_TABLES} and not t.tgisinternal order by 2`

const TRIGGERS = `select c.relname as table, t.tgname as name, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${OF_TABLES} and not t.tgisinternal order by 1, 2`

/** Privileges of roles other than the owner. */
const RIGHTS = `select v.relname as table, quote_ident(r.rolname) as name, lower(a.privilege_type) as definition
  from pg_class v cross join lateral aclexplode(v.relacl) a join pg_roles r on r.oid = a.grantee
  where v.relnamespace = $2::regnamespace and a.grantee <> v.relowner
    and (v.relname = any($1::text[]) or v.oid in (${READING}))
  order by 1, 2, 3`
