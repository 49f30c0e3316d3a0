import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay } from '../../support/pays.ts'

/* Fields that the service would ignore, or could never pay, are refused by name. */

let tasman: TestApp
let owner: TestClient
let companyId: number
let company: string
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  company = `/api/company/${companyId}`
})
afterAll(() => tasman.close())

describe('pay_amount in an hours row', () => {
  const row = (more: object = {}) => ({
    description: 'Ordinary hours',
    units: 'hours',
    value: 38,
    rate: 40,
    ...more,
  })
  const refused = (loc: (string | number)[]) => ({
    data: [{ loc, msg: expect.stringContaining('1520.00 here. Change those, or omit'), type: 'value_error' }],
  })

  it('is ignored when it comes back as it was read, and with other hours', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { id: payId } = await aPay(owner, companyId, '2026-09-06', {
      employee_id: id,
      hours: [row({ pay_amount: '1520' })],
    })
    for (const sent of [
      row({ pay_amount: 1520 }),
      row({ pay_amount: null }),
      row({ value: 30, pay_amount: 1520 }),
    ]) {
      const { status, body } = await owner.put(`${company}/pays/${payId}?dry_run=true`, { hours: [sent] })
      expect([status, body.gross]).toEqual([200, sent.value * 40])
    }
  })

  it.each([[9999], ['9999'], [0], ['much']])(
    'of %j is 422 with its place, on create and update',
    async (amount) => {
      const { id } = await anEmployee(owner, companyId)
      const hours = [row({ pay_amount: amount })]
      const created = await owner.put(`${company}/pays/create?dry_run=true`, [{ employee_id: id, hours }])
      expect([created.status, created.body]).toMatchObject([
        422,
        refused(['body', 0, 'hours', 0, 'pay_amount']),
      ])
      const { id: payId } = await aPay(owner, companyId, '2026-09-06', { employee_id: id, hours: [row()] })
      const updated = await owner.put(`${company}/pays/${payId}`, { hours })
      expect([updated.status, updated.body]).toMatchObject([422, refused(['body', 'hours', 0, 'pay_amount'])])
    },
  )
})

it('four-weekly pay is refused in an Australian company wherever a pay period is sent', async () => {
  const calendar = { name: 'Four', pay_period: 'FOUR_WEEKLY', days_in_arrears: 0, payment_day_rule: 'BEFORE' }
  const four = { default_pay_period: 'FOUR_WEEKLY' }
  for (const [answer, name] of [
    [owner.post(`${company}/pay-runs`, { pay_period: 'FOUR_WEEKLY' }), 'pay_period'],
    [owner.post(`${company}/pay-calendars`, calendar), 'pay_period'],
    [owner.patch(company, four), 'default_pay_period'],
    [owner.put('/api/company/create', { legal_name: 'Four Pty Ltd', ...four }), 'default_pay_period'],
  ] as const) {
    const { status, body } = await answer
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(`${name} must be WEEKLY`)])
  }
  const runs: { pay_period: string }[] = (await owner.get(`${company}/pay-runs`)).body
  expect(runs.filter(({ pay_period }) => pay_period === 'FOUR_WEEKLY')).toEqual([])
  const nz = await aCompany(owner, { jurisdiction: 'NZ', ...four })
  expect(nz.default_pay_period).toBe('FOUR_WEEKLY')
  const moved = await owner.patch(`/api/company/${nz.id}`, { jurisdiction: 'AU' })
  expect([moved.status, JSON.stringify(moved.body)]).toEqual([422, expect.stringContaining('must be WEEKLY')])
})
