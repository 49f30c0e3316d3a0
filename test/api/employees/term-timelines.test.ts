import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeOf, loadTerms, timelinesOf } from '../../../src/features/employees/employees/index.ts'
import { termsTimeline } from '../../../src/payroll/terms.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const query = () => tasman.service.database.query
async function update(id: number, change: object): Promise<void> {
  const { body } = await owner.patch(`/api/company/${company.id}/employees/update`, [{ id, ...change }])
  expect(body[0].errors).toEqual({})
}
const storedOf = (id: number) =>
  query().selectFrom('employees').select('term_timelines').where('id', '=', id).executeTakeFirstOrThrow()

/** The timelines stored with the employee must equal those built from the recorded changes. */
async function expectComposed(id: number): Promise<void> {
  const recorded = (await loadTerms(query(), [id])).get(id) ?? []
  const { term_timelines } = await storedOf(id)
  const composed = termsTimeline(recorded.map(changeOf))
  expect(timelinesOf(term_timelines ?? {})).toEqual(composed)
  expect(composed.size).toBeGreaterThan(0)
}

it('the timelines of terms are stored with the employee, whatever is recorded, replaced and cancelled', async () => {
  const mia = await anEmployee(owner, company.id, { start_date: '2026-02-02' })
  expect((await storedOf(mia.id)).term_timelines).toBeNull()
  await update(mia.id, { pay_rate_per_hour: '45.00', effective_from: '2026-05-04' })
  await expectComposed(mia.id)
  await update(mia.id, { pay_rate_per_hour: '46.50', effective_from: '2026-05-04' })
  await update(mia.id, { annual_salary: '91000', effective_from: '2026-06-01' })
  await update(mia.id, { standard_days_per_week: 4, effective_from: '2026-03-02' })
  await update(mia.id, { pay_rate_per_hour: '52.00', annual_salary: null, effective_from: '2026-08-03' })
  await expectComposed(mia.id)
  // A change without a date replaces values recorded for days since the last pay.
  await aPay(owner, company.id, '2026-05-10', aWeek(mia.id))
  await update(mia.id, { standard_days_per_week: 3, has_stsl_liability: true })
  await expectComposed(mia.id)
  const { body: changes } = await owner.get(`/api/employees/${mia.id}/changes`)
  for (const { id } of changes) {
    await owner.delete(`/api/employees/${mia.id}/changes/${id}`)
    await expectComposed(mia.id)
  }
  const url = `/api/company/${company.id}/pay-calendars`
  const { body: calendar } = await owner.post(url, {
    name: 'Every week',
    pay_period: 'WEEKLY',
    anchor_date: '2026-05-10',
  })
  await owner.put(`${url}/${calendar.id}/employees`, { employee_ids: [mia.id] })
  await expectComposed(mia.id)
  await query().deleteFrom('employee_terms').where('employee_id', '=', mia.id).execute()
  expect((await storedOf(mia.id)).term_timelines).toBeNull()
})
