import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../support/database.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { issueTokenAt } from '../support/token-at.ts'
import { openShop, startLoad } from './load.ts'

const SECONDS = Number(process.env.TASMAN_CHAOS_SECONDS ?? 15)

it(
  `${SECONDS} seconds of broken connections under load: the process lives, nothing acknowledged is lost, no 500`,
  async () => {
    const database = await createEmptyDatabase()
    onTestFinished(database.drop)
    const service = await startServiceProcess({ DATABASE_URL: database.url })
    onTestFinished(() => service.kill('SIGKILL'))
    const token = await issueTokenAt(database.url, 'owner')
    const shop = await openShop(service, token)
    const load = startLoad(service, token, shop)

    const broken = await breakConnections(database.url, SECONDS)
    await load.stop()
    await sleep(1000)

    expect(service.child.exitCode, service.output()).toBeNull()
    expect([...load.wrong]).toEqual([])
    expect(broken).toBeGreaterThan(SECONDS)
    expect(load.statuses.get(503)).toBeGreaterThan(0)
    const kept = await load.expectNothingLost()
    expect(kept.companies).toBeGreaterThan(0)
    expect(kept.pays).toBeGreaterThan(0)
    console.log(
      `${broken} connections broken; answers ${JSON.stringify([...load.statuses])}; slowest ${Math.round(load.slowestMs)} ms; kept ${JSON.stringify(kept)}`,
    )
    await service.kill('SIGTERM')
  },
  60_000 + SECONDS * 2000,
)

/**
 * Repeatedly ends some connections of other sessions: idle ones, busy ones, and some in the middle of a
 * transaction.
 */
async function breakConnections(url: string, seconds: number): Promise<number> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  let broken = 0
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from (
         select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         order by state = 'idle', random() limit 2) as victims`,
    )
    broken += rowCount ?? 0
    await sleep(20 + Math.random() * 150)
  }
  await client.end()
  return broken
}
