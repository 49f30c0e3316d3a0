import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startOwner, temporaryFolder } from '../support/embedded.ts'
import { execute } from '../support/postgres.ts'
import { USUAL_KILLS } from '../support/thorough.ts'

const KILLS = Number(process.env.TASMAN_KILLS ?? USUAL_KILLS)

it(
  `every commit that was acknowledged survives ${KILLS} times kill -9 of the process that owns the database`,
  async () => {
    const folder = await temporaryFolder(onTestFinished)
    const acknowledged: number[] = []
    for (let round = 0; round < KILLS; round += 1) {
      const owner = await startOwner(folder)
      await execute(owner.url, 'create table if not exists written (id int primary key)')
      const writing = writeUntilCut(owner.url, acknowledged)
      await sleep(50 + Math.random() * 400)
      await owner.kill('SIGKILL')
      await writing
    }

    const owner = await startOwner(folder)
    const rows = await execute(owner.url, 'select id from written order by id')
    const found = new Set(rows.map((row) => row.id))
    expect(acknowledged.length).toBeGreaterThan(KILLS)
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
    await owner.kill('SIGTERM')
  },
  KILLS * 15_000,
)

// Numbers increase over all rounds, even after a number without an answer: that one may or may not be stored.
let next = 0
async function writeUntilCut(url: string, acknowledged: number[]): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    for (;;) {
      next += 1
      await client.query('insert into written values ($1)', [next])
      acknowledged.push(next)
    }
  } catch {
    await client.end().catch(() => {})
  }
}

it('a start right after a killed backend and a killed owner does not wait for a shutdown that hangs', async () => {
  const folder = await temporaryFolder(onTestFinished)
  const first = await startOwner(folder)
  const client = new Client({ connectionString: first.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')
  await first.kill('SIGKILL')
  const start = performance.now()
  const second = await startOwner(folder)
  expect(performance.now() - start).toBeLessThan(25_000)
  await second.kill('SIGTERM')
}, 120_000)
