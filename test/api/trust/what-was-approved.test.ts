import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, rows } from '../payments/story.ts'
import { forgetRules, personOfAccount } from './two-people.ts'

/* An approval covers what the approver saw: other content is another approval, or voids it. */

let tasman: TestApp
let owner: TestClient
let screen: TestClient
let second: TestClient
let company: AnyJson
let mia: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  screen = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  second = await personOfAccount(tasman, 'second@demo.example', 'owner')
}, 60_000)
afterAll(() => tasman.close())

beforeEach(async () => {
  await forgetRules(tasman)
  company = await aPayer(owner)
  mia = await aPerson(owner, company.id)
})

const at = (path: string) => `/api/company/${company.id}/${path}`
const turnOn = async (rules: object) => expect((await screen.patch(at('rules'), rules)).status).toBe(200)
const pay = (more: object = {}, date = '2026-07-16') =>
  owner.put(at(`pays/create?pay_date=${date}`), [{ employee_id: mia.id, ...rows(38), ...more }])
const update = (change: object) => owner.patch(at('employees/update'), [{ id: mia.id, ...change }])
const waiting = (answer: AnyJson): number => {
  expect([answer.status, answer.body.state], JSON.stringify(answer.body)).toEqual([202, 'waiting'])
  return answer.body.approval_id
}
const approve = (id: number, headers: Record<string, string> = {}) =>
  second.post(`/api/approvals/${id}/approve`, undefined, headers)
const read = async (id: number) => (await second.get(`/api/approvals/${id}`)).body

describe('the same request with another effect', () => {
  it('gets a new approval, and the earlier one is void', async () => {
    const paid = (await pay()).body[0]
    await turnOn({ approve_files: true })
    const file = () => owner.post(at('payments/files'), { all_open: true })
    const seen = waiting(await file())
    expect(waiting(await file())).toBe(seen)
    expect((await owner.put(at(`pays/${paid.id}`), rows(60))).status).toBe(200)
    const next = waiting(await file())
    expect(next).not.toBe(seen)
    expect(await read(seen)).toMatchObject({ state: 'voided', reason: expect.stringContaining('again') })
    const late = await approve(seen)
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('This is void.')])
    expect((await owner.get(at('payments/files'))).body).toEqual([])
    expect((await approve(next)).body.state).toBe('approved')
  })

  it('is not approved with the digest of another', async () => {
    await turnOn({ approve_runs: 'always' })
    const first = waiting(await pay())
    const answer = await second.get(`/api/approvals/${first}`)
    expect(answer.headers.etag).toBe(`"${answer.body.digest}"`)
    expect((await update({ pay_rate_per_hour: '60.00' })).status).toBe(200)
    const next = waiting(await pay())
    const refused = await approve(next, { 'if-match': `"${answer.body.digest}"` })
    expect([refused.status, refused.body.detail]).toEqual([
      412,
      'This is not the request that you were shown. Read the approval again before you decide.',
    ])
    expect((await read(next)).state).toBe('waiting')
    const { digest } = await read(next)
    expect((await approve(next, { 'if-match': `"${digest}"` })).body.state).toBe('approved')
  })
})
