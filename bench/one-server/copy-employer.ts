import type pg from 'pg'
import { CELL_TABLES } from '../../src/database/cell-catalogue.ts'
import type { FieldCipher } from '../../src/security/field-encryption.ts'
import { factsOf, SEALED_COLUMNS, type SealedColumn } from '../../src/security/sealed-columns.ts'

type Table = {
  name: string
  columns: string[]
  /** The template's first id, and the first id for copies. Without them the table has no ids. */
  first: number | null
  free: number | null
}

type Plan = {
  client: pg.Client
  tables: Map<string, Table>
  /** The table that a column refers to, by `table.column`. */
  parents: Map<string, string>
  template: number
  copies: number
  people: number
}

/** The tables that these columns refer to without a foreign key. */
const UNDECLARED: Readonly<Record<string, string>> = {
  company_id: 'companies',
  employee_id: 'employees',
  pay_id: 'pays',
  pay_run_id: 'pay_runs',
  snapshot_id: 'snapshots',
  employer_snapshot_id: 'snapshots',
}

/** Tables that grow with every pay, in order, and the column by which a week's rows are found. */
const WEEKLY: Readonly<Record<string, string>> = {
  pay_runs: 'id',
  pays: 'id',
  pay_lines: 'pay_id',
  leave_movements: 'pay_id',
  run_changes: 'pay_run_id',
}

/**
 * Copies all rows of one customer's cell tables to the other customers, with ids of their own and numbers encrypted for them. Rows
 * are written week by week and employer by employer, as the service writes them.
 */
export async function copyEmployer(
  client: pg.Client,
  what: {
    template: number
    customers: readonly number[]
    people: number
    weeks: number
    cipher: FieldCipher
  },
  onWeek: (week: number) => void,
): Promise<void> {
  const { template, customers, people, weeks, cipher } = what
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set jit = off`,
  )
  await client.query(
    'create temp table own as select id, (place - 1)::int as place from unnest($1::int[]) with ordinality given(id, place)',
    [customers],
  )
  await client.query('analyze own')
  const tables = await readTables(client, template)
  const parents = await readParents(client)
  const plan: Plan = { client, tables, parents, template, copies: customers.length, people }
  for (const table of tables.values()) if (!(table.name in WEEKLY)) await copyRows(plan, table)
  await encryptAgain(plan, cipher)
  for (let week = 0; week < weeks; week += 1) {
    await client.query('begin')
    for (const [name, column] of Object.entries(WEEKLY)) {
      const table = tables.get(name)
      if (table) await copyRows(plan, table, inWeek(plan, column, name, week))
    }
    await client.query('commit')
    onWeek(week)
  }
  for (const { name, free } of tables.values())
    if (free !== null)
      await client.query(
        `select setval(pg_get_serial_sequence('${name}', 'id'), (select max(id) from ${name}))`,
      )
}

async function readTables(client: pg.Client, template: number): Promise<Map<string, Table>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns from pg_attribute
     where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = '' group by 1 order by 1`,
    [CELL_TABLES],
  )
  const tables = new Map<string, Table>()
  for (const { name, columns } of rows) {
    const hasId = columns.includes('id')
    const { rows: found } = await client.query<{ count: number; first: number | null; free: number | null }>(
      `select count(*) filter (where customer_id = $1)::int as count,
         ${hasId ? 'min(id) filter (where customer_id = $1)::int as first, max(id)::int + 1 as free' : 'null as first, null as free'}
       from ${name}`,
      [template],
    )
    const [own] = found
    if (own && own.count > 0) tables.set(name, { name, columns, first: own.first, free: own.free })
  }
  return tables
}

async function readParents(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select conrelid::regclass || '.' || attname as child, confrelid::regclass::text as parent
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and cardinality(conkey) = 1`,
  )
  return new Map(rows.map(({ child, parent }) => [child, parent]))
}

/** Ids of one employer stay together: as many as it has people, except that each call makes one run. */
function idOf({ tables, copies, people }: Plan, name: string, value: string): string {
  const table = tables.get(name)
  if (!table || table.first === null) return value
  const block = name === 'pay_runs' ? 1 : people
  const offset = `(${value} - ${table.first})`
  return `${table.free} + ${offset} / ${block} * ${copies * block} + own.place * ${block} + ${offset} % ${block}`
}

async function copyRows(plan: Plan, table: Table, condition = 'true'): Promise<void> {
  const { client, template } = plan
  const values = table.columns.map((column) => sourceOf(plan, table.name, column))
  const order = table.columns.find((column) => column === 'id' || column === 'pay_id') ?? '1'
  await client.query(
    `insert into ${table.name} (${table.columns.join(', ')}) overriding system value
     select ${values.join(', ')} from ${table.name} source cross join own
     where source.customer_id = ${template} and ${condition} order by own.place, source.${order}`,
  )
}

function sourceOf(plan: Plan, table: string, column: string): string {
  const value = `source.${column}`
  if (column === 'id') return idOf(plan, table, value)
  if (column === 'customer_id') return 'own.id'
  // The content of a snapshot names the employee or the company.
  if (`${table}.${column}` === 'snapshots.content') {
    const employee = idOf(plan, 'employees', 'source.employee_id')
    const company = idOf(plan, 'companies', 'source.company_id')
    return `case when ${value} ? 'id' then jsonb_set(${value}, '{id}', to_jsonb(coalesce(${employee}, ${company}))) else ${value} end`
  }
  const parent = plan.parents.get(`${table}.${column}`) ?? UNDECLARED[column]
  return parent ? idOf(plan, parent, value) : value
}

/** The condition for the template's rows of one week: a run, and a pay for each person. */
function inWeek({ tables, people }: Plan, column: string, child: string, week: number): string {
  const parent = column === 'id' ? child : (UNDECLARED[column] ?? '')
  const each = parent === 'pay_runs' ? 1 : people
  const first = (tables.get(parent)?.first ?? 0) + week * each
  return `source.${column} between ${first} and ${first + each - 1}`
}

/** An encrypted value is bound to its row, so each copy is encrypted for its own. */
async function encryptAgain(plan: Plan, cipher: FieldCipher): Promise<void> {
  const { client, tables, template } = plan
  for (const name of Object.keys(SEALED_COLUMNS) as SealedColumn[]) {
    const [table = '', column = ''] = name.split('.')
    if (!tables.has(table)) continue
    const { rows } = await client.query<{ id: number; sealed: string }>(
      `select ${tables.get(table)?.first === null ? 'null' : 'id'} as id, ${column} as sealed from ${table}
       where customer_id = ${template} and ${column} is not null`,
    )
    if (rows.length > 0 && factsOf(name).row.join() !== 'id')
      throw new Error(`Copies of ${name} cannot be read.`)
    for (const { id, sealed } of rows) {
      const plain = cipher.open(name, id, sealed)
      const { rows: copies } = await client.query<{ id: number }>(
        `select ${idOf(plan, table, String(id))} as id from own`,
      )
      await client.query(
        `update ${table} set ${column} = given.sealed from unnest($1::int[], $2::text[]) given(id, sealed) where ${table}.id = given.id`,
        [copies.map((copy) => copy.id), copies.map((copy) => cipher.seal(name, copy.id, plain))],
      )
    }
  }
}
