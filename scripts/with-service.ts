import { createService } from '../src/create-service.ts'
import { prepareDatabase } from '../src/database/prepare.ts'
import { checkKeys } from '../src/features/platform/key-rotation/index.ts'
import { refreshLaw } from '../src/features/platform/law/index.ts'
import { loadEncryptionKeys } from '../src/security/keys.ts'
import type { Service } from '../src/service.ts'
import { readSettings, type Settings } from '../src/settings/index.ts'
import { openEmbedded } from './embedded-folder.ts'

/** Runs `work` with the parts of the service on the configured database, whether the service is running or not. */
export async function withService<T>(
  work: (service: Service) => Promise<T>,
  environment: Record<string, string | undefined> = process.env,
): Promise<T> {
  const settings = { ...readSettings(environment), logLevel: 'warn' as const, poolSize: 4 }
  return withDatabase(settings, async (databaseUrl) => {
    const service = await prepareDatabase({ settings, databaseUrl, log: console.error }, async (prepared) => {
      const encryptionKeys = loadEncryptionKeys(settings)
      return createService({ settings, databaseUrl, encryptionKeys, ...prepared })
    })
    try {
      await checkKeys(service)
      await refreshLaw(service)
      return await work(service)
    } finally {
      await service.database.close()
    }
  })
}

/** Runs `work` on the configured database. Shares an embedded database with a running service, or else starts it. */
export async function withDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  if (settings.databaseUrl) return work(settings.databaseUrl)
  const embedded = await openEmbedded(settings.dataDir)
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
