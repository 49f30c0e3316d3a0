import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { restoreCustomer } from '../../scripts/customer-restore/restore-customer.ts'
import { seedPeople } from '../../src/demo/seed-people.ts'
import { linkAudit, verifyAudit } from '../../src/features/platform/audit/index.ts'
import { tokenFor } from '../api/trust/two-people.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aPay, aWeek } from '../support/pays.ts'
import { execute, withDatabase } from '../support/postgres.ts'
import { isThorough } from '../support/thorough.ts'

/** Including the restored customer. */
const CUSTOMERS = isThorough ? 50 : 4

/** Every row of every table, of one customer or of all others, as one text. */
async function dump(
  url: string,
  which: { only?: number; without?: number },
): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'customer_id' order by 1`)
    const contents: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select row_to_json(own)::text as row from ${name} own where customer_id ${which.only ? '=' : 'is distinct from'} $1 order by 1`,
        [which.only ?? which.without],
      )
      contents[name] = rows.map(({ row }) => row).join('\n')
    }
    return contents
  } finally {
    await client.end()
  }
}

/** A copy of a database without connections, which exists until the test ends. */
async function copyOf(url: string): Promise<string> {
  const name = `tasman_copy_${randomBytes(4).toString('hex')}`
  const server = inject('databaseUrl')
  await execute(server, `create database ${name} template ${new URL(url).pathname.slice(1)}`)
  onTestFinished(async () => void (await execute(server, `drop database ${name} with (force)`)))
  return withDatabase(server, name)
}

async function aPaidCompany(client: TestClient, name: string) {
  const company = await aCompany(client, { legal_name: name })
  const employee = await anEmployee(client, company.id)
  await aPay(client, company.id, '2026-10-02', aWeek(employee.id))
  return { company, employee }
}

/** A client of one more customer. */
async function aCustomer(tasman: TestApp, name: string): Promise<TestClient> {
  const { query } = tasman.service.database
  const created_at = tasman.service.clock.now()
  const customer = await query
    .insertInto('customers')
    .values({ name, employee_cap: 100, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await query
    .insertInto('users')
    .values({ customer_id: customer.id, email: `${name}@customers.example`, name, role: 'owner', created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return tasman.clientWith(await tokenFor(tasman, { ...user, customer_id: customer.id }, 'tasman-web'))
}

it('one customer goes back to an earlier time; every other row stays byte for byte', async () => {
  const live = await createTestDatabase()
  onTestFinished(() => live.drop())
  const before = await startTestApp({ databaseUrl: live.url })
  await before.service.database.transaction((tx) => seedPeople(before.service, tx))
  const owner = await before.clientFor('owner')
  const other = await before.clientFor('other')
  const { company, employee } = await aPaidCompany(owner, 'Restored Pty Ltd')
  const kept = await aPaidCompany(other, 'Untouched Pty Ltd')
  for (let count = 2; count < CUSTOMERS; count += 1)
    await aPaidCompany(await aCustomer(before, `customer-${count}`), `Customer ${count} Pty Ltd`)
  const { rows } = await before.service.database.pool.query(
    'select customer_id from companies where id = $1',
    [company.id],
  )
  const customerId = Number(rows[0].customer_id)
  await before.close()

  const copyUrl = await copyOf(live.url)

  const after = await startTestApp({ databaseUrl: live.url })
  const again = await after.clientFor('owner')
  await aPay(again, company.id, '2026-10-09', aWeek(employee.id))
  const changes = [{ id: employee.id, first_name: 'Changed' }]
  // A company with its own rules that did not exist at the time of the copy.
  const later = await aCompany(again, { legal_name: 'Later Pty Ltd' })
  await execute(
    live.url,
    `insert into company_rules (company_id, customer_id, updated_at) values (${later.id}, ${customerId}, now())
     on conflict (company_id) do nothing`,
  )
  expect((await again.patch(`/api/company/${company.id}/employees/update`, changes)).status).toBe(200)
  await aPay(await after.clientFor('other'), kept.company.id, '2026-10-09', aWeek(kept.employee.id))
  await linkAudit(after.service)
  await after.close()

  const whole = await dump(live.url, { without: 0 })
  await expect(restoreCustomer(live.url, live.url, customerId)).rejects.toThrow('names the live database')
  await expect(restoreCustomer(live.url, copyUrl, 999_999)).rejects.toThrow('There is no customer 999999')
  await execute(
    copyUrl,
    `update customers set created_at = created_at + interval '1 day' where id = ${customerId}`,
  )
  await expect(restoreCustomer(live.url, copyUrl, customerId)).rejects.toThrow('does not contain customer')
  await execute(
    copyUrl,
    `update customers set created_at = created_at - interval '1 day' where id = ${customerId}`,
  )
  expect(await dump(live.url, { without: 0 })).toEqual(whole)

  const untouched = await dump(live.url, { without: customerId })
  const { rows: restored, left } = await restoreCustomer(live.url, copyUrl, customerId)
  expect(left).toEqual([])
  expect(restored.get('pays')).toBe(1)
  expect(await dump(live.url, { without: customerId })).toEqual(untouched)
  const [now, then] = [await dump(live.url, { only: customerId }), await dump(copyUrl, { only: customerId })]
  for (const table of restored.keys()) expect([table, now[table]]).toEqual([table, then[table]])
  // The audit log and the rules of companies are kept, and the log records the restore.
  expect(now.audit_log?.length).toBeGreaterThan(then.audit_log?.length ?? 0)
  expect(now.audit_log).toContain('restoreCustomer')
  expect(now.company_rules).toBe(then.company_rules)

  const last = await startTestApp({ databaseUrl: live.url })
  onTestFinished(() => last.close())
  const client = await last.clientFor('owner')
  await aPay(client, company.id, '2026-10-09', aWeek(employee.id))

  await linkAudit(last.service)
  expect(await verifyAudit(last.service.database)).toMatchObject({ broken: null, waiting: 0 })
  const { id } = await tamperedEntry(live.url)
  expect((await verifyAudit(last.service.database)).broken).toContain(`Row ${id} (`)
}, 300_000)

/** Rewrites the entry of the restore, as an attacker could after switching the triggers off. */
async function tamperedEntry(url: string): Promise<{ id: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ id: string }>(
      `update audit_log set target = null where action = 'restoreCustomer' returning id`,
    )
    return rows[0] ?? { id: '' }
  } finally {
    await client.end()
  }
}

it('names an employee’s access that the earlier time does not know, and changes nothing', async () => {
  const live = await createTestDatabase()
  onTestFinished(() => live.drop())
  const tasman = await startTestApp({ databaseUrl: live.url })
  await tasman.service.database.transaction((tx) => seedPeople(tasman.service, tx))
  const owner = await tasman.clientFor('owner')
  const company = await aCompany(owner)
  const { rows } = await tasman.service.database.pool.query(
    'select customer_id from companies where id = $1',
    [company.id],
  )
  const customerId = Number(rows[0].customer_id)
  await tasman.close()
  const copyUrl = await copyOf(live.url)

  const after = await startTestApp({ databaseUrl: live.url })
  const employee = await anEmployee(await after.clientFor('owner'), company.id)
  await after.service.database.query
    .insertInto('users')
    .values({
      customer_id: customerId,
      email: 'mia@employees.example',
      name: 'Mia',
      role: 'employee',
      employee_id: employee.id,
      created_at: after.service.clock.now(),
    })
    .execute()
  await after.close()
  const whole = await dump(live.url, { without: 0 })
  await expect(restoreCustomer(live.url, copyUrl, customerId)).rejects.toThrow(
    '1 rows of users refer to rows of employees',
  )
  expect(await dump(live.url, { without: 0 })).toEqual(whole)
}, 300_000)
