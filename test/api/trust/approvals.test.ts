import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, rows } from '../payments/story.ts'
import { forgetRules, personOfAccount, tokenFor } from './two-people.ts'

/* Two people: one prepares, another approves, and nothing happens in between. */

let tasman: TestApp
/** The owner through an application and in the web app, a second owner in the web app, and an officer. */
let owner: TestClient
let screen: TestClient
let second: TestClient
let officer: TestClient
let company: AnyJson
let mia: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
  officer = await personOfAccount(tasman, 'officer@demo.example', 'member')
}, 60_000)
afterAll(() => tasman.close())

beforeEach(async () => {
  await forgetRules(tasman)
  company = await aPayer(owner)
  mia = await aPerson(owner, company.id)
})

const rulesOf = () => `/api/company/${company.id}/rules`
const turnOn = async (rules: object) => expect((await screen.patch(rulesOf(), rules)).status).toBe(200)
const payMia = (client: TestClient, hours = 38) =>
  client.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-16`, [
    { employee_id: mia.id, ...rows(hours) },
  ])
const waiting = (answer: AnyJson): number => {
  expect([answer.status, answer.body.state], JSON.stringify(answer.body)).toEqual([202, 'waiting'])
  return answer.body.approval_id
}
const paysOf = async () => (await owner.get(`/api/company/${company.id}/pays`)).body.length
const account = (number: string) => [
  { account_name: 'Mia', bsb: '062-000', account_number: number, amount_type: 'REMAINDER' },
]

describe('off by default', () => {
  it('every specified answer is as it was', async () => {
    expect((await owner.get(rulesOf())).body).toMatchObject({ approve_runs: 'off', approve_accounts: false })
    expect((await payMia(owner)).status).toBe(201)
    expect((await owner.put(`/api/employees/${mia.id}/bank-accounts`, account('11112222'))).status).toBe(200)
    expect((await owner.post(`/api/company/${company.id}/payments/files`, { all_open: true })).status).toBe(
      201,
    )
  })
})

describe('a run', () => {
  it('waits for another person, who gets the specified answer done', async () => {
    await turnOn({ approve_runs: 'always' })
    const id = waiting(await payMia(owner))
    expect(await paysOf()).toBe(0)
    const before = (await owner.get(`/api/approvals/${id}`)).body
    expect(before).toMatchObject({ state: 'waiting', kind: 'run', answer: null, request: { method: 'PUT' } })

    expect((await owner.post(`/api/approvals/${id}/approve`)).status).toBe(403)
    expect((await screen.post(`/api/approvals/${id}/approve`)).status).toBe(403)
    expect((await officer.post(`/api/approvals/${id}/approve`)).status).toBe(403)
    expect(await paysOf()).toBe(0)

    const done = await second.post(`/api/approvals/${id}/approve`)
    expect([done.status, done.body.state], JSON.stringify(done.body)).toEqual([200, 'approved'])
    const after = (await owner.get(`/api/approvals/${id}`)).body
    expect(after.answer.status).toBe(201)
    expect(after.answer.body[0]).toMatchObject({ employee_id: mia.id, status: 'processed' })
    expect(await paysOf()).toBe(1)
    expect((await second.post(`/api/approvals/${id}/approve`)).status).toBe(409)
    expect(await paysOf()).toBe(1)
  })

  it('below the amount needs one person, and small parts of a run add up', async () => {
    await turnOn({ approve_runs: 'above', approve_runs_above: 1000 })
    expect((await payMia(owner, 10)).status).toBe(201)
    const tom = await aPerson(owner, company.id, { first_name: 'Tom' })
    const more = await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-16`, [
      { employee_id: tom.id, ...rows(25) },
    ])
    waiting(more)
  })

  it('is void once what it would pay has changed', async () => {
    await turnOn({ approve_runs: 'always' })
    const id = waiting(await payMia(owner))
    const raise = [{ id: mia.id, pay_rate_per_hour: '99.00' }]
    expect((await owner.patch(`/api/company/${company.id}/employees/update`, raise)).status).toBe(200)
    const done = await second.post(`/api/approvals/${id}/approve`)
    expect([done.status, done.body.state]).toEqual([200, 'voided'])
    expect(done.body.reason).toContain('has changed')
    expect(await paysOf()).toBe(0)
  })

  it('a preview and a dry run need no one', async () => {
    await turnOn({ approve_runs: 'always' })
    const dry = `/api/company/${company.id}/pays/create?pay_date=2026-07-16&dry_run=true`
    expect((await owner.put(dry, [{ employee_id: mia.id, ...rows(38) }])).status).toBe(200)
    expect((await owner.get('/api/approvals?state=waiting')).body).not.toContainEqual(
      expect.objectContaining({ company_id: company.id }),
    )
  })

  it('the same request sent twice waits once, and is withdrawn or rejected', async () => {
    await turnOn({ approve_runs: 'always' })
    const id = waiting(await payMia(owner))
    expect(waiting(await payMia(owner))).toBe(id)
    expect((await second.post(`/api/approvals/${id}/withdraw`)).status).toBe(403)
    expect((await owner.post(`/api/approvals/${id}/withdraw`)).body.state).toBe('withdrawn')
    const next = waiting(await payMia(owner, 20))
    const rejected = await second.post(`/api/approvals/${next}/reject`, { reason: 'Too few hours.' })
    expect(rejected.body).toMatchObject({ state: 'rejected', reason: 'Too few hours.' })
    expect((await second.post(`/api/approvals/${next}/approve`)).status).toBe(409)
    expect(await paysOf()).toBe(0)
  })

  it('the person who lost the role has no authority left to carry it out', async () => {
    await turnOn({ approve_runs: 'always' })
    const id = waiting(await payMia(officer))
    await tasman.service.database.query
      .updateTable('users')
      .set({ role: 'reader' })
      .where('email', '=', 'officer@demo.example')
      .execute()
    const done = await second.post(`/api/approvals/${id}/approve`)
    await tasman.service.database.query
      .updateTable('users')
      .set({ role: 'member' })
      .where('email', '=', 'officer@demo.example')
      .execute()
    expect(done.body.state).toBe('voided')
    expect(await paysOf()).toBe(0)
  })
})

describe('every way to the same write', () => {
  it('a bank account, by list, record, import, company and payee', async () => {
    await turnOn({ approve_accounts: true })
    const list = `/api/employees/${mia.id}/bank-accounts`
    const id = waiting(await owner.put(list, account('11112222')))
    expect((await owner.get(list)).body).toEqual([])
    const update = `/api/company/${company.id}/employees/update`
    waiting(await owner.patch(update, [{ id: mia.id, primary_bank_account_number: '99998888' }]))
    expect((await owner.patch(update, [{ id: mia.id, position: 'Chef' }])).status).toBe(200)
    const csv = `employee_id,account_name,bsb,account_number,amount_type\n${mia.id},Mia,062-000,33334444,REMAINDER\n`
    waiting(
      await owner.post(`/api/company/${company.id}/imports/bank-accounts`, csv, {
        'content-type': 'text/csv',
      }),
    )
    waiting(await owner.patch(`/api/company/${company.id}`, { bank_account_number: '654321' }))
    const payee = { kind: 'union', name: 'Union', bsb: '062-000', account_number: '5556667' }
    waiting(await owner.post(`/api/company/${company.id}/payees`, payee))
    expect((await second.post(`/api/approvals/${id}/approve`)).body.state).toBe('approved')
    expect((await owner.get(list)).body[0].account_number).toBe('11112222')
    const shown = (await owner.get('/api/approvals')).body.map((row: AnyJson) => row.summary).join()
    expect(shown).not.toContain('11112222')
  })

  // A large file is parsed in a thread.
  it.each([0, 70_000])('a file with %i spaces is imported as it was sent', async (spaces) => {
    await turnOn({ approve_accounts: true })
    const name = `Union ${company.id}`
    const csv = `kind,name,bsb,account_number\nunion,${name},062-000,33334444${' '.repeat(spaces)}\n`
    const type = { 'content-type': 'text/csv' }
    const id = waiting(await owner.post(`/api/company/${company.id}/imports/payees`, csv, type))
    expect((await owner.get(`/api/approvals/${id}`)).body.request.body).toBeNull()
    const done = await second.post(`/api/approvals/${id}/approve`)
    expect([done.body.state, done.body.reason]).toEqual(['approved', null])
    expect((await owner.get(`/api/company/${company.id}/payees`)).body).toMatchObject([{ name }])
  })

  it('a bank file, by POST and by the GET that makes it', async () => {
    const paid = (await payMia(owner)).body[0]
    await turnOn({ approve_files: true })
    const id = waiting(await owner.post(`/api/company/${company.id}/payments/files`, { all_open: true }))
    waiting(await owner.get(`/api/company/${company.id}/pay-runs/${paid.pay_run_id}/bank-file`))
    expect((await second.post(`/api/approvals/${id}/approve`)).body.answer.status).toBe(201)
    expect((await owner.get(`/api/company/${company.id}/payments/files`)).body).toHaveLength(1)
  })

  it('the roles of owner and admin, while anything needs two people', async () => {
    await turnOn({ approve_files: true })
    const invitation = { email: 'new@demo.example', name: 'New', role: 'admin' }
    const id = waiting(await screen.post('/api/people/invitations', invitation))
    // A second identity as payroll officer could prepare what its inviter approves.
    const member = { email: 'clerk@demo.example', name: 'Clerk', role: 'member' }
    waiting(await screen.post('/api/people/invitations', member))
    const reader = { email: 'looker@demo.example', name: 'Looker', role: 'reader' }
    expect((await screen.post('/api/people/invitations', reader)).status).toBe(201)
    expect((await second.post(`/api/approvals/${id}/approve`)).body.answer.status).toBe(201)
  })

  it('no one switches it off alone', async () => {
    await turnOn({ approve_runs: 'always' })
    const id = waiting(await screen.patch(rulesOf(), { approve_runs: 'off' }))
    expect((await owner.get(rulesOf())).body.approve_runs).toBe('always')
    expect((await screen.post(`/api/approvals/${id}/approve`)).status).toBe(403)
    expect((await second.post(`/api/approvals/${id}/approve`)).body.state).toBe('approved')
    expect((await owner.get(rulesOf())).body.approve_runs).toBe('off')
  })
})

describe('what an application prepares', () => {
  it('is not approved by the people who control the application', async () => {
    const uris = { redirect_uris: ['https://timesheets.example/'] }
    const made = await screen.post('/api/api-admin/clients', { name: 'Timesheets', ...uris })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const at = `/api/api-admin/clients/${made.body.client_id}`
    const user = await tasman.service.database.query
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'officer@demo.example')
      .executeTakeFirstOrThrow()
    const application = tasman.clientWith(await tokenFor(tasman, user, made.body.client_id))
    await turnOn({ approve_accounts: true })
    const list = `/api/employees/${mia.id}/bank-accounts`
    const id = waiting(await application.put(list, account('11112222')))
    const refuse = async (client: TestClient) => {
      const refused = await client.post(`/api/approvals/${id}/approve`)
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('whose secret')])
    }
    await refuse(screen)
    const third = await personOfAccount(tasman, 'third@demo.example', 'owner')
    expect((await third.patch(at, uris)).status).toBe(200)
    await refuse(third)
    expect((await second.patch(at, { name: 'Times' })).status).toBe(200)
    const fourth = await personOfAccount(tasman, 'fourth@demo.example', 'owner')
    expect((await fourth.post(`${at}/rotate-secret`)).status).toBe(200)
    await refuse(fourth)
    expect((await second.post(`/api/approvals/${id}/approve`)).body.state).toBe('approved')
  })
})

describe('webhooks', () => {
  it('tell of each step', async () => {
    await turnOn({ approve_runs: 'always' })
    const { counts } = tasman.service.eventDelivery
    const count = (name: string) => counts.get(name) ?? 0
    const before = count('approval.requested')
    const id = waiting(await payMia(owner))
    expect(count('approval.requested')).toBe(before + 1)
    const approved = count('approval.approved')
    await second.post(`/api/approvals/${id}/approve`)
    expect(count('approval.approved')).toBe(approved + 1)
  })
})
