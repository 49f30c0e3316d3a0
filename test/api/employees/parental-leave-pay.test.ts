import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: number
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const at = (employee: number, rest = '') => `/api/employees/${employee}/parental-leave-pay${rest}`

/* A week of 38 hours at 24.95 is 948.10. Tax 120: 0.3227 × 948.99 − 185.1935 = 121.05, so 121. No super, no leave. */
it('compares what came in with what was paid on, which bears tax and neither super nor leave', async () => {
  const { id } = await anEmployee(owner, company, { pay_period: 'WEEKLY', start_date: '2026-07-06' })
  const first = await owner.post(at(id), { received_on: '2026-09-02', amount: '1896.20', reference: 'PPL 1' })
  expect([first.status, first.body.held, first.body.warnings]).toEqual([201, 1896.2, undefined])
  const { body: pays } = await owner.put(`/api/company/${company}/pays/create?pay_date=2026-09-11`, [
    {
      employee_id: id,
      leave: [
        { description: 'PPL', leave_type: 'PAID_PARENTAL', date: '2026-09-07', hours: 38, rate: 24.95 },
      ],
    },
  ])
  expect([pays[0].gross, pays[0].tax, pays[0].super]).toEqual([948.1, 121, 0])
  expect(pays[0].leave_balance_rows[0].hours).toBe(0)
  expect((await owner.get(at(id))).body).toEqual({
    employee_id: id,
    received: 1896.2,
    paid: 948.1,
    held: 948.1,
    instalments: [{ id: expect.any(Number), received_on: '2026-09-02', amount: 1896.2, reference: 'PPL 1' }],
    payments: [{ pay_id: pays[0].id, pay_date: '2026-09-11', hours: 38, amount: 948.1 }],
  })
  const ended = await owner.post(`/api/employees/${id}/terminate`, {
    termination_date: '2026-09-18',
    pay_date: '2026-09-18',
  })
  expect(ended.status).toBe(200)
  expect((await owner.get(at(id))).body.warnings).toEqual([expect.stringContaining('948.10 is still held')])
  expect((await owner.delete(at(id, `/${first.body.instalments[0].id}`))).status).toBe(204)
  expect((await owner.get(at(id))).body.warnings).toEqual([
    expect.stringContaining('948.10 more was passed on'),
  ])
})

it('refuses what cannot be', async () => {
  const { id } = await anEmployee(owner, company)
  expect((await owner.post(at(id), { received_on: '2026-12-01', amount: 10 })).status).toBe(400)
  expect((await owner.post(at(id), { received_on: '2026-09-01', amount: 0 })).status).toBe(422)
  expect((await owner.delete(at(id, '/99999'))).status).toBe(404)
  expect((await owner.get(at(999_999))).status).toBe(404)
  const nz = (await aCompany(owner, { jurisdiction: 'NZ' })).id
  const other = await anEmployee(owner, nz, { country: 'NZ' })
  expect((await owner.get(at(other.id))).status).toBe(400)
})
