import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** Changes are identified by the time at which they were recorded. */
async function update(of: AnyJson, change: object): Promise<AnyJson> {
  tasman.clock.set(new Date(tasman.clock.now().getTime() + 1000))
  const { body } = await owner.patch(`/api/company/${of.company_id}/employees/update`, [
    { id: of.id, ...change },
  ])
  expect(body[0].errors).toEqual({})
  return body[0]
}
const hire = async (more: object = {}, at = company) => ({
  ...(await anEmployee(owner, at.id, { start_date: '2026-02-02', ...more })),
  company_id: at.id,
})
const termsOf = async ({ id }: AnyJson) =>
  (await owner.get(`/api/employees/${id}/terms`)).body.map(({ from, terms }: AnyJson) => ({ from, terms }))
const recordOf = async ({ id }: AnyJson) => {
  const { id: _, stp_id, ...record } = (await owner.get(`/api/employees/${id}`)).body
  return record
}
const changesOf = async ({ id }: AnyJson) => (await owner.get(`/api/employees/${id}/changes`)).body
async function cancel(of: AnyJson, day: string) {
  const found = (await changesOf(of)).find((change: AnyJson) => change.effective_from === day)
  return owner.delete(`/api/employees/${of.id}/changes/${found.id}`)
}

type Step = { set: object; from?: string; isCancelled?: true }

/**
 * Enters the steps for one employee and cancels some, and enters only the others for a second employee. The results
 * must be equal.
 */
async function expectNothingLeft(steps: readonly Step[], more: object = {}, at = company): Promise<void> {
  const [mia, twin] = [await hire(more, at), await hire(more, at)]
  for (const { set, from, isCancelled } of steps) {
    const change = { ...set, ...(from ? { effective_from: from } : {}) }
    await update(mia, change)
    if (!isCancelled) await update(twin, change)
  }
  for (const { from = '', isCancelled } of steps)
    if (isCancelled) expect((await cancel(mia, from)).status).toBe(204)
  expect(await termsOf(mia)).toEqual(await termsOf(twin))
  expect(await recordOf(mia)).toEqual(await recordOf(twin))
  const fields = (change: AnyJson) => [change.effective_from, change.fields, change.before, change.status]
  expect((await changesOf(mia)).map(fields)).toEqual((await changesOf(twin)).map(fields))
}

describe('a cancelled change leaves nothing behind', () => {
  it('where a later change met its value', async () => {
    await expectNothingLeft([
      { set: { pay_rate_per_hour: '45.00' }, from: '2026-05-04', isCancelled: true },
      { set: { pay_rate_per_hour: '50.00' }, from: '2026-06-01' },
      { set: { pay_rate_per_hour: '52.00' }, from: '2026-08-03' },
    ])
  })

  it('of what other changes derived from it', async () => {
    await expectNothingLeft([
      { set: { annual_salary: '91000' }, from: '2026-06-01' },
      { set: { standard_days_per_week: 4 }, from: '2026-05-04', isCancelled: true },
      { set: { standard_hours_per_day: '7' }, from: '2026-09-07' },
    ])
    await expectNothingLeft(
      [
        { set: { employment_status: 'Casual' }, from: '2026-05-04', isCancelled: true },
        { set: { employment_status: 'Full-time' }, from: '2026-06-01' },
      ],
      { accrue_holiday_leave_per_hour: '0.1' },
    )
  })

  it('of a scheduled change, and of a change beside one without a date', async () => {
    await expectNothingLeft([
      { set: { annual_salary: '91000' }, from: '2026-08-03', isCancelled: true },
      { set: { standard_days_per_week: 4 }, from: '2026-09-07' },
    ])
    await expectNothingLeft([
      { set: { position: 'Lead', pay_rate_per_hour: '45.00' }, from: '2026-05-04', isCancelled: true },
      { set: { has_stsl_liability: true, pay_rate_per_hour: '46.00' } },
      { set: { super_rate: '0.13' }, from: '2026-03-02' },
    ])
  })

  it('of terms that follow from another change is refused, and leaves them as they are', async () => {
    const nz = await aCompany(owner, { jurisdiction: 'NZ' })
    const mia = await hire({ country: 'NZ', nz_tax_code: 'M' }, nz)
    await update(mia, { nz_tax_code: 'S', effective_from: '2026-04-15' })
    await update(mia, { no_declaration: true, effective_from: '2026-04-08' })
    const before = await termsOf(mia)
    const [derived, ...others] = (await changesOf(mia)).filter(
      (change: AnyJson) => change.effective_from === '2026-04-15',
    )
    const { status, body } = await owner.delete(`/api/employees/${mia.id}/changes/${derived.id}`)
    expect([status, others.length]).toEqual([409, 1])
    expect(body.error ?? body.detail ?? JSON.stringify(body)).toContain('follow from another change')
    expect(await termsOf(mia)).toEqual(before)
  })

  it('of a time without a declaration (NZ)', async () => {
    const nz = await aCompany(owner, { jurisdiction: 'NZ' })
    await expectNothingLeft(
      [
        { set: { nz_tax_code: 'S' }, from: '2026-06-01' },
        { set: { kiwisaver_employee_rate: '0.06' }, from: '2026-05-04', isCancelled: true },
        { set: { no_declaration: true }, from: '2026-09-07', isCancelled: true },
      ],
      { country: 'NZ' },
      nz,
    )
  })
})

describe('cancelling a change', () => {
  it('lists the pays that differ, until they are recalculated', async () => {
    const mia = await hire()
    await update(mia, { pay_rate_per_hour: '45.00', effective_from: '2026-06-01' })
    const pay = await aPay(owner, company.id, '2026-07-12', aWeek(mia.id))
    expect(pay.gross).toBe(45 * 38)
    const { status, body } = await cancel(mia, '2026-06-01')
    expect([status, body.warnings]).toEqual([200, [expect.stringContaining('renew_snapshot')]])
    expect(body.affected_pays).toMatchObject([
      {
        pay_id: pay.id,
        needs_renew_snapshot: true,
        differences: expect.arrayContaining([{ figure: 'gross', stored: 1710, recalculated: 1520 }]),
      },
    ])
    const path = `/api/company/${company.id}/pays/recalculate`
    const again = await owner.post(path, { pay_ids: [pay.id], renew_snapshot: true })
    expect(again.body.pays[0].gross).toBe(1520)
  })

  it('marks drafts that used it as stale', async () => {
    const own = await aCompany(owner)
    const mia = await hire({}, own)
    await update(mia, { pay_rate_per_hour: '45.00', effective_from: '2026-07-20' })
    const { body: run } = await owner.post(`/api/company/${own.id}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-07-26',
    })
    expect(run.pays[0].gross).toBe(45 * 38)
    tasman.clock.set(new Date(tasman.clock.now().getTime() + 1000))
    expect((await cancel(mia, '2026-07-20')).status).toBe(204)
    const path = `/api/company/${own.id}/pay-runs/${run.pay_run_id}`
    const [draft] = (await owner.get(path)).body.pays
    expect(draft.warnings).toEqual(expect.arrayContaining([expect.stringContaining('stale')]))
  })

  it('is refused where a number or a calendar cannot be put back', async () => {
    const mia = await hire()
    await update(mia, { tax_file_number: '000000000', effective_from: '2026-05-04' })
    const { status, body } = await cancel(mia, '2026-05-04')
    expect([status, body.detail]).toEqual([409, expect.stringContaining('tax file number')])
  })

  it('is for one’s own employees, and once', async () => {
    const mia = await hire()
    await update(mia, { pay_rate_per_hour: '45.00', effective_from: '2026-06-01' })
    const [{ id }] = await changesOf(mia)
    const other = await tasman.clientFor('other')
    expect((await other.delete(`/api/employees/${mia.id}/changes/${id}`)).status).toBe(404)
    expect((await owner.delete(`/api/employees/${mia.id}/changes/${id}`)).status).toBe(204)
    expect((await owner.delete(`/api/employees/${mia.id}/changes/${id}`)).status).toBe(404)
  })
})
