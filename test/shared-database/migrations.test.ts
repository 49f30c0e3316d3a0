import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrateTo, migrateToLatest } from '../../src/database/migrate.ts'
import { openParty, reconstructSnapshots } from '../../src/features/pays/snapshots/index.ts'
import { linkAudit, verifyAudit } from '../../src/features/platform/audit/index.ts'
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

it('pays of version 0.1 get their snapshot, count as paid once their day has passed, and keep what was sent to super', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())
  await migrateTo(database.url, '0090-pays-in-bulk')
  const columns = await execute(
    database.url,
    `select column_name, data_type from information_schema.columns
     where table_name = 'employees' and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
  )
  const blank = {
    boolean: false,
    numeric: 0,
    integer: 5,
    text: 'x',
    date: '2020-01-01',
    'timestamp with time zone': '2026-01-01',
  }
  const employee = {
    ...Object.fromEntries(
      columns.map((row) => [row.column_name, blank[row.data_type as keyof typeof blank]]),
    ),
    id: 1,
    company_id: 1,
    customer_id: 1,
    first_name: 'Mia',
    last_name: 'Nguyen',
    gender: 'FEMALE',
    country: 'AU',
    employment_status: 'Full-time',
    pay_method: 'CASH',
    pay_period: 'WEEKLY',
    stp_employment_status: 'F',
    super_based_on: 'OTE',
    kiwisaver_status_code: 'AE',
    kiwisaver_existing_action: 'NONE',
    kiwisaver_cec_obligation: 'REQUIRED',
    employer_contrib_tax_method: 'ESCT',
    default_employee_fund_usi: 'STA0100AU',
    default_employee_fund_member_number: '7',
    holiday_hours: 0,
    sick_hours: 0,
    lsl_hours: 0,
    annual_holidays_weeks: 0,
    alt_holiday_days: 0,
    is_terminated: false,
    is_deleted: false,
    version: 1,
  }
  await execute(
    database.url,
    `insert into customers (id, name, created_at) values (1, 'Old', now());
     insert into companies (id, customer_id, jurisdiction, legal_name, created_at, updated_at)
       values (1, 1, 'AU', 'Old Pty Ltd', now(), now());
     insert into employees select * from json_populate_record(null::employees, '${JSON.stringify(employee)}');
     insert into pay_runs (id, company_id, pay_period, start_date, end_date, created_at)
       values (1, 1, 'WEEKLY', '2026-07-06', '2026-07-12', now());
     insert into pays (id, company_id, employee_id, pay_run_id, status, processed_date, created_at, updated_at, gross, tax, net,
       deductions, workers_compensation, super, compulsory_super, resc_super, sacrificed_super, facts, leave_balances)
       select id, 1, 1, 1, 'processed', day, now(), now(), 100, 10, 90, 0, 0, 12, 12, 0, 0, '{}', '[]'
       from (values (1, date '2020-07-10'), (2, date '2099-07-10')) as pay (id, day);
     insert into super_files (id, company_id, pay_run_id, file_id, content, total, contribution_count, created_at)
       values (1, 1, 1, 'f', 'x', 12, 1, now());
     insert into super_file_lines values (1, 1, 0, 12)`,
  )
  await migrateToLatest(database.url)
  const tasman = await startTestApp({ databaseUrl: database.url })
  onTestFinished(() => tasman.close())
  await reconstructSnapshots(tasman.service)
  const lines = await execute(
    database.url,
    'select pay_id, kind, party, amount::int, settlement_id is not null as is_settled from payment_lines order by kind, pay_id',
  )
  // The pay with a future date is open, and super that was sent is stored under the fund's own name.
  const opened = lines.map((line) => ({
    ...line,
    party: openParty(tasman.service.cipher, Number(line.pay_id), String(line.party)),
  }))
  expect(opened).toEqual([
    { pay_id: 1, kind: 'net', party: '', amount: 90, is_settled: true },
    { pay_id: 1, kind: 'super', party: 'STA0100AU|7', amount: 12, is_settled: false },
  ])
  const snapshots = await execute(
    database.url,
    `select is_reconstructed, content ->> 'last_name' as name from snapshots join pays on pays.snapshot_id = snapshots.id`,
  )
  expect(snapshots).toEqual([
    { is_reconstructed: true, name: 'Nguyen' },
    { is_reconstructed: true, name: 'Nguyen' },
  ])
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
