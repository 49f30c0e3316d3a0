// node bench/partition.ts [--pays 2000000]: compares pays and pay_lines as they are with the same tables partitioned by year.
// Measures the bytes of a pay, the cost of 1,000 new pays, of the usual reads, and of removing an old year. Prints a table for
// docs/scale.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/database/embedded/start.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { median } from './bench.ts'

const { values } = parseArgs({ options: { pays: { type: 'string', default: '2000000' } } })
const PAYS = Number(values.pays)
const YEARS = 8
const EMPLOYEES = Math.ceil(PAYS / (YEARS * 52))
const FIRST_YEAR = 2019
const ROUNDS = 9
const TABLES = ['pays', 'pay_lines'] as const
type Kind = 'plain' | 'parted'
type Work = { read?(kind: Kind): string; write?(kind: Kind): Promise<void> }

const folder = mkdtempSync(join(tmpdir(), 'tasman-partition-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
try {
  const service = await startServiceProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
  })
  await service.kill('SIGTERM')
  const client = new pg.Client({ connectionString: postgres.url })
  // When the bench fails, the server stops while this client is connected. The original error is reported anyway.
  client.on('error', () => {})
  await client.connect()
  await measure(client)
  await client.end()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(client: pg.Client): Promise<void> {
  await client.query('create schema plain; create schema parted')
  const columns = await writableColumns(client)
  const template = await chooseTemplate(client)
  for (const kind of ['plain', 'parted'] as const) {
    await makeTables(client, kind)
    const startMs = performance.now()
    for (let year = 0; year < YEARS; year += 1)
      await fill(
        client,
        kind,
        columns,
        template,
        Math.floor(PAYS / YEARS),
        year,
        year * Math.floor(PAYS / YEARS),
      )
    await addIndexes(client, kind)
    await client.query('vacuum (analyze)')
    console.log(`${kind}: filled in ${Math.round((performance.now() - startMs) / 1000)} s`)
  }
  await report(client, columns, template)
}

async function writableColumns(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select attrelid::regclass::text as table, array_agg(quote_ident(attname) order by attnum) as columns from pg_attribute
     where attrelid in ('pays'::regclass, 'pay_lines'::regclass) and attnum > 0 and not attisdropped and attgenerated = ''
     group by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.table, row.columns]))
}

/** A processed pay of the demo with the most lines. */
async function chooseTemplate(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select id from pays where status = 'processed' and not is_termination
     order by (select count(*) from pay_lines where pay_id = pays.id) desc, id limit 1`,
  )
  const { rows: lines } = await client.query(
    'select count(*)::int as count from pay_lines where pay_id = $1',
    [rows[0]?.id],
  )
  console.log(`${PAYS} pays of ${EMPLOYEES} employees over ${YEARS} years, ${lines[0]?.count} lines each`)
  return rows[0]?.id ?? 0
}

/** In the partitioned tables the primary key includes the date, and a line repeats the date of its pay. */
async function makeTables(client: pg.Client, kind: Kind): Promise<void> {
  const isParted = kind === 'parted'
  const by = (column: string) => (isParted ? `partition by range (${column})` : '')
  await client.query(`
    create table ${kind}.pays (like public.pays including defaults including generated including constraints) ${by('processed_date')};
    create table ${kind}.pay_lines (like public.pay_lines including defaults including generated including constraints,
      pay_date date not null default '2000-01-01') ${by('pay_date')}`)
  if (!isParted) return
  for (let year = FIRST_YEAR; year <= FIRST_YEAR + YEARS; year += 1)
    for (const table of TABLES)
      await client.query(
        `create table parted.${table}_${year} partition of parted.${table} for values from ('${year}-01-01') to ('${year + 1}-01-01')`,
      )
}

async function addIndexes(client: pg.Client, kind: Kind): Promise<void> {
  const isParted = kind === 'parted'
  await client.query(`
    alter table ${kind}.pays add primary key (${isParted ? 'id, processed_date' : 'id'});
    alter table ${kind}.pay_lines add primary key (${isParted ? 'pay_id, id, pay_date' : 'pay_id, id'})`)
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_indexdef(indexrelid) as text from pg_index
     where indrelid in ('public.pays'::regclass, 'public.pay_lines'::regclass) and not indisunique`,
  )
  for (const { text } of rows)
    await client.query(text.replace(' ON public.', ` ON ${kind}.`).replace(/INDEX \S+ ON/, 'INDEX ON'))
  const key = isParted
    ? '(pay_id, pay_date) references parted.pays (id, processed_date)'
    : '(pay_id) references plain.pays (id)'
  await client.query(`alter table ${kind}.pay_lines add foreign key ${key} on delete cascade`)
}

/** Copies the template into weekly pays of a year, or of one payday (`week`). */
async function fill(
  client: pg.Client,
  kind: Kind,
  columns: Record<string, string[]>,
  template: number,
  count: number,
  year: number,
  firstId: number,
): Promise<void> {
  const people = Math.max(1, Math.ceil(count / 52))
  const date = `(date '${FIRST_YEAR + year}-01-03' + 7 * ((n - 1) / ${people}) % 360)::date`
  const own: Record<string, string> = {
    id: `${firstId} + n`,
    employee_id: `1 + (n - 1) % ${people}`,
    pay_run_id: `1 + (n - 1) / ${people} + ${year * 52}`,
    processed_date: date,
  }
  const list = (table: string, given: Record<string, string>) =>
    (columns[table] ?? []).map((column) => given[column] ?? `t.${column}`).join(', ')
  await client.query(`
    insert into ${kind}.pays (${columns.pays?.join(', ')})
    select ${list('pays', own)} from generate_series(1, ${count}) n, public.pays t where t.id = ${template};
    insert into ${kind}.pay_lines (${columns.pay_lines?.join(', ')}, pay_date)
    select ${list('pay_lines', { pay_id: `${firstId} + n` })}, ${date}
    from generate_series(1, ${count}) n, public.pay_lines t where t.pay_id = ${template}`)
}

async function report(client: pg.Client, columns: Record<string, string[]>, template: number): Promise<void> {
  const sizes = await client.query<{ table: string; bytes: number; with_indexes: number }>(
    `select relname as table, (pg_table_size(oid) / ${PAYS})::int as bytes, (pg_total_relation_size(oid) / ${PAYS})::int as with_indexes
     from pg_class where relnamespace = 'plain'::regnamespace and relkind = 'r' order by 1`,
  )
  for (const { table, bytes, with_indexes } of sizes.rows)
    console.log(`| ${table} | ${bytes} bytes a pay | ${with_indexes} with indexes |`)
  let nextId = PAYS + 1
  const insert: Work = {
    async write(kind) {
      await fill(client, kind, columns, template, 1000, YEARS, nextId)
      nextId += 1000
    },
  }
  const person = 1 + Math.floor(EMPLOYEES / 2)
  const lastYear = FIRST_YEAR + YEARS - 1
  const works: [string, Work][] = [
    ['1,000 new pays with their lines', insert],
    [
      'one pay by its id',
      { read: (kind) => `select * from ${kind}.pays where id = ${Math.floor(PAYS / 2)}` },
    ],
    [
      'its lines',
      { read: (kind) => `select * from ${kind}.pay_lines where pay_id = ${Math.floor(PAYS / 2)}` },
    ],
    [
      'a year of one employee',
      {
        read: (kind) =>
          `select * from ${kind}.pays where employee_id = ${person} and status = 'processed' and processed_date >= '${lastYear}-01-01'`,
      },
    ],
    [
      'all of one employee',
      { read: (kind) => `select * from ${kind}.pays where employee_id = ${person} and status = 'processed'` },
    ],
    [
      'totals of a payday',
      {
        read: (kind) =>
          `select sum(gross), sum(tax) from ${kind}.pays where company_id = (select company_id from ${kind}.pays limit 1) and processed_date = '${lastYear}-01-10' and status = 'processed'`,
      },
    ],
  ]
  console.log(
    '| Work | As it is, ms | By year, ms | Ratio | Pages | Pages by year |\n|---|---|---|---|---|---|',
  )
  for (const [name, work] of works) await compare(client, name, work)
  for (const kind of ['plain', 'parted'])
    await client.query(
      `alter table ${kind}.pay_lines drop constraint pay_lines_pay_id${kind === 'parted' ? '_pay_date' : ''}_fkey`,
    )
  await compare(client, '1,000 new pays, without a foreign key from lines to pays', insert)
  const startMs = performance.now()
  await client.query(`alter table parted.pay_lines detach partition parted.pay_lines_${FIRST_YEAR};
    alter table parted.pays detach partition parted.pays_${FIRST_YEAR}`)
  console.log(`| an old year detached | | ${(performance.now() - startMs).toFixed(0)} | | | |`)
}

/**
 * Prints medians after one warm-up round. For reads it also prints the pages touched, which do not depend on the load of the
 * machine.
 */
async function compare(client: pg.Client, name: string, work: Work): Promise<void> {
  const times: Record<Kind, number[]> = { plain: [], parted: [] }
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const kind of ['plain', 'parted'] as const) {
      const startMs = performance.now()
      await (work.read ? client.query(work.read(kind)) : work.write?.(kind))
      if (round > 0) times[kind].push(performance.now() - startMs)
    }
  const [plain, parted] = [median(times.plain), median(times.parted)]
  const pages = work.read
    ? `${await pagesOf(client, work.read('plain'))} | ${await pagesOf(client, work.read('parted'))}`
    : ' | '
  console.log(
    `| ${name} | ${plain.toFixed(1)} | ${parted.toFixed(1)} | ${(parted / plain).toFixed(2)} | ${pages} |`,
  )
}

async function pagesOf(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`)
  const plan = rows[0]['QUERY PLAN'][0].Plan
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
