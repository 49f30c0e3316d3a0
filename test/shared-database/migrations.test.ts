import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrateTo, migrateToLatest } from '../../src/database/migrate.ts'
import { linkAudit, verifyAudit } from '../../src/features/audit/index.ts'
import { startTestApp } from '../support/app.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'

const ROOT = join(import.meta.dirname, '../..')

it('four processes that migrate one empty database at once all succeed, and each migration runs once', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())

  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)))
  expect(runs.map(({ code, errors }) => ({ code, errors }))).toEqual(Array(4).fill({ code: 0, errors: '' }))

  const files = (await readdir(join(ROOT, 'migrations'))).filter((name) => name.endsWith('.sql'))
  const names = files.map((name) => name.replace(/\.sql$/, '')).sort()
  const rows = await execute(database.url, 'select name from kysely_migration order by name')
  expect(rows.map((row) => row.name)).toEqual(names)

  const reported = runs.flatMap(({ output }) => output.match(/^migrated .+$/gm) ?? []).sort()
  expect(reported).toEqual(names.map((name) => `migrated ${name}`))
})

it('a filled database of version 0.1 keeps its audit log and its tokens, and knows which were the demo’s', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  await migrateTo(database.url, '0090-pays-in-bulk')
  await execute(
    database.url,
    `insert into customers (id, name, created_at) values (1, 'Old', now());
     insert into users (id, customer_id, email, name, role, created_at) values (1, 1, 'o@x.example', 'O', 'owner', now());
     insert into oauth_grants (client_id, user_id, customer_id, scopes, created_at)
       values ('tasman-web', 1, 1, '{openid}', now());
     insert into demo_state (is_complete) values (true);
     insert into partner_clients (customer_id, partner_id, country, email, tax_number, legal_name, created_at)
       values (1, 1, 'NZ', 'o@x.example', '49091850', 'Old', now());
     insert into audit_log (at, customer_id, user_id, action, outcome) select now(), 1, 1, 'old', 200
       from generate_series(1, 2500)`,
  )
  await migrateToLatest(database.url)
  const [row] = await execute(
    database.url,
    `select (select mode from oauth_grants) as mode, (select count(*)::int from audit_unlinked) as waiting`,
  )
  expect(row).toEqual({ mode: 'demo', waiting: 2500 })
  const tasman = await startTestApp({ databaseUrl: database.url })
  onTestFinished(() => tasman.close())
  await linkAudit(tasman.service)
  expect(await verifyAudit(tasman.service.database)).toMatchObject({ rows: 2500, waiting: 0, broken: null })
})

function migrate(url: string): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/migrate.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: url },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString()
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output, errors })))
}
