import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployer, aPay, aWorker } from './story.ts'

/* The figures that Inland Revenue holds are stored under the numbers they were filed with. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00', env: { REGION: 'NZ' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const submit = (companyId: number, body: object) => owner.post(`/api/payday-filing/${companyId}/submit`, body)
const fileOf = async (companyId: number, id: number, part = 'employment-information') =>
  (await owner.get(`/api/payday-filing/${companyId}/submissions/${id}/file?part=${part}`)).body
    .trim()
    .split('\r\n')
    .map((line: string) => line.split(',')) as string[][]
const obligations = async (companyId: number, kind: string): Promise<AnyJson[]> =>
  (await owner.get(`/api/company/${companyId}/obligations`)).body.filter(
    (row: AnyJson) => row.kind === kind && row.status !== 'done',
  )
const change = (companyId: number, body: object) =>
  owner.patch(`/api/company/${companyId}/employees/update`, [body])
const hours = (value: number) => ({ hours: [{ description: 'Ordinary hours', units: 'hours', value }] })
const WITHOUT = { nz_tax_code: 'ND', ird_number: null, start_date: '2025-01-06' }
const OTHER = '136410132'

describe('another number of the employer', () => {
  it('from now on: an amendment goes under the number that its line was filed with', async () => {
    const company = await anEmployer(owner, { ird_number: '49091850' })
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    const path = `/api/company/${company.id}`
    expect((await owner.patch(path, { ird_number: OTHER })).status).toBe(409)
    expect((await owner.patch(path, { ird_number: OTHER, identity_change: 'new-identity' })).status).toBe(200)
    await owner.put(`${path}/pays/${pay.id}`, hours(30))
    const next = await aPay(owner, company.id, worker.id, '2026-07-17')
    const { body } = await submit(company.id, { from_date: '2026-07-01', to_date: '2026-07-31' })
    const heads = await Promise.all(
      [body.id, ...body.related_submission_ids].map(async (id: number) => (await fileOf(company.id, id))[0]),
    )
    expect(heads.map((head) => head?.slice(0, 3)).toSorted()).toEqual([
      ['EIA2', '049091850', '20260710'],
      ['HEI2', OTHER, '20260717'],
    ])
    expect((await submit(company.id, { pay_ids: [pay.id, next.id] })).status).toBe(200)
  })

  it('from now on: people start under the new number, once, and the answer has the other steps', async () => {
    const company = await anEmployer(owner, { ird_number: '49091850' })
    const worker = await aWorker(owner, company.id, { start_date: '2025-01-06' })
    const first = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [first.id] })
    const path = `/api/company/${company.id}`
    const moved = await owner.patch(path, { ird_number: OTHER, identity_change: 'new-identity' })
    expect(moved.body.warnings.join(' ')).toMatch(
      /starts under the new one.*finished under the earlier number/,
    )
    const startsOf = async (body: object) => {
      const answer = await submit(company.id, body)
      expect(answer.status).toBe(201)
      const read = await owner.get(`/api/payday-filing/${company.id}/submissions/${answer.body.id}`)
      return (read.body.document.employee_details as AnyJson[])
        .filter((row) => row.start_date)
        .map((row) => [row.start_date, row.finish_date, row.kiwisaver_eligibility])
    }
    const next = await aPay(owner, company.id, worker.id, '2026-07-17')
    expect(await startsOf({ pay_ids: [next.id] })).toEqual([['20260713', '', 'NE']])
    const later = await aPay(owner, company.id, worker.id, '2026-07-24')
    expect(await startsOf({ pay_ids: [later.id] })).toEqual([])
    await owner.put(`${path}/pays/${first.id}`, hours(30))
    expect(await startsOf({ pay_ids: [first.id] })).toEqual([])
    await owner.put(`${path}/pays/${next.id}`, hours(30))
    expect(await startsOf({ pay_ids: [next.id] })).toEqual([])
  })

  it('a corrected one: lines are filed again, and amended to nil under the wrong one', async () => {
    const company = await anEmployer(owner, { ird_number: '49091850' })
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    await owner.patch(`/api/company/${company.id}`, { ird_number: OTHER, identity_change: 'correction' })
    expect(await obligations(company.id, 'payday-filing')).toHaveLength(1)
    expect(await obligations(company.id, 'payday-amendment')).toHaveLength(1)
    const { body } = await submit(company.id, { pay_ids: [pay.id] })
    const heads = await Promise.all(
      [...body.related_submission_ids, body.id].map(async (id: number) =>
        (await fileOf(company.id, id)).map((line) => line.slice(0, 2)),
      ),
    )
    expect(heads).toEqual([
      [
        ['HEI2', OTHER],
        ['DEI', '049091850'],
      ],
      [
        ['EIA2', '049091850'],
        ['DTI', '049091850'],
        ['DAI', ''],
      ],
    ])
    expect(await obligations(company.id, 'payday-filing')).toEqual([])
    expect(await obligations(company.id, 'payday-amendment')).toEqual([])
    expect((await submit(company.id, { pay_ids: [pay.id] })).status).toBe(200)
  })
})

describe('a number that the employer returns to', () => {
  it('has again the lines that were filed under it', async () => {
    const company = await anEmployer(owner, { ird_number: '49091850' })
    const worker = await aWorker(owner, company.id)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    const to = (ird_number: string) =>
      owner.patch(`/api/company/${company.id}`, { ird_number, identity_change: 'correction' })
    await to(OTHER)
    await to('49091850')
    expect(await obligations(company.id, 'payday-filing')).toEqual([])
    expect(await obligations(company.id, 'payday-amendment')).toEqual([])
    expect((await submit(company.id, { pay_ids: [pay.id] })).status).toBe(200)

    await to(OTHER)
    await submit(company.id, { pay_ids: [pay.id] })
    await to('49091850')
    const again = await submit(company.id, { pay_ids: [pay.id] })
    const heads = await Promise.all(
      [...again.body.related_submission_ids, again.body.id].map(async (id: number) =>
        (await fileOf(company.id, id))[0]?.slice(0, 2),
      ),
    )
    expect(heads).toEqual([
      ['EIA2', '049091850'],
      ['EIA2', OTHER],
    ])
    expect(await obligations(company.id, 'payday-filing')).toEqual([])
    expect(await obligations(company.id, 'payday-amendment')).toEqual([])
    expect((await submit(company.id, { pay_ids: [pay.id] })).status).toBe(200)
  })
})

describe('an IRD number and a tax code that come later', () => {
  it('go into a line that is amended anyway', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id, WITHOUT)
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    await change(company.id, {
      id: worker.id,
      ird_number: '49091850',
      nz_tax_code: 'M',
      effective_from: '2026-07-01',
    })
    await owner.post(`/api/company/${company.id}/pays/recalculate`, {
      pay_ids: [pay.id],
      renew_snapshot: true,
    })
    const amended = await submit(company.id, { pay_ids: [pay.id] })
    expect(amended.status).toBe(201)
    const [, was = [], now = []] = await fileOf(company.id, amended.body.id)
    expect([was[1], was[3], now[1], now[3]]).toEqual(['000000000', 'ND', '049091850', 'M'])
    expect((await submit(company.id, { pay_ids: [pay.id] })).status).toBe(200)
  })

  it('are amended alone when asked for, and for someone who has left', async () => {
    const company = await anEmployer(owner)
    const [stays, left] = [
      await aWorker(owner, company.id, WITHOUT),
      await aWorker(owner, company.id, WITHOUT),
    ]
    const kept = await aPay(owner, company.id, stays.id, '2026-07-10')
    const last = await aPay(owner, company.id, left.id, '2026-07-10')
    await submit(company.id, { pay_ids: [kept.id, last.id] })
    await change(company.id, { id: stays.id, ird_number: '49091850' })
    expect((await submit(company.id, { pay_ids: [kept.id] })).status).toBe(200)
    const asked = await submit(company.id, { pay_ids: [kept.id], renew_identity: true })
    expect((await fileOf(company.id, asked.body.id)).map((line) => line.slice(0, 2)).slice(1)).toEqual([
      ['DTI', '000000000'],
      ['DAI', '049091850'],
    ])
    const ended = await owner.post(`/api/employees/${left.id}/terminate`, {
      termination_date: '2026-07-12',
      pay_date: '2026-07-17',
    })
    await submit(company.id, { pay_ids: [ended.body.pay_id] })
    expect(await obligations(company.id, 'payday-amendment')).toEqual([])
    await change(company.id, { id: left.id, ird_number: OTHER })
    expect(await obligations(company.id, 'payday-amendment')).toMatchObject([
      { period_start: '2026-07-10', employees: [{ id: left.id }] },
      { period_start: '2026-07-17' },
    ])
    const all = await submit(company.id, { from_date: '2026-07-01', to_date: '2026-07-31' })
    expect(all).toMatchObject({ status: 201, body: { kind: 'amend' } })
    const [first] = all.body.related_submission_ids
    expect((await fileOf(company.id, first, 'employee-details')).map((line) => line[1])).toContain(OTHER)
    expect(await obligations(company.id, 'payday-amendment')).toEqual([])
  })
})

describe('a KiwiSaver member who comes back', () => {
  it('is enrolled under the right number of the employer if the first one was wrong', async () => {
    const company = await anEmployer(owner, { ird_number: '49091850' })
    const worker = await aWorker(owner, company.id, { start_date: '2026-07-06', kiwisaver_status_code: 'AE' })
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    await owner.patch(`/api/company/${company.id}`, { ird_number: OTHER, identity_change: 'correction' })
    const { body } = await submit(company.id, { pay_ids: [pay.id] })
    const [details] = (await fileOf(company.id, body.related_submission_ids[0], 'employee-details')).filter(
      ([record]) => record === 'DED',
    )
    expect(details).toEqual(expect.arrayContaining(['NE', 'AE']))
  })

  it('is no new enrolment', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id, { start_date: '2026-06-01', kiwisaver_status_code: 'AE' })
    const pay = await aPay(owner, company.id, worker.id, '2026-06-12')
    const first = await submit(company.id, { pay_ids: [pay.id] })
    const statuses = async (id: number) =>
      (await fileOf(company.id, id, 'employee-details'))
        .filter((line) => line[0] === 'DED')
        .flatMap((line) => line.filter((cell) => ['AE', 'AK', 'NE'].includes(cell)))
    expect(await statuses(first.body.id)).toEqual(['NE', 'AE'])
    const ended = await owner.post(`/api/employees/${worker.id}/terminate`, {
      termination_date: '2026-06-14',
      pay_date: '2026-06-19',
    })
    await submit(company.id, { pay_ids: [ended.body.pay_id] })
    await owner.post(`/api/employees/${worker.id}/reinstate`, { start_date: '2026-07-06' })
    const back = await aPay(owner, company.id, worker.id, '2026-07-17')
    const again = await submit(company.id, { pay_ids: [back.id] })
    expect(await statuses(again.body.id)).toEqual(['NE', 'AK'])
  })
})

describe('an IRD number of a leaver that changes and changes back', () => {
  it('leaves nothing to file, whatever else changed meanwhile', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id, { start_date: '2026-07-06' })
    const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
    await submit(company.id, { pay_ids: [pay.id] })
    const ended = await owner.post(`/api/employees/${worker.id}/terminate`, {
      termination_date: '2026-07-15',
      pay_date: '2026-07-17',
    })
    await submit(company.id, { pay_ids: [ended.body.pay_id] })
    expect((await change(company.id, { id: worker.id, ird_number: OTHER })).status).toBe(200)
    expect(await obligations(company.id, 'payday-amendment')).not.toEqual([])
    await change(company.id, { id: worker.id, date_of_birth: '1991-02-03' })
    await change(company.id, { id: worker.id, ird_number: worker.ird_number })
    expect(await obligations(company.id, 'payday-amendment')).toEqual([])
    expect((await submit(company.id, { pay_ids: [pay.id] })).status).toBe(200)
  })
})
