import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDueChanges } from '../../../src/features/employees/employees/index.ts'
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

const update = async (change: object) => {
  const { status, body } = await owner.patch(`/api/company/${company.id}/employees/update`, [change])
  return { status, ...body[0] }
}
const changesOf = async (employee: AnyJson) => (await owner.get(`/api/employees/${employee.id}/changes`)).body

describe('a change with its date', () => {
  it('offers the back pay of a late rise with its method, until it is paid', async () => {
    const mia = await anEmployee(owner, company.id)
    for (const date of ['2026-07-05', '2026-07-12', '2026-07-19'])
      await aPay(owner, company.id, date, aWeek(mia.id))
    const result = await update({ id: mia.id, pay_rate_per_hour: '42.00', effective_from: '2026-07-06' })
    expect(result.warnings).toContainEqual(expect.stringContaining('back pay'))
    expect(result.employee.pay_rate_per_hour).toBe(42)
    const [change] = await changesOf(mia)
    // Two weeks of 38 hours are after 6 July.
    expect(change).toMatchObject({
      effective_from: '2026-07-06',
      status: 'applied',
      before: { pay_rate_per_hour: '40' },
      back_payment: {
        amount: 152,
        tax_method: 'METHOD_B1',
        start_date: '2026-07-06',
        end_date: '2026-07-19',
      },
    })
    const paid = await aPay(
      owner,
      company.id,
      '2026-07-26',
      aWeek(mia.id, { back_payments: [change.back_payment] }),
    )
    expect(paid.gross).toBe(42 * 38 + 152)
    expect((await changesOf(mia))[0].back_payment).toBeNull()
  })

  it('marks drafts that were made before as stale, and rebuilds them on request', async () => {
    const own = await aCompany(owner)
    const mia = await anEmployee(owner, own.id)
    const { body: run } = await owner.post(`/api/company/${own.id}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-07-26',
    })
    tasman.clock.set(new Date('2026-07-20T03:00:00Z'))
    owner = await tasman.clientFor('owner')
    await owner.patch(`/api/company/${own.id}/employees/update`, [
      { id: mia.id, pay_rate_per_hour: '50.00', effective_from: '2026-07-20' },
    ])
    const [change] = await changesOf(mia)
    expect(change.stale_pay_ids).toEqual([run.pays[0].id])
    const path = `/api/company/${own.id}/pay-runs/${run.pay_run_id}`
    const [draft] = (await owner.get(path)).body.pays
    expect([draft.gross, draft.warnings]).toEqual([
      1520,
      expect.arrayContaining([expect.stringContaining('stale')]),
    ])
    tasman.clock.set(new Date('2026-07-20T04:00:00Z'))
    owner = await tasman.clientFor('owner')
    const { status, body } = await owner.post(`${path}/rebuild`)
    expect([status, body.pays[0].gross, body.pays[0].warnings]).toEqual([200, 1900, []])
    expect((await changesOf(mia))[0].stale_pay_ids).toEqual([])
  })

  it('marks a draft as stale that was made in the same second as the change', async () => {
    const own = await aCompany(owner)
    const mia = await anEmployee(owner, own.id)
    const change = (body: object) =>
      owner.patch(`/api/company/${own.id}/employees/update`, [{ id: mia.id, ...body }])
    await change({ super_rate: '0.125', effective_from: '2026-07-20' })
    const { body: run } = await owner.post(`/api/company/${own.id}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-07-26',
    })
    const path = `/api/company/${own.id}/pay-runs/${run.pay_run_id}`
    const stale = async () => (await changesOf(mia)).flatMap((each: AnyJson) => each.stale_pay_ids)
    const isWarned = async () =>
      (await owner.get(path)).body.pays[0].warnings.some((each: string) => each.includes('stale'))
    expect([await stale(), await isWarned()]).toEqual([[], false])
    await change({ pay_rate_per_hour: '50.00', effective_from: '2026-07-20' })
    expect([await stale(), await isWarned()]).toEqual([[run.pays[0].id], true])
    expect((await owner.get(`${path}/readiness`)).body.findings).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('changed from 40 to 50') }),
    )
    expect((await owner.post(`${path}/rebuild`)).body.pays[0].gross).toBe(50 * 38)
    expect([await stale(), await isWarned()]).toEqual([[], false])
    // So is a draft whose period a planned change reaches, before that day comes.
    await change({ pay_rate_per_hour: '60.00', effective_from: '2026-07-25' })
    expect(await stale()).toEqual([run.pays[0].id])
    expect((await owner.post(`${path}/rebuild`)).body.pays[0].gross).toBe(60 * 38)
    expect(await stale()).toEqual([])
  })

  it('waits for a day to come, and can be taken back', async () => {
    const mia = await anEmployee(owner, company.id)
    const result = await update({ id: mia.id, pay_rate_per_hour: '45.00', effective_from: '2026-08-03' })
    expect([result.employee.pay_rate_per_hour, result.warnings[0]]).toEqual([
      40,
      expect.stringContaining('2026-08-03'),
    ])
    const other = await update({ id: mia.id, position: 'Boss', effective_from: '2026-09-01' })
    expect(other.status).toBe(200)
    const [later] = await changesOf(mia)
    expect((await owner.delete(`/api/employees/${mia.id}/changes/${later.id}`)).status).toBe(204)
    tasman.clock.set(new Date('2026-08-03T02:00:00Z'))
    owner = await tasman.clientFor('owner')
    await applyDueChanges(tasman.service)
    expect((await owner.get(`/api/employees/${mia.id}`)).body).toMatchObject({
      pay_rate_per_hour: 45,
      position: null,
    })
    const [change] = await changesOf(mia)
    expect(change.status).toBe('applied')
    expect((await owner.delete(`/api/employees/${mia.id}/changes/${change.id}`)).status).toBe(204)
    expect((await owner.get(`/api/employees/${mia.id}`)).body.pay_rate_per_hour).toBe(40)
  })

  it('says what becoming casual means for leave, and keeps numbers out of it', async () => {
    const mia = await anEmployee(owner, company.id)
    await aPay(owner, company.id, '2026-08-09', aWeek(mia.id))
    const result = await update({ id: mia.id, employment_status: 'Casual', effective_from: '2026-08-03' })
    expect(result.warnings).toContainEqual(expect.stringContaining('Leave earned so far stays'))
    const sealed = await update({ id: mia.id, tax_file_number: '123456782', effective_from: '2027-01-01' })
    expect([sealed.status, sealed.errors.effective_from]).toEqual([
      207,
      expect.stringContaining('without effective_from'),
    ])
  })
})
