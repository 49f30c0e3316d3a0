import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { inTestCells } from '../../support/two-cells.ts'
import { aClient, keyed, startTrial } from './support.ts'

let tasman: TestApp
let partner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-02T00:00:00' })
  partner = await tasman.clientFor('partner')
})
afterAll(() => tasman.close())

const readCompany = async (id: number) => {
  const [found] = await inTestCells(() =>
    tasman.service.database.query
      .selectFrom('companies')
      .select(['address1', 'city', 'state', 'postcode', 'country', 'phone', 'contact_name', 'email_address'])
      .where('id', '=', id)
      .execute(),
  )
  return found
}

const ADDRESS = { address1: '9 Quay Street', city: 'Hobart', state: 'TAS', postcode: '7000', country: 'AU' }

it('a trial enters what it says about the company', async () => {
  const body = aClient()
  const answer = await startTrial(partner, {
    customer: { ...body.customer, phone: '03 5550 1234' },
    company: { ...body.company, billing_address: ADDRESS },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(await readCompany(answer.body.company_id)).toEqual({
    ...ADDRESS,
    phone: '03 5550 1234',
    contact_name: `${body.customer.first_name} ${body.customer.last_name}`,
    email_address: body.customer.email,
  })
})

it('an order for the client of a trial enters what is missing, and keeps what the owner entered', async () => {
  const body = aClient()
  const trial = await startTrial(partner, body)
  await tasman.inCellOf(trial.body.customer_id, () =>
    tasman.service.database.query
      .updateTable('companies')
      .set({ city: 'Launceston' })
      .where('id', '=', trial.body.company_id)
      .execute(),
  )
  const order = await partner.post(
    '/api/partner-checkout/orders',
    {
      end_customer_id: trial.body.customer_id,
      ...body,
      billing_address: ADDRESS,
      order: { product_id: 101 },
    },
    keyed(),
  )
  expect(order.status, JSON.stringify(order.body)).toBe(201)
  expect(await readCompany(trial.body.company_id)).toMatchObject({ ...ADDRESS, city: 'Launceston' })
})
