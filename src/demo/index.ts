import { sql } from 'kysely'
import { WEB_CLIENT_ID } from '../http/limits.ts'
import type { App } from '../http/types.ts'
import type { Service } from '../service.ts'
import type { Settings } from '../settings/index.ts'
import { createDemoClient, type DemoClient } from './client.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './people.ts'
import { seedCompanies } from './seed-companies.ts'
import { seedEmployees } from './seed-employees.ts'
import { seedPays } from './seed-pays.ts'
import { seedPeople } from './seed-people.ts'

/** What the demo people have, in the order it is made; each subject adds its own seed. */
const SEEDS: readonly ((
  clientFor: (person: DemoPerson) => Promise<DemoClient>,
  service: Service,
) => Promise<void>)[] = [seedCompanies, seedEmployees, seedPays]

/** Fills an empty database with the demo people and their data; leaves any other database alone. */
export async function seedDemo(service: Service, app: App): Promise<void> {
  const { pool } = service.database
  const state = await pool.query<{ is_complete: boolean }>('select is_complete from demo_state')
  const isHalfDone = state.rows[0]?.is_complete === false
  const { rows } = await pool.query('select 1 from customers limit 1')
  if (rows.length > 0 && !isHalfDone) return
  if (isHalfDone) await clearHalfDemo(service)
  await pool.query('insert into demo_state (is_complete) values (false) on conflict do nothing')
  // Hundreds of seeding requests in the log would hide the lines that a newcomer wants to read; and they come faster
  // than any limit allows, from ourselves and before anyone can reach the service.
  const { level } = service.log
  const { rateLimits } = service.settings
  service.log.level = 'warn'
  service.settings.rateLimits = false
  try {
    await service.database.transaction((tx) => seedPeople(service, tx))
    for (const seed of SEEDS) await seed((person) => createDemoClient(service, app, person), service)
    await pool.query('update demo_state set is_complete = true')
  } finally {
    service.log.level = level
    service.settings.rateLimits = rateLimits
  }
}

/** A start that was killed while seeding left only demo data: it is deleted, and the seed starts over. */
async function clearHalfDemo(service: Service): Promise<void> {
  await service.database.transaction(async (tx) => {
    // Emptying tables and starting their counters over is for their owner.
    await sql`set local role none`.execute(tx)
    await sql`truncate customers, oauth_clients restart identity cascade`.execute(tx)
  })
  await service.database.query
    .insertInto('oauth_clients')
    .values({
      client_id: WEB_CLIENT_ID,
      name: 'Tasman web app',
      redirect_uris: [],
      created_at: service.clock.now(),
    })
    .execute()
}

/** What a newcomer wants to know after the start: sign-ins, and what to try next. */
export function describeDemo(settings: Settings): string {
  const signIns = DEMO_PEOPLE.map((person) => person.email).join(', ')
  return [
    `Sign in at ${settings.publicUrl}/app as ${signIns}; password ${DEMO_PASSWORD}.`,
    'Try next:',
    `  curl ${settings.publicUrl}/api/health`,
    '  TOKEN=$(npm run -s token -- --as owner --scope "openid payroll.read payroll.write")',
    `  curl -H "Authorization: Bearer $TOKEN" ${settings.publicUrl}/api/company`,
  ].join('\n')
}
