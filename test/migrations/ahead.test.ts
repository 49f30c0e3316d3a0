import { expect, it } from 'vitest'
import { migrateToLatest } from '../../src/database/migrate.ts'
import { createTestDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'

it('a release starts on a database that a newer release has migrated, and leaves its migrations alone', async () => {
  const database = await createTestDatabase()
  try {
    await execute(
      database.url,
      `insert into kysely_migration (name, timestamp) values ('9998-of-a-newer-release', now()::text)`,
    )
    const lines: string[] = []
    await migrateToLatest(database.url, (line) => lines.push(line))
    expect(lines).toEqual([])
    const rows = await execute(database.url, `select name from kysely_migration where name like '9998%'`)
    expect(rows).toHaveLength(1)
  } finally {
    await database.drop()
  }
})
