import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../src/database/tables/customers.ts'
import { mailResetLink } from '../../../src/features/access/oauth/password-links.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailsTo, mailTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import {
  acceptInvitation,
  authorize,
  callApp,
  createVisitor,
  enterAs,
  exchangeCode,
  refresh,
  type Visitor,
} from '../../support/visitor.ts'
import { aClient, startTrial } from '../partner-checkout/support.ts'

/*
 * Access works only while the person who gave it may still give it: tests every kind of access, and every way
 * to lose that right.
 */

let tasman: TestApp
let token: TestClient
let companyId: number
let employeeId: number
let count = 0

beforeAll(async () => {
  tasman = await startTestApp()
  token = await tasman.clientFor('owner')
  companyId = (await aCompany(token)).id
  employeeId = (await anEmployee(token, companyId, { employee_portal_active: true })).id
}, 60_000)
afterAll(() => tasman.close())

type Giver = { id: number; email: string; customerId: number; boss: Visitor; self: Visitor }

/** A person with this role and the owner of a demo account, both signed in. */
async function aGiver(role: Role, findBoss = async () => 'owner@demo.example'): Promise<Giver> {
  const boss = await findBoss()
  count += 1
  const email = `giver${count}@client.example`
  const { query } = tasman.service.database
  const customer_id = await customerOf(boss)
  const { id } = await query
    .insertInto('users')
    .values({ customer_id, email, name: `Giver ${count}`, role, created_at: tasman.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [first, self] = [await enterAs(tasman, boss), await enterAs(tasman, email)]
  return { id, email, customerId: customer_id, boss: first, self }
}

const called = async (who: Visitor, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const answer = await callApp(tasman, who, method, `/app/api${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** The ways in which a person loses the right to give something. */
const LOSSES: Record<string, (giver: Giver) => Promise<unknown>> = {
  demoted: ({ boss, id }) => called(boss, 'PATCH', `/people/${id}`, { role: 'reader' }),
  // As if the demotion were committed at this moment, before anything is voided.
  'demoted a moment ago': ({ id }) => setUser(id, { role: 'reader' }),
  removed: ({ boss, id }) => called(boss, 'DELETE', `/people/${id}`),
  'removed a moment ago': ({ id }) => setUser(id, { removed_at: tasman.clock.now() }),
  'in an account that is closed': ({ customerId }) => setClosed(customerId, tasman.clock.now()),
  'demoted, and an owner again': async ({ boss, id }) => {
    await called(boss, 'PATCH', `/people/${id}`, { role: 'reader' })
    await called(boss, 'PATCH', `/people/${id}`, { role: 'owner' })
  },
  'removed, and back again': async ({ boss, id, email, customerId }) => {
    await called(boss, 'DELETE', `/people/${id}`)
    await tasman.service.database.query
      .insertInto('users')
      .values({ customer_id: customerId, email, name: 'Back', role: 'owner', created_at: tasman.clock.now() })
      .execute()
  },
}
const setUser = (id: number, changes: { role?: Role; removed_at?: Date }) =>
  tasman.service.database.query.updateTable('users').set(changes).where('id', '=', id).execute()
const setClosed = (id: number, at: Date | null) =>
  tasman.service.database.query
    .updateTable('customers')
    .set({ access_ended_at: at })
    .where('id', '=', id)
    .execute()

type Gift = {
  role: Role
  /** The address of an owner of the giver's account. */
  boss?: () => Promise<string>
  /** Creates it. The returned function uses it and says whether it worked. */
  give: (giver: Giver) => Promise<() => Promise<boolean>>
}

const invitation =
  (role: string) =>
  async ({ self }: Giver) => {
    const email = `guest${count}@client.example`
    await called(self, 'POST', '/people/invitations', { email, name: 'Guest', role })
    const { text } = await mailTo(tasman.service, email)
    return async () => {
      const { page, answer } = await acceptInvitation(createVisitor(tasman), text)
      // Never a 500: the page says whom to ask.
      if (answer.status !== 303) {
        expect([page.status, answer.status].filter((status) => status !== 404 && status !== 403)).toEqual([])
        expect(page.text).toMatch(/owner or admin/)
      }
      return answer.status === 303
    }
  }

const grantOf = async ({ self }: Giver) =>
  (await exchangeCode(tasman, (await authorize(self, {})).get('code') ?? '')).body

/** A client of the reseller, by the address of its owner. */
async function aResellersClient(): Promise<string> {
  const client = aClient()
  expect((await startTrial(await tasman.clientFor('partner'), client)).status).toBe(201)
  return client.customer.email
}

const customerOf = async (email: string): Promise<number> =>
  (
    await tasman.service.database.query
      .selectFrom('users')
      .select('customer_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).customer_id

/** This owner lets the reseller open the account. */
async function allowPartner(owner: Visitor): Promise<void> {
  const page = await owner.get('/account/partner-access')
  expect((await owner.post('/account/partner-access', { decision: 'allow' }, page)).status).toBe(303)
}

async function handoff(by: Visitor, customerId: number): Promise<() => Promise<Visitor | null>> {
  const path = '/partner-checkout/session-handoffs'
  const { url } = await called(by, 'POST', path, { end_customer_id: customerId })
  return async () => {
    const visitor = createVisitor(tasman)
    const path = new URL(url).pathname
    const question = await visitor.get(path)
    const page = question.status === 200 ? await visitor.post(path, {}, question) : question
    expect([303, 404]).toContain(page.status)
    return page.status === 303 ? visitor : null
  }
}
const isIn = async (visitor: Visitor) =>
  (await callApp(tasman, visitor, 'GET', '/app/own/session')).status === 200

/** A hand-off used after the loss, or the session that it opened before. */
const partnerGift =
  (isOpenedBefore: boolean, make: (giver: Giver) => ReturnType<typeof handoff>) => async (giver: Giver) => {
    const open = await make(giver)
    const opened = isOpenedBefore ? await open() : null
    return async () => {
      const visitor = opened ?? (await open())
      return visitor !== null && isIn(visitor)
    }
  }
/** The giver is an owner of the client, who lets the reseller in. */
const allowedBy = async ({ self, customerId }: Giver) => {
  await allowPartner(self)
  return handoff(await enterAs(tasman, 'partner@demo.example'), customerId)
}
/** The giver works for the reseller, and opens the account of a client. */
const openedBy = async ({ self }: Giver) => {
  const email = await aResellersClient()
  await allowPartner(await enterAs(tasman, email))
  return handoff(self, await customerOf(email))
}

const GIFTS: Record<string, Gift> = {
  'an invitation of an owner': { role: 'owner', give: invitation('owner') },
  'an invitation of an admin': { role: 'admin', give: invitation('admin') },
  'an invitation of a reader': { role: 'admin', give: invitation('reader') },
  'an invitation to self-service': {
    role: 'member',
    give: async ({ self }) => {
      const email_address = `employee${count}@client.example`
      const id = employeeId
      await token.delete(`/api/employees/${id}/self-service`)
      const changed = [{ id, email_address }]
      expect((await token.patch(`/api/company/${companyId}/employees/update`, changed)).status).toBe(200)
      await called(self, 'POST', `/employees/${id}/self-service`)
      const { text } = await mailTo(tasman.service, email_address)
      return async () => (await acceptInvitation(createVisitor(tasman), text)).answer.status === 303
    },
  },
  'an authorization code': {
    role: 'owner',
    give: async ({ self }) => {
      const code = (await authorize(self, {})).get('code') ?? ''
      return async () => (await exchangeCode(tasman, code)).status === 200
    },
  },
  'a refresh token': {
    role: 'member',
    give: async (giver) => {
      const { refresh_token } = await grantOf(giver)
      return async () => (await refresh(tasman, refresh_token)).status === 200
    },
  },
  'an access token, to write': {
    role: 'admin',
    give: async (giver) => {
      const client = tasman.clientWith((await grantOf(giver)).access_token)
      return async () =>
        (await client.patch(`/api/company/${companyId}`, { phone: '02 5550 1111' })).status === 200
    },
  },
  'a consent page that is open': {
    role: 'owner',
    give: async ({ self }) => {
      const query = new URLSearchParams({
        client_id: 'demo-client',
        redirect_uri: 'http://127.0.0.1:8123/callback',
        scope: 'openid payroll.write',
      })
      const page = await self.get(`/consent?${query}`)
      expect(page.status).toBe(200)
      return async () => {
        const { location } = await self.post('/consent', { decision: 'allow' }, page)
        const code = URL.parse(location)?.searchParams.get('code')
        if (!code) return false
        return String((await exchangeCode(tasman, code)).body.scope).includes('payroll.write')
      }
    },
  },
  'the welcome link of a trial': {
    role: 'member',
    boss: async () => 'partner@demo.example',
    give: async (giver) => {
      const client = aClient()
      const by = tasman.clientWith((await partnerGrant(giver)).access_token)
      expect((await startTrial(by, client)).status).toBe(201)
      const { text } = await mailTo(tasman.service, client.customer.email)
      const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname
      return async () => {
        const visitor = createVisitor(tasman)
        const page = await visitor.get(link)
        const set = await visitor.post(link, { password: 'a long enough password' }, page)
        if (set.status !== 303) expect([page.status, set.status]).toEqual([404, 403])
        return set.status === 303
      }
    },
  },
}

const WELCOMES: Record<string, Gift> = {
  'a link that a new client asks for before the first password': {
    role: 'member',
    boss: async () => 'partner@demo.example',
    give: async (giver) => {
      const client = aClient()
      const by = tasman.clientWith((await partnerGrant(giver)).access_token)
      expect((await startTrial(by, client)).status).toBe(201)
      const { email } = client.customer
      await mailTo(tasman.service, email)
      return async () => {
        const before = (await mailsTo(tasman.service, email)).length
        await mailResetLink(tasman.service, email)
        const [newest, ...others] = await mailsTo(tasman.service, email)
        if (others.length + 1 === before) return false
        const link = new URL(/https?:\S+/.exec(newest?.text ?? '')?.[0] ?? '').pathname
        return (await createVisitor(tasman).get(link)).status === 200
      }
    },
  },
}

const HANDOFFS: Record<string, Gift> = {
  'a hand-off that an owner allowed': {
    role: 'owner',
    boss: aResellersClient,
    give: partnerGift(false, allowedBy),
  },
  'a session of the reseller that an owner allowed': {
    role: 'owner',
    boss: aResellersClient,
    give: partnerGift(true, allowedBy),
  },
  'a hand-off that a person of the reseller made': {
    role: 'member',
    boss: async () => 'partner@demo.example',
    give: partnerGift(false, openedBy),
  },
  'a session that a person of the reseller opened': {
    role: 'member',
    boss: async () => 'partner@demo.example',
    give: partnerGift(true, openedBy),
  },
}

const partnerGrant = async ({ self }: Giver) => {
  const scope = 'openid partner.checkout.preview partner.checkout.write'
  const application = { client_id: 'demo-partner', client_secret: 'demo-partner-secret' }
  const code = (await authorize(self, { scope, client_id: 'demo-partner' })).get('code') ?? ''
  return (await exchangeCode(tasman, code, application)).body
}

describe.each(Object.entries({ ...GIFTS, ...WELCOMES, ...HANDOFFS }))('%s', (name, { role, boss, give }) => {
  it('works while its giver may give it', async () => {
    const use = await give(await aGiver(role, boss))
    expect(await use()).toBe(true)
  })

  it('does not work once its giver may not give it any more', async () => {
    const worked: string[] = []
    for (const [loss, lose] of Object.entries(LOSSES)) {
      const giver = await aGiver(role, boss)
      const use = await give(giver)
      await lose(giver)
      // People who are owners again may answer a question that waits for them.
      const isAskedThen = name === 'a consent page that is open' || name in WELCOMES
      const isFresh = isAskedThen && loss === 'demoted, and an owner again'
      if ((await use()) && !isFresh) worked.push(loss)
      await setClosed(giver.customerId, null)
    }
    expect(worked).toEqual([])
  })
})

it('a demotion at the reseller names the welcome links and hand-offs that became void', async () => {
  const giver = await aGiver('member', async () => 'partner@demo.example')
  const by = tasman.clientWith((await partnerGrant(giver)).access_token)
  expect((await startTrial(by, aClient())).status).toBe(201)
  await openedBy(giver)
  const { warnings } = await called(giver.boss, 'PATCH', `/people/${giver.id}`, { role: 'reader' })
  expect(warnings).toEqual([
    expect.stringContaining('have lost access'),
    expect.stringMatching(/^Welcome links of clients that Giver \d+ signed up are void: 1\./),
    expect.stringMatching(/^Unused hand-offs by Giver \d+ are void: 1\.$/),
  ])
})
