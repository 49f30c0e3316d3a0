import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/database/embedded/start.ts'
import { migrateToLatest } from '../../src/database/migrate.ts'
import { execute, withDatabase } from '../support/postgres.ts'

const TEMPLATE = 'simulator_template'
/** Tables grow a hundredfold in the first minute of a round: seconds from one cleaning to the next. */
const CLEANED_AFTER = [4, 15, 60]
const CLEANED_EVERY = 150

/** A server of the simulator's own; each round of lives gets a new database from the migrated template. */
export async function startServer(options: { isDurable?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tasman-simulator-'))
  const postgres = await startEmbeddedPostgres({ folder, isThrowaway: !options.isDurable })
  await execute(postgres.url, `create database ${TEMPLATE}`)
  await migrateToLatest(withDatabase(postgres.url, TEMPLATE))
  // Each time a table is cleaned, every connection plans its statements again: a fifth of all work, were the server to do it as it likes.
  // Were it never cleaned, statements would keep the plans of empty tables, and queues be read through what left them long ago.
  await execute(postgres.url, 'alter system set autovacuum = off')
  // A sample of three thousand rows tells as much as one of thirty thousand.
  await execute(postgres.url, 'alter system set default_statistics_target = 10')
  await execute(postgres.url, 'select pg_reload_conf()')
  let count = 0
  const cleaning = new Set<NodeJS.Timeout>()
  const cleanOften = (url: string, waits: readonly number[]) => {
    const [seconds = CLEANED_EVERY, ...later] = waits
    const timer = setTimeout(() => {
      cleaning.delete(timer)
      // A server that was killed is back soon.
      void execute(url, 'vacuum (analyze)').catch(() => {})
      cleanOften(url, later)
    }, seconds * 1000)
    cleaning.add(timer.unref())
  }
  const cleanNoMore = () => {
    for (const timer of cleaning) clearTimeout(timer)
    cleaning.clear()
  }
  return {
    /** Kills the server as a power cut would kill a process; the house starts it again. */
    kill() {
      const [pid] = readFileSync(join(folder, 'pgdata', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async create(): Promise<string> {
      count += 1
      await execute(postgres.url, `create database round_${count} template ${TEMPLATE}`)
      const url = withDatabase(postgres.url, `round_${count}`)
      cleanOften(url, CLEANED_AFTER)
      return url
    },
    async drop(url: string): Promise<void> {
      cleanNoMore()
      await execute(postgres.url, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
    },
    async stop() {
      cleanNoMore()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
