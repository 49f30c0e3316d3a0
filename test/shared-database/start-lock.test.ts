import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { oneAtATime } from '../../src/database/one-at-a-time.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'

const silent = () => {}

it('a start waits for another one, says so, and gives up in time', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(database.drop)
  let finish = silent
  const lines: string[] = []
  const first = oneAtATime(
    database.url,
    { waitMs: 1000, log: silent },
    () => new Promise<void>((done) => (finish = done)),
  )
  await expect.poll(() => finish).not.toBe(silent)
  const log = (line: string) => lines.push(line)
  await expect(oneAtATime(database.url, { waitMs: 600, log }, async () => 'never')).rejects.toThrow(
    /^Another process has been starting on this database for 1 s \(PostgreSQL process \d+\)/,
  )
  expect(lines).toEqual(['waiting for another process that is starting (at most 1 s)'])
  const third = oneAtATime(database.url, { waitMs: 10_000, log }, async () => 'done')
  await sleep(100)
  finish()
  expect([await first, await third]).toEqual([undefined, 'done'])
})

it('a start that fails leaves no lock, and neither does one whose connection is cut', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(database.drop)
  const options = { waitMs: 2000, log: silent }
  await expect(oneAtATime(database.url, options, () => Promise.reject(new Error('no keys')))).rejects.toThrow(
    'no keys',
  )
  const cut = await oneAtATime(database.url, options, () =>
    execute(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tasman-start' and datname = current_database()`,
    ),
  )
  expect(cut).toHaveLength(1)
  const held = `select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  expect(await execute(database.url, held)).toEqual([])
  expect(await oneAtATime(database.url, options, async () => 'next')).toBe('next')
})
