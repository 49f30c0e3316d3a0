import { type Kysely, sql } from 'kysely'
import { type MigrationResultSet, Migrator } from 'kysely/migration'
import { connect, type Queryable } from './connect.ts'
import { DatabaseFault } from './faults.ts'
import { describeVersions, migrateCells } from './migrate-cells.ts'
import { readMigrationFiles } from './migration-files.ts'

/**
 * Migrates a database with numbered SQL files: forward only, once, under the migrator's advisory lock. The
 * directory and `main` are migrated first in one transaction, then the other cells. Returns the cells that
 * failed; they are not served.
 */
export async function migrateToLatest(
  url: string,
  log: (line: string) => void = () => {},
): Promise<ReadonlySet<string>> {
  await migrate(url, log)
  const versions = await migrateCells(url, log)
  const stuck = versions.filter(({ error }) => error)
  if (stuck.length > 0) log(`Not every cell is up to date.\n${describeVersions(versions)}`)
  return new Set(stuck.map(({ cell }) => cell))
}

/** The same up to one migration, for tests that start from an older version. */
export function migrateTo(url: string, name: string): Promise<void> {
  return migrate(url, () => {}, name)
}

async function migrate(url: string, log: (line: string) => void, last?: string): Promise<void> {
  const database = connect({ url, poolSize: 2, statementTimeoutMs: 600_000 })
  try {
    const migrator = new Migrator({
      db: database.query,
      provider: {
        getMigrations: async () => ({ ...(await laterMigrations(database.query)), ...readMigrations() }),
      },
    })
    const { error, results } = await tryThrice(() =>
      last ? migrator.migrateTo(last) : migrator.migrateToLatest(),
    )
    for (const result of results ?? [])
      if (result.status === 'Success') log(`migrated ${result.migrationName}`)
    if (error) throw error
  } finally {
    await database.close()
  }
}

const DEADLOCK = '40P01'

/**
 * All migrations of a start are one transaction. It can deadlock with PostgreSQL's autoanalyze of a table
 * that was just filled. Everything is rolled back then, so the migration is retried.
 */
async function tryThrice(work: () => Promise<MigrationResultSet>): Promise<MigrationResultSet> {
  for (let tries = 1; ; tries += 1) {
    const done = await work()
    const isPassing = done.error instanceof DatabaseFault && done.error.code === DEADLOCK
    if (!isPassing || tries === 3) return done
  }
}

/**
 * The migrations of a newer release. Migrations only expand the schema, so this release starts and works with
 * them. The migrator would refuse names without a file.
 */
async function laterMigrations(query: Queryable) {
  const { rows: found } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(query)
  if (!found[0]?.is_there) return {}
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query)
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]))
}

function readMigrations() {
  return Object.fromEntries(
    readMigrationFiles().map(({ name, text }) => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
    ]),
  )
}
