import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPaidEmployee, aPay } from './story.ts'

/*
 * Figures held by the tax office are stored under the numbers they were sent with, and with the payee's
 * current identity.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const api = (companyId: number, path: string, body: object = {}) =>
  owner.post(`/api/single-touch/${companyId}/${path}`, body)
const documentOf = async (companyId: number, id: number): Promise<AnyJson> =>
  (await owner.get(`/api/single-touch/${companyId}/submissions/${id}`)).body.document
const grossOf = ({ PAYEVNTEMP: payees }: AnyJson) =>
  payees.map((each: AnyJson) => each.Payee.PayrollPeriod.RemunerationCollection.Remuneration[0].GrossA)
const abnOf = (document: AnyJson) =>
  JSON.stringify(document.PAYEVNT).match(/AustralianBusinessNumberId":"(\d+)/)?.[1]
const obligations = async (companyId: number, kind: string): Promise<AnyJson[]> =>
  (await owner.get(`/api/company/${companyId}/obligations`)).body.filter(
    (row: AnyJson) => row.kind === kind && row.status !== 'done',
  )
const reconciled = async (companyId: number): Promise<AnyJson> =>
  (
    await owner.get(
      `/api/company/${companyId}/reports/authority-reconciliation?from_date=2026-07-01&to_date=2027-06-30&format=json`,
    )
  ).body.rows[0]
const OTHER = '53004085616'

describe('another ABN', () => {
  it('from now on: pays and corrections go under the number that their payday was lodged with', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    const first = await submit({ pay_ids: [pay.id] })
    const was = abnOf(await documentOf(company.id, first.body.id))
    const changed = await owner.patch(`/api/company/${company.id}`, {
      abn: OTHER,
      identity_change: 'new-identity',
    })
    expect(changed.status).toBe(200)
    const next = await aPay(owner, company.id, employee.id, '2026-07-10')
    const second = await documentOf(company.id, (await submit({ pay_ids: [next.id] })).body.id)
    expect([abnOf(second), grossOf(second)]).toEqual([OTHER, ['1520.00']])
    expect(await reconciled(company.id)).toMatchObject({ status: 'agrees' })

    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 30 }],
    })
    const update = await documentOf(company.id, (await api(company.id, 'update')).body.id)
    expect([abnOf(update), grossOf(update)]).toEqual([was, ['1200.00']])
    expect(await obligations(company.id, 'stp-update')).toEqual([])

    const final = await api(company.id, 'finalise', { year: 2027 })
    expect(final.body.related_submission_ids).toHaveLength(1)
    const abns = [final.body.id, ...final.body.related_submission_ids].map(async (id: number) =>
      abnOf(await documentOf(company.id, id)),
    )
    expect((await Promise.all(abns)).toSorted()).toEqual([OTHER, was].toSorted())
    expect(await obligations(company.id, 'stp-finalisation')).toEqual([])
  })

  it('a corrected one: pays are lodged again, and an update reports nil under the wrong one', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    const first = await submit({ pay_ids: [pay.id] })
    const wrong = abnOf(await documentOf(company.id, first.body.id))
    const { body } = await owner.patch(`/api/company/${company.id}`, {
      abn: OTHER,
      identity_change: 'correction',
    })
    expect(body.warnings.join()).toContain('1 pays must be lodged again')
    expect(await obligations(company.id, 'stp-pay-event')).toMatchObject([{ status: 'overdue' }])
    expect(await obligations(company.id, 'stp-update')).toMatchObject([{ reference: '2027' }])
    const again = await documentOf(company.id, (await submit({ pay_ids: [pay.id] })).body.id)
    expect([abnOf(again), grossOf(again)]).toEqual([OTHER, ['1520.00']])
    const nil = await documentOf(company.id, (await api(company.id, 'update')).body.id)
    expect([abnOf(nil), grossOf(nil)]).toEqual([wrong, ['0.00']])
    expect(await obligations(company.id, 'stp-update')).toEqual([])
    expect(await obligations(company.id, 'stp-pay-event')).toEqual([])
    expect(await reconciled(company.id)).toMatchObject({ status: 'agrees' })
    expect((await api(company.id, 'update')).status).toBe(400)
  })
})

describe('a number that the company returns to', () => {
  const THIRD = '58507858529'
  const to = (companyId: number, abn: string, identity_change = 'correction') =>
    owner.patch(`/api/company/${companyId}`, { abn, identity_change })
  const nothingIsDue = async (companyId: number, payId: number) => {
    expect(await obligations(companyId, 'stp-pay-event')).toEqual([])
    expect(await obligations(companyId, 'stp-update')).toEqual([])
    expect((await api(companyId, 'submit-stp-pays', { pay_ids: [payId] })).status).toBe(200)
    expect((await api(companyId, 'update', { year: 2027 })).status).toBe(400)
    expect(await reconciled(companyId)).toMatchObject({ status: 'agrees' })
    expect((await owner.get(`/api/company/${companyId}/pays/${payId}`)).body).toMatchObject({
      stp_status: 'accepted',
      stp_needs_update: false,
    })
  }

  it('has again what was lodged under it, after one wrong number or several', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    const first = await submit({ pay_ids: [pay.id] })
    const own = abnOf(await documentOf(company.id, first.body.id)) ?? ''
    await to(company.id, OTHER)
    const back = await to(company.id, own)
    expect(back.body.warnings.join()).toContain('1 pays need not be lodged again')
    await nothingIsDue(company.id, pay.id)
    await to(company.id, OTHER)
    await to(company.id, THIRD)
    await to(company.id, own, 'new-identity')
    await nothingIsDue(company.id, pay.id)
    for (const branch_number of ['2', '1', '3', null])
      await owner.patch(`/api/company/${company.id}`, { branch_number, identity_change: 'correction' })
    await nothingIsDue(company.id, pay.id)
  })

  it('has a pay that was changed or deleted meanwhile to correct', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    const next = await aPay(owner, company.id, employee.id, '2026-07-10')
    const first = await submit({ pay_ids: [pay.id, next.id] })
    const own = abnOf(await documentOf(company.id, first.body.id)) ?? ''
    await to(company.id, OTHER)
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 30 }],
    })
    await owner.delete(`/api/company/${company.id}/pays/${next.id}`)
    await to(company.id, own)
    expect(await obligations(company.id, 'stp-update')).not.toEqual([])
    const update = await documentOf(company.id, (await api(company.id, 'update', { year: 2027 })).body.id)
    expect([abnOf(update), grossOf(update)]).toEqual([own, ['1200.00']])
    await nothingIsDue(company.id, pay.id)
  })

  it('takes back what was lodged in between, and lodges again what was reported as nil', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    const first = await submit({ pay_ids: [pay.id] })
    const own = abnOf(await documentOf(company.id, first.body.id)) ?? ''
    await to(company.id, OTHER)
    await submit({ pay_ids: [pay.id] })
    expect((await to(company.id, own, 'new-identity')).status).toBe(409)
    await to(company.id, own)
    const nil = await documentOf(company.id, (await api(company.id, 'update', { year: 2027 })).body.id)
    expect([abnOf(nil), grossOf(nil)]).toEqual([OTHER, ['0.00']])
    await nothingIsDue(company.id, pay.id)

    await to(company.id, THIRD)
    await submit({ pay_ids: [pay.id] })
    await api(company.id, 'update', { year: 2027 })
    await to(company.id, own)
    const again = await documentOf(company.id, (await submit({ pay_ids: [pay.id] })).body.id)
    expect([abnOf(again), grossOf(again)]).toEqual([own, ['1520.00']])
    const gone = await documentOf(company.id, (await api(company.id, 'update', { year: 2027 })).body.id)
    expect([abnOf(gone), grossOf(gone)]).toEqual([THIRD, ['0.00']])
    await nothingIsDue(company.id, pay.id)
  })
})

describe('a tax file number or birth date that comes later', () => {
  it('is due as an update, for someone who has left too, and is sent without being named', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    await submit({ pay_ids: [pay.id] })
    const ended = await owner.post(`/api/employees/${employee.id}/terminate`, {
      termination_date: '2026-07-05',
      pay_date: '2026-07-10',
    })
    await submit({ pay_ids: [ended.body.pay_id] })
    expect(await obligations(company.id, 'stp-update')).toEqual([])
    const update = `/api/company/${company.id}/employees/update`
    expect((await owner.patch(update, [{ id: employee.id, date_of_birth: '1991-02-03' }])).status).toBe(200)
    expect(await obligations(company.id, 'stp-update')).toMatchObject([{ employees: [{ id: employee.id }] }])
    const sent = await api(company.id, 'update')
    expect(sent.status).toBe(201)
    const [document] = (await documentOf(company.id, sent.body.id)).PAYEVNTEMP
    expect(JSON.stringify(document.Payee)).toMatch(/1991.*02.*03|0?3.*0?2.*1991/)
    expect(await obligations(company.id, 'stp-update')).toEqual([])
    await owner.patch(update, [{ id: employee.id, tax_file_number: '112474082' }])
    expect(await obligations(company.id, 'stp-update')).toHaveLength(1)
    expect((await api(company.id, 'update')).status).toBe(201)
    expect((await api(company.id, 'update')).status).toBe(400)
  })
})

describe('a tax file number or birth date that changes and changes back', () => {
  it('leaves nothing to send, unless a report had the other one', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    await submit({ pay_ids: [pay.id] })
    const change = (body: object) =>
      owner.patch(`/api/company/${company.id}/employees/update`, [{ id: employee.id, ...body }])
    const { tax_file_number: tfn, date_of_birth: born } = employee
    for (const [there, back] of [
      [{ tax_file_number: '112474082' }, { tax_file_number: tfn }],
      [{ date_of_birth: '1991-02-03' }, { date_of_birth: born }],
      [{ tax_file_number: '000000000' }, { tax_file_number: tfn }],
    ] as const) {
      const changed = await change(there)
      expect([changed.status, changed.body.errors ?? []]).toEqual([200, []])
      expect(await obligations(company.id, 'stp-update')).toHaveLength(1)
      await change(back)
      expect(await obligations(company.id, 'stp-update')).toEqual([])
      expect((await api(company.id, 'update')).status).toBe(400)
      expect(await reconciled(company.id)).toMatchObject({ status: 'agrees' })
    }
    await change({ tax_file_number: '112474082', date_of_birth: '1991-02-03' })
    await change({ tax_file_number: tfn })
    expect(await obligations(company.id, 'stp-update')).toHaveLength(1)
    await change({ tax_file_number: '112474082' })
    expect((await api(company.id, 'update')).status).toBe(201)
    await change({ tax_file_number: tfn, date_of_birth: born })
    expect(await obligations(company.id, 'stp-update')).toHaveLength(1)
    expect((await api(company.id, 'update')).status).toBe(201)
    expect(await obligations(company.id, 'stp-update')).toEqual([])
  })
})
