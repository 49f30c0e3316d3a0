import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayAnswer } from '../../../src/ports/lodgement/gateway.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployer, aPay, aWorker } from './story.ts'

/* Adjustments and opt-outs of a request are not lost when its message is refused. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00', env: { REGION: 'NZ' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const submit = (companyId: number, body: object) => owner.post(`/api/payday-filing/${companyId}/submit`, body)
const fileOf = async (companyId: number, id: number, part = 'employment-information') =>
  String((await owner.get(`/api/payday-filing/${companyId}/submissions/${id}/file?part=${part}`)).body)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
/** Earlier gross and PAYE of each line of a filing: `DEI`, or of an amendment `DAI`. */
const adjusted = async (companyId: number, id: number) =>
  (await fileOf(companyId, id))
    .filter(([record = '']) => ['DEI', 'DAI'].includes(record))
    .map((line) => [line[11], line[15]])

async function answered(answer: GatewayAnswer, work: () => Promise<AnyJson>) {
  const { ports } = tasman.service
  const real = ports.payday
  ports.payday = { ...real, send: async () => answer }
  try {
    return await work()
  } finally {
    ports.payday = real
  }
}
const REFUSED: GatewayAnswer = {
  state: 'rejected',
  receipt: null,
  notes: [{ code: '4', message: 'Unauthorised delegation.', document: null }],
}

async function anAdjustedPay() {
  const company = await anEmployer(owner)
  const worker = await aWorker(owner, company.id, { start_date: '2026-07-06' })
  const pay = await aPay(owner, company.id, worker.id, '2026-07-10')
  const adjustment = { employee_id: worker.id, gross: '-50.00', paye: '-8.75' }
  const optOut = {
    employee_id: worker.id,
    signed_date: '2026-07-17',
    bank_account: '01-0902-0068389-00',
    account_holder: 'M Nguyen',
  }
  const asked = { prior_period_adjustments: [adjustment], kiwisaver_opt_outs: [optOut] }
  return { company, worker, pay, asked, pays: { pay_ids: [pay.id] } }
}

describe('an adjustment and an opt-out of a refused return', () => {
  it('go with the next filing of the payday, which says so', async () => {
    const { company, worker, asked, pays } = await anAdjustedPay()
    const refused = await answered(REFUSED, () => submit(company.id, { ...pays, ...asked }))
    expect(refused.body.status).toBe('rejected')
    const { status, body } = await submit(company.id, pays)
    expect([status, body.status]).toEqual([201, 'accepted'])
    expect(await adjusted(company.id, body.id)).toEqual([['-5000', '-875']])
    const [, person = []] = await fileOf(company.id, body.id, 'employee-details')
    expect(person.slice(31, 39)).toEqual(['Y', '01', '0902', '00068389', '0000', '', 'M Nguyen', '20260717'])
    expect(body.warnings.map((row: AnyJson) => [row.employee_id, row.field])).toEqual([
      [worker.id, 'prior_period_adjustments'],
      [worker.id, 'kiwisaver_opt_outs'],
    ])
    expect((await submit(company.id, pays)).status).toBe(200)
  })

  it('survive a change that was sent before the refusal was known', async () => {
    const { company, pay, asked, pays } = await anAdjustedPay()
    await owner.put('/api/demo/gateways', { payday: 'down' })
    const waiting = await submit(company.id, { ...pays, ...asked })
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 30 }]
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, { hours })
    expect((await submit(company.id, pays)).body).toMatchObject({ kind: 'amend', status: 'queued' })
    await owner.put('/api/demo/gateways', { payday: 'accept' })
    const path = `/api/payday-filing/${company.id}/submissions/${waiting.body.id}/record`
    const refusal = {
      outcome: 'rejected',
      is_certain: true,
      notes: [{ code: '4', message: 'No delegation.' }],
    }
    expect((await owner.post(path, refusal)).status).toBe(200)
    const { body } = await submit(company.id, pays)
    expect(await adjusted(company.id, body.id)).toEqual([['-5000', '-875']])
    const [, person = []] = await fileOf(company.id, body.id, 'employee-details')
    expect(person[31]).toBe('Y')
  })

  it('go with a refused message that is sent again, also after it was withdrawn by hand', async () => {
    const { company, asked, pays } = await anAdjustedPay()
    await owner.put('/api/demo/gateways', { payday: 'down' })
    const waiting = await submit(company.id, { ...pays, ...asked })
    await owner.put('/api/demo/gateways', { payday: 'accept' })
    const path = `/api/payday-filing/${company.id}/submissions/${waiting.body.id}`
    expect((await owner.post(`${path}/withdraw`, { is_certain: true })).status).toBe(200)
    const again = await owner.post(`${path}/resend`, {})
    expect(again.status).toBe(201)
    expect(await adjusted(company.id, again.body.id)).toEqual([['-5000', '-875']])
  })

  it('are filed after all when a message that was withdrawn by hand did arrive', async () => {
    const { company, asked, pays } = await anAdjustedPay()
    await owner.put('/api/demo/gateways', { payday: 'down' })
    const { body } = await submit(company.id, { ...pays, ...asked })
    await owner.put('/api/demo/gateways', { payday: 'accept' })
    const path = `/api/payday-filing/${company.id}/submissions/${body.id}`
    const payeOwed = async () =>
      (await owner.get(`/api/company/${company.id}/obligations`)).body
        .filter(({ kind }: AnyJson) => kind === 'paye')
        .map(({ amount }: AnyJson) => amount)
    expect((await owner.post(`${path}/withdraw`, { is_certain: true })).status).toBe(200)
    const before = await payeOwed()
    const arrived = { outcome: 'accepted', receipt: 'IR-1', has_arrived: true }
    expect((await owner.post(`${path}/record`, arrived)).body).toMatchObject({ status: 'lodged-by-hand' })
    const after = await payeOwed()
    expect(after).toHaveLength(1)
    expect(Number(before[0]) - Number(after[0])).toBeCloseTo(8.75)
    expect((await submit(company.id, pays)).status).not.toBe(201)
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 30 }]
    await owner.put(`/api/company/${company.id}/pays/${pays.pay_ids[0]}`, { hours })
    const amendment = await submit(company.id, pays)
    expect(amendment.body).toMatchObject({ kind: 'amend', status: 'accepted' })
  })

  it('are those of the last message, when several were refused', async () => {
    const { company, worker, asked, pays } = await anAdjustedPay()
    await answered(REFUSED, () => submit(company.id, { ...pays, ...asked }))
    const other = { prior_period_adjustments: [{ employee_id: worker.id, gross: -20, paye: -3.5 }] }
    await answered(REFUSED, () => submit(company.id, { ...pays, ...other }))
    const { body } = await submit(company.id, pays)
    expect(await adjusted(company.id, body.id)).toEqual([['-2000', '-350']])
  })

  it('are left out when the next request has other ones', async () => {
    const { company, worker, asked, pays } = await anAdjustedPay()
    await answered(REFUSED, () => submit(company.id, { ...pays, ...asked }))
    const none = { prior_period_adjustments: [{ employee_id: worker.id, gross: 0, paye: 0 }] }
    const { body } = await submit(company.id, { ...pays, ...none })
    expect(await adjusted(company.id, body.id)).toEqual([['0', '0']])
  })
})

it('an adjustment of a refused amendment is in the next one', async () => {
  const { company, asked, pays } = await anAdjustedPay()
  expect((await submit(company.id, pays)).body.status).toBe('accepted')
  const { prior_period_adjustments } = asked
  const refused = await answered(REFUSED, () => submit(company.id, { ...pays, prior_period_adjustments }))
  expect(refused.body).toMatchObject({ kind: 'amend', status: 'rejected' })
  const { body } = await submit(company.id, pays)
  expect(body).toMatchObject({ kind: 'amend', status: 'accepted' })
  expect(await adjusted(company.id, body.id)).toEqual([['-5000', '-875']])
})

it('an employee with two lines of one payday has an adjustment once', async () => {
  const { company, worker, pay, asked } = await anAdjustedPay()
  await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id: worker.id, nz_tax_code: 'SB', effective_from: '2026-07-06' },
  ])
  const second = await aPay(owner, company.id, worker.id, '2026-07-10')
  const { prior_period_adjustments } = asked
  const pays = { pay_ids: [pay.id, second.id] }
  const { body } = await submit(company.id, { ...pays, prior_period_adjustments })
  expect((await adjusted(company.id, body.id)).toSorted()).toEqual([
    ['-5000', '-875'],
    ['0', '0'],
  ])
  expect((await submit(company.id, pays)).status).toBe(200)
})

describe('an adjustment that was filed', () => {
  const paye = async (companyId: number): Promise<number> =>
    (await owner.get(`/api/company/${companyId}/obligations`)).body
      .filter((row: AnyJson) => row.kind === 'paye')
      .reduce((sum: number, row: AnyJson) => sum + row.payment.owed, 0)
  const july = { from_date: '2026-07-01', to_date: '2026-07-31' }

  it('stays filed when the pay is deleted, and moves to another pay of the payday', async () => {
    const { company, worker, pay, pays } = await anAdjustedPay()
    const adjustment = { employee_id: worker.id, gross: '100.00', paye: '30.00' }
    const first = await submit(company.id, { ...pays, prior_period_adjustments: [adjustment] })
    expect(first.status).toBe(201)
    await owner.delete(`/api/company/${company.id}/pays/${pay.id}`)
    const amended = await submit(company.id, july)
    expect(amended.body.kind).toBe('amend')
    expect(await adjusted(company.id, amended.body.id)).toEqual([['10000', '3000']])
    expect(amended.body.warnings[0].message).toContain('Its adjustment of an earlier period stays')
    expect(await paye(company.id)).toBe(30)
    expect((await submit(company.id, july)).status).toBe(200)

    await aPay(owner, company.id, worker.id, '2026-07-10')
    const again = await submit(company.id, july)
    expect(await adjusted(company.id, again.body.id)).toEqual([['10000', '3000']])
    expect((await submit(company.id, july)).status).toBe(200)
  })

  it('below zero goes with the deleted pay, and the message says so', async () => {
    const { company, worker, pay, pays } = await anAdjustedPay()
    const adjustment = { employee_id: worker.id, gross: '-50.00', paye: '-17.59' }
    await submit(company.id, { ...pays, prior_period_adjustments: [adjustment] })
    await owner.delete(`/api/company/${company.id}/pays/${pay.id}`)
    const amended = await submit(company.id, july)
    expect(amended).toMatchObject({ status: 201, body: { kind: 'amend', held_back: [] } })
    expect(amended.body.warnings).toMatchObject([
      { employee_id: worker.id, message: expect.stringContaining('(gross -50.00, PAYE -17.59) is removed') },
    ])
    expect(await paye(company.id)).toBe(0)
    expect((await submit(company.id, july)).status).toBe(200)
  })

  it('is removed on request', async () => {
    const { company, worker, pay, asked, pays } = await anAdjustedPay()
    await submit(company.id, { ...pays, ...asked })
    await owner.delete(`/api/company/${company.id}/pays/${pay.id}`)
    const none = { employee_id: worker.id, gross: '0', paye: '0' }
    const amended = await submit(company.id, { ...july, prior_period_adjustments: [none] })
    expect(await adjusted(company.id, amended.body.id)).toEqual([['0', '0']])
    expect(await paye(company.id)).toBe(0)
  })

  it('is filed again under the right number of the employer', async () => {
    const { company, asked, pays } = await anAdjustedPay()
    await submit(company.id, { ...pays, ...asked })
    const owed = await paye(company.id)
    await owner.patch(`/api/company/${company.id}`, {
      ird_number: '136410132',
      identity_change: 'correction',
    })
    const again = await submit(company.id, pays)
    const [returned] = again.body.related_submission_ids
    expect(await adjusted(company.id, returned)).toEqual([['-5000', '-875']])
    const { body } = await owner.get(`/api/payday-filing/${company.id}/submissions/${returned}`)
    expect(JSON.stringify(body.warnings)).toContain('was filed under a wrong number of the employer')
    expect(await paye(company.id)).toBe(owed)
    expect((await submit(company.id, pays)).status).toBe(200)
  })
})
