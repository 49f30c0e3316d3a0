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

/** The seeds, in the order they run. Each subject has its own. */
const SEEDS: readonly ((
  clientFor: (person: DemoPerson) => Promise<DemoClient>,
  service: Service,
) => Promise<void>)[] = [seedCompanies, seedEmployees, seedPays]

/** Fills an empty database with the demo people and their data. Leaves any other database alone. */
export async function seedDemo(service: Service, app: App): Promise<void> {
  const { pool } = service.database
  const state = await pool.query<{ is_complete: boolean }>('select is_complete from demo_state')
  const isHalfDone = state.rows[0]?.is_complete === false
  const { rows } = await pool.query('select 1 from customers limit 1')
  if (rows.length > 0 && !isHalfDone) return
  if (isHalfDone) await clearHalfDemo(service)
  await pool.query('insert into demo_state (is_complete) values (false) on conflict do nothing')
  // Hundreds of seed requests would bury the log lines a newcomer wants to read. They would also exceed the rate limits,
  // which are not needed yet: no one else can reach the service.
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

/** Clears the demo data of a start that was killed while seeding, so that the seed can start over. */
async function clearHalfDemo(service: Service): Promise<void> {
  await service.database.transaction(async (tx) => {
    // Only the owner may truncate tables and restart their sequences.
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

/** Lists the demo sign-ins and what to try next, for a newcomer. */
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
