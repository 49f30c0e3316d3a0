import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetEnded } from '../../src/features/access/oauth/index.ts'
import { claimDue } from '../../src/features/platform/webhooks/claim-queries.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { authorize, createVisitor, exchangeCode, refresh, token, type Visitor } from '../support/visitor.ts'
import { anEndpoint, customerOf, entity, LOCAL, record } from '../webhooks/story.ts'

/** Two accounts with an application each: an API admin who is no reseller, and a reseller. */
const APPS = [
  { client_id: 'demo-client', client_secret: 'demo-secret' },
  { client_id: 'demo-partner', client_secret: 'demo-partner-secret' },
] as const
const SCOPES = ['openid payroll.read payroll.write', 'openid payroll.read', 'openid'] as const
const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** The state of one consent as the test knows it. Times are the service's. */
type Consent = {
  app: number
  isPayroll: boolean
  code: { value: string; until: number } | null
  access: { value: string; until: number; isPayroll: boolean } | null
  refresh: { value: string; until: number } | null
}

type Step =
  | { kind: 'consent'; app: number; scope: number }
  | { kind: 'exchange' | 'refresh' | 'narrow' | 'revoke-access' | 'revoke-refresh'; which: number }
  | { kind: 'end-by-app' | 'end-by-customer'; app: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'job' }

const app = fc.constantFrom(0, 1)
const which = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('consent' as const), app, scope: fc.nat(2) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('exchange' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'refresh' as const,
        'narrow' as const,
        'revoke-access' as const,
        'revoke-refresh' as const,
      ),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('end-by-app' as const, 'end-by-customer' as const), app }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(5 * MINUTE, 11 * MINUTE, 31 * MINUTE, 20 * DAY, 31 * DAY),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'job' as const }) },
)

let tasman: TestApp
let visitor: Visitor
let customerId: number
let endpoints: number[]
let admins: readonly [() => Promise<TestClient>, () => Promise<TestClient>]
let serial = 0

beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  customerId = await customerOf(tasman, 'other@demo.example')
  admins = [() => tasman.clientFor('owner'), () => tasman.clientFor('partner')]
  endpoints = []
  for (const admin of admins)
    endpoints.push(
      (await anEndpoint(await admin(), 'http://127.0.0.1:9/', { events: ['company.updated'] })).id,
    )
})
afterAll(() => tasman.close())

const nowMs = () => tasman.clock.now().getTime()
const isAfter = (entry: { until: number } | null) => entry !== null && entry.until > nowMs()
const isLiving = ({ access, refresh: renew }: Consent) => isAfter(access) || isAfter(renew)
const hears = (consent: Consent) =>
  consent.isPayroll && (isAfter(consent.refresh) || (isAfter(consent.access) && consent.access?.isPayroll))

function take(consent: Consent, body: AnyJson, isPayroll: boolean): void {
  consent.access = { value: body.access_token, until: nowMs() + 1_800_000, isPayroll }
  consent.refresh = { value: body.refresh_token, until: nowMs() + 2_592_000_000 }
}

const end = (consent: Consent) => Object.assign(consent, { code: null, access: null, refresh: null })

async function consentOnce(of: number, scope: string): Promise<Consent> {
  const back = await authorize(
    visitor,
    { client_id: APPS[of]?.client_id ?? '', scope },
    { email: 'other@demo.example' },
  )
  return {
    app: of,
    isPayroll: scope !== 'openid',
    code: { value: back.get('code') as string, until: nowMs() + 600_000 },
    access: null,
    refresh: null,
  }
}

async function revoke(consent: Consent, value: string): Promise<void> {
  await tasman.app.inject({
    method: 'POST',
    url: '/api/oauth/revoke',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: value, ...APPS[consent.app] }).toString(),
  })
}

async function endByCustomer(of: number): Promise<void> {
  let page = await visitor.get('/account/security')
  if (page.status !== 200) {
    await visitor.signIn('other@demo.example')
    page = await visitor.get('/account/security')
  }
  const name = of === 0 ? 'Demo application' : 'Demo partner application'
  const row = page.text.split('<li>').find((text) => text.startsWith(`${name} `))
  const grantId = /name="grant_id" value="(\d+)"/.exec(row ?? '')?.[1]
  if (grantId) await visitor.post('/account/security/disconnect', { grant_id: grantId }, page)
}

async function endByApp(of: number): Promise<void> {
  const admin = await adminOf(of)
  const { body } = await admin.get('/api/api-admin/connections')
  const connection = body.find((row: AnyJson) => row.customer_id === customerId)
  if (connection) expect((await admin.delete(`/api/api-admin/connections/${connection.id}`)).status).toBe(204)
}

async function carryOut(consents: Consent[], next: Step): Promise<void> {
  const consent = 'which' in next ? consents[next.which % Math.max(1, consents.length)] : undefined
  const credentials = consent && APPS[consent.app]
  switch (next.kind) {
    case 'consent':
      consents.push(await consentOnce(next.app, SCOPES[next.scope] as string))
      return
    case 'wait':
      tasman.clock.advance(next.ms)
      return
    case 'job':
      return forgetEnded(tasman.service)
    case 'end-by-app':
    case 'end-by-customer': {
      const isListed = consents.some((known) => known.app === next.app && isLiving(known))
      await (next.kind === 'end-by-app' ? endByApp(next.app) : endByCustomer(next.app))
      // If the list shows nothing, there is nothing to end. Otherwise every grant ends, whether listed or not.
      if (isListed) for (const known of consents) if (known.app === next.app) end(known)
      return
    }
    case 'exchange': {
      if (!consent?.code) return
      const { status, body } = await exchangeCode(tasman, consent.code.value, credentials)
      expect(status).toBe(isAfter(consent.code) ? 200 : 400)
      if (status === 200) take(consent, body, consent.isPayroll)
      consent.code = null
      return
    }
    case 'refresh':
    case 'narrow': {
      if (!consent?.refresh) return
      const isNarrow = next.kind === 'narrow'
      const { status, body } = isNarrow
        ? await token(tasman, {
            grant_type: 'refresh_token',
            refresh_token: consent.refresh.value,
            scope: 'openid',
            ...credentials,
          })
        : await refresh(tasman, consent.refresh.value, credentials)
      expect(status).toBe(isAfter(consent.refresh) ? 200 : 400)
      if (status === 200) take(consent, body, !isNarrow && consent.isPayroll)
      return
    }
    case 'revoke-access':
      if (!consent?.access) return
      await revoke(consent, consent.access.value)
      consent.access = null
      return
    case 'revoke-refresh':
      if (!consent?.refresh) return
      await revoke(consent, consent.refresh.value)
      end(consent)
  }
}

async function tell(): Promise<void> {
  serial += 1
  await record(tasman, customerId, 'company.updated', entity(serial))
}

/** The endpoints notified of a change now: the queued deliveries, and those that would be sent. */
async function tellAndSend(): Promise<number[]> {
  await tell()
  const { claims } = await claimDue(
    tasman.service.database,
    tasman.clock.now(),
    15_000,
    {
      total: 100,
      each: 100,
      byEndpoint: new Map(),
    },
    null,
  )
  expect(claims.every((claim) => JSON.parse(claim.body ?? '').customerId === customerId)).toBe(true)
  return [...new Set(claims.map((claim) => claim.endpoint_id))].toSorted()
}

const adminOf = (of: number) => (of === 0 ? admins[0]() : admins[1]())

const listedOf = async (of: number): Promise<number> => {
  const { body } = await (await adminOf(of)).get('/api/api-admin/connections')
  return body.filter((row: AnyJson) => row.customer_id === customerId).length
}

it('events reach another account only while it holds an active grant, and both sides list every one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const { query } = tasman.service.database
      visitor = createVisitor(tasman, `10.0.${serial % 250}.${Math.floor(serial / 250)}`)
      await query.updateTable('oauth_grants').set({ revoked_at: tasman.clock.now() }).execute()
      await query.deleteFrom('webhook_deliveries').execute()
      await query.deleteFrom('sign_in_tries').execute()
      const consents: Consent[] = []
      for (const next of steps) {
        // A delivery queued before the step and no longer allowed after it must not be sent after it.
        await tell()
        await carryOut(consents, next)
        const hearing = endpoints.filter((_, of) =>
          consents.some((known) => known.app === of && hears(known)),
        )
        expect(await tellAndSend(), JSON.stringify(next)).toEqual(hearing)
        for (const of of [0, 1])
          expect(await listedOf(of)).toBe(
            consents.filter((known) => known.app === of && isLiving(known)).length,
          )
      }
    }),
    { numRuns: 15 },
  )
}, 300_000)
