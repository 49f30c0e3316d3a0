import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployer, aPay, aWorker } from '../payday-filing/story.ts'

/* New Zealand child support goes to Inland Revenue with the PAYE, so no payee is paid for it. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const SUPPORT = { description: 'Child support', amount: 100, classification: 'CHILD_SUPPORT_DEDUCTION' }
const REFUSED = expect.stringContaining('Child support is paid to Inland Revenue with the PAYE')

async function setUp() {
  const company = await anEmployer(owner)
  const worker = await aWorker(owner, company.id)
  const path = `/api/company/${company.id}`
  const payee = { kind: 'child support', name: 'Child Support', account_number: '12-3140-0171323-00' }
  const { body } = await owner.post(`${path}/payees`, payee)
  return { company, worker, path, payeeId: body.id as number }
}

it('has no payee on a standing deduction', async () => {
  const { worker, payeeId } = await setUp()
  const path = `/api/employees/${worker.id}/deductions`
  const named = await owner.post(path, { ...SUPPORT, payee_id: payeeId })
  expect(named).toMatchObject({ status: 422, body: { detail: REFUSED } })
  const own = (await owner.post(path, SUPPORT)).body
  expect(await owner.patch(`${path}/${own.id}`, { payee_id: payeeId })).toMatchObject({ status: 422 })
  const dues = { description: 'Dues', amount: 5, classification: 'UNION_FEES', payee_id: payeeId }
  const other = await owner.post(path, dues)
  expect(other.status).toBe(201)
  const { classification } = SUPPORT
  expect(await owner.patch(`${path}/${other.body.id}`, { classification })).toMatchObject({ status: 422 })
  expect(await owner.patch(`${path}/${other.body.id}`, { classification, payee_id: null })).toMatchObject({
    status: 200,
  })
})

it('has no payee in a pay, and no redirect to one', async () => {
  const { company, worker, path, payeeId } = await setUp()
  const dues = { description: 'Dues', amount: 5, classification: 'UNION_FEES', payee_id: payeeId }
  await owner.post(`/api/employees/${worker.id}/deductions`, dues)
  const row = { description: 'Dues', classification: SUPPORT.classification, amount: 5 }
  const pays = `${path}/pays/create?pay_date=2026-11-13`
  expect(await owner.put(pays, [{ employee_id: worker.id, deductions: [row] }])).toMatchObject({
    status: 422,
    body: { detail: REFUSED },
  })
  const pay = await aPay(owner, company.id, worker.id, '2026-11-13', { deductions: [SUPPORT] })
  const wanted = { pay_ids: [pay.id], kind: 'payee', payee_id: payeeId, description: 'Child support' }
  expect(await owner.post(`${path}/payments/redirects`, wanted)).toMatchObject({
    status: 400,
    body: { detail: REFUSED },
  })
})

it('counts once where an earlier release stored a payee', async () => {
  const { company, worker, path, payeeId } = await setUp()
  const pay = await aPay(owner, company.id, worker.id, '2026-11-13', { deductions: [SUPPORT] })
  const parts = async () =>
    ((await owner.get(`${path}/obligations`)).body as AnyJson[]).find(({ kind }) => kind === 'paye')?.payment
      .parts
  expect(await parts()).toContainEqual({ name: 'child_support', amount: 100 })
  await sql`update pay_lines set details = details::jsonb || jsonb_build_object('payee_id', ${payeeId}::int)
    where pay_id = ${pay.id} and kind = 'deduction'`.execute(tasman.service.database.query)
  const items = (await owner.get(`${path}/payments/items`)).body as AnyJson[]
  expect(items.map(({ kind, owed }) => [kind, owed])).toEqual([['net', pay.net]])
  expect(await parts()).toContainEqual({ name: 'child_support', amount: 100 })
  const { body } = await owner.get(`${path}/reconciliation?from_date=2026-11-01&to_date=2026-11-30`)
  expect(body.checks.filter(({ agrees }: AnyJson) => !agrees)).toEqual([])
})
