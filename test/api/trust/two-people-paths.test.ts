import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { employeeBody } from '../../support/make.ts'
import { createVisitor } from '../../support/visitor.ts'
import { aPayer, aPerson, readAba, rows } from '../payments/story.ts'
import { forgetRules, personOfAccount } from './two-people.ts'

/* Every write that needs two people, by every role, with approvals on and off, and the paths that could bypass them. */

let tasman: TestApp
let owner: TestClient
let screen: TestClient
let second: TestClient
let callers: Record<string, TestClient>
let company: AnyJson
let mia: AnyJson
let paid: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
  callers = {
    'owner in the web app': screen,
    'owner by an application': owner,
    admin: await personOfAccount(tasman, 'admin2@demo.example', 'admin'),
    member: await personOfAccount(tasman, 'member2@demo.example', 'member'),
    reader: await personOfAccount(tasman, 'reader2@demo.example', 'reader'),
  }
}, 60_000)
afterAll(() => tasman.close())

beforeEach(async () => {
  await forgetRules(tasman)
  company = await aPayer(owner)
  mia = await aPerson(owner, company.id, { email_address: 'mia@home.example' })
  paid = (await owner.put(at('pays/create?pay_date=2026-07-09'), [{ employee_id: mia.id, ...rows(38) }]))
    .body[0]
})

const at = (path: string) => `/api/company/${company.id}/${path}`
const turnOn = async (rules: object) =>
  expect((await screen.patch(at('rules'), rules)).status, JSON.stringify(rules)).toBe(200)
const ALL = { approve_runs: 'always', approve_accounts: true, approve_files: true }
const list = (number: string) => [
  { account_name: 'Mia', bsb: '062-000', account_number: number, amount_type: 'REMAINDER' },
]

/** Each write with the status that the specification gives it. */
const WRITES: Record<string, [status: number, write: (client: TestClient) => Promise<AnyJson>]> = {
  run: [
    201,
    (client) => client.put(at('pays/create?pay_date=2026-07-16'), [{ employee_id: mia.id, ...rows(30) }]),
  ],
  'changed pay': [200, (client) => client.put(at(`pays/${paid.id}`), rows(39))],
  'account in the record': [
    200,
    (client) =>
      client.patch(at('employees/update'), [{ id: mia.id, primary_bank_account_number: '22223333' }]),
  ],
  'list of accounts': [
    200,
    (client) => client.put(`/api/employees/${mia.id}/bank-accounts`, list('33334444')),
  ],
  'account of a new employee': [
    201,
    (client) =>
      client.put(at('employees/create'), [
        employeeBody({
          first_name: 'New',
          primary_bank_bsb: '062-000',
          primary_bank_account_number: '44445555',
          primary_bank_account_name: 'New',
        }),
      ]),
  ],
  'another super fund, or another member of it': [
    200,
    (client) =>
      client.put(`/api/employees/${mia.id}/super-funds`, [
        { fund_type: 'APRA', fund_name: 'Fund', usi: 'STA0100AU', member_number: 'OTHER1', percentage: 100 },
      ]),
  ],
  'member number in the record': [
    200,
    (client) =>
      client.patch(at('employees/update'), [{ id: mia.id, default_employee_fund_member_number: 'OTHER2' }]),
  ],
  'account of the company': [
    200,
    (client) => client.patch(`/api/company/${company.id}`, { bank_account_number: '765432' }),
  ],
  payee: [
    201,
    (client) =>
      client.post(at('payees'), { kind: 'union', name: 'Union', bsb: '062-000', account_number: '5556667' }),
  ],
  'bank file': [201, (client) => client.post(at('payments/files'), { all_open: true })],
}

describe('redirects', () => {
  const fine = { description: 'Court fine', amount: 25, classification: 'NORMAL' }
  const payee = async (name: string, account_number: string) =>
    (await owner.post(at('payees'), { kind: 'court order', name, bsb: '062-000', account_number })).body
      .id as number
  let fined: AnyJson
  let court: number
  beforeEach(async () => {
    const body = [{ employee_id: mia.id, ...rows(30), deductions: [fine] }]
    fined = (await owner.put(at('pays/create?pay_date=2026-07-16'), body)).body[0]
    court = await payee('Court', '11112222')
  })
  const redirect = (client: TestClient, body: object) =>
    client.post(at('payments/redirects'), { pay_ids: [fined.id], ...body })
  const toPayee = (payee_id: number, payee_reference?: string) => ({
    kind: 'payee',
    description: 'Court fine',
    payee_id,
    ...(payee_reference ? { payee_reference } : {}),
  })
  const places = async () =>
    (await owner.get(at('payments/items'))).body.flatMap((item: AnyJson) =>
      item.kind === 'payee' ? [[item.payee_id, item.payee_reference]] : [],
    )

  it('of a deduction need a second person, for another payee as for another reference alone', async () => {
    await turnOn({ approve_accounts: true })
    const waiting = await redirect(owner, toPayee(court, 'MY OWN FINE'))
    expect([waiting.status, waiting.body.kind]).toEqual([202, 'account'])
    expect(waiting.body.summary).toBe(
      'Changes the bank account of the deduction "Court fine" of Mia Nguyen (none becomes ***222, no payee becomes Court, reference MY OWN FINE).',
    )
    expect(await places()).toEqual([])
    const own = await screen.post(`/api/approvals/${waiting.body.approval_id}/approve`)
    expect(own.status).toBe(403)
    const done = await second.post(`/api/approvals/${waiting.body.approval_id}/approve`)
    expect([done.body.state, done.body.reason]).toEqual(['approved', null])
    expect(await places()).toEqual([[court, 'MY OWN FINE']])
    expect((await redirect(owner, toPayee(court, 'ANOTHER'))).status).toBe(202)
    // The same destination again changes nothing.
    expect((await redirect(owner, toPayee(court, 'MY OWN FINE'))).status).toBe(201)
    const log = (await owner.get('/api/audit-log?limit=200')).body
    const told = log.find((row: AnyJson) => JSON.stringify(row.changes ?? '').includes('no payee'))
    expect(told?.changes).toEqual([
      {
        about: `Deduction "Court fine" of pay ${fined.id}`,
        fields: { payee: ['no payee', 'Court, reference MY OWN FINE'] },
      },
    ])
  })

  it('of a deduction wait for a day, with a mail to the owners, where the company holds changes', async () => {
    await tasman.service.database.query.deleteFrom('account_holds').execute()
    await turnOn({ hold_accounts: true })
    expect((await redirect(owner, toPayee(court))).status).toBe(201)
    expect((await mailTo(tasman.service, 'second@demo.example')).text).toContain(
      'the deduction "Court fine" of Mia Nguyen was changed',
    )
    const file = await owner.post(at('payments/files'), { pay_ids: [fined.id] })
    expect(file.body.held_back).toEqual([expect.objectContaining({ employee: 'Court' })])
  })

  it('of a net pay to an account of a time without approvals need a second person', async () => {
    await owner.patch(at('employees/update'), [{ id: mia.id, primary_bank_account_number: '99990000' }])
    await turnOn({ approve_accounts: true })
    const waiting = await redirect(owner, { kind: 'net' })
    expect([waiting.status, waiting.body.summary]).toEqual([
      202,
      `Changes the bank account of Mia Nguyen for pay ${fined.id} (***678 becomes ***000).`,
    ])
    expect((await second.post(`/api/approvals/${waiting.body.approval_id}/approve`)).body.state).toBe(
      'approved',
    )
    expect((await redirect(owner, { kind: 'net' })).status).toBe(201)
  })

  it('a prepared bank file is void when a reference has changed', async () => {
    expect((await redirect(owner, toPayee(court, 'A'))).status).toBe(201)
    await turnOn({ approve_files: true })
    const waiting = await owner.post(at('payments/files'), { all_open: true })
    expect(waiting.status).toBe(202)
    expect((await redirect(owner, toPayee(court, 'B'))).status).toBe(201)
    const done = await second.post(`/api/approvals/${waiting.body.approval_id}/approve`)
    expect(done.body.state).toBe('voided')
  })
})

describe('route by role', () => {
  for (const [what, [status, write]] of Object.entries(WRITES))
    it(`${what}: ${status} with approvals off, 202 with approvals on, 403 for a reader`, async () => {
      await turnOn(ALL)
      for (const [who, client] of Object.entries(callers)) {
        const answer = await write(client)
        expect([who, answer.status], JSON.stringify(answer.body)).toEqual([who, who === 'reader' ? 403 : 202])
      }
      await forgetRules(tasman)
      expect((await write(callers.member as TestClient)).status).toBe(status)
    })
})

describe('large requests', () => {
  it('a run of 300 pays, in a worker, waits and is done once', async () => {
    const bodies = Array.from({ length: 300 }, (_, index) => employeeBody({ first_name: `P${index}` }))
    const made = (await owner.put(at('employees/create'), bodies)).body
    await turnOn({ approve_runs: 'always' })
    const pays = made.map(({ employee }: AnyJson) => ({ employee_id: employee.id, ...rows(10) }))
    const answer = await owner.put(at('pays/create?pay_date=2026-07-16'), pays)
    expect([answer.status, answer.body.kind], JSON.stringify(answer.body).slice(0, 300)).toEqual([202, 'run'])
    expect(answer.body.summary).toContain('300 pays')
    expect((await owner.get(at('pays'))).body).toHaveLength(1)
    const done = await second.post(`/api/approvals/${answer.body.approval_id}/approve`)
    expect([done.body.state, done.body.reason]).toEqual(['approved', null])
    expect((await owner.get(at('pays'))).body).toHaveLength(301)
    expect((await second.post(`/api/approvals/${answer.body.approval_id}/approve`)).status).toBe(409)
  }, 120_000)

  it('an import in several batches is approved whole, and void when its last row would change', async () => {
    const bodies = Array.from({ length: 520 }, (_, index) => employeeBody({ first_name: `P${index}` }))
    const made = (await owner.put(at('employees/create'), bodies)).body
    await turnOn({ approve_accounts: true })
    const lines = made.map(
      ({ employee }: AnyJson, index: number) => `${employee.id},P,062-000,${10_000_000 + index},REMAINDER`,
    )
    const csv = ['employee_id,account_name,bsb,account_number,amount_type', ...lines].join('\n')
    const answer = await owner.post(at('imports/bank-accounts'), csv, { 'content-type': 'text/csv' })
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(202)
    expect((answer.body.summary.match(/Changes the bank account/g) ?? []).length).toBe(2)
    const last = made.at(-1).employee.id
    const moved = await owner.put(`/api/employees/${last}/bank-accounts`, list('98765432'))
    await second.post(`/api/approvals/${moved.body.approval_id}/approve`)
    const done = await second.post(`/api/approvals/${answer.body.approval_id}/approve`)
    expect(done.body.state).toBe('voided')
  }, 120_000)
})

describe('a changed account is held for a day', () => {
  const file = () => owner.post(at('payments/files'), { all_open: true })

  it('where one person changed it, and its owner is notified at the address before', async () => {
    await turnOn({ hold_accounts: true })
    const update = at('employees/update')
    expect((await owner.patch(update, [{ id: mia.id, email_address: 'thief@away.example' }])).status).toBe(
      200,
    )
    const changed = await owner.patch(update, [{ id: mia.id, primary_bank_account_number: '66667777' }])
    expect(changed.status).toBe(200)
    const mail = await mailTo(tasman.service, 'mia@home.example')
    expect(mail.subject).toBe('A bank account was changed')
    expect(mail.text).not.toContain('66667777')
    const refused = await file()
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('changed by one person'),
    ])
    // A day later: moving the clock would end the sign-in as well.
    await tasman.service.database.query
      .updateTable('account_holds')
      .set({ held_until: new Date(tasman.service.clock.now().getTime() - 60_000) })
      .execute()
    const made = await file()
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { raw } = await owner.get(at(`payments/files/${made.body.id}/content`))
    expect(readAba(raw.toString())).toHaveLength(1)
  })

  it('holds nothing where two people approved it', async () => {
    await turnOn({ hold_accounts: true, approve_accounts: true })
    const waiting = await owner.patch(at('employees/update'), [
      { id: mia.id, primary_bank_account_number: '66667777' },
    ])
    expect(waiting.status).toBe(202)
    const done = await second.post(`/api/approvals/${waiting.body.approval_id}/approve`)
    expect(done.body.state).toBe('approved')
    expect((await file()).status).toBe(201)
  })
})

describe('applications', () => {
  const authorize =
    '/api/oauth/authorize?' +
    new URLSearchParams({
      client_id: 'demo-client',
      redirect_uri: 'https://app.example/callback',
      response_type: 'code',
      scope: 'openid payroll.read payroll.write',
      state: 'x',
    })

  it('are let in by two people while anything needs two', async () => {
    const { redirect_uris: uris } = await tasman.service.database.query
      .selectFrom('oauth_clients')
      .select('redirect_uris')
      .where('client_id', '=', 'demo-client')
      .executeTakeFirstOrThrow()
    const address = authorize.replace(
      encodeURIComponent('https://app.example/callback'),
      encodeURIComponent(uris[0] ?? ''),
    )
    await turnOn({ approve_files: true })
    const consent = async () => {
      const visitor = createVisitor(tasman)
      await visitor.signIn('owner@demo.example', undefined, address)
      const { location } = await visitor.get(address)
      return visitor.post('/consent', { decision: 'allow' }, await visitor.get(location))
    }
    const first = await consent()
    expect([first.status, first.location]).toEqual([202, ''])
    expect(first.text).toContain('second person')
    const [waiting] = (await second.get('/api/approvals?state=waiting')).body
    expect(waiting).toMatchObject({ kind: 'grant', company_id: null })
    expect((await screen.post(`/api/approvals/${waiting.id}/approve`)).status).toBe(403)
    expect((await second.post(`/api/approvals/${waiting.id}/approve`)).body.state).toBe('approved')
    const allowed = await consent()
    expect(allowed.location).toContain('code=')
    // One approval is valid for one consent.
    expect((await consent()).status).toBe(202)
  })
})

describe('switching it on', () => {
  it('ends open invitations of people who could prepare or approve, and a new company starts with the rules', async () => {
    for (const role of ['admin', 'member']) {
      const asked = { email: `puppet-${role}@demo.example`, name: 'Puppet', role }
      expect((await screen.post('/api/people/invitations', asked)).status).toBe(201)
    }
    await turnOn({ approve_runs: 'always' })
    const { invitations } = (await screen.get('/api/people')).body
    expect(invitations.filter((row: AnyJson) => row.email.startsWith('puppet'))).toEqual([])
    const other = await aPayer(owner)
    expect((await owner.get(`/api/company/${other.id}/rules`)).body.approve_runs).toBe('always')
  })
})

describe('a second self', () => {
  it('as payroll officer needs two people: by invitation, by role and for companies', async () => {
    await turnOn({ approve_runs: 'always' })
    const { admin } = callers as { admin: TestClient }
    const invitation = { email: 'self@demo.example', name: 'Self', role: 'member' }
    expect((await admin.post('/api/people/invitations', invitation)).status).toBe(202)
    const { people } = (await admin.get('/api/people')).body
    const idOf = (email: string) => people.find((row: AnyJson) => row.email === email)?.id
    const looker = idOf('reader2@demo.example')
    expect((await admin.patch(`/api/people/${looker}`, { role: 'member' })).status).toBe(202)
    const officer = { company_id: company.id, role: 'member' }
    const access = (roles: AnyJson[]) =>
      admin.put(`/api/access/people/${looker}`, { scope: 'companies', roles })
    expect((await access([officer])).status).toBe(202)
    expect((await access([{ ...officer, role: 'reader' }])).status).toBe(200)
    expect((await admin.put(`/api/access/people/${looker}`, { scope: 'account' })).status).toBe(200)
    const deputy = { user_id: idOf('member2@demo.example'), from_date: '2026-08-03', to_date: '2026-08-14' }
    const withDeputy = await access([{ ...officer, deputy }])
    expect(withDeputy.body.summary).toContain(
      'Deputies: "member2" (member2@demo.example) from 2026-08-03 to 2026-08-14.',
    )
    // Less than before needs one person.
    const clerk = idOf('member2@demo.example')
    expect((await admin.patch(`/api/people/${clerk}`, { role: 'reader' })).status).toBe(200)
    expect((await admin.patch(`/api/people/${clerk}`, { role: 'member' })).status).toBe(202)
  })
})
