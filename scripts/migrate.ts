import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { migrateToLatest } from '../src/database/migrate.ts'
import { embeddedDataDir, giveUp } from './embedded-folder.ts'

try {
  const given = process.env.DIRECT_DATABASE_URL || process.env.DATABASE_URL
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres({ folder: join(embeddedDataDir(), 'postgres') })
  await migrateToLatest(embedded?.url ?? given ?? '', console.log)
  await embedded?.stop()
  console.log('The database is up to date.')
} catch (error) {
  giveUp(error)
}
