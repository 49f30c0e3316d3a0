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

describe('the content of the pays', () => {
  const CHANGES: Record<string, () => Promise<unknown>> = {
    'another pay method': () => update({ pay_method: 'CASH' }),
    'another account': () => update({ primary_bank_account_number: '55556666' }),
    'another reference and split': () =>
      update({
        secondary_bank_bsb: '062-000',
        secondary_bank_account_number: '77778888',
        secondary_bank_amount_per_period: '50.00',
      }),
    'another member number': () => update({ default_employee_fund_member_number: 'B2' }),
  }
  for (const [what, change] of Object.entries(CHANGES))
    it(`${what} voids the approval of a run`, async () => {
      await turnOn({ approve_runs: 'always' })
      const id = waiting(await pay())
      await change()
      const done = await approve(id)
      expect([done.body.state, done.body.reason]).toEqual([
        'voided',
        expect.stringContaining('has changed since then'),
      ])
      expect((await owner.get(at('pays'))).body).toEqual([])
    })

  it('leave in place of hours, or another gross of the same net, voids the approval of a draft', async () => {
    const draft = async (body: object) => {
      const [made] = (await owner.get(at('pays?status=pending'))).body
      const changed = await owner.put(at(`pays/${made.id}`), body)
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    }
    const hours = (value: number) => [{ description: 'Ordinary', units: 'hours', value }]
    const run = await owner.post(at('pay-runs'), { pay_period: 'WEEKLY', pay_date: '2026-07-16' })
    const process = () => owner.post(at(`pay-runs/${run.body.pay_run_id ?? run.body.id}/process`))
    await draft({ hours: hours(38), leave: [] })
    await turnOn({ approve_runs: 'always' })
    const before = await process()
    const id = waiting(before)
    await draft({
      hours: hours(30.4),
      leave: [{ description: 'Leave', leave_type: 'HOLIDAY', date: '2026-07-10', hours: 7.6 }],
    })
    expect((await approve(id)).body.state).toBe('voided')
    expect(waiting(await process())).not.toBe(id)
  })
})

describe('pays below zero', () => {
  it('do not offset the others in the summary or for the amount', async () => {
    await turnOn({ approve_runs: 'above', approve_runs_above: 1000 })
    const pair = await owner.put(at('pays/create?pay_date=2026-07-16'), [
      { employee_id: mia.id, ...rows(60) },
      { employee_id: mia.id, ...rows(-60) },
    ])
    waiting(pair)
    expect(pair.body.summary).toMatch(
      /It pays out \$\d{4}\.\d\d; below zero: Mia Nguyen \(-\$\d{4}\.\d\d\)\./,
    )
    expect(pair.body.summary).toContain('Paid for the first time: Mia Nguyen')
    expect(pair.body.summary).not.toContain('Mia Nguyen ($0.00)')
  })

  it('are not deleted by one person, nor is any processed pay', async () => {
    const [up, down] = (
      await owner.put(at('pays/create?pay_date=2026-07-16'), [
        { employee_id: mia.id, ...rows(60) },
        { employee_id: mia.id, ...rows(-60) },
      ])
    ).body
    await turnOn({ approve_runs: 'above', approve_runs_above: 1000 })
    for (const { id } of [up, down]) {
      const answer = await owner.delete(at(`pays/${id}`))
      waiting(answer)
      expect(answer.body.summary).toContain(`Deletes pay ${id} of Mia Nguyen, paid on 2026-07-16`)
    }
    const preview = await owner.delete(at(`pays/${down.id}?dry_run=true`))
    expect(preview.status).toBe(200)
    const { approval_id: id } = (await owner.delete(at(`pays/${down.id}`))).body
    expect((await approve(id)).body.state).toBe('approved')
    expect((await owner.get(at('pays'))).body).toHaveLength(1)
  })
})

describe('the amount above which a run needs two people', () => {
  it('counts everything that the company pays on one day, whatever the calendar', async () => {
    await turnOn({ approve_runs: 'above', approve_runs_above: 1000 })
    expect((await pay(rows(20))).status).toBe(201)
    const tom = await aPerson(owner, company.id, { first_name: 'Tom', pay_period: 'FORTNIGHTLY' })
    const other = await owner.put(at('pays/create?pay_date=2026-07-16&period_end_date=2026-08-09'), [
      { employee_id: tom.id, ...rows(25) },
    ])
    waiting(other)
    const later = await owner.put(at('pays/create?pay_date=2026-07-17'), [
      { employee_id: tom.id, ...rows(25) },
    ])
    expect(later.status, JSON.stringify(later.body)).toBe(201)
  })
})
