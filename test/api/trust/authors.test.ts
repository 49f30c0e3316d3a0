import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, rows } from '../payments/story.ts'
import { forgetRules, personOfAccount } from './two-people.ts'

/*
 * The person who processes a run may do so every week without looking at each pay. So the people who decided its figures
 * cannot be the only ones who approve it.
 */

let tasman: TestApp
/** Sets up the company, and never approves. */
let owner: TestClient
let screen: TestClient
let second: TestClient
let officer: TestClient
let admin: TestClient
let company: AnyJson
let mia: AnyJson
let run: AnyJson

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
const draft = (client: TestClient, pay_date: string) =>
  ok(client.post(at('pay-runs'), { pay_period: 'WEEKLY', pay_date }), 201)
const process = (client: TestClient): Promise<number> =>
  ok(client.post(at(`pay-runs/${run.pay_run_id}/process`)), 202).then(({ approval_id: id }) => id)
const approve = (client: TestClient, id: number) => client.post(`/api/approvals/${id}/approve`)
const refused = async (client: TestClient, id: number) => {
  const { status, body } = await approve(client, id)
  expect([status, body.detail]).toEqual([403, expect.stringMatching(/^You changed what this pays/)])
}
const edit = (client: TestClient, value: number) =>
  ok(client.put(at(`pays/${run.pays[0].id}`), { ...rows(value) }))

beforeEach(async () => {
  await forgetRules(tasman)
  company = await aPayer(owner)
  mia = await aPerson(owner, company.id, { number: `M${company.id}` })
  await ok(owner.put(at('pays/create?pay_date=2026-07-09'), [{ employee_id: mia.id, ...rows(38) }]), 201)
  // What was recorded before this time belongs to the pay before.
  tasman.clock.advance(2_000)
})
const turnOn = (rules: object) => ok(screen.patch(at('rules'), rules))

describe('the author of what a run pays', () => {
  it('edited a draft', async () => {
    await turnOn({ approve_runs: 'always' })
    run = await draft(officer, '2026-07-16')
    await edit(admin, 90)
    // A later editor does not hide an earlier one.
    await edit(officer, 91)
    const id = await process(officer)
    await refused(admin, id)
    expect((await admin.post(`/api/approvals/${id}/reject`, {})).body.state).toBe('rejected')
    expect((await approve(second, await process(officer))).body.state).toBe('approved')

    // Two people have approved what the admin entered.
    tasman.clock.advance(2_000)
    run = await draft(officer, '2026-07-23')
    expect((await approve(admin, await process(officer))).body.state).toBe('approved')
  })

  it('drafted it as a copy of the last pays', async () => {
    await turnOn({ approve_runs: 'always' })
    const body = { pay_period: 'WEEKLY', pay_date: '2026-07-16', copy_from: 'LAST_PAY' }
    run = await ok(admin.post(at('pay-runs'), body), 201)
    await refused(admin, await process(officer))
  })

  it('changed the record of an employee since the pay before', async () => {
    await turnOn({ approve_runs: 'always' })
    const change = (fields: object) => ok(admin.patch(at('employees/update'), [{ id: mia.id, ...fields }]))
    await change({ phone_mobile: '0400000000' })
    run = await draft(officer, '2026-07-16')
    const before = await process(officer)
    await change({ pay_rate_per_hour: 99 })
    const id = await process(officer)
    expect(id).not.toBe(before)
    await refused(admin, id)
    expect((await approve(second, id)).body.state).toBe('approved')
  })

  it('changed a rate or an allowance of the company since the pay before', async () => {
    const rate = { description: 'Loading', rate: '40.00' }
    const made = await owner.post(at('pay-rates'), rate)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    tasman.clock.advance(2_000)
    await ok(owner.put(at('pays/create?pay_date=2026-07-09'), [{ employee_id: mia.id, ...rows(1) }]), 201)
    tasman.clock.advance(2_000)
    await turnOn({ approve_runs: 'always' })
    await ok(admin.patch(at(`pay-rates/${made.body.id}`), { rate: '400.00' }))
    run = await draft(officer, '2026-07-16')
    const id = await process(officer)
    await refused(admin, id)
    expect((await approve(second, id)).body.state).toBe('approved')
  })

  it('changed only an address or a phone number, which decides nothing', async () => {
    await turnOn({ approve_runs: 'always' })
    await ok(admin.patch(at('employees/update'), [{ id: mia.id, phone_mobile: '0400000000' }]))
    run = await draft(officer, '2026-07-16')
    expect((await approve(admin, await process(officer))).body.state).toBe('approved')
  })

  it('may approve what another approver prepares, who has then agreed to it', async () => {
    await turnOn({ approve_runs: 'always' })
    run = await draft(officer, '2026-07-16')
    await edit(admin, 90)
    expect((await approve(admin, await process(second))).body.state).toBe('approved')
  })

  it('controls the application that an officer uses', async () => {
    await turnOn({ approve_runs: 'always' })
    run = await draft(officer, '2026-07-16')
    await edit(officer, 90)
    const { query } = tasman.service.database
    const { id: adminId } = await query
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'admin@demo.example')
      .executeTakeFirstOrThrow()
    await query
      .updateTable('oauth_clients')
      .set({ keeper_ids: [adminId] })
      .where('client_id', '=', 'tasman-web')
      .execute()
    try {
      await edit(officer, 91)
    } finally {
      await query.updateTable('oauth_clients').set({ keeper_ids: [] }).execute()
    }
    await refused(admin, await process(officer))
  })
})

it('the person who entered pays that needed no approval does not approve their bank file alone', async () => {
  await turnOn({ approve_files: true })
  await ok(admin.put(at('pays/create?pay_date=2026-07-16'), [{ employee_id: mia.id, ...rows(70) }]), 201)
  const { approval_id: id } = await ok(officer.post(at('payments/files'), { all_open: true }), 202)
  await refused(admin, id)
  expect((await approve(second, id)).body.state).toBe('approved')
})
