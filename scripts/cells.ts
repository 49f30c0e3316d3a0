// npm run cells -- list | create <name> | move --customer <id> --to <cell> | drain <name> --to <cell> | distribute: manages the
// schemas that store customers.
import pg from 'pg'
import { findDifferences } from '../src/database/compare-cells.ts'
import { createCell } from '../src/database/create-cell.ts'
import { MAIN_CELL, schemaOf } from '../src/database/current-cell.ts'
import { distributeCell, distributeDirectory, hasWorkers } from '../src/database/distribute-cells.ts'
import { readVersions } from '../src/database/migrate-cells.ts'
import { findStrays, moveCustomer } from '../src/database/move-customer.ts'
import { prepareDatabase } from '../src/database/prepare.ts'
import { giveUp, settingsWithoutSecrets } from './embedded-folder.ts'
import { readArguments, refuse, refuseStray } from './read-arguments.mjs'
import { withDatabase } from './with-service.ts'

const usage =
  'npm run cells -- (list | create <name> | move --customer <id> --to <cell> | drain <name> --to <cell> | distribute)'
const { words, values } = readArguments({
  usage,
  words: ['<action>', '[name]'],
  options: {
    customer: { type: 'string', value: '<id>', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number' },
    to: { type: 'string', value: '<cell>', pattern: /^[a-z][a-z0-9_]*$/, must: 'the name of a cell' },
  },
})
const [action = '', name = ''] = words
const TAKES = new Map([
  ['move', ['customer', 'to']],
  ['drain', ['to']],
])
refuseStray(values, TAKES.get(action) ?? [], action, usage)

type CellRow = { name: string; state: string; customers: number; bytes: number }

async function list(client: pg.Client): Promise<void> {
  const { rows } = await client.query<CellRow>(
    `select cells.name, cells.state, (select count(*)::int from customers where customers.cell = cells.name) as customers,
       (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 from pg_class c
        where c.relkind = 'r' and c.relnamespace = to_regnamespace(case cells.name when '${MAIN_CELL}' then 'public' else 'cell_' || cells.name end)) as bytes
     from cells order by created_at, name`,
  )
  const versions = new Map((await readVersions(client)).map(({ cell, version }) => [cell, version]))
  for (const row of rows) {
    const version = versions.get(row.name) ?? 'the version of the service'
    console.log(
      `${row.name} (${schemaOf(row.name)}): ${row.state}, ${row.customers} customers, ${Math.ceil(row.bytes / 1024 ** 2)} MB, created or migrated at ${version}`,
    )
    if (row.name !== MAIN_CELL)
      for (const line of await findDifferences(client, row.name)) console.log(`  unlike main, it ${line}`)
    for (const line of await findStrays(client, row.name))
      console.log(`  left behind: ${line}; move the customer here and back`)
  }
}

async function move(url: string, customerId: number, to: string): Promise<void> {
  const { from, rows, writesRestedMs } = await moveCustomer(url, customerId, to)
  console.log(
    `Customer ${customerId} moved from ${from} to ${to}: ${rows} rows. It could not write for ${writesRestedMs} ms.`,
  )
}

/** Stops placing new customers in a cell and moves its customers one by one. */
async function drain(client: pg.Client, url: string, cell: string, to: string): Promise<void> {
  if (cell === MAIN_CELL) throw new Error('New customers are placed in main: move the others one by one.')
  const { rowCount } = await client.query(`update cells set state = 'draining' where name = $1`, [cell])
  if (rowCount === 0) throw new Error(`There is no cell ${cell}.`)
  const { rows } = await client.query<{ id: number }>(
    'select id from customers where cell = $1 order by id',
    [cell],
  )
  for (const { id } of rows) await move(url, id, to)
  console.log(`Cell ${cell} has no customers.`)
}

/** Places the directory and every cell but `main` on the machines of a Citus cluster. Repeat it after each upgrade. */
async function distribute(client: pg.Client): Promise<void> {
  if (!(await hasWorkers(client)))
    throw new Error('This database has no Citus workers: docs/guides/cells.md says how to add them.')
  await distributeDirectory(client)
  for (const { cell } of await readVersions(client)) {
    await distributeCell(client, cell)
    console.log(`Cell ${cell} is on a worker.`)
  }
  console.log('The directory is on all machines.')
}

async function run(url: string, client: pg.Client): Promise<void> {
  const { customer, to } = values
  if (action === 'list') return list(client)
  if (action === 'create' && name) {
    await createCell(client, name)
    if (await hasWorkers(client)) await distributeCell(client, name)
    return console.log(
      `Created cell ${name}. Place customers in it with create-customer --cell, or move them.`,
    )
  }
  if (action === 'move' && customer && to) return move(url, Number(customer), to)
  if (action === 'drain' && name && to) return drain(client, url, name, to)
  if (action === 'distribute') return distribute(client)
  return refuse('Name a command and a cell.', usage)
}

try {
  const settings = settingsWithoutSecrets()
  await withDatabase(settings, async (databaseUrl) => {
    await prepareDatabase({ settings, databaseUrl, log: console.error }, async () => {})
    const url = settings.directDatabaseUrl || databaseUrl
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await run(url, client).finally(() => client.end())
  })
} catch (error) {
  giveUp(error)
}
