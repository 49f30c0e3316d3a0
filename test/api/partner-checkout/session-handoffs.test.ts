import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callersOf } from '../../../src/features/access/oauth/index.ts'
import { flushAudit } from '../../../src/features/platform/audit/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { createVisitor, type Page, type Visitor } from '../../support/visitor.ts'
import { customerOf } from '../../webhooks/story.ts'
import { tokenFor } from '../trust/two-people.ts'
import { aClient, startTrial } from './support.ts'

const HANDOFFS = '/api/partner-checkout/session-handoffs'
const PASSWORD = 'a long enough password'
const APP = { 'x-tasman-app': '1' }

let tasman: TestApp
let partner: TestClient
let partnerId: number
beforeAll(async () => {
  tasman = await startTestApp()
  partner = await tasman.clientFor('partner')
  partnerId = await customerOf(tasman, 'partner@demo.example')
})
afterAll(() => tasman.close())

type Client = {
  id: number
  companyId: number
  email: string
  visitor: Visitor
  question: Page
  entered: Page
}

/** A client whose owner has set a password and signed in for the first time. */
async function aSignedInClient(): Promise<Client> {
  const client = aClient()
  const { body } = await startTrial(partner, client)
  const { email } = client.customer
  const { text } = await mailTo(tasman.service, email)
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname
  const visitor = createVisitor(tasman)
  await visitor.post(link, { password: PASSWORD }, await visitor.get(link))
  const entered = await visitor.signIn(email, PASSWORD)
  const question = await visitor.get(entered.location)
  return { id: body.customer_id, companyId: body.company_id, email, visitor, question, entered }
}

const decide = (client: Client, decision: string) =>
  client.visitor.post('/account/partner-access', { decision }, client.question)

const ask = (client: { id: number }, body: object = {}, by = partner) =>
  by.post(HANDOFFS, { end_customer_id: client.id, ...body })

const open = async (answer: AnyJson) => {
  const visitor = createVisitor(tasman)
  const path = new URL(answer.body.url).pathname
  const question = await visitor.get(path)
  const page = question.status === 200 ? await visitor.post(path, {}, question) : question
  return { visitor, page }
}

describe('the owner', () => {
  it('is asked at the first sign-in and never again, and goes on where they wanted to', async () => {
    const client = await aSignedInClient()
    expect(client.entered.location).toBe('/account/partner-access?next=%2Fapp')
    expect(client.question.text).toContain('Partner Resellers')
    expect((await decide(client, 'forbid')).location).toBe('/app')
    expect((await createVisitor(tasman).signIn(client.email, PASSWORD)).location).toBe('/app')
    expect((await ask(client)).status).toBe(403)
  })

  it('can switch it on and off under Security; off ends what is open', async () => {
    const client = await aSignedInClient()
    await decide(client, 'allow')
    const security = await client.visitor.get('/account/security')
    expect(security.text).toContain('Partner Resellers may open this account')
    const { visitor } = await open(await ask(client))
    const waiting = await ask(client)
    expect((await visitor.get('/app/own/session', APP)).status).toBe(200)

    await client.visitor.post('/account/partner-access', { decision: 'forbid' }, security)
    expect((await visitor.get('/app/own/session', APP)).status).toBe(401)
    expect((await open(waiting)).page.status).toBe(404)
    expect((await ask(client)).status).toBe(403)
    expect((await client.visitor.get('/account/security')).text).toContain('may not open this account')
  })

  it('is no other customer: no one else is asked or has the switch', async () => {
    const visitor = createVisitor(tasman)
    expect((await visitor.signIn('owner@demo.example')).location).toBe('/app')
    expect((await visitor.get('/account/security')).text).not.toContain('Help from your partner')
    expect((await visitor.get('/account/partner-access')).status).toBe(303)
  })
})

describe('201', () => {
  let client: Client
  beforeAll(async () => {
    client = await aSignedInClient()
    await decide(client, 'allow')
  })

  it('opens the web app as the owner, once, with who opened it', async () => {
    const returnTo = `/app/companies/${client.companyId}/pays?a=b`
    const answer = await ask(client, { return_to: returnTo })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(Object.keys(answer.body)).toEqual(['url', 'expires_at'])
    const now = tasman.clock.now().getTime()
    const lastsMs = Date.parse(`${answer.body.expires_at}Z`) - now
    expect(Math.abs(lastsMs - 60_000)).toBeLessThan(3000)

    const { visitor, page } = await open(answer)
    expect([page.status, page.location]).toEqual([303, returnTo])
    const session = JSON.parse((await visitor.get('/app/own/session', APP)).text)
    expect(session).toMatchObject({
      email: client.email,
      is_api_admin: false,
      opened_by: { name: 'Partner Resellers' },
    })
    const companies = JSON.parse((await visitor.get('/app/api/company', APP)).text)
    expect(companies.map((company: AnyJson) => company.id)).toEqual([client.companyId])
    expect((await open(answer)).page.status).toBe(404)
  })

  it('opens nothing by the link alone: programs that look at links use up nothing, and change no session', async () => {
    const answer = await ask(client)
    const path = new URL(answer.body.url).pathname
    const visitor = createVisitor(tasman)
    await visitor.signIn('owner@demo.example')
    const before = visitor.cookies.get('tasman_session')
    for (let looks = 0; looks < 3; looks += 1) {
      const page = await visitor.get(path)
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Open the account')])
    }
    expect(visitor.cookies.get('tasman_session')).toBe(before)
    expect((await visitor.post(path, {})).status).toBe(403)
    expect((await open(answer)).page.status).toBe(303)
    expect((await visitor.get(path)).status).toBe(404)
  })

  it('works for 60 seconds, and lasts for 30 minutes', async () => {
    const late = await ask(client)
    tasman.clock.advance(61_000)
    expect((await open(late)).page.status).toBe(404)

    const { visitor } = await open(await ask(client))
    tasman.clock.advance(29 * 60_000)
    expect((await visitor.get('/app/own/session', APP)).status).toBe(200)
    tasman.clock.advance(2 * 60_000)
    expect((await visitor.get('/app/own/session', APP)).status).toBe(401)
    partner = await tasman.clientFor('partner')
  })

  it('never reaches account security, consent or API management', async () => {
    // Even if the client is an API admin.
    await tasman.service.database.query
      .updateTable('customers')
      .set({ is_api_admin: true, is_reseller: true })
      .where('id', '=', client.id)
      .execute()
    const { visitor } = await open(await ask(client))
    const query = new URLSearchParams({
      client_id: 'demo-client',
      redirect_uri: 'http://127.0.0.1:8123/callback',
      scope: 'openid payroll.read',
    })
    for (const path of [
      '/account/security',
      '/account/partner-access',
      `/consent?${query}`,
      `/api/oauth/authorize?${query}`,
    ]) {
      const page = await visitor.get(path)
      expect([302, 303], path).toContain(page.status)
      expect(page.location, path).toMatch(/^\/sign-in/)
    }
    for (const path of [
      '/app/api/api-admin/clients',
      '/app/api/api-admin/connections',
      '/app/api/webhooks',
      '/app/api/audit-log',
      '/app/api/outbox',
      '/app/api/partner-checkout/products',
      '/app/own/outbox',
    ])
      expect((await visitor.get(path, APP)).status, path).toBe(403)
    await tasman.service.database.query
      .updateTable('customers')
      .set({ is_api_admin: false, is_reseller: false })
      .where('id', '=', client.id)
      .execute()
  })

  it('names the officer who prepared a request that needs two people', async () => {
    const { query } = tasman.service.database
    const row = { company_id: client.companyId, customer_id: client.id, approve_accounts: true }
    await query
      .insertInto('company_rules')
      .values({ ...row, updated_at: tasman.clock.now() })
      .execute()
    callersOf(tasman.service.database).forget('customer', client.id)
    const { visitor } = await open(await ask(client))
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await tasman.app.inject({
      method: 'POST',
      url: `/app/api/company/${client.companyId}/payees`,
      headers: { ...APP, cookie },
      payload: { kind: 'union', name: 'Union', bsb: '062-000', account_number: '5556667' },
    })
    expect(answer.statusCode, answer.payload).toBe(202)
    const [waiting] = JSON.parse((await visitor.get('/app/api/approvals', APP)).text)
    const partnerUser = await query
      .selectFrom('users')
      .select(['id', 'name'])
      .where('email', '=', 'partner@demo.example')
      .executeTakeFirstOrThrow()
    expect(waiting.prepared_by.officer).toEqual({ user_id: partnerUser.id, name: partnerUser.name })

    // The officer cannot approve it, and may have signed out before the owner does.
    const approve = `/api/approvals/${waiting.id}/approve`
    const byOfficer = await tasman.app.inject({
      method: 'POST',
      url: `/app${approve}`,
      headers: { ...APP, cookie },
    })
    expect(byOfficer.statusCode).toBe(403)
    await query.deleteFrom('sessions').where('opened_by_id', 'is not', null).execute()
    await query
      .updateTable('oauth_grants')
      .set({ revoked_at: tasman.clock.now() })
      .where('opened_by_id', 'is not', null)
      .execute()
    callersOf(tasman.service.database).forget('customer', client.id)
    const user = await query
      .selectFrom('users')
      .select(['id', 'customer_id'])
      .where('customer_id', '=', client.id)
      .executeTakeFirstOrThrow()
    const owner = tasman.clientWith(await tokenFor(tasman, user, 'tasman-web'))
    const withdrawn = await owner.post(`/api/approvals/${waiting.id}/withdraw`, {})
    expect([withdrawn.status, withdrawn.body.detail]).toEqual([403, expect.stringContaining('Reject it')])
    const done = await owner.post(approve)
    expect([done.status, done.body.state, done.body.reason], JSON.stringify(done.body)).toEqual([
      200,
      'approved',
      null,
    ])

    // A permission that has ended since then covers nothing that was prepared under it.
    const again = await open(await ask(client))
    const prepared = await tasman.app.inject({
      method: 'POST',
      url: `/app/api/company/${client.companyId}/payees`,
      headers: {
        ...APP,
        cookie: [...again.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      payload: { kind: 'union', name: 'Other', bsb: '062-000', account_number: '5556668' },
    })
    expect(prepared.statusCode, prepared.payload).toBe(202)
    await query
      .updateTable('partner_clients')
      .set({ handoff_allowed_at: new Date(tasman.clock.now().getTime() + 1000) })
      .where('customer_id', '=', client.id)
      .execute()
    const late = await owner.post(`/api/approvals/${JSON.parse(prepared.payload).approval_id}/approve`)
    expect([late.body.state, late.body.reason]).toEqual([
      'voided',
      'The person who prepared it no longer has access.',
    ])
    await query.deleteFrom('company_rules').where('customer_id', '=', client.id).execute()
    callersOf(tasman.service.database).forget('customer', client.id)
  })

  it('stands in the audit log of both sides, and so does what is done', async () => {
    const { visitor } = await open(await ask(client, { reason: 'Weekly run' }))
    await tasman.app.inject({
      method: 'PATCH',
      url: `/app/api/company/${client.companyId}`,
      headers: {
        ...APP,
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      payload: { trading_name: 'Opened' },
    })
    await flushAudit(tasman.service)
    const logOf = async (customerId: number) => {
      const { rows } = await tasman.service.database.pool.query(
        'select action, target, client_id, outcome, user_id, reason from audit_log where customer_id = $1 order by id',
        [customerId],
      )
      return rows
    }
    // Under the officer's own name, not the name of the owner who allowed it.
    const officer = await tasman.service.database.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'partner@demo.example')
      .executeTakeFirst()
    for (const id of [client.id, partnerId]) {
      const log = await logOf(id)
      expect(log).toContainEqual(expect.objectContaining({ action: 'session-handoff.create', outcome: 201 }))
      expect(log).toContainEqual(
        expect.objectContaining({
          action: 'session-handoff.open',
          client_id: `handoff:${partnerId}`,
          target: `customer ${client.id}, opened by Partner Resellers`,
        }),
      )
      expect(log).toContainEqual(expect.objectContaining({ action: 'session-handoff.allow' }))
    }
    expect(await logOf(client.id)).toContainEqual(
      expect.objectContaining({
        action: 'updateCompany',
        client_id: `handoff:${partnerId}`,
        user_id: officer?.id,
        reason: 'Weekly run',
      }),
    )
    for (const id of [client.id, partnerId])
      expect(await logOf(id)).toContainEqual(
        expect.objectContaining({
          action: 'session-handoff.open',
          reason: 'Weekly run',
          user_id: officer?.id,
        }),
      )
  })

  it('is extended while the owner allows it, and not after', async () => {
    const { visitor } = await open(await ask(client, { reason: 'Year end' }))
    const extend = () =>
      tasman.app.inject({
        method: 'POST',
        url: '/app/own/session/extend',
        headers: {
          ...APP,
          cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
    const before = JSON.parse((await visitor.get('/app/own/session', APP)).text).opened_by.until
    tasman.clock.advance(20 * 60_000)
    const answer = await extend()
    expect(answer.statusCode).toBe(200)
    expect(answer.json().until > before).toBe(true)
    await flushAudit(tasman.service)
    const { rows } = await tasman.service.database.pool.query(
      `select client_id, reason from audit_log where customer_id = $1 and action = 'session-handoff.extend'`,
      [client.id],
    )
    expect(rows).toEqual([{ client_id: `handoff:${partnerId}`, reason: 'Year end' }])
    await decide(client, 'forbid')
    expect((await extend()).statusCode).toBe(401)
    await decide(client, 'allow')
  })

  it('leaves by sign-out', async () => {
    const { visitor } = await open(await ask(client))
    const page = await visitor.get('/sign-out')
    expect(page.status).toBe(200)
    expect((await visitor.post('/sign-out', {}, page)).status).toBe(303)
    expect((await visitor.get('/app/own/session', APP)).status).toBe(401)
  })

  it.each([
    'https://evil.example/app',
    '//evil.example/app',
    '/app/../account/security',
    '/app/%2e%2e/account/security',
    '/app\\@evil.example',
    '/application',
    '/account/security',
    '/app/api/company',
    '/app/api-management/webhooks',
    '/app//evil.example',
    '',
  ])('refuses return_to %j with 422', async (returnTo) => {
    const answer = await ask(client, { return_to: returnTo })
    expect(answer.status).toBe(422)
    expect(answer.body.status_code).toBe(10422)
  })
})

describe('403', () => {
  it('for another reseller’s clients, for customers who are no clients, and without scope or role', async () => {
    const client = await aSignedInClient()
    await decide(client, 'allow')
    const otherId = await customerOf(tasman, 'other@demo.example')
    await tasman.service.database.query
      .updateTable('customers')
      .set({ is_reseller: true })
      .where('id', '=', otherId)
      .execute()
    const rival = await tasman.clientFor('other', { scope: 'openid partner.checkout.write' })
    const preview = await tasman.clientFor('partner', { scope: 'openid partner.checkout.preview' })
    const owner = await tasman.clientFor('owner', { scope: 'openid partner.checkout.write' })
    for (const answer of [
      await ask(client, {}, rival),
      await ask({ id: otherId }),
      await ask({ id: 999_999 }),
      await ask(client, {}, preview),
      await ask(client, {}, owner),
    ])
      expect(answer).toMatchObject({ status: 403, body: { detail: expect.any(String) } })
  })

  it('once the client’s access has ended, also for an address that waits', async () => {
    const client = await aSignedInClient()
    await decide(client, 'allow')
    const waiting = await ask(client)
    await tasman.service.database.query
      .updateTable('customers')
      .set({ access_ended_at: tasman.clock.now() })
      .where('id', '=', client.id)
      .execute()
    expect((await ask(client)).status).toBe(403)
    expect((await open(waiting)).page.status).toBe(404)
  })
})

it('429 after 25 calls in a minute', async () => {
  const limited = await startTestApp({ databaseUrl: tasman.databaseUrl, env: { RATE_LIMITS: 'on' } })
  try {
    const client = limited.clientWith(partner.token)
    const answers: AnyJson[] = []
    for (let count = 0; count < 26; count++) answers.push(await ask({ id: 999_999 }, {}, client))
    expect(answers.at(-1).status).toBe(429)
    expect(answers.at(-1).body).toMatchObject({ error: 'Rate limit exceeded: 25 per 1 minute' })
  } finally {
    await limited.close()
  }
})
