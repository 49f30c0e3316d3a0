import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { connect } from './connect.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

/** Brings a database up to date: numbered SQL files, forward only, once, under the migrator's advisory lock. */
export function migrateToLatest(url: string, log: (line: string) => void = () => {}): Promise<void> {
  return migrate(url, log)
}

/** The same up to one migration only: for tests that start from an older version. */
export function migrateTo(url: string, name: string): Promise<void> {
  return migrate(url, () => {}, name)
}

async function migrate(url: string, log: (line: string) => void, last?: string): Promise<void> {
  const database = connect({ url, poolSize: 2, statementTimeoutMs: 600_000 })
  try {
    const migrator = new Migrator({
      db: database.query,
      provider: { getMigrations: async () => readMigrations() },
    })
    const { error, results } = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
    for (const result of results ?? [])
      if (result.status === 'Success') log(`migrated ${result.migrationName}`)
    if (error) throw error
  } finally {
    await database.close()
  }
}

function readMigrations() {
  const files = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
  return Object.fromEntries(
    files.map((name) => {
      const text = readFileSync(join(FOLDER, name), 'utf8')
      return [
        name.replace(/\.sql$/, ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
      ]
    }),
  )
}
