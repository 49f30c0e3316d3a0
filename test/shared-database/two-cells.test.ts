import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CELL_TABLES } from '../../src/database/cell-catalogue.ts'
import { inCell } from '../../src/database/current-cell.ts'
import { findStrays, moveCustomer } from '../../src/database/move-customer.ts'
import { seedPeople } from '../../src/demo/seed-people.ts'
import { mailResetLink } from '../../src/features/access/oauth/password-links.ts'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { startJobs } from '../../src/jobs.ts'
import { startTrial } from '../api/partner-checkout/support.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { readOperations } from '../support/operations.ts'
import { aPay, aWeek } from '../support/pays.ts'
import { execute } from '../support/postgres.ts'
import { spreadOverCells } from '../support/two-cells.ts'

/* Two customers in two cells of one database. The service may not touch the tables of `main`, so a statement without its cell fails. */

let database: TestDatabase
let tasman: TestApp
let odd: TestClient
let even: TestClient
let companies: { odd: AnyJson; even: AnyJson }
beforeAll(async () => {
  database = await createTestDatabase()
  if (!process.env.TASMAN_TEST_CELLS) await spreadOverCells(database.url)
  tasman = await startTestApp({ databaseUrl: database.url })
  await tasman.service.database.transaction((tx) => seedPeople(tasman.service, tx))
  odd = await tasman.clientFor('owner')
  even = await tasman.clientFor('other')
  companies = { odd: await aCompany(odd), even: await aCompany(even, { legal_name: 'Other Bakery' }) }
})
afterAll(async () => {
  await tasman.close()
  await database.drop()
})

const count = async (schema: string, table: string) =>
  Number((await execute(database.url, `select count(*) as count from ${schema}.${table}`))[0]?.count)

async function pay(client: TestClient, companyId: number): Promise<AnyJson> {
  const { id } = await anEmployee(client, companyId)
  return aPay(client, companyId, '2026-11-02', aWeek(id))
}

describe('two customers in two cells', () => {
  it('each works in its own, and ids are unique over both', async () => {
    await pay(odd, companies.odd.id)
    await pay(even, companies.even.id)
    for (const schema of ['cell_odd', 'cell_even']) expect(await count(schema, 'pays')).toBe(1)
    expect(await count('public', 'companies')).toBe(0)
    const loads = tasman.service.database.poolLoads()
    expect(loads.map(({ cell }) => cell).toSorted()).toEqual(['even', 'main', 'odd'])
    expect(companies.odd.id).not.toBe(companies.even.id)
    expect((await odd.get('/api/company')).body.map(({ id }: AnyJson) => id)).toEqual([companies.odd.id])
  })

  it('the id of a row in another cell opens nothing', async () => {
    // The same response as for another customer in the same cell.
    expect((await odd.get(`/api/company/${companies.even.id}`)).status).toBe(403)
    expect((await odd.get('/api/company/999999')).status).toBe(404)
    expect((await even.get(`/api/company/${companies.odd.id}/pays`)).status).toBeGreaterThanOrEqual(400)
  })

  it('no operation opens or changes a row of another cell by its id', async () => {
    const [employee] = await execute(database.url, 'select id, last_name from cell_even.employees limit 1')
    const [paid] = await execute(database.url, 'select id, pay_run_id from cell_even.pays limit 1')
    const ids: Record<string, unknown> = {
      company_id: companies.even.id,
      employee_id: employee?.id,
      pay_id: paid?.id,
      pay_run_id: paid?.pay_run_id,
    }
    await execute(database.url, `update cell_even.employees set last_name = 'Evenmark'`)
    const rowsOf = async (table: string) =>
      JSON.stringify(await execute(database.url, `select * from cell_even.${table} order by 1, 2`))
    const tables = [
      'companies',
      'employees',
      'pays',
      'pay_lines',
      'pay_runs',
      'outbox',
      'employee_bank_accounts',
    ]
    const before = await Promise.all(tables.map(rowsOf))
    const operations = (await readOperations(odd)).filter(
      ({ path, isPublic }) => !isPublic && Object.keys(ids).some((name) => path.includes(`{${name}}`)),
    )
    expect(operations.length).toBeGreaterThan(100)
    for (const { method, path, params, body } of operations) {
      const address = params.reduce(
        (text, { name, word, type }) =>
          text.replace(`{${name}}`, String(ids[name] ?? word ?? (type === 'integer' ? paid?.id : 'x'))),
        path,
      )
      const answer = await odd[method](address, method === 'get' ? undefined : (body ?? {}))
      expect([method, path, answer.status >= 400 && answer.status < 500]).toEqual([method, path, true])
      expect([path, answer.raw.includes('Evenmark') || answer.raw.includes('Other Bakery')]).toEqual([
        path,
        false,
      ])
    }
    expect(await Promise.all(tables.map(rowsOf))).toEqual(before)
  })

  it('a partner whose clients are in both cells orders for them, and lists them page by page', async () => {
    const partner = await tasman.clientFor('partner')
    const clients: number[] = []
    for (let made = 0; made < 4; made += 1) {
      const { status, body } = await startTrial(partner)
      expect([status, body]).toEqual([201, expect.anything()])
      clients.unshift(body.customer_id)
    }
    const [row] = await execute(
      database.url,
      `select array_agg(distinct cell order by cell) as cells from customers where id in (${clients.join()})`,
    )
    expect(row?.cells).toEqual(['even', 'odd'])
    // Each has an employee in its cell.
    for (const schema of ['cell_even', 'cell_odd'])
      await execute(
        database.url,
        `insert into ${schema}.employees
         select (jsonb_populate_record(known, jsonb_build_object('id', nextval('employees_id_seq'), 'company_id', c.id,
           'customer_id', c.customer_id, 'snapshot_id', null))).*
         from ${schema}.employees known cross join ${schema}.companies c
         where known.id = (select min(id) from ${schema}.employees) and c.customer_id in (${clients.join()})`,
      )
    const pages: AnyJson[] = []
    for (const offset of [0, 2]) {
      const { body } = await partner.get(`/api/partner-checkout/clients?limit=2&offset=${offset}`)
      pages.push(...body)
    }
    expect(pages.map(({ customer_id }) => customer_id)).toEqual(clients)
    expect(pages.map(({ employee_count }) => employee_count)).toEqual([1, 1, 1, 1])
  })

  it('a link for a new password is mailed in the cell of the person', async () => {
    await mailResetLink(tasman.service, 'other@demo.example')
    const mails = await execute(
      database.url,
      `select count(*)::int as count from cell_even.outbox where to_address = 'other@demo.example'`,
    )
    expect(mails).toEqual([{ count: 1 }])
    expect(await count('public', 'outbox')).toBe(0)
  })

  it('jobs do their work in each cell, and one that is broken does not stop the others', async () => {
    const seen: string[] = []
    const job = {
      name: 'counts companies',
      everyMs: 20,
      run: async () => {
        const { rows } = await tasman.service.database.pool.query('select legal_name from companies')
        seen.push(...rows.map(({ legal_name }) => legal_name))
      },
    }
    const jobs = startJobs(tasman.service, [job])
    // In this test the service may not access the tables of `main`, so `main` is the broken cell.
    await expect
      .poll(() => ['Kookaburra Cafe Pty Ltd', 'Other Bakery'].filter((name) => seen.includes(name)))
      .toHaveLength(2)
    await jobs.stop()
  })

  it('a pay is calculated again in its cell', async () => {
    const replayed: number[] = []
    const { database: own, rates } = tasman.service
    await inCell('even', async () => {
      for await (const { id, differences } of replayPays(own.query, rates, {})) {
        replayed.push(id)
        expect(differences).toEqual([])
      }
    })
    expect(replayed).toHaveLength(1)
  })
})

describe('a customer that moves', () => {
  it('is the same in its new cell, without signing in again', async () => {
    const before = await odd.get(`/api/company/${companies.odd.id}/pays`)
    const [customer] = await execute(
      database.url,
      `select id from customers where name = 'Southern Cross Group'`,
    )
    const moved = await moveCustomer(database.url, Number(customer?.id), 'even')
    expect(moved).toMatchObject({ from: 'odd' })
    expect(moved.rows).toBeGreaterThan(10)
    expect(await count('cell_odd', 'pays')).toBe(0)
    await expect.poll(async () => (await odd.get(`/api/company/${companies.odd.id}`)).status).toBe(200)
    expect((await odd.get(`/api/company/${companies.odd.id}/pays`)).body).toEqual(before.body)
    await pay(odd, companies.odd.id)
    expect(await count('cell_odd', 'pays')).toBe(0)
    expect(await count('cell_even', 'pays')).toBe(3)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const strays = [...(await findStrays(client, 'odd')), ...(await findStrays(client, 'even'))]
    await client.end()
    expect(strays).toEqual([])
  })

  it('moves to main and back with the same rows', async () => {
    const [customer] = await execute(database.url, `select id from customers where name = 'Other Bakery'`)
    const there = await moveCustomer(database.url, Number(customer?.id), 'main')
    expect(await count('public', 'companies')).toBe(1)
    expect(await count('public', 'payday_changes')).toBeGreaterThan(0)
    const back = await moveCustomer(database.url, Number(customer?.id), 'even')
    expect(back).toMatchObject({ from: 'main', rows: there.rows })
    expect(await count('public', 'companies')).toBe(0)
  })

  it('reads and does not write meanwhile', async () => {
    await tasman.administer(`update customers set moving_since = now() where name = 'Southern Cross Group'`)
    await expect
      .poll(async () => (await odd.put('/api/company/create', {})).status, { timeout: 10_000 })
      .toBe(503)
    expect((await odd.get('/api/company')).status).toBe(200)
    await tasman.administer('update customers set moving_since = null')
    await expect
      .poll(async () => (await odd.put('/api/company/create', {})).status, { timeout: 10_000 })
      .toBe(422)
  })

  it('stays where it is if the cell does not exist or has other tables', async () => {
    await expect(moveCustomer(database.url, 1, 'nowhere')).rejects.toThrow('There is no cell nowhere')
    await execute(database.url, 'alter table cell_even.pays add column spare integer')
    await expect(moveCustomer(database.url, 1, 'main')).rejects.toThrow('not at the version of main')
    await execute(database.url, 'alter table cell_even.pays drop column spare')
  })
})

describe('npm run cells', () => {
  it('drains a cell and lists them all', async () => {
    await execute(
      database.url,
      `grant select, insert, update, delete on ${CELL_TABLES.join(', ')} to tasman_service`,
    )
    const { output } = await cells('drain', 'odd', '--to', 'even')
    expect(output).toMatch(/Customer \d+ moved from odd to even: \d+ rows/)
    expect(output).toContain('Cell odd has no customers.')
    const { output: list } = await cells('list')
    expect(list).toMatch(/^odd \(cell_odd\): draining, 0 customers, \d+ MB, created or migrated at \d{4}-/m)
    expect(list).toMatch(/^even \(cell_even\): open, \d+ customers/m)
    expect(list).not.toMatch(/unlike main|left behind/)
  })

  it('refuses what is no cell', async () => {
    expect(await cells('create', 'Not Good')).toMatchObject({ code: 1 })
    expect(await cells('move')).toMatchObject({ code: 2 })
  })
})

async function cells(...words: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/cells.ts', ...words], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: database.url },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => void said.push(String(text)))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { code, output: said.join('') }
}
