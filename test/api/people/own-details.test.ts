import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { acceptInvitation, callApp, createVisitor, enterAs, type Visitor } from '../../support/visitor.ts'

/* New people enter their own account, tax number and fund through a link, and the officer approves. */

const EMAIL = 'nia@client.example'
let tasman: TestApp
let owner: TestClient
let officer: Visitor
let company: AnyJson
let nia: AnyJson
const url = (rest: string) => `/api/company/${company.id}${rest}`
const invite = (ids: number[], visitor = officer) =>
  callApp(tasman, visitor, 'POST', `/app${url('/self-service-invitations')}`, { employee_ids: ids })

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  officer = await enterAs(tasman, 'owner@demo.example')
  company = await aCompany(owner)
  nia = await anEmployee(owner, company.id, {
    first_name: 'Nia',
    email_address: EMAIL,
    tax_file_number: '111111111',
  })
}, 60_000)
afterAll(() => tasman.close())

it('is for people alone, and names who was not invited and why', async () => {
  const refused = await owner.post(url('/self-service-invitations'), { employee_ids: [nia.id] })
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('web app')])
  const stranger = await enterAs(tasman, 'other@demo.example')
  expect((await invite([nia.id], stranger)).status).toBeGreaterThanOrEqual(400)
  const unmailed = await anEmployee(owner, company.id, { first_name: 'Ola', tax_file_number: '865414088' })
  const foreign = await aCompany(owner, { abn: '53004085616' })
  const other = await anEmployee(owner, foreign.id, { email_address: 'other@client.example' })
  const { status, body } = await invite([nia.id, unmailed.id, other.id, 999_999])
  expect(status).toBe(200)
  expect(body.map(({ state }: AnyJson) => state)).toEqual([
    'invited',
    'not_invited',
    'not_invited',
    'not_invited',
  ])
  expect(body[1].reason).toContain('No e-mail address')
  expect(body[2]).toMatchObject({ format_name: null })
})

it('takes what the record lacks without a code, and waits for the officer', async () => {
  const visitor = createVisitor(tasman)
  const { text } = await mailTo(tasman.service, EMAIL)
  expect(text).toContain('enter your bank account, tax number')
  await acceptInvitation(visitor, text)
  const me = async () => (await callApp(tasman, visitor, 'GET', '/app/api/me')).body
  expect((await me()).missing).toEqual(['bank', 'tax', 'super'])
  const ask = (kind: string, fields: object) =>
    callApp(tasman, visitor, 'POST', '/app/api/me/detail-requests', { kind, fields })
  const account = {
    primary_bank_bsb: '062-000',
    primary_bank_account_number: '55667788',
    primary_bank_account_name: 'Nia',
  }
  expect((await ask('bank', account)).status).toBe(201)
  expect((await ask('tax', { tax_file_number: '123456782' })).status).toBe(201)
  // An address is already on record, so changing it needs the second factor.
  expect((await ask('details', { city: 'Hobart' })).status).toBe(403)
  expect((await me()).missing).toEqual(['bank', 'tax', 'super'])
  const requests = (await owner.get(url('/requests?state=open'))).body
  for (const { id } of requests)
    expect((await owner.post(url(`/requests/${id}/approve`), {})).status).toBe(200)
  expect((await me()).missing).toEqual(['super'])
  const changed = await ask('bank', { ...account, primary_bank_account_number: '99887766' })
  expect(changed.status).toBe(409)
  // The link was used.
  const again = await createVisitor(tasman).get(/\/invitation\/\S+/.exec(text)?.[0] ?? '')
  expect(again.status).toBe(404)
})

it('a New Zealand account goes onto the list of accounts, and is then no first entry any more', async () => {
  const employer = await aCompany(owner, { jurisdiction: 'NZ' })
  const email = 'aroha@client.example'
  const aroha = await anEmployee(owner, employer.id, { country: 'NZ', email_address: email })
  const at = (rest: string) => `/api/company/${employer.id}${rest}`
  await callApp(tasman, officer, 'POST', `/app${at('/self-service-invitations')}`, {
    employee_ids: [aroha.id],
  })
  const visitor = createVisitor(tasman)
  await acceptInvitation(visitor, (await mailTo(tasman.service, email)).text)
  const me = async () => (await callApp(tasman, visitor, 'GET', '/app/api/me')).body
  const ask = (number: string) =>
    callApp(tasman, visitor, 'POST', '/app/api/me/detail-requests', {
      kind: 'bank',
      fields: { primary_bank_account_number: number },
    })
  expect((await me()).missing).toContain('bank')
  const wrong = await ask('01-0902-0068388-00')
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('check digit')])
  expect((await ask('01-0902-0068389-00')).status).toBe(201)
  const [{ id }] = (await owner.get(at('/requests?state=open'))).body
  expect((await owner.post(at(`/requests/${id}/approve`), {})).status).toBe(200)
  const accounts = await owner.get(`/api/employees/${aroha.id}/bank-accounts`)
  expect(accounts.body).toMatchObject([{ bsb: null, amount_type: 'REMAINDER', rank: 1 }])
  expect(accounts.body[0].account_number).toMatch(/389/)
  const { missing, details } = await me()
  expect(missing).not.toContain('bank')
  expect(details.bank.primary_bank_account_number).toMatch(/^••• /)
  // The officer sees the account in the list that the change would replace, not an empty field of the record.
  const [decided] = (await owner.get(at('/requests'))).body
  expect(decided.fields.primary_bank_account_number.before).toMatch(/^••• \d{3}$/)
  // Now there is an account that could be replaced, so a change needs the second factor.
  expect((await ask('01-0902-0068389-00')).status).toBe(409)
})
