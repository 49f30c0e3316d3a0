// npm run failover:check -- [--rounds 20]: kills the primary under load and promotes its synchronous standby, round after round.
// Every acknowledged write must be there and none twice; writes must be answered again within ten seconds of the promotion.

import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../src/database/connect.ts'
import { replayPays } from '../src/features/pays/index.ts'
import { loadRates } from '../src/load-rates.ts'
import { employeeBody } from '../test/support/make.ts'
import { freePort, startServiceProcess } from '../test/support/service-process.ts'
import { issueTokenAt } from '../test/support/token-at.ts'
import { type Acknowledged, type Caller, createCaller, writeUntil } from './failover/load.ts'
import { ask, kill, type Node, newNode, promote, startPrimary, startStandby } from './failover/node.ts'
import { startProxy } from './failover/proxy.ts'

const WRITERS = 4
const EMPLOYEES = 3
const LOAD_MS = { before: 3000, after: 2000 }
const LIMIT_MS = 10_000

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '2' } } })
const rounds = Number(values.rounds)
const folder = await mkdtemp(join(tmpdir(), 'tasman-failover-'))
chmodSync(folder, 0o755)
let primary = newNode('one', folder, await freePort())
let standby = newNode('two', folder, await freePort())
const proxy = await startProxy([primary, standby], folder)
try {
  await startPrimary(primary)
  await startStandby(standby, primary)
  const service = await startServiceProcess({ DATABASE_URL: proxy.url, LOG_LEVEL: 'fatal' })
  try {
    const call = createCaller(service.baseUrl, await issueTokenAt(primary.url, 'owner'))
    const companyId = await newCompany(call)
    const employeeIds = await hire(call, companyId)
    const acknowledged: Acknowledged = { departments: new Set(), numbers: new Set(), times: [] }
    const waits: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const waitMs = await failOver(() => writeAll(call, companyId, employeeIds, acknowledged))
      waits.push(waitMs)
      ;[primary, standby] = [standby, primary]
      await expectAll(primary, companyId, acknowledged)
      console.log(
        `round ${round}: answers again after ${Math.round(waitMs)} ms; ${acknowledged.departments.size} calls acknowledged so far, all there, none twice`,
      )
      if (round < rounds) await startStandby(standby, primary)
    }
    const pays = await expectReplay(primary)
    const worst = Math.round(Math.max(...waits))
    console.log(
      `${rounds} failovers: every acknowledged write is there once; at most ${worst} ms from promotion to the next answer; ${pays} pays calculated again without a difference.`,
    )
    if (worst > LIMIT_MS) throw new Error(`It took ${worst} ms until writes were answered again.`)
  } finally {
    await service.kill('SIGKILL')
  }
} finally {
  proxy.stop()
  for (const node of [primary, standby]) if (node.child) await kill(node)
  await rm(folder, { recursive: true, force: true })
}

async function newCompany(call: Caller): Promise<number> {
  const { status, body } = await call('PUT', '/api/company/create', {
    legal_name: 'Kookaburra Cafe Pty Ltd',
    jurisdiction: 'AU',
    abn: '51824753556',
  })
  if (status !== 201) throw new Error(`company/create: ${status}`)
  return (body as { id: number }).id
}

async function hire(call: Caller, companyId: number): Promise<number[]> {
  const people = Array.from({ length: EMPLOYEES }, () => employeeBody())
  const { body } = await call('PUT', `/api/company/${companyId}/employees/create`, people)
  return (body as { employee: { id: number } }[]).map(({ employee }) => employee.id)
}

/** Writers that work until the stop that is answered. */
function writeAll(
  call: Caller,
  companyId: number,
  employeeIds: readonly number[],
  acknowledged: Acknowledged,
) {
  let isOver = false
  const writing = Promise.all(
    Array.from({ length: WRITERS }, () =>
      writeUntil(call, companyId, employeeIds, acknowledged, () => isOver),
    ),
  )
  // A writer that gives up is heard at the stop.
  writing.catch(() => {})
  return {
    times: acknowledged.times,
    async stop(): Promise<void> {
      isOver = true
      await writing
    },
  }
}

/** Kills the primary under load and promotes its standby; answers how long nothing was acknowledged afterwards. */
async function failOver(write: () => ReturnType<typeof writeAll>): Promise<number> {
  const writing = write()
  await sleep(LOAD_MS.before * (0.5 + Math.random()))
  await kill(primary)
  promote(standby)
  const promotedMs = performance.now()
  const firstAfter = () => writing.times.find((time) => time > promotedMs)
  while (firstAfter() === undefined && performance.now() - promotedMs < 3 * LIMIT_MS) await sleep(20)
  const waitMs = (firstAfter() ?? Number.POSITIVE_INFINITY) - promotedMs
  await sleep(LOAD_MS.after)
  await writing.stop()
  return waitMs
}

async function expectAll(
  node: Node,
  companyId: number,
  { departments, numbers }: Acknowledged,
): Promise<void> {
  const pays = await ask(
    node,
    `select pay_department as key, count(*)::int as count from pays where company_id = ${companyId} group by 1`,
  )
  const counts = new Map(pays.map(({ key, count }) => [String(key), Number(count)]))
  for (const key of departments)
    if (counts.get(key) !== EMPLOYEES)
      throw new Error(`call ${key}: ${counts.get(key) ?? 0} of ${EMPLOYEES} pays`)
  for (const [key, count] of counts) if (count !== EMPLOYEES) throw new Error(`call ${key}: ${count} pays`)
  const people = await ask(
    node,
    `select number from employees where company_id = ${companyId} and number is not null`,
  )
  const found = people.map(({ number }) => String(number))
  for (const number of numbers)
    if (found.filter((entry) => entry === number).length !== 1)
      throw new Error(`employee ${number} is not there once`)
}

async function expectReplay(node: Node): Promise<number> {
  const database = connect({ url: node.url, poolSize: 2, statementTimeoutMs: 600_000 })
  let count = 0
  try {
    for await (const { id, differences } of replayPays(database.query, loadRates(), {})) {
      if (differences.length > 0) throw new Error(`pay ${id} differs when it is calculated again`)
      count += 1
    }
  } finally {
    await database.close()
  }
  return count
}
