import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../src/app.ts'
import { createService } from '../src/create-service.ts'
import { startEmbeddedPostgres } from '../src/database/embedded/start.ts'
import { migrateToLatest } from '../src/database/migrate.ts'
import { DEMO_PEOPLE, type DemoPerson } from '../src/demo/people.ts'
import { seedPeople } from '../src/demo/seed-people.ts'
import { issueGrant } from '../src/features/access/oauth/index.ts'
import type { App } from '../src/http/types.ts'
import type { Service } from '../src/service.ts'
import { readSettings } from '../src/settings/index.ts'

export type BenchService = {
  service: Service
  app: App
  url: string
  tokenFor(person: DemoPerson): Promise<string>
  close(): Promise<void>
}

/**
 * The real service with a real embedded database, listening on loopback, with the demo users and no rate limits. Its data is
 * deleted at the end unless it has a folder to stay in.
 */
export async function startBenchService(
  env: Record<string, string> = {},
  keptIn?: string,
): Promise<BenchService> {
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'tasman-bench-'))
  const postgres = await startEmbeddedPostgres({ folder })
  await migrateToLatest(postgres.url)
  const settings = readSettings({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...env })
  const service = createService({
    settings,
    databaseUrl: postgres.url,
    encryptionKeys: [{ id: 'bench', key: Buffer.alloc(32, 7) }],
  })
  const app = await buildApp(service)
  const isNew = !(await service.database.query.selectFrom('users').select('id').limit(1).executeTakeFirst())
  if (isNew) await service.database.transaction((tx) => seedPeople(service, tx))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    service,
    app,
    url,
    async tokenFor(person) {
      const email = DEMO_PEOPLE.find((entry) => entry.key === person)?.email ?? ''
      const user = await service.database.query
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const grant = {
        clientId: 'demo-client',
        userId: user.id,
        customerId: user.customer_id,
        scopes: ['openid', 'payroll.read', 'payroll.write'],
      }
      const { accessToken } = await service.database.transaction((tx) =>
        issueGrant(tx, grant, service.clock.now()),
      )
      return accessToken
    },
    async close() {
      await app.close()
      await service.database.close()
      await postgres.stop()
      if (!keptIn) rmSync(folder, { recursive: true, force: true })
    },
  }
}
