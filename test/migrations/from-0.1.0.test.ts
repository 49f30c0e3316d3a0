import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest } from '../../src/database/migrate.ts'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { fillAsFirstRelease } from '../support/first-release.ts'
import { execute } from '../support/postgres.ts'
import { MISPLACED } from './catalogue.ts'

/*
 * A database filled by 0.1.0, with every kind of pay. The next release must be able to read, explain and build on these
 * rows after it has migrated them.
 */

/** The encryption key of the tests of 0.1.0. */
const KEY = Buffer.alloc(32, 7)

/** Contribution files and lodgements as 0.1.0 stored them: every second pay is in a file that was paid, and was lodged. */
const PAYMENTS_OF_FIRST_RELEASE = `
  insert into super_files (company_id, pay_run_id, file_id, content, total, contribution_count, created_at, paid_on)
  select company_id, pay_run_id, 'file-' || id, 'sealed', super, 1, '2026-11-03', case when id % 2 = 0 then date '2026-11-04' end
  from pays where status = 'processed' and super > 0 and id % 4 <> 3;
  insert into super_file_lines (super_file_id, pay_id, fund_rank, amount)
  select file.id, pays.id, coalesce((select min(rank) from employee_super_funds fund where fund.employee_id = pays.employee_id), 0), super
  from pays join super_files file on file.file_id = 'file-' || pays.id;
  insert into submissions (company_id, authority, kind, status, pay_date, year, due_date, transaction_id, message_id, pay_count,
    payee_count, totals, document, content, payload_hash, next_attempt_at, created_by, created_at)
  select company_id, case jurisdiction when 'NZ' then 'IR' else 'ATO' end, 'submit', 'accepted', processed_date, 2027,
    processed_date, pays.id::text, gen_random_uuid(), 1, 1, '{}', 'sealed', 'sealed', '', now(), 1, now()
  from pays join companies on companies.id = company_id where pays.status = 'processed' and pays.id % 2 = 0;
  insert into submission_pays (submission_id, pay_id, employee_id, counts)
  select event.id, pays.id, pays.employee_id, true from pays join submissions event on event.transaction_id = pays.id::text;
  insert into submission_payees (submission_id, employee_id, place)
  select submission_id, employee_id, 1 from submission_pays`

/**
 * The amounts owed, sent and lodged according to the tables of 0.1.0, which counted a net as paid once its pay date had
 * passed.
 */
const SUMS_OF_FIRST_RELEASE = `
  select pays.company_id, sum(coalesce(super, 0)) as super_owed,
    coalesce(sum(line.amount) filter (where file.paid_on is not null), 0) as super_paid,
    coalesce(sum(line.amount) filter (where file.id is not null and file.paid_on is null), 0) as super_in_file,
    sum(net) as net_owed, coalesce(sum(net) filter (where processed_date < current_date), 0) as net_paid,
    (count(*) filter (where link.counts))::int as lodged, count(*)::int as pays
  from pays left join super_file_lines line on line.pay_id = pays.id left join super_files file on file.id = line.super_file_id
  left join submission_pays link on link.pay_id = pays.id
  where pays.status = 'processed' group by 1 order by 1`

let database: TestDatabase
let tasman: TestApp
let owner: TestClient
let before: AnyJson[]
let sums: AnyJson[]

beforeAll(async () => {
  database = await createEmptyDatabase()
  await fillAsFirstRelease(database.url)
  await execute(database.url, PAYMENTS_OF_FIRST_RELEASE)
  sums = await execute(database.url, SUMS_OF_FIRST_RELEASE)
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

  it('has the same sums in the proof as in the tables of 0.1.0, of money and of reports', async () => {
    expect(sums.length).toBeGreaterThan(1)
    expect(sums.some((row) => Number(row.super_paid) > 0 && Number(row.super_in_file) > 0)).toBe(true)
    for (const row of sums) {
      const path = `/api/company/${row.company_id}/proof?from_date=2020-01-01&to_date=2030-01-01`
      const { status, body } = await owner.get(path)
      expect(status, JSON.stringify(body)).toBe(200)
      const sumOf = (kind: string) => body.sums.find((sum: AnyJson) => sum.kind === kind)
      const figure = (value: unknown) => Number(Number(value).toFixed(2))
      expect({ ...sumOf('super'), company: row.company_id }).toMatchObject({
        owed: figure(row.super_owed),
        accepted: figure(row.super_paid),
        created: figure(row.super_in_file),
        returned: 0,
        open: figure(row.super_owed - row.super_paid - row.super_in_file),
      })
      expect(sumOf('net')).toMatchObject({
        owed: figure(row.net_owed),
        accepted: figure(row.net_paid),
        open: figure(row.net_owed - row.net_paid),
      })
      expect(body.reports).toMatchObject({ pays: row.pays, accepted: row.lodged, under_way: 0 })
    }
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
