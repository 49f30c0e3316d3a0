import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { JOBS } from '../../../src/jobs.ts'
import { type Answer, type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'
import { aPayer, aPerson, rows } from '../payments/story.ts'
import { forgetRules, personOfAccount, tokenFor } from './two-people.ts'

/*
 * A dishonest bookkeeper with a real sign-in, in a company that requires two people for runs, accounts and files. Each
 * attempt names what stops it. After each, no file of the company pays the bookkeeper's account, and no rule has
 * changed.
 */

const GHOST = {
  first_name: 'Ghost',
  primary_bank_bsb: '062-000',
  primary_bank_account_number: '66667777',
  primary_bank_account_name: 'Ghost',
}
const DAY_MS = 24 * 60 * 60 * 1000
/** The bookkeeper's own account. */
const EVIL = '66667777'

let tasman: TestApp
/**
 * The owner through an application, who prepares the scene; the same person in the web app; and the honest second
 * person.
 */
let owner: TestClient
let screen: TestClient
let second: TestClient
/** The bookkeeper: in the web app, through an application, and with a personal token; and as an admin. */
let web: TestClient
let application: TestClient
let personal: TestClient
let admin: TestClient
let company: AnyJson
let mia: AnyJson
let paid: AnyJson

const RULES = { approve_runs: 'always', approve_accounts: true, approve_files: true }

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
  web = await personOfAccount(tasman, 'bookkeeper@demo.example', 'member')
  admin = await personOfAccount(tasman, 'crooked-admin@demo.example', 'admin')
  const user = await tasman.service.database.query
    .selectFrom('users')
    .selectAll()
    .where('email', '=', 'bookkeeper@demo.example')
    .executeTakeFirstOrThrow()
  application = tasman.clientWith(await tokenFor(tasman, user, 'demo-client'))
  personal = tasman.clientWith(await tokenFor(tasman, user, 'tasman-personal'))
}, 60_000)
afterAll(() => tasman.close())

beforeEach(async () => {
  await forgetRules(tasman)
  company = await aPayer(owner)
  mia = await aPerson(owner, company.id, { number: `M${company.id}` })
  paid = (await payMia(owner, '2026-07-09')).body[0]
  expect((await screen.patch(at('rules'), RULES)).status).toBe(200)
})

afterEach(async () => {
  const files = (await owner.get(at('payments/files'))).body
  for (const file of files) {
    const { raw } = await owner.get(at(`payments/files/${file.id}/content`))
    expect(raw.toString(), 'a file pays the bookkeeper').not.toContain(EVIL)
  }
  expect((await owner.get(at('rules'))).body).toMatchObject(RULES)
  expect(files).toEqual([])
  const pays = (await owner.get(at('pays'))).body
  expect(pays.filter((pay: AnyJson) => pay.status === 'processed')).toHaveLength(1)
})

const at = (path: string) => `/api/company/${company.id}/${path}`
const of = (path: string) => `/api/employees/${mia.id}/${path}`
const payMia = (client: TestClient, date = '2026-07-16', hours = 38) =>
  client.put(at(`pays/create?pay_date=${date}`), [{ employee_id: mia.id, ...rows(hours) }])
const evilList = [{ account_name: 'Mia', bsb: '062-000', account_number: EVIL, amount_type: 'REMAINDER' }]
const evilRecord = () => [{ id: mia.id, primary_bank_account_number: EVIL }]
const waits = (answer: Answer) =>
  expect([answer.status, answer.body.state], JSON.stringify(answer.body)).toEqual([202, 'waiting'])
const refused = (answer: Answer, status: number) =>
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)

type Attempt = [name: string, stop: 'waits' | number, attempt: () => Promise<Answer>]

const runJobs = async () => {
  for (const name of ['staged final pays', 'changes of employees'])
    await JOBS.find((job) => job.name === name)?.run(tasman.service, new AbortController().signal)
}

const ATTEMPTS: Attempt[] = [
  [
    'changes the account of Mia in her record',
    'waits',
    () => web.patch(at('employees/update'), evilRecord()),
  ],
  ['does it through an application', 'waits', () => application.patch(at('employees/update'), evilRecord())],
  ['does it with a personal token', 'waits', () => personal.patch(at('employees/update'), evilRecord())],
  [
    'adds a second account beside hers',
    'waits',
    () =>
      web.patch(at('employees/update'), [
        { id: mia.id, secondary_bank_bsb: '062-000', secondary_bank_account_number: EVIL },
      ]),
  ],
  ['replaces her list of accounts', 'waits', () => web.put(of('bank-accounts'), evilList)],
  [
    'dates the change into tomorrow, so that a job makes it',
    207,
    async () => {
      const answer = await web.patch(at('employees/update'), [
        { ...evilRecord()[0], effective_from: '2026-07-21' },
      ])
      tasman.clock.advance(2 * DAY_MS)
      await runJobs()
      tasman.clock.advance(-2 * DAY_MS)
      return answer
    },
  ],
  [
    'changes it with a number that is refused beside it',
    'waits',
    () => web.patch(at('employees/update'), [...evilRecord(), { id: 999_999, position: 'Chef' }]),
  ],
  [
    'imports accounts as a file',
    'waits',
    () =>
      web.post(
        at('imports/bank-accounts'),
        `employee_id,account_name,bsb,account_number,amount_type\n${mia.id},Mia,062-000,${EVIL},REMAINDER\n`,
        { 'content-type': 'text/csv' },
      ),
  ],
  [
    'imports the employee with another account',
    'waits',
    () =>
      web.post(at('imports/employees'), csvOf([{ number: mia.number, primary_bank_account_number: EVIL }]), {
        'content-type': 'text/csv',
      }),
  ],
  [
    'invents an employee with an account',
    'waits',
    () => web.put(at('employees/create'), [employeeBody(GHOST)]),
  ],
  [
    'imports an invented employee',
    'waits',
    () =>
      web.post(at('imports/employees'), csvOf([{ ...employeeBody(GHOST), number: `G${company.id}` }]), {
        'content-type': 'text/csv',
      }),
  ],
  [
    'adds a payee',
    'waits',
    () => web.post(at('payees'), { kind: 'union', name: 'Union', bsb: '062-000', account_number: EVIL }),
  ],
  [
    'changes the account of the company',
    'waits',
    () => web.patch(`/api/company/${company.id}`, { bank_account_number: EVIL }),
  ],
  [
    'names a self-managed fund with an account',
    'waits',
    () =>
      web.put(of('super-funds'), [
        {
          fund_type: 'SMSF',
          fund_name: 'Own Fund',
          abn: '53004085616',
          esa: 'SMSFDATAESA',
          member_number: 'A1',
          percentage: 100,
          bank_bsb: '062-000',
          bank_account_number: EVIL,
          bank_account_name: 'Own Fund',
        },
      ]),
  ],
  [
    'sends her super to a membership of their own',
    'waits',
    () =>
      web.put(of('super-funds'), [
        { fund_type: 'APRA', fund_name: 'Fund', usi: 'STA0100AU', member_number: 'EVIL1', percentage: 100 },
      ]),
  ],
  [
    'does it in her record',
    'waits',
    () => web.patch(at('employees/update'), [{ id: mia.id, default_employee_fund_member_number: 'EVIL1' }]),
  ],
  ['pays a run alone', 'waits', () => payMia(web)],
  ['pays it through an application', 'waits', () => payMia(application)],
  ['repeats a run with an idempotency key', 'waits', () => createKeyed()],
  [
    'drafts a run and processes it',
    'waits',
    async () => {
      const draft = await web.post(at('pay-runs'), { pay_period: 'WEEKLY', pay_date: '2026-07-16' })
      const id = draft.body.pay_run_id ?? draft.body.id
      return web.post(at(`pay-runs/${id}/process`))
    },
  ],
  ['pays more by changing a pay that was processed', 'waits', () => web.put(at(`pays/${paid.id}`), rows(60))],
  [
    'recalculates pays after a rise',
    'waits',
    async () => {
      await web.patch(at('employees/update'), [{ id: mia.id, pay_rate_per_hour: '99.00' }])
      return web.post(at('pays/recalculate'), { pay_ids: [paid.id], renew_snapshot: true })
    },
  ],
  [
    'ends the employment with a payment',
    'waits',
    () => web.post(of('terminate'), { termination_date: '2026-07-17', pay_date: '2026-07-17' }),
  ],
  [
    'pays workers compensation',
    'waits',
    () => web.put(at('workers-comp-pays/create?pay_date=2026-07-16'), [{ employee_id: mia.id, ...rows(38) }]),
  ],
  ['makes a bank file', 'waits', () => web.post(at('payments/files'), { all_open: true })],
  ['makes a bank file by reading it', 'waits', () => web.get(at(`pay-runs/${paid.pay_run_id}/bank-file`))],
  ['makes a file of one pay', 'waits', () => application.post(at('payments/files'), { pay_ids: [paid.id] })],
  ['approves what they prepared', 403, async () => approveOwn(web)],
  ['approves it through an application', 403, async () => approveOwn(application)],
  ['approves it with a personal token', 403, async () => approveOwn(personal)],
  [
    'has an application prepare it and approves it in the web app',
    403,
    async () => web.post(`/api/approvals/${(await payMia(application)).body.approval_id}/approve`),
  ],
  ['switches the rules off', 403, () => web.patch(at('rules'), { approve_files: false })],
  ['switches them off as an admin', 'waits', () => admin.patch(at('rules'), { approve_files: false })],
  [
    'raises the amount as an admin',
    'waits',
    () => admin.patch(at('rules'), { approve_runs: 'above', approve_runs_above: 999_999 }),
  ],
  [
    'names a friend as one of two approvers',
    'waits',
    async () => admin.patch(at('rules'), { approver_ids: await idsOf('member', 'admin') }),
  ],
  [
    'invites a second self as admin',
    'waits',
    () =>
      admin.post('/api/people/invitations', { email: 'puppet@demo.example', name: 'Puppet', role: 'admin' }),
  ],
  [
    'invites a second self as payroll officer, whose runs the admin would approve',
    'waits',
    () => admin.post('/api/people/invitations', { email: 'self@demo.example', name: 'Self', role: 'member' }),
  ],
  [
    'makes the bookkeeper an admin',
    'waits',
    async () => admin.patch(`/api/people/${(await idsOf('member'))[0]}`, { role: 'admin' }),
  ],
  [
    'registers an application with credentials of its own',
    'waits',
    () => admin.post('/api/api-admin/clients', { name: 'Helper', service_role: 'admin' }),
  ],
  [
    'opens a company beside it that pays from the same account',
    'waits',
    async () => {
      const shadow = (await web.put('/api/company/create', { legal_name: 'Shadow', jurisdiction: 'AU' })).body
      return web.put(`/api/company/${shadow.id}/employees/create`, [employeeBody(GHOST)])
    },
  ],
  [
    'puts an honest change and their own into one request',
    'waits',
    async () => {
      const tom = await personWithoutAccount()
      const answer = await web.patch(at('employees/update'), [
        { id: tom.id, primary_bank_bsb: '062-000', primary_bank_account_number: '11112222' },
        ...evilRecord(),
      ])
      expect(answer.body.summary).toContain(mia.last_name)
      expect(answer.body.summary).toContain('777')
      return answer
    },
  ],
  [
    'changes what was prepared before it is approved',
    200,
    async () => {
      const id = (await payMia(web)).body.approval_id
      await web.patch(at('employees/update'), [{ id: mia.id, pay_rate_per_hour: '199.00' }])
      const answer = await second.post(`/api/approvals/${id}/approve`)
      expect(answer.body.state).toBe('voided')
      return answer
    },
  ],
  [
    'stages a final pay for a job to process',
    200,
    async () => {
      const nz = await aCompany(owner, { jurisdiction: 'NZ' })
      const kiri = await anEmployee(owner, nz.id, { country: 'NZ', first_name: 'Kiri' })
      const answer = await web.post(`/api/employees/${kiri.id}/terminate`, {
        termination_date: '2026-07-24',
        pay_date: '2026-07-24',
      })
      tasman.clock.advance(5 * DAY_MS)
      await runJobs()
      tasman.clock.advance(-5 * DAY_MS)
      const pays = (await owner.get(`/api/company/${nz.id}/pays`)).body
      expect(pays.filter((pay: AnyJson) => pay.status === 'processed')).toEqual([])
      return answer
    },
  ],
]

const createKeyed = async () => {
  const send = () =>
    web.put(at('pays/create?pay_date=2026-07-16'), [{ employee_id: mia.id, ...rows(38) }], {
      'idempotency-key': `try-${company.id}`,
    })
  const first = await send()
  const again = await send()
  expect(again.body.approval_id).toBe(first.body.approval_id)
  return again
}

async function approveOwn(client: TestClient): Promise<Answer> {
  const { body } = await payMia(web)
  return client.post(`/api/approvals/${body.approval_id}/approve`)
}

const personWithoutAccount = () =>
  aPerson(owner, company.id, {
    first_name: 'Tom',
    primary_bank_bsb: null,
    primary_bank_account_number: null,
    primary_bank_account_name: null,
    default_employee_fund_usi: null,
    default_employee_fund_member_number: null,
  })

async function idsOf(...roles: ('member' | 'admin')[]): Promise<number[]> {
  const found = await tasman.service.database.query
    .selectFrom('users')
    .select('id')
    .where('email', 'in', ['bookkeeper@demo.example', 'crooked-admin@demo.example'])
    .where('role', 'in', roles)
    .execute()
  return found.map(({ id }) => id)
}

const csvOf = (items: Record<string, unknown>[]) =>
  [Object.keys(items[0] ?? {}), ...items.map((item) => Object.values(item))]
    .map((row) => row.join(','))
    .join('\n')

describe('a dishonest bookkeeper', () => {
  it('is tried 43 times', () => expect(ATTEMPTS).toHaveLength(43))

  for (const [name, stop, attempt] of ATTEMPTS)
    it(`${name}: ${stop === 'waits' ? 'waits for a second person' : `answered ${stop}`}`, async () => {
      const answer = await attempt()
      if (stop === 'waits') waits(answer)
      else refused(answer, stop)
    })
})
