// npm run patroni:check: runs Patroni, etcd, PostgreSQL and HAProxy from the Debian packages on one machine, with
// ops/patroni.yml. Kills the leader under load. The standby must take over automatically with every acknowledged write, and the
// old leader must come back as a standby.
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServiceProcess } from '../test/support/service-process.ts'
import { issueTokenAt } from '../test/support/token-at.ts'
import { type Acknowledged, createCaller } from './failover/load.ts'
import { ask, binFolder } from './failover/node.ts'
import { killMember, type Member, newMember, startEtcd, startPatroni, stateOf } from './failover/patroni.ts'
import { startProxyFor } from './failover/proxy.ts'
import { expectAll, expectReplay, hire, newCompany, writeAll } from './failover/story.ts'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run patroni:check' })

const LOAD_MS = 3000
const PATIENCE_MS = 120_000

const folder = await mkdtemp(join(tmpdir(), 'tasman-patroni-'))
chmodSync(folder, 0o755)
const etcd = await startEtcd(folder)
const members: Member[] = []
let stopProxy = () => {}
try {
  for (const name of ['one', 'two']) members.push(await newMember(name, folder, etcd.port, binFolder()))
  const leader = await find('leader', (state) => isLeader(state?.role) && state?.state === 'running')
  await ask(leader, 'create database tasman', 'postgres')
  await find('synchronous standby', (state) =>
    (state?.replication ?? []).some(({ sync_state }) => sync_state === 'sync'),
  )

  const proxy = await startProxyFor(
    members.map(({ name, port, restPort }) => ({ name, port, checkPort: restPort })),
    folder,
  )
  stopProxy = proxy.stop
  const url = leader.url.replace(`:${leader.port}/`, `:${proxy.port}/`)
  const service = await startServiceProcess({ DATABASE_URL: url, LOG_LEVEL: 'fatal' })
  try {
    const call = createCaller(service.baseUrl, await issueTokenAt(leader.url, 'owner'))
    const companyId = await newCompany(call)
    const employeeIds = await hire(call, companyId)
    const acknowledged: Acknowledged = { departments: new Set(), numbers: new Set(), times: [] }
    const writing = writeAll(call, companyId, employeeIds, acknowledged)
    await sleep(LOAD_MS)
    await killMember(leader)
    const killedMs = performance.now()
    const next = await find('new leader', (state, member) => member !== leader && isLeader(state?.role))
    const promotedMs = performance.now()
    const firstAfter = () => acknowledged.times.find((time) => time > promotedMs)
    while (firstAfter() === undefined && performance.now() - promotedMs < PATIENCE_MS) await sleep(50)
    const answeredMs = (firstAfter() ?? Number.NaN) - killedMs
    await sleep(LOAD_MS)
    await writing.stop()
    await expectAll(next, companyId, acknowledged)
    leader.patroni = startPatroni(leader.configuration)
    await find(
      'synchronous standby again',
      (state, member) =>
        member === next && (state?.replication ?? []).some(({ sync_state }) => sync_state === 'sync'),
    )
    const pays = await expectReplay(next)
    console.log(
      `Patroni promoted the standby ${seconds(promotedMs - killedMs)} s after the leader was killed; writes were answered again after ${seconds(answeredMs)} s; all ${acknowledged.departments.size} acknowledged calls are stored exactly once; the old leader follows again; ${pays} pays recalculated without a difference.`,
    )
    if (!(answeredMs < PATIENCE_MS)) throw new Error('Writes did not succeed again.')
  } finally {
    await service.kill('SIGKILL')
  }
} finally {
  stopProxy()
  for (const member of members) await killMember(member).catch(() => {})
  etcd.stop()
  await rm(folder, { recursive: true, force: true })
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function isLeader(role: string | undefined): boolean {
  // Patroni 3 reports master, Patroni 4 primary.
  return role === 'master' || role === 'primary'
}

/** The first member that meets the condition. */
async function find(
  what: string,
  isIt: (state: Awaited<ReturnType<typeof stateOf>>, member: Member) => boolean,
): Promise<Member> {
  for (const untilMs = performance.now() + PATIENCE_MS; performance.now() < untilMs; await sleep(200))
    for (const member of members) if (isIt(await stateOf(member), member)) return member
  throw new Error(`There is no ${what} after ${seconds(PATIENCE_MS)} s.`)
}
