import { afterAll, beforeAll, expect, it } from 'vitest'
import { aClient, keyed, placeOrder, startTrial } from '../api/partner-checkout/support.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { mailTo } from '../support/mail.ts'
import { employeeBody } from '../support/make.ts'
import { authorize, CALLBACK, createVisitor, exchangeCode } from '../support/visitor.ts'

const PASSWORD = 'a long new password'
const PASSWORDS = { password: PASSWORD, repeat: PASSWORD, password_again: PASSWORD }
let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-02T00:00:00' })
})
afterAll(() => tasman.close())

it('a reseller’s client: trial, link, sign-in, order, upgrade, cancel', async () => {
  const partner = await tasman.clientFor('partner')
  const client = aClient()
  const { body: trial } = await startTrial(partner, client)

  const { visitor, link } = await setPassword(client.customer.email)
  expect((await createVisitor(tasman).get(link)).status).toBeGreaterThanOrEqual(400)

  // Signed in with an application connected, the client sees its company and no other.
  expect((await visitor.signIn(client.customer.email, PASSWORD)).status).toBe(303)
  const { token } = await connect(visitor)
  const own = tasman.clientWith(token)
  const companies = (await own.get('/api/company')).body
  expect(companies).toHaveLength(1)
  expect(companies[0]).toMatchObject({ id: trial.company_id, legal_name: client.company.legal_name })

  // The order gives the client a plan for five employees, and the sixth is refused.
  const order = await placeOrder(partner, {
    ...client,
    end_customer_id: trial.customer_id,
    order: { product_id: 101 },
  })
  expect(order.body).toMatchObject({ free_trial_month_applied: false, employee_cap: 5 })
  const create = (count: number) =>
    own.put(
      `/api/company/${trial.company_id}/employees/create`,
      Array.from({ length: count }, () => employeeBody()),
    )
  expect((await create(5)).status).toBe(201)
  const refused = await create(1)
  expect(refused.status).toBe(207)
  expect(refused.body[0].errors).toHaveProperty('licence')

  // The upgrade raises the cap at once.
  const upgrade = { end_customer_id: trial.customer_id, order: { product_id: 102 } }
  expect((await partner.post('/api/partner-checkout/upgrades', upgrade, keyed())).status).toBe(201)
  expect((await create(1)).status).toBe(201)

  // After the cancellation, reading still works but creating does not.
  const orders = (await partner.get('/api/partner-checkout/orders')).body
  for (const { order_id } of orders) await partner.post('/api/partner-checkout/orders/cancel', { order_id })
  expect((await own.get(`/api/company/${trial.company_id}/employees`)).body).toHaveLength(6)
  const afterwards = await create(1)
  expect(afterwards.status).toBe(207)
  expect(afterwards.body[0].errors).toHaveProperty('licence')
})

it('a cancelled trial ends access at once', async () => {
  const partner = await tasman.clientFor('partner')
  const client = aClient()
  const { body: trial } = await startTrial(partner, client)
  const { visitor } = await setPassword(client.customer.email)
  await visitor.signIn(client.customer.email, PASSWORD)
  const { token } = await connect(visitor)
  expect((await tasman.clientWith(token).get('/api/company')).status).toBe(200)

  await partner.post('/api/partner-checkout/trials/cancel', {
    subscription_trial_id: trial.subscription_trial_id,
  })
  expect((await tasman.clientWith(token).get('/api/company')).status).toBe(401)
  expect((await createVisitor(tasman).signIn(client.customer.email, PASSWORD)).status).toBe(403)
})

/** The client sets a password by the link in the mail, which works once. */
async function setPassword(email: string) {
  const mail = await mailTo(tasman.service, email)
  const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').pathname
  const visitor = createVisitor(tasman)
  const done = await visitor.post(link, PASSWORDS, await visitor.get(link))
  expect(done.status).toBeLessThan(400)
  return { visitor, link }
}

async function connect(visitor: ReturnType<typeof createVisitor>): Promise<{ token: string }> {
  const back = await authorize(visitor, { redirect_uri: CALLBACK })
  const { body } = await exchangeCode(tasman, back.get('code') ?? '')
  return { token: body.access_token }
}
