import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDueChanges } from '../../../src/features/employees/employees/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let other: TestClient
let company: AnyJson
let mia: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  other = await tasman.clientFor('other')
  company = await aCompany(owner)
  mia = await anEmployee(owner, company.id)
})
afterAll(() => tasman.close())

const history = async () => {
  const { status, body } = await owner.get(`/api/employees/${mia.id}/history`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as AnyJson[]
}
const latest = async () => (await history())[0]
const update = (change: object) =>
  owner.patch(`/api/company/${company.id}/employees/update`, [{ id: mia.id, ...change }])

describe('what happened to an employee', () => {
  it('tells every kind of change with who, when, before and after', async () => {
    expect(await latest()).toMatchObject({ action: 'created', changes: [], user_email: 'owner@demo.example' })

    await update({ position: 'Head barista', pay_rate_per_hour: '41.25' })
    const changed = await latest()
    expect(changed).toMatchObject({ action: 'changed', user_email: 'owner@demo.example' })
    expect(changed?.changes).toContainEqual({
      field: 'position',
      before: mia.position,
      after: 'Head barista',
    })
    expect(changed?.changes).toContainEqual({ field: 'pay_rate_per_hour', before: 40, after: 41.25 })

    await owner.put(`/api/employees/${mia.id}/bank-accounts`, [
      { account_name: 'Mia', bsb: '062-000', account_number: '55667788', amount_type: 'REMAINDER' },
    ])
    expect(await latest()).toMatchObject({
      action: 'bank-accounts',
      changes: [{ field: 'bank_accounts', before: null, after: 'Mia 062-000 ***788: the rest' }],
    })

    const { body: item } = await owner.post(`/api/employees/${mia.id}/deductions`, {
      description: 'Union fees',
      amount: '0.05',
      amount_type: 'PERCENT_OF_GROSS',
      classification: 'UNION_FEES',
      limit_per_pay: '20',
      auto_apply_to_pay: true,
    })
    await owner.patch(`/api/employees/${mia.id}/deductions/${item.id}`, { limit_per_pay: '25' })
    expect(await latest()).toMatchObject({
      action: 'standing-item',
      changes: [
        { field: 'deduction', before: 'Union fees', after: 'Union fees' },
        { field: 'limit_per_pay', before: 20, after: 25 },
      ],
    })
    await owner.delete(`/api/employees/${mia.id}/deductions/${item.id}`)
    expect(await latest()).toMatchObject({ changes: [{ before: 'Union fees', after: null }, {}] })

    await owner.post(`/api/employees/${mia.id}/pay-rates`, { description: 'Night', multiplier: 1.5 })
    expect(await latest()).toMatchObject({
      action: 'pay-rate',
      changes: [{ field: 'pay_rate', before: null, after: 'Night: 1.5 × hourly rate' }],
    })
    await owner.put(`/api/employees/${mia.id}/opening-balances`, {
      as_at: '2026-07-05',
      year_to_date: { gross: 1520, tax: 285 },
    })
    expect(await latest()).toMatchObject({ action: 'opening-figures' })
    for (const [method, path, action] of [
      ['delete', '', 'deleted'],
      ['post', '/restore', 'restored'],
    ] as const) {
      await owner[method](`/api/employees/${mia.id}${path}`, method === 'post' ? {} : undefined)
      expect(await latest()).toMatchObject({ action })
    }
  })

  it('tells a termination, and that it was taken back', async () => {
    const { status, body } = await owner.post(`/api/employees/${mia.id}/terminate`, {
      termination_date: '2026-07-19',
      pay_date: '2026-07-20',
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await latest()).toMatchObject({
      action: 'terminated',
      changes: [{ field: 'termination_date', after: '2026-07-19' }],
    })
    await owner.post(`/api/employees/${mia.id}/reinstate`, { start_date: '2026-07-20' })
    expect(await latest()).toMatchObject({ action: 'reinstated' })
  })

  it('tells a change that waits when it is planned, and as the service’s own on its day', async () => {
    await update({ pay_rate_per_hour: '43', effective_from: '2026-07-27' })
    expect(await latest()).toMatchObject({
      action: 'scheduled',
      changes: [
        { field: 'pay_rate_per_hour', before: 41.25, after: 43 },
        { field: 'effective_from', after: '2026-07-27' },
      ],
    })
    tasman.clock.set(new Date('2026-07-27T02:00:00Z'))
    // The tokens from a week ago have expired.
    owner = await tasman.clientFor('owner')
    other = await tasman.clientFor('other')
    await applyDueChanges(tasman.service)
    expect(await latest()).toMatchObject({ action: 'changed', user_email: null })
  })

  it('never holds a tax or account number, tells nothing of a dry run or a refusal, and nothing to strangers', async () => {
    const before = (await history()).length
    await owner.patch(`/api/company/${company.id}/employees/update?dry_run=true`, [
      { id: mia.id, position: 'Nobody' },
    ])
    await update({ default_employee_fund_usi: 'no such fund' })
    expect(await history()).toHaveLength(before)
    await update({ tax_file_number: '876543210' })
    expect(await latest()).toMatchObject({
      changes: [{ field: 'tax_file_number', before: '***782', after: '***210' }],
    })
    const rows = await tasman.service.database.query.selectFrom('employee_history').selectAll().execute()
    expect(rows.length).toBeGreaterThan(before)
    expect(JSON.stringify(rows)).not.toMatch(/123456782|876543210|55667788/)
    expect((await other.get(`/api/employees/${mia.id}/history`)).status).toBe(404)
  })
})

describe('finding a super fund', () => {
  it('offers what the registry told and what the customer’s people have, by name or USI; a new USI is asked for', async () => {
    const find = async (client: TestClient, text: string) =>
      (await client.get(`/api/super-funds/search?text=${encodeURIComponent(text)}`)).body.results
    expect(await find(owner, 'STA0100AU')).toMatchObject([{ usi: 'STA0100AU' }])
    await owner.put(`/api/employees/${mia.id}/super-funds`, [
      { fund_type: 'APRA', fund_name: 'Harbour 100% Super', usi: 'STA0100AU', percentage: 100 },
    ])
    expect(await find(owner, '100% s')).toMatchObject([{ fund_name: 'Harbour 100% Super', usi: 'STA0100AU' }])
    // A fund name entered by a customer belongs to that customer alone.
    expect(await find(other, 'Harbour')).toEqual([])
    expect(await find(owner, 'nothing like it')).toEqual([])
    expect((await owner.get('/api/super-funds/search?text=ab')).status).toBe(422)
  })
})
