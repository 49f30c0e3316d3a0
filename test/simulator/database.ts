import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/database/embedded.ts'
import { migrateToLatest } from '../../src/database/migrate.ts'
import { execute, withDatabase } from '../support/postgres.ts'

const TEMPLATE = 'simulator_template'

/** A server of the simulator's own; each round of lives gets a new database from the migrated template. */
export async function startServer(options: { isDurable?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tasman-simulator-'))
  const postgres = await startEmbeddedPostgres({ folder, isThrowaway: !options.isDurable })
  await execute(postgres.url, `create database ${TEMPLATE}`)
  await migrateToLatest(withDatabase(postgres.url, TEMPLATE))
  // Tables grow a hundredfold in a minute: plans made for empty ones would be kept for the first minute of every round.
  await execute(postgres.url, "alter system set autovacuum_naptime = '5s'")
  await execute(postgres.url, 'select pg_reload_conf()')
  let count = 0
  return {
    /** Kills the server as a power cut would kill a process; the house starts it again. */
    kill() {
      const [pid] = readFileSync(join(folder, 'pgdata', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async create(): Promise<string> {
      count += 1
      await execute(postgres.url, `create database round_${count} template ${TEMPLATE}`)
      return withDatabase(postgres.url, `round_${count}`)
    },
    drop: async (url: string) =>
      void (await execute(postgres.url, `drop database ${new URL(url).pathname.slice(1)} with (force)`)),
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
