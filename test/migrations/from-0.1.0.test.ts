import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest } from '../../src/database/migrate.ts'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { fillAsFirstRelease } from '../support/first-release.ts'
import { execute } from '../support/postgres.ts'
import { MISPLACED } from './catalogue.ts'

/*
 * A database that 0.1.0 filled, with every kind of pay in it: what a release leaves behind must still be read, explained and
 * built upon after the next one has migrated it.
 */

/** The key that the tests of 0.1.0 sealed with. */
const KEY = Buffer.alloc(32, 7)

let database: TestDatabase
let tasman: TestApp
let owner: TestClient
let before: AnyJson[]

beforeAll(async () => {
  database = await createEmptyDatabase()
  await fillAsFirstRelease(database.url)
  before = await execute(database.url, 'select id, gross, tax, net, facts from pays order by id')
  await migrateToLatest(database.url)
  tasman = await startTestApp({ databaseUrl: database.url, now: '2026-11-16T00:00:00', key: KEY })
  owner = await tasman.clientFor('owner')
}, 180_000)

afterAll(async () => {
  await tasman?.close()
  await database?.drop()
})

const rowsOf = async (text: string): Promise<AnyJson[]> =>
  (await tasman.service.database.pool.query(text)).rows

describe('a database of 0.1.0', () => {
  it('holds pays of both countries, with terminations, bonuses, drafts and departments', async () => {
    const [counts] =
      await rowsOf(`select count(*)::int as pays, count(distinct jurisdiction)::int as countries,
        (count(*) filter (where is_termination))::int as ended, (count(*) filter (where status = 'pending'))::int as drafts
      from pays join companies on companies.id = company_id`)
    expect(counts.pays).toBeGreaterThan(40)
    expect(counts).toMatchObject({ countries: 2, ended: 2 })
    expect(counts.drafts).toBeGreaterThan(5)
    expect(before.every((pay) => pay.facts.version === undefined)).toBe(true)
  })

  it('keeps the figures of every pay, and each is reached by its steps', async () => {
    const after = await rowsOf('select id, gross, tax, net from pays order by id')
    expect(after).toEqual(before.map(({ facts, ...pay }) => pay))
    for await (const { id, differences } of replayPays(tasman.service.database.query, tasman.service.rates))
      expect({ id, differences }).toEqual({ id, differences: [] })
  })

  it('answers every pay and its explanation', async () => {
    for (const company of (await owner.get('/api/company')).body) {
      const { status, body } = await owner.get(`/api/company/${company.id}/pays`)
      expect(status).toBe(200)
      for (const pay of body) {
        const path = `/api/company/${company.id}/pays/${pay.id}`
        expect((await owner.get(path)).body).toEqual(pay)
        const explained = await owner.get(`${path}/explanation`)
        expect(explained.status).toBe(200)
        expect(explained.body.differences).toEqual([])
        expect(explained.body.steps.length).toBeGreaterThan(5)
      }
    }
  })

  it('has what other features read as columns, as the facts say it', async () => {
    const wrong = await rowsOf(`select id from pays
      where rate_per_hour is distinct from (facts ->> 'ratePerHour')::numeric
        or hours_per_day is null or days_per_week is null or hours_paid is null
        or (super is not null and income_type is null) or (paye is not null and tax_code is null)
        or (paye is not null and (annual_holidays_from is null or is_leave_enabled is null))
        or (paye is not null and is_termination and last_day is null)`)
    expect(wrong).toEqual([])
  })

  it('takes new pays on top of the old ones: drafts are processed and written with the version of today', async () => {
    const [run] = await rowsOf(
      "select distinct company_id, pay_run_id from pays where status = 'pending' limit 1",
    )
    const done = await owner.post(`/api/company/${run.company_id}/pay-runs/${run.pay_run_id}/process`)
    expect(done.status).toBe(200)
    expect(done.body.status).toBe('processed')
    const [facts] = await rowsOf(`select facts from pays where pay_run_id = ${run.pay_run_id} limit 1`)
    // Australia writes version 3, New Zealand 2.
    expect([2, 3]).toContain(facts.facts.version)
    expect(await rowsOf(MISPLACED)).toEqual([])
  })
})

describe('a pay that today would be calculated differently', () => {
  it('is explained with what was paid and where the steps lead now', async () => {
    const [pay] = await rowsOf(
      "select id, company_id, tax, net from pays where status = 'processed' order by id limit 1",
    )
    await rowsOf(`update pays set tax = tax + 1, net = net - 1 where id = ${pay.id}`)
    const { status, body } = await owner.get(`/api/company/${pay.company_id}/pays/${pay.id}/explanation`)
    expect(status).toBe(200)
    expect(body.differences).toEqual([
      { figure: 'tax', stored: Number(pay.tax) + 1, recalculated: Number(pay.tax) },
      { figure: 'net', stored: Number(pay.net) - 1, recalculated: Number(pay.net) },
    ])
    expect(body.steps.length).toBeGreaterThan(5)
    expect(body.note).toContain('The amounts paid do not change')
  })

  it.each([
    ['facts that miss a member', `facts::jsonb - 'hoursPerDay'`],
    ['facts of a later version', `jsonb_set(facts::jsonb, '{version}', '99')`],
    ['a number that is none', `jsonb_set(facts::jsonb, '{ratePerHour}', '"x"')`],
    ['a pay date without tables', `jsonb_set(facts::jsonb, '{payDate}', '"1999-01-01"')`],
  ])('%s: answers without steps, never with an error', async (_what, changed) => {
    const [pay] = await rowsOf(
      "select id, company_id, facts from pays where status = 'processed' order by id desc limit 1",
    )
    await rowsOf(`update pays set facts = (${changed})::json where id = ${pay.id}`)
    const { status, body } = await owner.get(`/api/company/${pay.company_id}/pays/${pay.id}/explanation`)
    expect({ status, steps: body.steps }).toEqual({ status: 200, steps: [] })
    expect(body.note).toContain('cannot be calculated again')
    await tasman.service.database.pool.query('update pays set facts = $1 where id = $2', [
      JSON.stringify(pay.facts),
      pay.id,
    ])
  })
})
