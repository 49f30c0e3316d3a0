import { join } from 'node:path'
import { createService } from '../src/create-service.ts'
import { folderHolder } from '../src/database/embedded/lock.ts'
import { keptUrl } from '../src/database/embedded/place.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { migrateToLatest } from '../src/database/migrate.ts'
import { findServiceRole } from '../src/database/service-role.ts'
import { checkKeys } from '../src/features/sealing/index.ts'
import { loadEncryptionKeys } from '../src/security/keys.ts'
import type { Service } from '../src/service.ts'
import { readSettings } from '../src/settings.ts'

/** Does some work with the parts of the service, on the database of the settings, whether the service runs or not. */
export async function withService<T>(
  work: (service: Service) => Promise<T>,
  environment: Record<string, string | undefined> = process.env,
): Promise<T> {
  const settings = { ...readSettings(environment), logLevel: 'warn' as const, poolSize: 4 }
  const folder = join(settings.dataDir, 'postgres')
  const isServing = folderHolder(folder) !== undefined
  const embedded = settings.databaseUrl || isServing ? undefined : await startEmbeddedPostgres({ folder })
  const databaseUrl = settings.databaseUrl || (embedded?.url ?? keptUrl(folder))
  try {
    await migrateToLatest(settings.directDatabaseUrl || databaseUrl)
    const databaseRole = await findServiceRole(settings.directDatabaseUrl || databaseUrl)
    const encryptionKeys = loadEncryptionKeys(settings)
    const service = createService({ settings, databaseUrl, encryptionKeys, databaseRole })
    try {
      await checkKeys(service)
      return await work(service)
    } finally {
      await service.database.close()
    }
  } finally {
    await embedded?.stop()
  }
}
