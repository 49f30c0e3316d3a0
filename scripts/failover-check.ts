// npm run failover:check -- [--rounds 20]: repeatedly kills the primary under load and promotes its synchronous standby. Every
// acknowledged write must exist exactly once. Writes must succeed again within ten seconds of the promotion.

import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startServiceProcess } from '../test/support/service-process.ts'
import { issueTokenAt } from '../test/support/token-at.ts'
import { type Acknowledged, createCaller } from './failover/load.ts'
import { kill, newNode, promote, startPrimary, startStandby } from './failover/node.ts'
import { startProxy } from './failover/proxy.ts'
import { expectAll, expectReplay, hire, newCompany, writeAll } from './failover/story.ts'
import { readArguments } from './read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run failover:check -- [--rounds <number>]',
  options: { rounds: { type: 'string', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number from 1' } },
})

const LOAD_MS = { before: 3000, after: 2000 }
const LIMIT_MS = 10_000

const rounds = Number(values.rounds ?? 2)
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
        `round ${round}: answers again after ${Math.round(waitMs)} ms; ${acknowledged.departments.size} calls acknowledged so far, all stored exactly once`,
      )
      if (round < rounds) await startStandby(standby, primary)
    }
    const pays = await expectReplay(primary)
    const worst = Math.round(Math.max(...waits))
    console.log(
      `${rounds} failovers: every acknowledged write is stored exactly once; at most ${worst} ms from promotion to the next answer; ${pays} pays recalculated without a difference.`,
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

/** Kills the primary under load and promotes its standby. Returns the time until the next acknowledged write. */
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
