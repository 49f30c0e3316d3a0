import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { employeeBody } from '../../support/make.ts'
import { aPayer, aPerson, rows } from '../payments/story.ts'
import { forgetRules, personOfAccount } from './two-people.ts'

/*
 * An approver sees a total. These attempts try to hide in it or get around it: the summary names them, or they wait for
 * approval.
 */

let tasman: TestApp
let owner: TestClient
let screen: TestClient
let second: TestClient
let web: TestClient
let admin: TestClient
let company: AnyJson
let mia: AnyJson
/** The bookkeeper as an honest employee, with an approved account. */
let bob: AnyJson
let paid: AnyJson[]

const ALL = { approve_runs: 'always', approve_accounts: true, approve_files: true }

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
  web = await personOfAccount(tasman, 'bookkeeper@demo.example', 'member')
  admin = await personOfAccount(tasman, 'crooked-admin@demo.example', 'admin')
}, 60_000)
afterAll(() => tasman.close())

beforeEach(async () => {
  await forgetRules(tasman)
  company = await aPayer(owner)
  mia = await aPerson(owner, company.id, { number: `M${company.id}` })
  bob = await aPerson(owner, company.id, {
    number: `B${company.id}`,
    first_name: 'Bob',
    last_name: 'Crook',
    primary_bank_account_number: '66667777',
  })
  paid = (await pay(owner, '2026-07-09', 38)).body
})

const at = (path: string) => `/api/company/${company.id}/${path}`
const turnOn = async (rules: object = ALL) => {
  const answer = await screen.patch(at('rules'), rules)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const pay = (client: TestClient, date: string, bobs: number) =>
  client.put(at(`pays/create?pay_date=${date}`), [
    { employee_id: mia.id, ...rows(38) },
    { employee_id: bob.id, ...rows(bobs) },
  ])
const waits = (answer: Answer, kind: string) =>
  expect([answer.status, answer.body.kind], JSON.stringify(answer.body)).toEqual([202, kind])
const file = (client: TestClient) => client.post(at('payments/files'), { all_open: true })
const union = async () =>
  (
    await owner.post(at('payees'), {
      kind: 'union',
      name: 'Union',
      bsb: '062-000',
      account_number: '11112222',
    })
  ).body.id as number
/** A standing deduction for a payee. */
const standing = async (
  client: TestClient,
  person: AnyJson,
  payee_id: number,
  payee_reference: string,
  amount = 25,
) => {
  const item = {
    description: 'Union fee',
    amount,
    classification: 'NORMAL',
    auto_apply_to_pay: true,
    payee_id,
    payee_reference,
  }
  const answer = await client.post(`/api/employees/${person.id}/deductions`, item)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (change: object) => client.patch(`/api/employees/${person.id}/deductions/${answer.body.id}`, change)
}

describe('a run names', () => {
  it('who gets more than last time, and no one who gets the same', async () => {
    await turnOn()
    const { body } = await pay(web, '2026-07-16', 60)
    expect(body.summary).toMatch(/More than last time: Bob Crook \(\$[\d.]+ net, \$[\d.]+ before/)
    expect(body.summary).not.toContain(mia.last_name)
  })

  it('a second pay of the same run, which is as high as the first', async () => {
    await turnOn()
    const { body } = await web.put(at('pays/create?pay_date=2026-07-09'), [
      { employee_id: bob.id, ...rows(38) },
    ])
    // Without an earlier run there is nothing to compare, so both pays count as one.
    expect(body.summary).toMatch(/Paid for the first time: Bob Crook/)
    expect((await pay(web, '2026-07-16', 38)).body.summary).not.toContain('Bob')
  })

  it('whom another run pays on the same day or for the same days, with the sum', async () => {
    const monthly = await aPerson(owner, company.id, { first_name: 'Jack', number: `J${company.id}` })
    const payJack = (client: TestClient, date: string, hours = 10) =>
      client.put(at(`pays/create?pay_date=${date}`), [{ employee_id: monthly.id, ...rows(hours) }])
    const [first] = (await payJack(owner, '2026-07-16')).body
    await owner.patch(at('employees/update'), [{ id: monthly.id, pay_period: 'MONTHLY' }])
    await turnOn()
    const one = await payJack(web, '2026-07-31')
    expect(one.body.summary).toMatch(
      new RegExp(
        `Paid by another run too: .?Jack Nguyen.? \\(\\$[\\d.]+ here, \\$${first.net.toFixed(2)} in the run to 2026-07-\\d\\d, paid on 2026-07-16 for the same days; together \\$`,
      ),
    )
    // Another run that is processed meanwhile makes the prepared one another decision.
    await owner.patch(at('employees/update'), [{ id: monthly.id, pay_period: 'FORTNIGHTLY' }])
    const two = await payJack(web, '2026-07-31', 11)
    expect((await second.post(`/api/approvals/${two.body.approval_id}/approve`)).body.state).toBe('approved')
    expect((await second.post(`/api/approvals/${one.body.approval_id}/approve`)).body.state).toBe('voided')
  })

  it('whom two runs pay for the same days in one bank file, or in two', async () => {
    const twice = await aPerson(owner, company.id, { first_name: 'Jack', number: `J${company.id}` })
    const payJack = async (date: string, hours: number) =>
      (await owner.put(at(`pays/create?pay_date=${date}`), [{ employee_id: twice.id, ...rows(hours) }]))
        .body[0]
    const weekly = await payJack('2026-07-16', 10)
    await owner.patch(at('employees/update'), [{ id: twice.id, pay_period: 'MONTHLY' }])
    const monthly = await payJack('2026-07-31', 11)
    const [one, two] = [weekly, monthly].map(({ net }) => net.toFixed(2))
    await turnOn()
    const summaryOf = async (pays: AnyJson[]) =>
      (await web.post(at('payments/files'), { pay_ids: pays.map(({ id }) => id) })).body.summary
    const sum = (weekly.net + monthly.net).toFixed(2)
    const both = await summaryOf([weekly, monthly])
    expect(both).toContain(
      `Paid by another run too: Jack Nguyen ($${one} in the run to 2026-07-19, paid on 2026-07-16 for the same days, $${two} in the run to 2026-07-31, paid on 2026-07-31 for the same days; together $${sum}).`,
    )
    expect(await summaryOf([weekly])).toContain(`Jack Nguyen ($${one} here, $${two} in the run to 2026-07-`)
  })

  it('who is paid for the first time', async () => {
    const ghost = await aPerson(owner, company.id, { first_name: 'Ghost', number: `G${company.id}` })
    await turnOn()
    const { body } = await web.put(at('pays/create?pay_date=2026-07-16'), [
      { employee_id: ghost.id, ...rows(10) },
    ])
    expect(body.summary).toContain('Paid for the first time: Ghost')
  })
})

describe('a deduction for a payee', () => {
  it('waits when its pay sends money to a payee or reference for the first time, and not the next time', async () => {
    const change = await standing(owner, bob, await union(), 'BOB 1')
    expect((await pay(owner, '2026-07-16', 38)).status).toBe(201)
    await turnOn({ approve_accounts: true })
    expect((await pay(web, '2026-07-17', 38)).status).toBe(201)
    expect((await change({ payee_reference: 'MY CARD' })).status).toBe(200)
    const waiting = await pay(web, '2026-07-18', 38)
    waits(waiting, 'account')
    expect(waiting.body.summary).toBe(
      'Pays deductions to a payee or reference for the first time: "Union fee" of Bob Crook (to Union, reference MY CARD, $25.00).',
    )
    const done = await second.post(`/api/approvals/${waiting.body.approval_id}/approve`)
    expect(done.body.state, done.body.reason).toBe('approved')
    expect((await pay(web, '2026-07-19', 38)).status).toBe(201)
  })

  it('does not keep a run below the amount that needs two people', async () => {
    await standing(owner, bob, await union(), 'BOB 1', 900)
    await turnOn({ approve_runs: 'above', approve_runs_above: 1500 })
    const { body: preview } = await owner.put(at('pays/create?pay_date=2026-07-16&dry_run=true'), [
      { employee_id: bob.id, ...rows(60) },
    ])
    expect(preview[0].net, JSON.stringify(preview).slice(0, 300)).toBeLessThan(1500)
    waits(await web.put(at('pays/create?pay_date=2026-07-16'), [{ employee_id: bob.id, ...rows(60) }]), 'run')
  })

  it('voids a prepared run when its payee has changed since', async () => {
    const change = await standing(owner, mia, await union(), 'MIA 1')
    expect((await pay(owner, '2026-07-16', 38)).status).toBe(201)
    await turnOn({ approve_runs: 'always' })
    const waiting = await pay(web, '2026-07-17', 38)
    waits(waiting, 'run')
    expect((await change({ payee_id: await union() })).status).toBe(200)
    const done = await second.post(`/api/approvals/${waiting.body.approval_id}/approve`)
    expect(done.body.state).toBe('voided')
  })
})

describe('a deduction that was raised', () => {
  it('is named in the summary of the run and of the file, and is unusual', async () => {
    const change = await standing(owner, bob, await union(), 'BOB 1')
    expect((await pay(owner, '2026-07-16', 38)).status).toBe(201)
    expect((await owner.post(at('payments/files'), { all_open: true })).status).toBe(201)
    await turnOn()
    expect((await change({ amount: 400 })).status).toBe(200)
    const run = await pay(web, '2026-07-23', 38)
    waits(run, 'run')
    const sentence =
      'Deductions for a payee that are more than last time: Bob Crook (to Union, reference "BOB 1", $400.00, $25.00 before).'
    expect(run.body.summary).toContain(sentence)
    const done = await second.post(`/api/approvals/${run.body.approval_id}/approve`)
    expect(done.body.state, done.body.reason).toBe('approved')
    const { pay_run_id: id } = done.body.answer.body[0]
    const { findings } = (await owner.get(at(`pay-runs/${id}/readiness`))).body
    expect(findings.filter(({ rule }: AnyJson) => rule === 'raised-deduction')).toMatchObject([
      {
        employee_id: bob.id,
        message: 'The deduction for Union, reference "BOB 1" is 400.00, 25.00 the last time.',
      },
    ])
    const file = await web.post(at('payments/files'), { all_open: true })
    waits(file, 'file')
    expect(file.body.summary).toContain(sentence)
  })

  it('is not named when it stays the same', async () => {
    await standing(owner, bob, await union(), 'BOB 1')
    expect((await pay(owner, '2026-07-16', 38)).status).toBe(201)
    await turnOn()
    const { body } = await pay(web, '2026-07-23', 38)
    expect(body.summary).not.toContain('Deductions for a payee')
  })
})

describe('a bank file names money that was paid before', () => {
  const prepared = async (reopen: (made: AnyJson) => Promise<Answer>) => {
    const made = (await file(owner)).body
    await turnOn()
    const reopened = await reopen(made)
    expect(reopened.status, JSON.stringify(reopened.body)).toBeLessThan(300)
    const waiting = await file(web)
    waits(waiting, 'file')
    return waiting.body.summary as string
  }

  it('and that one person recorded as returned', async () => {
    const summary = await prepared((made) =>
      web
        .post(at(`payments/files/${made.id}/returns`), {
          returned_on: '2026-07-20',
          reason: 'Account closed',
          items: [{ employee_id: bob.id }],
        })
        // The same account again changes nothing, so it needs no second person.
        .then(() =>
          web.post(at('payments/redirects'), { kind: 'net', pay_ids: [paid[1].id], is_same_place: true }),
        ),
    )
    expect(summary).toMatch(
      /Paid before and opened again: Bob Crook \(\$[\d.]+, recorded as returned on 2026-07-20\)/,
    )
    expect(summary).not.toContain(mia.last_name)
  })

  it('in a file that was cancelled', async () => {
    const summary = await prepared((made) => web.post(at(`payments/files/${made.id}/cancel`), {}))
    expect(summary).toMatch(/Bob Crook \(\$[\d.]+, cancelled or reversed\)/)
  })

  it('and money of old pay dates', async () => {
    expect((await pay(owner, '2026-05-07', 38)).status).toBe(201)
    await turnOn()
    expect((await file(web)).body.summary).toMatch(/Open from earlier pay dates: .*pay date 2026-05-07/)
  })
})

it('the reference of an account waits like its number', async () => {
  const list = (reference: string) => [
    { account_name: 'Card', bsb: '062-000', account_number: '12345678', reference, amount_type: 'REMAINDER' },
  ]
  const path = `/api/employees/${mia.id}/bank-accounts`
  expect((await owner.put(path, list('MIA'))).status).toBe(200)
  await turnOn()
  waits(await web.put(path, list('BOB')), 'account')
  expect((await web.put(path, list('MIA'))).status).toBe(200)
})

it('a new employee is no changed account: nothing is held and no one gets a mail about it', async () => {
  await turnOn({ hold_accounts: true })
  const body = employeeBody({
    first_name: 'Newcomer',
    primary_bank_bsb: '062-000',
    primary_bank_account_number: '55556666',
    primary_bank_account_name: 'N',
  })
  expect((await owner.put(at('employees/create'), [body])).status).toBe(201)
  await expect(mailTo(tasman.service, 'second@demo.example')).rejects.toThrow()
})

describe('access', () => {
  const idOf = async (email: string) =>
    (await screen.get('/api/people')).body.people.find((row: AnyJson) => row.email === email).id as number

  it('of a portfolio’s officers to more companies waits', async () => {
    const other = await aPayer(owner)
    const { body: portfolio } = await screen.post('/api/portfolios', {
      name: `P${company.id}`,
      company_ids: [company.id],
    })
    const clerk = await personOfAccount(tasman, `clerk${company.id}@demo.example`, 'reader')
    expect((await clerk.get('/api/companies')).status).toBe(200)
    const user = await idOf(`clerk${company.id}@demo.example`)
    const role = { portfolio_id: portfolio.id, role: 'member' }
    expect(
      (await screen.put(`/api/access/people/${user}`, { scope: 'companies', roles: [role] })).status,
    ).toBe(200)
    await turnOn()
    const path = `/api/portfolios/${portfolio.id}`
    waits(await admin.patch(path, { company_ids: [company.id, other.id] }), 'role')
    expect((await admin.patch(path, { company_ids: [] })).status).toBe(200)
  })

  it('a restored company has the rules that the account has by now', async () => {
    const old = await aPayer(owner)
    expect((await screen.delete(`/api/company/${old.id}`)).status).toBe(204)
    await turnOn()
    expect((await screen.post(`/api/company/${old.id}/restore`)).status).toBe(200)
    expect((await screen.get(`/api/company/${old.id}/rules`)).body).toMatchObject(ALL)
  })

  it('a new company has the strictest rules of all, whichever were changed last', async () => {
    await turnOn()
    const lax = await aPayer(owner)
    await tasman.service.database.query
      .updateTable('company_rules')
      .set({ approve_files: false, approve_accounts: false, updated_at: new Date('2026-07-21') })
      .where('company_id', '=', lax.id)
      .execute()
    const made = await aPayer(owner)
    expect((await screen.get(`/api/company/${made.id}/rules`)).body).toMatchObject(ALL)
  })

  it('does not become one person’s by deleting the company that has the rules', async () => {
    await turnOn()
    expect((await admin.delete(`/api/company/${company.id}`)).status).toBe(204)
    const invitation = { email: `self${company.id}@demo.example`, name: 'Self', role: 'member' }
    waits(await admin.post('/api/people/invitations', invitation), 'role')
    await screen.post(`/api/company/${company.id}/restore`)
  })

  it('does not become one owner’s by removing or demoting the others', async () => {
    await turnOn()
    const ids = await Promise.all(['crooked-admin@demo.example', 'second@demo.example'].map(idOf))
    const [third = 0, other = 0] = ids
    expect((await screen.delete(`/api/people/${third}`)).status).toBeLessThan(300)
    waits(await screen.patch(`/api/people/${other}`, { role: 'reader' }), 'role')
    expect((await screen.delete(`/api/people/${other}`)).status).toBeLessThan(300)
    const invitation = { email: `self${company.id}@demo.example`, name: 'Self', role: 'member' }
    waits(await screen.post('/api/people/invitations', invitation), 'role')
  })
})
