import type { App } from '../http/types.ts'
import type { Service } from '../service.ts'
import type { Settings } from '../settings.ts'
import { createDemoClient, type DemoClient } from './client.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './people.ts'
import { seedCompanies } from './seed-companies.ts'
import { seedPeople } from './seed-people.ts'

/** What the demo people have, in the order it is made; each subject adds its own seed. */
const SEEDS: readonly ((
  clientFor: (person: DemoPerson) => Promise<DemoClient>,
  service: Service,
) => Promise<void>)[] = [seedCompanies]

/** Fills an empty database with the demo people and their data; leaves any other database alone. */
export async function seedDemo(service: Service, app: App): Promise<void> {
  const { rows } = await service.database.pool.query('select 1 from customers limit 1')
  if (rows.length > 0) return
  await service.database.transaction((tx) => seedPeople(service, tx))
  for (const seed of SEEDS) await seed((person) => createDemoClient(service, app, person), service)
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
