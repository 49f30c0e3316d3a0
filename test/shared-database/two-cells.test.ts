import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inCell } from '../../src/database/cells/current.ts'
import { findStrays, moveCustomer } from '../../src/database/cells/move-customer.ts'
import { seedPeople } from '../../src/demo/seed-people.ts'
import { mailResetLink } from '../../src/features/access/oauth/password-links.ts'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { startJobs } from '../../src/jobs.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { aCompany, anEmployee } from '../support/make.ts'
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
    expect(companies.odd.id).not.toBe(companies.even.id)
    expect((await odd.get('/api/company')).body.map(({ id }: AnyJson) => id)).toEqual([companies.odd.id])
  })

  it('the id of a row in another cell opens nothing', async () => {
    expect((await odd.get(`/api/company/${companies.even.id}`)).status).toBe(
      (await odd.get('/api/company/999999')).status,
    )
    expect((await even.get(`/api/company/${companies.odd.id}/pays`)).status).toBeGreaterThanOrEqual(400)
  })

  it('a link for a new password is mailed in the cell of the person', async () => {
    await mailResetLink(tasman.service, 'other@demo.example')
    expect(await count('cell_even', 'outbox')).toBe(1)
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
    // `main` refuses the service its tables here: it is the broken one.
    await expect.poll(() => new Set(seen).size, { timeout: 10_000 }).toBe(2)
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
    expect(await count('cell_odd', 'employees')).toBe(0)
    expect(await count('cell_even', 'pays')).toBe(3)
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const strays = [...(await findStrays(client, 'odd')), ...(await findStrays(client, 'even'))]
    await client.end()
    expect(strays).toEqual([])
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
    const { output } = await cells('drain', 'odd', '--to', 'even')
    expect(output).toMatch(/Customer \d+ moved from odd to even: \d+ rows/)
    expect(output).toContain('Cell odd has no customers.')
    const { output: list } = await cells('list')
    expect(list).toMatch(/^odd \(cell_odd\): draining, 0 customers, \d+ MB, made or migrated at \d{4}-/m)
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
