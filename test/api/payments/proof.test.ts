import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer as aReporter } from '../single-touch/story.ts'
import { aPerson, PAYER, pay, rows } from './story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-15T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

describe('the proof of a span', () => {
  it('is complete when everything left, and names what came back or is not reported', async () => {
    const company = await aReporter(owner, PAYER)
    const [ann, bob] = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
    const pays = [
      await pay(owner, company.id, ann.id, '2026-07-15'),
      await pay(owner, company.id, bob.id, '2026-07-15'),
    ]
    const proof = async () =>
      (await owner.get(`/api/company/${company.id}/proof?from_date=2026-07-01&to_date=2026-07-31`)).body
    const before = await proof()
    expect(before).toMatchObject({ is_complete: false, reports: { pays: 2, accepted: 0, open: 2 } })
    expect(before.open_points).toHaveLength(6)

    await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: pays.map(({ id }) => id) })
    const bank = await owner.post(`/api/company/${company.id}/payments/files`, { all_open: true })
    const files = `/api/company/${company.id}/payments/files/${bank.body.id}`
    await owner.patch(files, { settled_on: '2026-07-15' })
    const funds = await owner.post(`/api/super-payments/${company.id}/files`, { all_open: true })
    await owner.patch(`/api/super-payments/${company.id}/files/${funds.body.id}`, { paid_on: '2026-07-15' })
    const done = await proof()
    expect(done).toMatchObject({ is_complete: true, open_points: [], reports: { accepted: 2, open: 0 } })
    for (const { owed, created, accepted, open } of done.sums as AnyJson[])
      expect(Math.round((created + accepted + open) * 100)).toBe(Math.round(owed * 100))

    await owner.post(`${files}/returns`, {
      returned_on: '2026-07-15',
      reason: 'Account closed',
      items: [{ employee_id: ann.id }],
    })
    const after = await proof()
    expect(after.sums[0]).toMatchObject({ returned: pays[0]?.net, open: pays[0]?.net })
    expect(after.open_points).toMatchObject([
      { kind: 'net', employee_id: ann.id, sentence: expect.stringContaining('Account closed') },
    ])
  })
})

describe('super of one pay in two files', () => {
  it('counts as created only in the file that is not paid', async () => {
    const company = await aReporter(owner, PAYER)
    const { id } = await aPerson(owner, company.id)
    const first = await pay(owner, company.id, id, '2026-07-15', 20)
    const files = `/api/super-payments/${company.id}/files`
    const paid = await owner.post(files, { all_open: true })
    await owner.patch(`${files}/${paid.body.id}`, { paid_on: '2026-07-15' })
    await owner.put(`/api/company/${company.id}/pays/${first.id}`, rows(38))
    const second = await owner.post(files, { all_open: true })
    const { body } = await owner.get(
      `/api/company/${company.id}/proof?from_date=2026-07-01&to_date=2026-07-31`,
    )
    expect(body.sums.find((row: AnyJson) => row.kind === 'super')).toMatchObject({
      ...{ created: second.body.total, accepted: paid.body.total, open: 0 },
    })
  })
})

describe('a number under which the company lodges', () => {
  it('does not change silently once something was lodged in the year', async () => {
    const company = await aReporter(owner, PAYER)
    const path = `/api/company/${company.id}`
    for (const branch_number of ['002', '0', '1000'])
      expect((await owner.patch(path, { branch_number })).status).toBe(422)
    expect((await owner.patch(path, { branch_number: '1' })).status).toBe(200)
    const { id } = await aPerson(owner, company.id)
    const paid = await pay(owner, company.id, id, '2026-07-15')
    await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [paid.id] })
    expect((await owner.patch(path, { branch_number: '2' })).status).toBe(409)
    const said = await owner.patch(path, { branch_number: '2', identity_change: 'correction' })
    expect(said.status).toBe(200)
    expect(said.body.warnings.join()).toContain('nothing was moved')
    const type = (income_type: string) =>
      owner.put(`/api/single-touch/${company.id}/payees/${id}`, { income_type })
    expect((await type('LAB')).status).toBe(422)
    expect((await type('IAA')).status).toBe(200)
  })
})

describe('a number that comes later', () => {
  it('is an open point of the year, or of the payday, until the authority has it', async () => {
    const payer = await aReporter(owner, PAYER)
    const { id } = await aPerson(owner, payer.id)
    const paid = await pay(owner, payer.id, id, '2026-07-15')
    await owner.post(`/api/single-touch/${payer.id}/submit-stp-pays`, { pay_ids: [paid.id] })
    await owner.patch(`/api/company/${payer.id}/employees/update`, [{ id, tax_file_number: '459599230' }])
    const reports = async () => {
      const span = 'from_date=2026-07-01&to_date=2026-07-31'
      const { body } = await owner.get(`/api/company/${payer.id}/proof?${span}`)
      return body.open_points.filter((point: AnyJson) => point.kind === 'report')
    }
    expect(await reports()).toMatchObject([{ employee_id: id, pay_id: null, amount: null }])
    await owner.post(`/api/single-touch/${payer.id}/update`, { year: 2027 })
    expect(await reports()).toEqual([])
  })
})
