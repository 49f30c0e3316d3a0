import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uniqueViolationSentence } from '../../src/database/unique-violations.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { mailsTo } from '../support/mail.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { callApp, createVisitor, type Visitor } from '../support/visitor.ts'

/*
 * The same request twice, at the same time or one after the other: the second gets an error message, never a
 * 500.
 */

let tasman: TestApp
let client: TestClient
let owner: Visitor
let companyId: number

beforeAll(async () => {
  tasman = await startTestApp()
  client = await tasman.clientFor('owner')
  companyId = (await aCompany(client)).id
  owner = createVisitor(tasman)
  await owner.signIn('owner@demo.example')
}, 60_000)
afterAll(() => tasman.close())

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

it('of invitations that come at the same time one is sent, the others are answered 409', async () => {
  const body = { email: 'twice@client.example', name: 'Rosa Tan', role: 'member' }
  const invite = (query = '') => callApp(tasman, owner, 'POST', `/app/api/people/invitations${query}`, body)
  const answers = await Promise.all([invite(), invite(), invite()])
  expect(statuses(answers)).toEqual([201, 409, 409])
  for (const { status, body: answer } of answers)
    if (status === 409) expect(answer.detail).toContain('twice@client.example has an open invitation')
  expect(await mailsTo(tasman.service, 'twice@client.example')).toHaveLength(1)
  const resent = await Promise.all([invite('?resend=true'), invite('?resend=true')])
  expect(statuses(resent).every((status) => status === 201 || status === 409)).toBe(true)
})

it('an employee has one open invitation to self-service, until it is sent again', async () => {
  const mia = await anEmployee(client, companyId, {
    number: 'TW1',
    email_address: 'mia.twice@client.example',
    employee_portal_active: true,
  })
  const invite = (query = '') =>
    callApp(tasman, owner, 'POST', `/app/api/employees/${mia.id}/self-service${query}`)
  const answers = await Promise.all([invite(), invite()])
  expect(statuses(answers)).toEqual([201, 409])
  const again = await invite()
  expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('open invitation')])
  expect((await invite('?resend=true')).status).toBe(201)
  expect(await mailsTo(tasman.service, 'mia.twice@client.example')).toHaveLength(2)

  // An address that a colleague was invited with cannot be invited again as an employee.
  const tom = await anEmployee(client, companyId, {
    number: 'TW2',
    email_address: 'twice@client.example',
    tax_file_number: '865414088',
    employee_portal_active: true,
  })
  const taken = await callApp(tasman, owner, 'POST', `/app/api/employees/${tom.id}/self-service?resend=true`)
  expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining('open invitation')])
})

it('no write that comes twice at the same time is answered 500', async () => {
  const company = `/api/company/${companyId}`
  const allowance = { description: 'Tools twice', amount: '5', allowance_category: 'TD' }
  const calendar = {
    name: 'Crew twice',
    pay_period: 'WEEKLY',
    anchor_date: '2026-11-15',
  }
  const rate = {
    description: 'Night',
    multiplier: '1.5',
    award_name: 'Award T',
    classification_name: 'Level 1',
  }
  const writes: [method: 'post' | 'put', path: string, body: unknown][] = [
    ['post', `${company}/allowances`, allowance],
    ['post', `${company}/pay-calendars`, calendar],
    ['post', `${company}/pay-rates`, rate],
    [
      'post',
      `${company}/payees`,
      { kind: 'union', name: 'Union', bsb: '062-001', account_number: '12345678' },
    ],
    ['post', `${company}/pay-runs`, { pay_period: 'WEEKLY', pay_date: '2026-11-20' }],
    ['post', '/api/employment-types', { name: 'Seasonal twice' }],
  ]
  for (const [method, path, body] of writes) {
    const answers = await Promise.all([1, 2, 3].map(() => client[method](path, body)))
    const said = answers.map(({ status, body: answer }: { status: number; body: AnyJson }) => [
      path,
      status < 500 ? 'answered' : JSON.stringify(answer),
    ])
    expect(said).toEqual([1, 2, 3].map(() => [path, 'answered']))
    // A refused body would never reach an index.
    expect([path, Math.min(...answers.map(({ status }) => status))]).toEqual([
      path,
      expect.toBeOneOf([200, 201]),
    ])
  }
})

it('every unique index has a sentence, and its own where it is named', async () => {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where i.indisunique and n.nspname = current_schema()`.execute(tasman.service.database.query)
  const names = rows.map(({ name }) => name)
  expect(names).toContain('invitations_open')
  for (const constraint of names)
    expect(uniqueViolationSentence({ code: '23505', constraint })).toMatch(/^[A-Z].*\.$/)
  expect(uniqueViolationSentence({ code: '23505', constraint: 'invitations_open' })).toContain('invitation')
  expect(uniqueViolationSentence({ code: '23503' })).toBeUndefined()
})
