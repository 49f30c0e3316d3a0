import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createService } from '../src/create-service.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { migrateToLatest } from '../src/database/migrate.ts'
import { findServiceRole } from '../src/database/service-role.ts'
import { createPasswordLink } from '../src/features/oauth/index.ts'
import { loadEncryptionKeys } from '../src/security/keys.ts'
import { readSettings } from '../src/settings.ts'
import { giveUp } from './embedded-folder.ts'

const USAGE =
  'npm run create-customer -- --name "Example Pty Ltd" --email owner@example.com --owner "Olivia Owner" [--employees 100] [--api-admin] [--reseller] [--sandbox]'

/** The first customer of a production service: nobody can sign in before there is one. Prints the owner's link. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      owner: { type: 'string' },
      employees: { type: 'string', default: '100' },
      'api-admin': { type: 'boolean', default: false },
      reseller: { type: 'boolean', default: false },
      sandbox: { type: 'boolean', default: false },
    },
  })
  const { name, email, owner } = values
  if (!name || !owner || !email?.includes('@') || !/^\d{1,7}$/.test(values.employees))
    throw new Error(`Usage: ${USAGE}`)

  const settings = { ...readSettings(process.env), logLevel: 'silent' as const }
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ folder: join(settings.dataDir, 'postgres') })
  const databaseUrl = embedded?.url ?? settings.databaseUrl
  await migrateToLatest(settings.directDatabaseUrl || databaseUrl)
  const databaseRole = await findServiceRole(settings.directDatabaseUrl || databaseUrl)
  const encryptionKeys = loadEncryptionKeys(settings)
  const service = createService({ settings, databaseUrl, encryptionKeys, databaseRole })
  try {
    const link = await service.database.transaction(async (tx) => {
      const now = service.clock.now()
      const customer = await tx
        .insertInto('customers')
        .values({
          name,
          employee_cap: Number(values.employees),
          is_api_admin: values['api-admin'],
          is_reseller: values.reseller,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (values.sandbox)
        await tx.insertInto('sandboxes').values({ customer_id: customer.id, created_at: now }).execute()
      const user = await tx
        .insertInto('users')
        .values({
          customer_id: customer.id,
          email: email.trim().toLowerCase(),
          name: owner,
          role: 'owner',
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return createPasswordLink(service, tx, user.id)
    })
    console.log(`${name} is there. The owner sets a password within 24 hours at ${link.address}`)
  } catch (error) {
    if ((error as { code?: string }).code === '23505')
      throw new Error(`There is a user with the e-mail ${email} already.`)
    throw error
  } finally {
    await service.database.close()
    await embedded?.stop()
  }
}

await main().catch(giveUp)
