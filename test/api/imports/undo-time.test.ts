import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* An import of time can be undone until one of its pays is processed. */

let tasman: TestApp
let owner: TestClient
let base: string
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-12-01T00:00:00' })
  owner = await tasman.clientFor('owner')
  const company = await aCompany(owner)
  base = `/api/company/${company.id}`
  await anEmployee(owner, company.id, { number: 'S1' })
  await anEmployee(owner, company.id, { number: 'S2' })
})
afterAll(() => tasman.close())

const send = async (
  query: string,
  kind = 'timesheets',
  more: object = { value: '7.5' },
): Promise<AnyJson> => {
  const rows = ['S1', 'S2'].map((employee_number) => ({ employee_number, date: '2026-12-08', ...more }))
  const { status, body } = await owner.post(`${base}/imports/${kind}?named_by_field=true&${query}`, rows)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const runs = async (): Promise<AnyJson[]> => (await owner.get(`${base}/pay-runs`)).body
const undo = (id: number) => owner.post(`${base}/past-imports/${id}/undo`)

it('deletes the drafts again and the run that is empty then, once', async () => {
  expect((await send('pay_date=2026-12-13&dry_run=true')).import_id).toBeNull()
  const { import_id: id } = await send('pay_date=2026-12-13&file_name=december.csv')
  expect((await owner.get(`${base}/past-imports`)).body[0]).toMatchObject({
    ...{ id, kind: 'timesheets', file_name: 'december.csv', created: 0, changed: 0, drafted: 2 },
  })
  const { import_id: leave } = await send('pay_date=2026-12-13', 'leave-taken', {
    leave_type: 'SICK',
    hours: '7.6',
  })
  expect(await runs()).toHaveLength(1)
  expect((await undo(id)).body).toEqual({
    ...{ import_id: id, deleted: 0, restored: 0, deleted_pays: 2, warnings: [] },
  })
  expect((await runs())[0].totals.employee_count).toBe(2)
  expect((await undo(leave)).body).toMatchObject({ deleted_pays: 2 })
  expect(await runs()).toEqual([])
  expect((await undo(id)).status).toBe(409)
})

it('names the drafts that were changed since, and the pays that are processed', async () => {
  const { import_id: first } = await send('pay_date=2026-12-13')
  const [run] = await runs()
  const { pays } = (await owner.get(`${base}/pay-runs/${run.pay_run_id}`)).body
  tasman.clock.set(new Date('2026-12-01T00:05:00Z'))
  const hours = [{ description: 'Ordinary hours', units: 'hours', value: 20 }]
  expect((await owner.put(`${base}/pays/${pays[0].id}`, { hours })).status).toBe(200)
  const { body } = await undo(first)
  expect(body).toMatchObject({
    deleted_pays: 2,
    warnings: [
      expect.stringMatching(
        /^Changes made to these drafts since are deleted too: .+ \(pay of 2026-12-13\)\.$/,
      ),
    ],
  })

  const { import_id: second } = await send('pay_date=2026-12-20')
  const [next] = await runs()
  expect((await owner.post(`${base}/pay-runs/${next.pay_run_id}/process`)).status).toBe(200)
  const refused = await undo(second)
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toMatch(
    /^This import can no longer be undone, because pays of it are processed:/,
  )
  expect((await runs())[0].totals.employee_count).toBe(2)
})
