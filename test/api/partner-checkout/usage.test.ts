import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportUsage } from '../../../src/features/employer/partner-checkout/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { inTestCells } from '../../support/two-cells.ts'
import { anEndpoint, LOCAL } from '../../webhooks/story.ts'
import { tokenFor } from '../trust/two-people.ts'
import { aClient, startTrial } from './support.ts'

/* The usage of a reseller's clients, as a report and as an event. */

let tasman: TestApp
let partner: TestClient
let client: TestClient
let trial: AnyJson
const url = '/api/partner-checkout/usage'

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-20T00:00:00', env: LOCAL })
  partner = await tasman.clientFor('partner')
  const body = aClient()
  trial = (await startTrial(partner, body)).body
  const owner = await tasman.service.database.query
    .selectFrom('users')
    .select(['id', 'customer_id'])
    .where('email', '=', body.customer.email)
    .executeTakeFirstOrThrow()
  client = tasman.clientWith(await tokenFor(tasman, owner, 'tasman-web'))
  const people = [await anEmployee(client, trial.company_id), await anEmployee(client, trial.company_id)]
  for (const { id } of people)
    for (const day of ['2026-10-09', '2026-10-16']) await aPay(client, trial.company_id, day, aWeek(id))
  await aPay(client, trial.company_id, '2026-11-06', aWeek(people[0]?.id ?? 0))
}, 60_000)
afterAll(() => tasman.close())

const ofClient = (usage: AnyJson) =>
  usage.clients.find((row: AnyJson) => row.customer_id === trial.customer_id)

it('counts companies, people, lodgements and payslips of each month', async () => {
  const { status, body } = await partner.get(`${url}?from_month=2026-09&to_month=2026-11`)
  expect([status, body.map(({ month }: AnyJson) => month)]).toEqual([200, ['2026-09', '2026-10', '2026-11']])
  const figures = { customer_id: trial.customer_id, legal_name: trial.legal_name, lodgements: 0 }
  expect(body.map(ofClient)).toEqual([
    { ...figures, companies: 0, people_paid: 0, payslips: 0 },
    { ...figures, companies: 1, people_paid: 2, payslips: 4 },
    { ...figures, companies: 1, people_paid: 1, payslips: 1 },
  ])
  expect(body[1].totals.payslips).toBeGreaterThanOrEqual(4)
  const csv = await partner.get(`${url}?from_month=2026-10&format=csv`)
  expect(csv.raw.toString()).toContain(`2026-10,${trial.customer_id},${trial.legal_name},1,2,0,4`)
})

it('is for resellers, and refuses months that are no months', async () => {
  expect((await client.get(url)).status).toBe(403)
  for (const query of [
    '?from_month=2026-13',
    '?from_month=2026-10&to_month=2026-09',
    '?from_month=2020-01&to_month=2026-01',
  ])
    expect([query, (await partner.get(url + query)).status]).toEqual([query, 422])
})

it('sends last month as an event, once', async () => {
  await anEndpoint(partner, 'http://127.0.0.1:1/usage', { events: ['usage.reported'] })
  await reportUsage(tasman.service)
  await reportUsage(tasman.service)
  const rows = await inTestCells(() =>
    tasman.service.database.query
      .selectFrom('webhook_deliveries')
      .select(['event_type', 'entity_id', 'body'])
      .where('event_type', '=', 'usage.reported')
      .execute(),
  )
  expect(rows.map((row) => row.entity_id)).toEqual([202610])
  const { data, entity } = JSON.parse(rows[0]?.body ?? '{}')
  expect(entity).toEqual({ type: 'usage', id: 202610 })
  expect(data).toEqual((await partner.get(`${url}?from_month=2026-10`)).body[0])
})
