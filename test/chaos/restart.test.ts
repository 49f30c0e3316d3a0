import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readPostmaster } from '../../src/database/embedded/leftover.ts'
import { keptUrl } from '../../src/database/embedded/place.ts'
import { temporaryFolder } from '../support/embedded.ts'
import { execute } from '../support/postgres.ts'
import { isHealthy, startServiceProcess } from '../support/service-process.ts'
import { issueTokenAt } from '../support/token-at.ts'
import { openShop, startLoad } from './load.ts'

/** From the gentlest shutdown of a database to the roughest. */
const ENDS: Record<string, (data: string, url: string) => Promise<void> | void> = {
  'a fast shutdown': (data) => kill(readPostmaster(data)?.pid, 'SIGINT'),
  'one killed backend, which makes PostgreSQL drop all others': async (_data, url) => {
    const [row] = await execute(
      url,
      `select pid from pg_stat_activity where datname = 'tasman' and pid <> pg_backend_pid() limit 1`,
    )
    kill(row?.pid as number, 'SIGKILL')
  },
  'a killed postmaster': (data) => kill(readPostmaster(data)?.pid, 'SIGKILL'),
}

it('the service outlives its database, however that ends under writes, and loses nothing', async () => {
  const dataDir = await temporaryFolder(onTestFinished)
  const service = await startServiceProcess({ DATA_DIR: dataDir })
  onTestFinished(() => service.kill('SIGKILL'))
  const folder = join(dataDir, 'postgres')
  const token = await issueTokenAt(keptUrl(folder), 'owner')
  const load = startLoad(service, token, await openShop(service, token))
  for (const [name, end] of Object.entries(ENDS)) {
    await sleep(1000)
    await end(join(folder, 'pgdata'), keptUrl(folder))
    await expect.poll(() => isHealthy(service.baseUrl), { timeout: 10_000, interval: 10 }).toBe(false)
    await expect
      .poll(() => isHealthy(service.baseUrl), { timeout: 60_000, interval: 100, message: name })
      .toBe(true)
  }
  await sleep(1000)
  await load.stop()
  expect(service.child.exitCode, service.output()).toBeNull()
  expect([...load.wrong]).toEqual([])
  const kept = await load.expectNothingLost()
  expect(kept.companies).toBeGreaterThan(0)
  await service.kill('SIGTERM')
  expect(service.child.exitCode).toBe(0)
}, 240_000)

function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  expect(pid).toBeGreaterThan(1)
  process.kill(pid as number, signal)
}
