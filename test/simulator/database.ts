import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/database/embedded/start.ts'
import { migrateToLatest } from '../../src/database/migrate.ts'
import { execute, withDatabase } from '../support/postgres.ts'

const TEMPLATE = 'simulator_template'
/** Tables grow a hundredfold in the first minute of a round. These are the seconds between two vacuums. */
const CLEANED_AFTER = [4, 15, 60]
const CLEANED_EVERY = 150

/** The simulator's own server. Each round of lives gets a new database from the migrated template. */
export async function startServer(options: { isDurable?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tasman-simulator-'))
  const postgres = await startEmbeddedPostgres({ folder, isThrowaway: !options.isDurable })
  await execute(postgres.url, `create database ${TEMPLATE}`)
  await migrateToLatest(withDatabase(postgres.url, TEMPLATE))
  // After each vacuum of a table, every connection plans its statements again. With the server's defaults that would be
  // a fifth of all work. Without any vacuum, statements would keep the plans of empty tables, and queues would be read
  // through long deleted rows.
  await execute(postgres.url, 'alter system set autovacuum = off')
  // A sample of three thousand rows is as good as one of thirty thousand.
  await execute(postgres.url, 'alter system set default_statistics_target = 10')
  await execute(postgres.url, 'select pg_reload_conf()')
  let count = 0
  const cleaning = new Set<NodeJS.Timeout>()
  const cleanOften = (url: string, waits: readonly number[]) => {
    const [seconds = CLEANED_EVERY, ...later] = waits
    const timer = setTimeout(() => {
      cleaning.delete(timer)
      // A killed server is restarted soon.
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
    /** Kills the server as a power cut would. It is started again. */
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
