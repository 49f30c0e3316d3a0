import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetRepeatedMarks } from '../../../src/features/lodgements/obligations/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPerson, PAYER, pay, rows } from '../payments/story.ts'
import { aPayer } from '../single-touch/story.ts'

/* The list comes from cached sums. After every kind of write they must equal newly calculated sums. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

/** The list from the cache, then the list after every payday is added up again. */
async function bothWays(companyId: number): Promise<[kept: AnyJson[], fresh: AnyJson[]]> {
  const path = `/api/company/${companyId}/obligations`
  const kept = (await owner.get(path)).body
  await tasman.administer('delete from paydays')
  await tasman.administer(
    'insert into payday_changes (company_id, customer_id, pay_date) select distinct company_id, 1, processed_date from pays',
  )
  return [kept, (await owner.get(path)).body]
}

it('no write leaves the kept sums behind', async () => {
  const company = await aPayer(owner, PAYER)
  const base = `/api/company/${company.id}`
  const [mia, sam] = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
  const pays: AnyJson[] = []
  const seen: AnyJson[] = []
  const steps: [what: string, () => Promise<{ status: number } | undefined>][] = [
    ['pay', async () => void pays.push(await pay(owner, company.id, mia.id, '2026-07-03'))],
    ['pay another', async () => void pays.push(await pay(owner, company.id, sam.id, '2026-07-10'))],
    ['pay twice', async () => void pays.push(await pay(owner, company.id, mia.id, '2026-07-10'))],
    ['lodge', () => owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [pays[0].id] })],
    ['rebuild a lodged pay', () => owner.put(`${base}/pays/${pays[0].id}`, rows(20))],
    ['settle super', () => owner.post(`${base}/super-payments/files`, {})],
    ['delete a pay', () => owner.delete(`${base}/pays/${pays[2].id}`)],
    [
      'a contractor',
      () => owner.patch(`${base}/employees/update`, [{ id: sam.id, is_super_only_contractor: true }]),
    ],
  ]
  for (const [what, step] of steps) {
    await step()
    const [kept, fresh] = await bothWays(company.id)
    expect([what, kept]).toEqual([what, fresh])
    seen.push(kept)
  }
  // The steps changed the list, except those that affect nothing in it.
  expect(new Set(seen.map((list) => JSON.stringify(list))).size).toBeGreaterThanOrEqual(6)
}, 120_000)

it('a list of paid people reads only paydays that changed', async () => {
  const company = await aPayer(owner, PAYER)
  const mia = await aPerson(owner, company.id)
  await pay(owner, company.id, mia.id, '2026-07-03')
  await owner.get(`/api/company/${company.id}/obligations`)
  const { query } = tasman.service.database
  const marks = () =>
    query.selectFrom('payday_changes').selectAll().where('company_id', '=', company.id).execute()
  expect(await marks()).toEqual([])
  await pay(owner, company.id, mia.id, '2026-07-10')
  expect([...new Set((await marks()).map((mark) => mark.pay_date))]).toEqual(['2026-07-10'])
  await pay(owner, company.id, mia.id, '2026-07-10')
  await forgetRepeatedMarks(tasman.service)
  expect((await marks()).map((mark) => mark.pay_date)).toEqual(['2026-07-10'])
})
