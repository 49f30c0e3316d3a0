import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/events/catalogue.ts'
import { readRecord } from '../../src/features/employees/employees/text-queries.ts'
import { sendDueSubmissions } from '../../src/features/lodgements/lodgements/index.ts'
import { aPaidEmployee } from '../api/single-touch/story.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aWeek } from '../support/pays.ts'
import { anEndpoint, LOCAL } from './story.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  await anEndpoint(owner, 'http://127.0.0.1:1/', { events: EVENT_TYPES })
})
const forget = () => tasman.service.database.query.deleteFrom('webhook_deliveries').execute()
beforeEach(async () => void (await forget()))
afterAll(() => tasman.close())

const queued = async (type: string): Promise<AnyJson[]> => {
  const rows = await tasman.service.database.query
    .selectFrom('webhook_deliveries')
    .select('body')
    .where('event_type', '=', type)
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => JSON.parse(body ?? ''))
}

const url = (rest: string) => `/api/company/${companyId}/${rest}`
const pay = async (bodies: object[], query = 'pay_date=2026-10-02'): Promise<AnyJson[]> => {
  const answer = await owner.put(url(`pays/create?${query}`), bodies)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
/** The employee as a webhook shows it: the read model with its numbers masked. */
const masked = async (id: number) => {
  const { body } = await owner.get(`/api/employees/${id}`)
  return { ...body, tax_file_number: '***782', primary_bank_account_number: '***678' }
}
const ACCOUNT = {
  primary_bank_account_number: '12345678',
  primary_bank_account_name: 'Zoë "Z", (x)',
  primary_bank_bsb: '062-000',
}

describe('a pay that moves leave', () => {
  it('arrives as employee.updated with the whole read model after it, once for each employee', async () => {
    const mia = await anEmployee(owner, companyId, { ...ACCOUNT, middle_name: 'a\\b"c' })
    const zoe = await anEmployee(owner, companyId, ACCOUNT)
    await forget()
    await pay([aWeek(mia.id), aWeek(zoe.id), aWeek(mia.id)])
    const events = await queued('employee.updated')
    expect(events.map((event) => event.entity.id)).toEqual([mia.id, zoe.id])
    expect(events[0].data).toEqual(await masked(mia.id))
    expect(events[0].data.holiday_hours).toBeGreaterThan(mia.holiday_hours)
    expect(events[1].data).toEqual(await masked(zoe.id))
  })

  it('says nothing of a preview, a draft, or an employee whose leave stays', async () => {
    const mia = await anEmployee(owner, companyId)
    const casual = await anEmployee(owner, companyId, { is_leave_enabled: false })
    await forget()
    await pay([aWeek(mia.id)], 'pay_date=2026-10-02&dry_run=true')
    await pay([aWeek(casual.id)])
    expect(await queued('employee.updated')).toEqual([])
  })

  it('arrives when it is deleted, and when it is rebuilt to move another amount', async () => {
    const mia = await anEmployee(owner, companyId)
    const [made] = await pay([aWeek(mia.id)])
    const { holiday_hours: after } = (await owner.get(`/api/employees/${mia.id}`)).body
    await forget()
    const half = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 19 }] }
    expect((await owner.put(url(`pays/${made.id}`), aWeek(mia.id, half))).status).toBe(200)
    const [rebuilt, ...more] = await queued('employee.updated')
    expect(more).toEqual([])
    expect(rebuilt.data.holiday_hours).toBeCloseTo(after / 2, 4)

    await forget()
    expect((await owner.put(url(`pays/${made.id}`), aWeek(mia.id, half))).status).toBe(200)
    expect(await queued('employee.updated')).toEqual([])

    expect((await owner.delete(url(`pays/${made.id}`))).status).toBe(204)
    expect(await queued('employee.updated')).toMatchObject([{ data: { holiday_hours: mia.holiday_hours } }])
  })

  it('arrives when a draft is processed', async () => {
    const drafted = (await aCompany(owner)).id
    await anEmployee(owner, drafted, { standard_hours_per_day: '7.6', standard_days_per_week: 5 })
    const run = await owner.post(`/api/company/${drafted}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-10-16',
    })
    await forget()
    expect((await owner.post(`/api/company/${drafted}/pay-runs/${run.body.pay_run_id}/process`)).status).toBe(
      200,
    )
    expect(await queued('employee.updated')).toHaveLength(1)
  })

  it('is not read for anyone who does not listen', async () => {
    const other = await startTestApp()
    try {
      const client = await other.clientFor('owner')
      const { company } = await aPaidEmployee(client)
      expect(company.id).toBeGreaterThan(0)
      const { rows } = await other.service.database.pool.query('select 1 from webhook_deliveries')
      expect(rows).toEqual([])
    } finally {
      await other.close()
    }
  })
})

describe('lodging', () => {
  it('arrives as pay.updated with what the pay now shows, rewritten in place until it is sent', async () => {
    const { pay: made, submit, company } = await aPaidEmployee(owner)
    await forget()
    expect((await submit({ pay_ids: [made.id] })).status).toBeLessThan(300)
    await sendDueSubmissions(tasman.service)
    const events = await queued('pay.updated')
    expect(events).toHaveLength(1)
    const { body: now } = await owner.get(`/api/company/${company.id}/pays/${made.id}`)
    expect(now.stp_status).toBe('accepted')
    expect(events[0]).toMatchObject({ entity: { id: made.id }, data: now })
  })

  it('says that it is queued, while the gateway is away', async () => {
    const down = await startTestApp({ env: { ...LOCAL, GATEWAY_SIMULATION: 'down' } })
    try {
      const client = await down.clientFor('owner')
      await anEndpoint(client, 'http://127.0.0.1:1/', { events: ['pay.updated'] })
      const { pay: made, submit } = await aPaidEmployee(client)
      await submit({ pay_ids: [made.id] })
      const { rows } = await down.service.database.pool.query('select body from webhook_deliveries')
      expect(rows.map(({ body }) => JSON.parse(body).data.stp_status)).toEqual(['queued'])
    } finally {
      await down.close()
    }
  })
})

it('the text of a row is taken apart as the server wrote it', async () => {
  const values = ['', null, 'a,b', '(x)', 'quote " and ""', 'back\\slash\\\\', 'line\nbreak', ' ', 't', null]
  const places = values.map((_, index) => `$${index + 1}::text`).join(', ')
  const { rows } = await tasman.service.database.pool.query(`select row(${places})::text as record`, values)
  expect(readRecord(rows[0].record)).toEqual(values)
})
