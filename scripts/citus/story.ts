import { setTimeout as sleep } from 'node:timers/promises'
import { createCell } from '../../src/database/create-cell.ts'
import { schemaOf } from '../../src/database/current-cell.ts'
import { distributeCell, distributeDirectory } from '../../src/database/distribute-cells.ts'
import { migrateCells } from '../../src/database/migrate-cells.ts'
import { moveCustomer } from '../../src/database/move-customer.ts'
import type { DemoPerson } from '../../src/demo/people.ts'
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts'
import { issueTokenAt } from '../../test/support/token-at.ts'
import { type Acknowledged, type Caller, createCaller } from '../failover/load.ts'
import { ask, kill, type Node, start } from '../failover/node.ts'
import { expectAll, hire, newCompany, writeAll } from '../failover/story.ts'
import { type Cluster, withClient, workerOf } from './cluster.ts'
import { measure, PEOPLE, type Speed } from './speed.ts'

/** A customer in a cell, with a company to write to. */
type Tenant = {
  person: DemoPerson
  cell: string
  call: Caller
  companyId: number
  employeeIds: number[]
  acknowledged: Acknowledged
}

const LOAD_MS = 3000
const TURNS = 3
const LIMIT_MS = 60_000

/** An existing database becomes a distributed one, and its workers stop, move and die while people are paid. */
export async function tellStory(cluster: Cluster): Promise<void> {
  await sayVersions(cluster)
  const service = await distribute(cluster)
  try {
    const west = await settle(cluster, service, 'owner', 'west')
    const east = await settle(cluster, service, 'other', 'east')
    await compareSpeeds(cluster, west.call)
    await upgradeCells(cluster)
    await stopWorker(cluster, service, west, east)
    await moveCell(cluster, west)
    await killUnder(cluster, west, 'a worker', await workerOf(cluster, schemaOf(west.cell)))
    await killUnder(cluster, west, 'the coordinator', cluster.coordinator)
  } catch (error) {
    console.error(service.output())
    throw error
  } finally {
    await service.kill('SIGKILL')
  }
}

async function sayVersions({ coordinator }: Cluster): Promise<void> {
  const [row] = await ask(coordinator, `select version() as postgres, citus_version() as citus`)
  for (const text of [row?.postgres, row?.citus]) console.log(String(text).split(' on ')[0])
}

/**
 * Compares with the same work in a database of the same server without workers. The two take turns, because
 * the load changes.
 */
async function compareSpeeds({ coordinator }: Cluster, onCitus: Caller): Promise<void> {
  await ask(coordinator, 'create database plain', 'postgres')
  const url = coordinator.url.replace(/tasman$/, 'plain')
  const service = await startServiceProcess({ DATABASE_URL: url, LOG_LEVEL: 'fatal' })
  try {
    const onPlain = createCaller(service.baseUrl, await issueTokenAt(url, 'owner'))
    const ratios: Speed[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      const [plain, citus] = [await measure(onPlain), await measure(onCitus)]
      // The first turn is the slowest on both sides.
      if (turn > 0) ratios.push({ pays: citus.pays / plain.pays, read: citus.read / plain.read })
    }
    const wordsOf = (values: number[]) => values.map((ratio) => ratio.toFixed(1)).join(', ')
    console.log(
      `times as long as without workers: ${PEOPLE} pays in a call ${wordsOf(ratios.map(({ pays }) => pays))}; one read of a pay ${wordsOf(ratios.map(({ read }) => read))}`,
    )
  } finally {
    await service.kill('SIGTERM')
  }
}

/** A service with one cell starts and makes its demo data; then the cells are created and placed on the workers. */
async function distribute({ coordinator }: Cluster): Promise<ServiceProcess> {
  const first = await startServiceProcess({ DATABASE_URL: coordinator.url, LOG_LEVEL: 'fatal' })
  await first.kill('SIGTERM')
  const startMs = performance.now()
  await withClient(coordinator.url, async (client) => {
    await distributeDirectory(client)
    for (const cell of ['west', 'east']) {
      await createCell(client, cell)
      await distributeCell(client, cell)
    }
    // Each step may be repeated, for example after an upgrade.
    await distributeDirectory(client)
  })
  console.log(`directory and two cells placed in ${seconds(startMs)} s`)
  return startServiceProcess({ DATABASE_URL: coordinator.url, LOG_LEVEL: 'error' })
}

const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1000).toFixed(0)

/** Moves the customer of a demo user to a cell and creates a company there. */
async function settle(
  { coordinator }: Cluster,
  service: ServiceProcess,
  person: DemoPerson,
  cell: string,
): Promise<Tenant> {
  const [row] = await ask(coordinator, `select customer_id from users where email = '${person}@demo.example'`)
  await ask(coordinator, 'update customers set employee_cap = 1000000')
  const moved = await moveCustomer(coordinator.url, Number(row?.customer_id), cell)
  const call = createCaller(service.baseUrl, await issueTokenAt(coordinator.url, person))
  const companyId = await newCompany(call)
  const employeeIds = await hire(call, companyId)
  console.log(`customer ${row?.customer_id} moved from ${moved.from} to ${cell}: ${moved.rows} rows`)
  const acknowledged = { departments: new Set<string>(), numbers: new Set<string>(), times: [] }
  return { person, cell, call, companyId, employeeIds, acknowledged }
}

/** A migration of the tables of every cell. */
async function upgradeCells({ coordinator }: Cluster): Promise<void> {
  const files = [
    {
      name: '9998-tried',
      text: '-- cells:\nalter table pays add column tried integer; create index on pays (tried);',
    },
    { name: '9999-tried', text: '-- cells:\nalter table pays drop column tried;' },
  ]
  const versions = await migrateCells(coordinator.url, () => {}, files)
  const failed = versions.find(({ error }) => error)
  if (failed) throw new Error(`cell ${failed.cell}: ${failed.error?.message}`)
  await ask(coordinator, `delete from cell_migrations where name like '999%-tried'`)
  console.log(`a migration ran in ${versions.map(({ cell }) => cell).join(' and ')}`)
}

/** With the worker of one cell stopped, people can still sign in and the other cell keeps working. */
async function stopWorker(
  cluster: Cluster,
  service: ServiceProcess,
  west: Tenant,
  east: Tenant,
): Promise<void> {
  const worker = await workerOf(cluster, schemaOf(west.cell))
  await kill(worker)
  for (const person of [west.person, east.person]) {
    const status = await signIn(service, person)
    if (status !== 200) throw new Error(`${person} cannot sign in with a worker stopped: ${status}`)
    await issueTokenAt(cluster.coordinator.url, person)
  }
  await payFor(east, LOAD_MS)
  await expectAll(cluster.coordinator, east.companyId, east.acknowledged, schemaOf(east.cell))
  const status = await readOnce(service, west, cluster)
  if (status !== 503) throw new Error(`a read in the stopped cell: ${status} instead of 503`)
  await start(worker)
  await west.call('GET', `/api/company/${west.companyId}`)
  console.log(
    `a worker stopped: people of both cells sign in, ${east.acknowledged.departments.size} calls for pays in the other cell, 503 in its own until it is back`,
  )
}

async function signIn(service: ServiceProcess, person: DemoPerson): Promise<number> {
  const answer = await fetch(`${service.baseUrl}/app/own/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tasman-app': '1', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: `${person}@demo.example`, password: 'demo-password' }),
  })
  return answer.status
}

async function readOnce(service: ServiceProcess, tenant: Tenant, cluster: Cluster): Promise<number> {
  const token = await issueTokenAt(cluster.coordinator.url, tenant.person)
  const answer = await fetch(`${service.baseUrl}/api/company/${tenant.companyId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.status
}

async function payFor(tenant: Tenant, ms: number): Promise<void> {
  const writing = writeAll(tenant.call, tenant.companyId, tenant.employeeIds, tenant.acknowledged)
  await sleep(ms)
  await writing.stop()
}

/** Moves a cell to the other worker while its people are paid. */
async function moveCell(cluster: Cluster, tenant: Tenant): Promise<void> {
  const { coordinator, workers } = cluster
  const schema = schemaOf(tenant.cell)
  const from = await workerOf(cluster, schema)
  const target = workers.find(({ port }) => port !== from.port) as Node
  const { call, companyId, employeeIds, acknowledged } = tenant
  const before = acknowledged.departments.size
  const writing = writeAll(call, companyId, employeeIds, acknowledged)
  const startMs = performance.now()
  await withClient(coordinator.url, (client) =>
    client.query(`select citus_schema_move($1::regnamespace, '127.0.0.1'::text, $2::integer)`, [
      schema,
      target.port,
    ]),
  )
  const took = seconds(startMs)
  await sleep(LOAD_MS)
  await writing.stop()
  await expectAll(coordinator, companyId, acknowledged, schema)
  console.log(
    `a cell moved to the other worker in ${took} s under load: ${acknowledged.departments.size - before} calls acknowledged, all there once`,
  )
}

/** Kills a server while people are paid, and starts it again. */
async function killUnder(cluster: Cluster, tenant: Tenant, what: string, node: Node): Promise<void> {
  const { call, companyId, employeeIds, acknowledged } = tenant
  const before = acknowledged.departments.size
  const writing = writeAll(call, companyId, employeeIds, acknowledged)
  await sleep(LOAD_MS)
  await kill(node)
  await start(node)
  const backMs = performance.now()
  while (!acknowledged.times.some((time) => time > backMs)) {
    if (performance.now() - backMs > LIMIT_MS)
      throw new Error(`no write is acknowledged ${LIMIT_MS / 1000} s after ${what} is back`)
    await sleep(50)
  }
  const waited = seconds(backMs)
  await sleep(LOAD_MS)
  await writing.stop()
  await expectAll(cluster.coordinator, companyId, acknowledged, schemaOf(tenant.cell))
  console.log(
    `${what} killed under load: the next write ${waited} s after it was back, ${acknowledged.departments.size - before} calls acknowledged, all there once`,
  )
}
