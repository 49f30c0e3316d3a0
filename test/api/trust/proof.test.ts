import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { CALLBACK, callApp, enterAs, type Visitor } from '../../support/visitor.ts'

/* Sensitive actions ask for the password or second factor again, if the account requires it. */

let tasman: TestApp
let owner: Visitor
let company: AnyJson
let employee: AnyJson
let pay: AnyJson
let payee: AnyJson
let redirects = 0
const ORIGIN = 'https://payroll.example'
const password = 'demo-password'

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown) =>
  callApp(tasman, owner, method, path, body)
const policy = (proof_minutes: number | null) =>
  call('PUT', '/app/own/sign-in-policy', { second_factor_roles: [], proof_minutes, password })
const reveal = () => call('POST', `/app/api/employees/${employee.id}/reveal`, { reason: 'Asked by phone' })
const pass = (minutes: number) => tasman.clock.advance(minutes * 60_000)

const ACCOUNT = { primary_bank_bsb: '062-000', primary_bank_account_number: '12345678' }
const update = (changes: object) =>
  call('PATCH', `/app/api/company/${company.id}/employees/update`, [{ id: employee.id, ...changes }])
const changeAccount = (number: string) => update({ primary_bank_account_number: number })

beforeAll(async () => {
  tasman = await startTestApp({ env: { PUBLIC_URL: ORIGIN } })
  const client = await tasman.clientFor('owner')
  company = await aCompany(client)
  employee = await anEmployee(client, company.id, ACCOUNT)
  const deductions = [{ description: 'Court fine', amount: 25, classification: 'NORMAL' }]
  const hours = [{ description: 'Ordinary hours', units: 'hours', value: 38 }]
  const made = await client.put(`/api/company/${company.id}/pays/create`, [
    { employee_id: employee.id, hours, deductions },
  ])
  pay = made.body[0]
  const court = { kind: 'court order', name: 'Court', bsb: '062-000', account_number: '11112222' }
  payee = (await client.post(`/api/company/${company.id}/payees`, court)).body
  owner = await enterAs(tasman, 'owner@demo.example')
})
afterAll(() => tasman.close())

/** Every action that asks, with its response once the proof has been given. */
const sensitive: [string, () => ReturnType<typeof call>, number][] = [
  ['showing numbers', reveal, 200],
  [
    'showing the numbers of a company',
    () => call('POST', `/app/api/company/${company.id}/reveal`, { reason: 'Bank asks' }),
    200,
  ],
  ['a bank account', () => changeAccount('87654321'), 200],
  [
    'the list of bank accounts',
    () =>
      call('PUT', `/app/api/employees/${employee.id}/bank-accounts`, [
        { account_name: 'Mia', bsb: '062-000', account_number: '55556666', amount_type: 'REMAINDER' },
      ]),
    200,
  ],
  [
    'a deduction to another payee or reference',
    () =>
      call('POST', `/app/api/company/${company.id}/payments/redirects`, {
        pay_ids: [pay.id],
        kind: 'payee',
        description: 'Court fine',
        payee_id: payee.id,
        payee_reference: `R${redirects++}`,
      }),
    201,
  ],
  ['the export of a company', () => call('GET', `/app/api/company/${company.id}/export`), 200],
  ['the export of an employee', () => call('GET', `/app/api/employees/${employee.id}/export`), 200],
  [
    'a file of rows',
    () => call('POST', `/app/api/company/${company.id}/imports/employees?dry_run=true`, []),
    400,
  ],
  ['an application', () => call('POST', '/app/api/api-admin/clients', {}), 422],
  ['a secret', () => call('POST', '/app/api/api-admin/clients/unknown/rotate-secret'), 404],
  ['a webhook', () => call('POST', '/app/api/webhooks', {}), 422],
  [
    'a new secret of a webhook',
    () => call('PATCH', '/app/api/webhooks/999', { regenerate_secret: true }),
    404,
  ],
  ['the domains of the identity provider', () => call('POST', '/app/own/organisation/verify', {}), 200],
  ['an approval', () => call('POST', '/app/api/approvals/999/approve'), 404],
]

it('asks nothing of an account without the policy, however old the session', async () => {
  pass(300)
  for (const [what, send, status] of sensitive) expect([what, (await send()).status]).toEqual([what, status])
})

it('asks for a proof when the last one is too old, does nothing before, and everything after', async () => {
  expect((await policy(15)).status).toBe(200)
  for (const [what, send] of sensitive) {
    if (what === 'a bank account' || what === 'the list of bank accounts') continue
    const refused = await send()
    expect([what, refused.status, refused.body.code]).toEqual([what, 403, 'proof_required'])
  }
  const account = await changeAccount('11112222')
  expect([account.status, account.body.code]).toEqual([403, 'proof_required'])
  const list = await call('PUT', `/app/api/employees/${employee.id}/bank-accounts`, [
    { account_name: 'Thief', bsb: '062-000', account_number: '99998888', amount_type: 'REMAINDER' },
  ])
  expect([list.status, list.body.code]).toEqual([403, 'proof_required'])
  const shown = (await (await tasman.clientFor('owner')).get(`/api/employees/${employee.id}`)).body
  expect(shown.primary_bank_account_number).toBe('87654321')
  // Other actions continue to work, even on the same record.
  expect((await call('GET', '/app/api/company')).status).toBe(200)
  expect((await update({ city: 'Perth' })).status).toBe(200)

  const wrong = await call('POST', '/app/own/proof', { password: 'wrong' })
  expect([wrong.status, wrong.body.detail]).toEqual([400, 'The password is wrong.'])
  expect((await reveal()).status).toBe(403)
  expect((await call('POST', '/app/own/proof', {})).status).toBe(422)
  expect((await call('POST', '/app/own/proof', { password })).status).toBe(204)
  for (const [what, send, status] of sensitive) expect([what, (await send()).status]).toEqual([what, status])
  pass(14)
  expect((await reveal()).status).toBe(200)
  pass(2)
  expect((await reveal()).status).toBe(403)
  // Applications have no session, and are never asked.
  const client = await tasman.clientFor('owner')
  expect((await client.post(`/api/employees/${employee.id}/reveal`, { reason: 'Batch' })).status).toBe(200)
  const log = (await client.get('/api/audit-log?limit=200')).body
  const proofs = log.flatMap((row: AnyJson) => (row.action === 'proof.again' ? [row.outcome] : []))
  expect(proofs).toEqual(expect.arrayContaining([204, 400]))
})

it('takes a passkey or a recovery code as the proof, and a challenge for a sign-in is none', async () => {
  const key = createAuthenticator(ORIGIN)
  const challengeAt = async (path: string) => (await call('POST', `${path}/options`)).body.challenge as string
  const credential = key.create(await challengeAt('/app/own/account/passkeys'))
  const made = await call('POST', '/app/own/account/passkeys', { name: 'Key', password, credential })
  const codes = made.body.recovery_codes as string[]
  pass(16)
  const other = key.use(await challengeAt('/app/own/sign-in/passkey'))
  expect((await call('POST', '/app/own/proof/passkey', other)).status).toBe(400)
  expect((await reveal()).status).toBe(403)
  const used = key.use(await challengeAt('/app/own/proof/passkey'))
  expect((await call('POST', '/app/own/proof/passkey', used)).status).toBe(204)
  expect((await reveal()).status).toBe(200)
  pass(16)
  expect((await call('POST', '/app/own/proof/passkey', used)).status).toBe(400)
  expect((await call('POST', '/app/own/proof', { code: codes[0] })).status).toBe(204)
  expect((await reveal()).status).toBe(200)
  pass(16)
  expect((await call('POST', '/app/own/proof', { code: codes[0] })).status).toBe(400)
  expect((await policy(null)).status).toBe(200)
  expect((await reveal()).status).toBe(200)
})

it('asks on the pages that let an application or a partner in, and never to refuse one', async () => {
  const { query } = tasman.service.database
  const { customer_id } = await query
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  const partner = await query
    .selectFrom('customers')
    .select('id')
    .where('is_reseller', '=', true)
    .executeTakeFirstOrThrow()
  await query
    .insertInto('partner_clients')
    .values({
      partner_id: partner.id,
      customer_id,
      country: 'AU',
      email: 'owner@demo.example',
      tax_number: 'none',
      legal_name: 'Demo',
      created_at: tasman.clock.now(),
    } as never)
    .onConflict((on) => on.doNothing())
    .execute()
  expect((await call('POST', '/app/own/proof', { password })).status).toBe(204)
  expect((await policy(15)).status).toBe(200)
  const authorize = `/api/oauth/authorize?${new URLSearchParams({
    client_id: 'demo-client',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid payroll.read',
    state: 's',
  })}`
  const consent = async (decision: string) => {
    const page = await owner.get((await owner.get(authorize)).location)
    return owner.post('/consent', { decision }, page)
  }
  const partnerAccess = async (decision: string) =>
    owner.post('/account/partner-access', { decision }, await owner.get('/account/partner-access'))
  const isAllowed = async () =>
    (
      await query
        .selectFrom('partner_clients')
        .select('handoff_allowed_at')
        .where('customer_id', '=', customer_id)
        .executeTakeFirstOrThrow()
    ).handoff_allowed_at !== null
  pass(16)
  const asked = await consent('allow')
  expect([asked.status, asked.location.split('?')[0]]).toEqual([303, '/app/prove'])
  expect(new URLSearchParams(asked.location.split('?')[1]).get('next')).toMatch(
    /^\/api\/oauth\/authorize\?client_id=demo-client/,
  )
  expect((await consent('deny')).location).toContain('error=access_denied')
  const opened = await partnerAccess('allow')
  expect([opened.location, await isAllowed()]).toEqual([
    `/app/prove?next=${encodeURIComponent('/account/partner-access?next=%2Faccount%2Fsecurity')}`,
    false,
  ])
  expect((await partnerAccess('forbid')).location).toBe('/account/security')
  expect((await call('POST', '/app/own/proof', { password })).status).toBe(204)
  expect((await consent('allow')).location).toContain('code=')
  expect([(await partnerAccess('allow')).location, await isAllowed()]).toEqual(['/account/security', true])
})
