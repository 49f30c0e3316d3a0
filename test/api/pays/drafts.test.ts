import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aPayer } from '../single-touch/story.ts'

/* Drafts that several people and applications edit: each write names the version it is based on. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let api: string

const ORDINARY = { description: 'Ordinary hours', units: 'hours' }
const run = async (): Promise<AnyJson> => (await owner.get(api)).body
const pays = async (): Promise<AnyJson[]> => (await run()).pays
const ordinaryOf = (pay: AnyJson) => pay.hours.find((row: AnyJson) => row.description === 'Ordinary hours')

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aPayer(owner, {})
  for (const first_name of ['Mia', 'Ben']) await anEmployee(owner, company.id, { first_name })
  const { body } = await owner.post(`/api/company/${company.id}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: '2026-07-26',
  })
  api = `/api/company/${company.id}/pay-runs/${body.pay_run_id}`
}, 120_000)
afterAll(() => tasman.close())

describe('a change of single rows', () => {
  it('200: the row changes, is added or removed; all other rows stay as they are', async () => {
    const [mia] = await pays()
    await owner.put(`${api}/pays`, [
      {
        pay_id: mia.id,
        hours: [
          { ...ORDINARY, value: 30 },
          { description: 'Overtime', units: 'hours', value: 2, multiplier: 1.5, is_overtime: true },
        ],
        allowances: [{ description: 'Tools', amount: 9, units: 2, allowance_category: 'TD' }],
        note: 'Thank you.',
      },
    ])
    const { status, body } = await owner.patch(`${api}/pays`, [
      {
        pay_id: mia.id,
        hours: [{ ...ORDINARY, value: 20 }],
        leave: [{ description: 'Sick leave', leave_type: 'SICK', date: '2026-07-24', hours: 7.6 }],
      },
    ])
    expect(status).toBe(200)
    expect(body[0].hours.map((row: AnyJson) => [row.description, row.value, row.multiplier])).toEqual([
      ['Ordinary hours', 20, null],
      ['Overtime', 2, 1.5],
    ])
    expect([body[0].leave[0].hours, body[0].allowances[0].total_amount, body[0].note]).toEqual([
      7.6,
      18,
      'Thank you.',
    ])
    const { body: less } = await owner.patch(`${api}/pays`, [
      {
        pay_id: mia.id,
        hours: [{ description: 'overtime ', units: 'hours', value: 0 }],
        allowances: [{ description: 'Tools', amount: 25 }],
      },
    ])
    expect([less[0].hours.length, less[0].allowances[0].total_amount]).toEqual([1, 25])
    expect((await pays()).find(({ id }) => id === mia.id)).toEqual(less[0])
  })

  it('409 where there are several rows of the kind; 404 outside the run; 422 for a pay named twice', async () => {
    const [, ben] = await pays()
    await owner.put(`${api}/pays`, [
      { pay_id: ben.id, hours: [7.6, 7.6].map((value) => ({ ...ORDINARY, value })) },
    ])
    const change = { pay_id: ben.id, hours: [{ ...ORDINARY, value: 20 }] }
    const several = await owner.patch(`${api}/pays`, [change])
    expect([several.status, several.body.detail]).toEqual([
      409,
      expect.stringContaining('several rows of "Ordinary hours"'),
    ])
    expect((await owner.patch(`${api}/pays`, [{ ...change, pay_id: 999_999 }])).status).toBe(404)
    expect((await owner.patch(`${api}/pays`, [change, change])).status).toBe(422)
    await owner.put(`${api}/pays`, [{ pay_id: ben.id, hours: [{ ...ORDINARY, value: 38 }] }])
  })
})

describe('a version', () => {
  it('409 with who came first, for a row of the grid that has changed since it was read; nothing is stored', async () => {
    const [mia, ben] = await pays()
    const other = await tasman.clientFor('owner')
    await other.patch(`${api}/pays`, [
      { pay_id: mia.id, version: mia.version, hours: [{ ...ORDINARY, value: 21 }] },
    ])
    for (const method of ['put', 'patch'] as const) {
      const late = await owner[method](`${api}/pays`, [
        { pay_id: ben.id, version: ben.version, hours: [{ ...ORDINARY, value: 1 }] },
        { pay_id: mia.id, version: mia.version, hours: [{ ...ORDINARY, value: 22 }] },
      ])
      expect([late.status, late.body.detail]).toEqual([
        409,
        expect.stringMatching(/^The pay of Mia .+ was changed by .+ since it was read\./),
      ])
    }
    const [now, still] = await pays()
    expect([ordinaryOf(now).value, ordinaryOf(still).value]).toEqual([21, ordinaryOf(ben).value])
    // Without a version nothing is different from before.
    const { status } = await owner.put(`${api}/pays`, [
      { pay_id: mia.id, hours: [{ ...ORDINARY, value: 23 }] },
    ])
    expect(status).toBe(200)
  })

  it('is the ETag of one pay; 412 for another one, in a rebuild too', async () => {
    const [mia] = await pays()
    const path = `/api/company/${company.id}/pays/${mia.id}`
    const read = await owner.get(`${path}?include_version=true`)
    expect([read.headers.etag, read.body.version]).toEqual([`"${mia.version}"`, mia.version])
    const body = { hours: [{ ...ORDINARY, value: 24 }] }
    expect((await owner.put(path, body, { 'if-match': '"another"' })).status).toBe(412)
    const saved = await owner.put(path, body, { 'if-match': `"${mia.version}"` })
    expect([saved.status, saved.headers.etag]).toEqual([200, (await owner.get(path)).headers.etag])
    expect(saved.headers.etag).not.toBe(read.headers.etag)
    expect((await owner.put(path, body, { 'if-match': `"${mia.version}"` })).status).toBe(412)
  })

  it('names the application that changed the pay', async () => {
    const [mia] = await pays()
    await owner.patch(`${api}/pays`, [{ pay_id: mia.id, hours: [{ ...ORDINARY, value: 19 }] }])
    const { rows } = await tasman.service.database.pool.query(
      "select name from oauth_clients where client_id = 'demo-client'",
    )
    const [now] = await pays()
    expect([now.changed_by, now.changed_at]).toEqual([rows[0].name, expect.stringMatching(/^2026-07-20/)])
  })
})

describe('hours beyond the period', () => {
  it('are a finding that asks for confirmation, in a first run too; processing stays as it was', async () => {
    const [mia, ben] = await pays()
    const check = async () =>
      (await owner.get(`${api}/readiness`)).body.findings.filter((each: AnyJson) => each.needs_confirmation)
    expect(await check()).toEqual([])
    await owner.put(`${api}/pays`, [
      { pay_id: mia.id, hours: [{ ...ORDINARY, value: 3840 }] },
      {
        pay_id: ben.id,
        hours: [{ ...ORDINARY, value: 60 }],
        leave: [{ description: 'Sick leave', leave_type: 'SICK', date: '2026-07-24', hours: 30 }],
      },
    ])
    const found = await check()
    expect(found.map((each: AnyJson) => [each.pay_id, each.severity, each.message]).sort()).toEqual([
      [mia.id, 'look', '3,840 hours are entered, but the 7 days of the period have only 168.'],
      [ben.id, 'look', '90 hours are entered; the standard hours of the period are 38.'],
    ])
    expect((await owner.post(`${api}/process`)).status).toBe(200)
  })
})
