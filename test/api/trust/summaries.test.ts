import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailsTo } from '../../support/mail.ts'
import { aPayer, aPerson, rows } from '../payments/story.ts'
import { forgetRules, personOfAccount } from './two-people.ts'

/* An approver decides by the summary, so nothing in it may be false, missing or imitated. */

let tasman: TestApp
let owner: TestClient
let screen: TestClient
let second: TestClient
let officer: TestClient
let admin: TestClient
let company: AnyJson
let mia: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
  officer = await personOfAccount(tasman, 'officer@demo.example', 'member')
  admin = await personOfAccount(tasman, 'admin@demo.example', 'admin')
}, 60_000)
afterAll(() => tasman.close())

const at = (path: string) => `/api/company/${company.id}/${path}`
const ok = async (answer: Promise<Answer>, status = 200) => {
  const { status: got, body } = await answer
  expect(got, JSON.stringify(body)).toBe(status)
  return body
}
const summaryOf = async (answer: Promise<Answer>): Promise<string> => (await ok(answer, 202)).summary
const turnOn = (rules: object) => ok(screen.patch(at('rules'), rules))
const update = (client: TestClient, change: object) =>
  client.patch(at('employees/update'), [{ id: mia.id, ...change }])

beforeEach(async () => {
  await forgetRules(tasman)
  company = await aPayer(owner)
  mia = await aPerson(owner, company.id, {
    number: `M${company.id}`,
    email_address: `mia${company.id}@home.example`,
  })
})

describe('names', () => {
  it('that imitate the sentence are quoted', async () => {
    await ok(update(owner, { last_name: 'Sharma (none becomes ***040)' }))
    const name = '"Mia Sharma (none becomes ***040)"'
    await turnOn({ approve_runs: 'always', approve_accounts: true, approve_files: true })
    expect(await summaryOf(update(officer, { primary_bank_account_number: '99998888' }))).toBe(
      `Changes the bank account of ${name} (employee ${mia.id}) (***678 becomes ***888).`,
    )
    const payee = {
      kind: 'union',
      name: 'Union, reference X, $1.00',
      bsb: '062-000',
      account_number: '11112222',
    }
    expect(await summaryOf(officer.post(at('payees'), payee))).toContain(
      'the payee "Union, reference X, $1.00" (none becomes',
    )
    const pay = officer.put(at('pays/create?pay_date=2026-07-16'), [{ employee_id: mia.id, ...rows(10) }])
    expect(await summaryOf(pay)).toContain(`Paid for the first time: ${name} ($`)
    const client = { name: 'A with read', redirect_uris: ['https://a.example/cb'], service_role: 'reader' }
    expect(
      await summaryOf(admin.post('/api/api-admin/clients', { ...client, name: 'A. Nothing else' })),
    ).toContain('the application "A. Nothing else" act')
  })

  it('of payees wait for a second person when they change, because approvers know payees by them', async () => {
    const payee = { kind: 'union', name: 'Loan Co', bsb: '062-000', account_number: '11112222' }
    const { id } = await ok(owner.post(at('payees'), payee), 201)
    await turnOn({ approve_accounts: true })
    expect(await summaryOf(officer.patch(at(`payees/${id}`), { name: 'Child Support' }))).toBe(
      'Changes the bank account of the payee Loan Co (the name Loan Co becomes Child Support).',
    )
  })
})

describe('the account', () => {
  const list = (account_number: string) => [
    { account_name: 'Mia', bsb: '062-000', account_number, amount_type: 'REMAINDER' },
  ]

  it('in the record is not the one that pays go to while there is a list', async () => {
    await ok(owner.put(`/api/employees/${mia.id}/bank-accounts`, list('44445555')))
    await turnOn({ approve_accounts: true })
    expect(await summaryOf(update(officer, { primary_bank_account_number: '99998888' }))).toBe(
      `Changes the bank account of Mia Nguyen (employee ${mia.id}) in the record, which is not used while there is a list of accounts (***678 becomes ***888).`,
    )
  })

  it('before a list is the one in the record, and so is the one after it', async () => {
    await turnOn({ approve_accounts: true })
    const whose = `Changes the bank account of Mia Nguyen (employee ${mia.id})`
    const put = (accounts: object[]) => officer.put(`/api/employees/${mia.id}/bank-accounts`, accounts)
    expect(await summaryOf(put(list('44445555')))).toBe(`${whose} (***678 in the record becomes ***555).`)
    await forgetRules(tasman)
    await ok(put(list('44445555')))
    await turnOn({ approve_accounts: true })
    expect(await summaryOf(put([]))).toBe(`${whose} (***555 becomes ***678 in the record).`)
  })

  it('of the company includes the name and the user id that its files carry', async () => {
    await turnOn({ approve_accounts: true })
    const change = (body: object) => officer.patch(`/api/company/${company.id}`, body)
    expect(await summaryOf(change({ bank_account_name: 'MALLORY', direct_entry_user_id: '999999' }))).toMatch(
      /\(account name KOOKABURRA CAFE becomes MALLORY, direct entry user id "301500" becomes "999999"\)\.$/,
    )
    await ok(change({ bank_account_name: 'KOOKABURRA CAFE', phone: '0290002222' }))
  })
})

describe('access', () => {
  const PIA = 'pia@demo.example'
  let pia = 0
  let other: AnyJson

  beforeAll(async () => {
    await personOfAccount(tasman, PIA, 'member')
    pia = (await screen.get('/api/people')).body.people.find(({ email }: AnyJson) => email === PIA).id
  })
  beforeEach(async () => {
    other = await aPayer(owner)
    await ok(screen.put(`/api/access/people/${pia}`, { scope: 'companies', roles: [] }))
  })
  const put = (roles: object[], scope = 'companies') =>
    admin.put(`/api/access/people/${pia}`, { scope, roles })

  it('names the companies and the days', async () => {
    const { id } = await ok(
      screen.post('/api/portfolios', { name: `North ${company.id}`, company_ids: [other.id] }),
      201,
    )
    await turnOn({ approve_runs: 'always' })
    const roles = [
      { company_id: company.id, role: 'member', from_date: '2026-08-01', to_date: '2026-08-31' },
      { portfolio_id: id, role: 'member' },
      { company_id: other.id, role: 'reader' },
    ]
    expect(await summaryOf(put(roles))).toBe(
      `Makes pia (${PIA}) a payroll officer of ${company.legal_name} from 2026-08-01 to 2026-08-31, the portfolio "North ${company.id}" (${other.legal_name}) from 2026-07-20.`,
    )
    expect(await summaryOf(put([], 'account'))).toBe(`Makes pia (${PIA}) a payroll officer of every company.`)
  })

  it('that ends earlier, or covers less than before, needs one person', async () => {
    const role = { company_id: company.id, role: 'member' }
    await ok(
      put([
        { ...role, from_date: '2026-07-10' },
        { company_id: other.id, role: 'member' },
      ]),
    )
    await turnOn({ approve_runs: 'always' })
    await ok(put([{ ...role, from_date: '2026-07-01', to_date: '2026-07-31' }]))
    await ok(put([{ ...role, from_date: '2026-07-01', to_date: '2026-07-19' }]))
    expect(await summaryOf(put([{ ...role, to_date: '2026-07-31' }]))).toContain(company.legal_name)
    await ok(put([{ company_id: other.id, role: 'reader' }]))
    await forgetRules(tasman)
    await ok(put([], 'account'))
    await turnOn({ approve_runs: 'always' })
    await ok(put([role]))
  })

  it('through a portfolio names the companies that are added', async () => {
    const portfolio = { name: `South ${company.id}`, company_ids: [company.id] }
    const { id } = await ok(screen.post('/api/portfolios', portfolio), 201)
    await ok(put([{ portfolio_id: id, role: 'member' }]))
    await turnOn({ approve_runs: 'always' })
    const change = (company_ids: number[]) => admin.patch(`/api/portfolios/${id}`, { company_ids })
    expect(await summaryOf(change([company.id, other.id]))).toBe(
      `Makes the payroll officers of the portfolio "South ${company.id}" (pia) payroll officers of ${other.legal_name}.`,
    )
    await ok(change([]))
  })
})

describe('the self-service of an employee', () => {
  const invite = (client: TestClient) => client.post(`/api/employees/${mia.id}/self-service`)
  const away = { email_address: 'thief@away.example', employee_portal_active: true }

  it('at an address that was entered after the first pay waits for a second person, and the former address is told', async () => {
    await ok(owner.put(at('pays/create?pay_date=2026-07-09'), [{ employee_id: mia.id, ...rows(38) }]), 201)
    await turnOn({ approve_accounts: true })
    await ok(update(officer, away))
    const mails = () => mailsTo(tasman.service, `mia${company.id}@home.example`)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your e-mail address at work was changed'])
    const { approval_id: id, summary } = await ok(invite(officer), 202)
    expect(summary).toBe(
      `Invites Mia Nguyen (employee ${mia.id}) to self-service at "thief@away.example", which was entered as their address after they were first paid.`,
    )
    const many = await ok(officer.post(at('self-service-invitations'), { employee_ids: [mia.id] }))
    expect(many).toMatchObject([{ state: 'not_invited', reason: expect.stringContaining('Two people') }])
    expect((await second.post(`/api/approvals/${id}/approve`)).body.state).toBe('approved')
    expect((await mails()).at(0)?.text).toContain('invited you to self-service')
  })

  it('at the address of the first pay needs one person', async () => {
    await ok(owner.put(at('pays/create?pay_date=2026-07-09'), [{ employee_id: mia.id, ...rows(38) }]), 201)
    await turnOn({ approve_accounts: true })
    await ok(update(officer, { employee_portal_active: true }))
    await ok(invite(officer), 201)
  })

  it('opened without approvals is told to the former address too', async () => {
    await ok(update(officer, { email_address: 'new@home.example' }))
    expect(await mailsTo(tasman.service, `mia${company.id}@home.example`)).toEqual([])
    await ok(update(officer, { employee_portal_active: true }))
    await ok(invite(officer), 201)
    expect(await mailsTo(tasman.service, `mia${company.id}@home.example`)).toHaveLength(1)
  })
})
