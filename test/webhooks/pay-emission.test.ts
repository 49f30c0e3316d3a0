import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/events/catalogue.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { anEndpoint, LOCAL } from './story.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
let employeeId: number
beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  employeeId = (await anEmployee(owner, companyId)).id
  await anEndpoint(owner, 'http://127.0.0.1:1/', { events: EVENT_TYPES })
})
beforeEach(async () => void (await tasman.service.database.query.deleteFrom('webhook_deliveries').execute()))
afterAll(() => tasman.close())

const queued = async (type = 'pay'): Promise<AnyJson[]> => {
  const rows = await tasman.service.database.query
    .selectFrom('webhook_deliveries')
    .select('body')
    .where('entity_type', '=', type)
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => JSON.parse(body ?? ''))
}

const item = (id = employeeId) => ({
  employee_id: id,
  hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
})
const createPay = async (query: string, body = item()): Promise<AnyJson> => {
  const answer = await owner.put(`/api/company/${companyId}/pays/create?${query}`, [body])
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body[0]
}

describe('a pay', () => {
  it('that is stored complete arrives as created, with the read model the caller saw', async () => {
    const pay = await createPay('pay_date=2026-10-02')
    const envelopes = await queued()
    expect(envelopes).toMatchObject([{ type: 'pay.created', entity: { type: 'pay', id: pay.id } }])
    expect(envelopes[0].data).toMatchObject({ id: pay.id, gross: pay.gross, tax: pay.tax, net: pay.net })
  })

  it('that is only previewed says nothing', async () => {
    await createPay('pay_date=2026-10-02&dry_run=true')
    expect(await queued()).toEqual([])
  })

  it('says nothing as a draft and arrives as updated, never as created, once it is processed', async () => {
    const { body: run, status } = await owner.post(`/api/company/${companyId}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-10-16',
    })
    expect(status, JSON.stringify(run)).toBe(201)
    expect(await queued()).toEqual([])
    const processed = await owner.post(`/api/company/${companyId}/pay-runs/${run.pay_run_id}/process`)
    expect(processed.status, JSON.stringify(processed.body)).toBe(200)
    expect((await queued()).map(({ type }) => type)).toEqual(['pay.updated'])
  })

  it('arrives as updated when it is rebuilt and as deleted when it is deleted', async () => {
    const { id } = await createPay('pay_date=2026-10-23')
    await tasman.service.database.query.deleteFrom('webhook_deliveries').execute()
    const { employee_id: _employee, ...rest } = item()
    const rebuilt = await owner.put(`/api/company/${companyId}/pays/${id}`, { ...rest, hours: [] })
    expect(rebuilt.status, JSON.stringify(rebuilt.body)).toBe(200)
    await owner.delete(`/api/company/${companyId}/pays/${id}`)
    expect(await queued()).toMatchObject([
      { type: 'pay.updated', entity: { id }, data: { gross: 0 } },
      { type: 'pay.deleted', entity: { id } },
    ])
  })

  it('that ends an employment also tells of the employee, as an update', async () => {
    const leaver = await anEmployee(owner, companyId, { first_name: 'Leo' })
    await tasman.service.database.query.deleteFrom('webhook_deliveries').execute()
    await createPay('pay_date=2026-10-30', {
      ...item(leaver.id),
      termination: { termination_date: '2026-10-29', reason: 'TERMINATION' },
    } as never)
    expect(await queued()).toMatchObject([{ type: 'pay.created' }])
    expect(await queued('employee')).toMatchObject([
      {
        type: 'employee.updated',
        data: { id: leaver.id, is_terminated: true, termination_date: '2026-10-29' },
      },
    ])
  })
})
