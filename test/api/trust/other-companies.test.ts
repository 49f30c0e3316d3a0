import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, PAYER } from '../payments/story.ts'
import { forgetRules, personOfAccount } from './two-people.ts'

/* The rules of one company are not avoided through another company of the account. */

let tasman: TestApp
let owner: TestClient
let screen: TestClient
let second: TestClient
let ruled: AnyJson
let other: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
}, 60_000)
afterAll(() => tasman.close())

beforeEach(async () => {
  await forgetRules(tasman)
  ruled = await aPayer(owner)
  other = await aPayer(owner)
})

const rulesOf = ({ id }: AnyJson) => `/api/company/${id}/rules`
const turnOn = async (company: AnyJson, rules: object) =>
  expect((await screen.patch(rulesOf(company), rules)).status).toBe(200)
const read = async (company: AnyJson) => (await screen.get(rulesOf(company))).body

describe('companies without rules', () => {
  it('get the rules of a company that requires two people when the owner says so', async () => {
    const rules = { approve_runs: 'above', approve_runs_above: 500, approve_accounts: true }
    await turnOn(ruled, { ...rules, for_companies_without_rules: true })
    expect(await read(other)).toMatchObject({ ...rules, approve_files: false })
    // A change of one company's rules does not change another company that has its own.
    const relaxed = await screen.patch(rulesOf(other), { approve_accounts: false })
    expect(relaxed.status).toBe(202)
    expect((await second.post(`/api/approvals/${relaxed.body.approval_id}/approve`)).body.state).toBe(
      'approved',
    )
    expect(await read(other)).toMatchObject({ approve_accounts: false, approve_runs_above: 500 })
    expect(await read(ruled)).toMatchObject(rules)
  })

  it('stay as they are otherwise', async () => {
    await turnOn(ruled, { approve_accounts: true })
    expect(await read(ruled)).toMatchObject({ approve_accounts: true })
    expect(await read(ruled)).not.toHaveProperty('for_companies_without_rules')
    expect(await read(other)).toMatchObject({ approve_accounts: false })
  })

  it('need two people to pay from the account of a company that requires two', async () => {
    const own = { bank_account_number: '999888' }
    expect((await owner.patch(`/api/company/${other.id}`, own)).status).toBe(200)
    await turnOn(ruled, { approve_accounts: true })
    expect((await owner.patch(`/api/company/${other.id}`, { bank_account_number: '999777' })).status).toBe(
      200,
    )
    const { bank_account_number } = PAYER
    const answer = await owner.patch(`/api/company/${other.id}`, { bank_account_number })
    expect([answer.status, answer.body.kind]).toEqual([202, 'account'])
    expect(answer.body.summary).toContain('which then pays from the account of')
    expect((await second.post(`/api/approvals/${answer.body.approval_id}/approve`)).body.state).toBe(
      'approved',
    )
  })

  it.each([
    { bank_account_number: '123-456' },
    { bank_account_number: '0123456' },
    { bank_account_number: '12 3456' },
    { bank_account_number: '00-123456', bank_bsb: '032000' },
  ])('need two people however the account is written: %o', async (spelling) => {
    const own = { bank_account_number: '999888' }
    expect((await owner.patch(`/api/company/${other.id}`, own)).status).toBe(200)
    await turnOn(ruled, { approve_accounts: true })
    const answer = await owner.patch(`/api/company/${other.id}`, spelling)
    expect([answer.status, answer.body.kind]).toEqual([202, 'account'])
  })
})
