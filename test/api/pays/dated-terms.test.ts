import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { terminate } from '../terminations/story.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-10-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const hire = (change: object = {}) =>
  anEmployee(owner, company.id, { start_date: '2025-03-03', pay_rate_per_hour: '40.00', ...change })
const update = async (change: object) => {
  const { body } = await owner.patch(`/api/company/${company.id}/employees/update`, [change])
  return body[0]
}
const put = (pay: AnyJson, query = '') =>
  owner.put(`/api/company/${company.id}/pays/${pay.id}${query}`, {
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
  })

describe('a pay takes the terms of its own days', () => {
  it('the rate of its period, when it is entered late', async () => {
    const mia = await hire()
    await update({ id: mia.id, pay_rate_per_hour: '50.00', effective_from: '2026-10-05' })
    expect((await aPay(owner, company.id, '2026-09-06', aWeek(mia.id))).gross).toBe(38 * 40)
    expect((await aPay(owner, company.id, '2026-10-11', aWeek(mia.id))).gross).toBe(38 * 50)
  })

  it('the declaration of its payment date', async () => {
    const mia = await hire()
    const before = await aPay(owner, company.id, '2026-09-06', aWeek(mia.id))
    await update({ id: mia.id, has_claimed_tax_free_threshold: false, effective_from: '2026-10-05' })
    const late = await aPay(owner, company.id, '2026-09-13', aWeek(mia.id))
    const after = await aPay(owner, company.id, '2026-10-11', aWeek(mia.id))
    expect(late.tax).toBe(before.tax)
    expect(after.tax).toBeGreaterThan(before.tax)
  })

  it('a change that is still scheduled, when it is paid after its day', async () => {
    const mia = await hire()
    await update({ id: mia.id, pay_rate_per_hour: '60.00', effective_from: '2026-11-02' })
    expect((await aPay(owner, company.id, '2026-10-25', aWeek(mia.id))).gross).toBe(38 * 40)
    expect((await aPay(owner, company.id, '2026-11-08', aWeek(mia.id))).gross).toBe(38 * 60)
  })

  it('a change without a date from the next pay on, whatever its date', async () => {
    const mia = await hire()
    await aPay(owner, company.id, '2026-09-06', aWeek(mia.id))
    await update({ id: mia.id, pay_rate_per_hour: '45.00' })
    expect((await aPay(owner, company.id, '2026-09-13', aWeek(mia.id))).gross).toBe(38 * 45)
  })

  it('no change without a date that was entered after it, also if its period had not ended', async () => {
    const mia = await hire()
    // Paid on Thursday for the week to Sunday, so the change begins on Friday.
    await aPay(owner, company.id, '2026-10-01&period_end_date=2026-10-04', aWeek(mia.id))
    const paid = await aPay(owner, company.id, '2026-10-08&period_end_date=2026-10-11', aWeek(mia.id))
    tasman.clock.set(new Date(tasman.clock.now().getTime() + 2000))
    await update({ id: mia.id, pay_rate_per_hour: '50.00' })
    const club = {
      description: 'Club',
      amount: '12.50',
      classification: 'NORMAL',
      auto_apply_to_pay: true,
    }
    expect((await owner.post(`/api/employees/${mia.id}/deductions`, club)).status).toBe(201)
    const next = await aPay(owner, company.id, '2026-10-15&period_end_date=2026-10-18', aWeek(mia.id))
    expect([next.gross, next.deductions]).toEqual([38 * 50, [expect.objectContaining({ amount: 12.5 })]])
    const { affected_pays } = await update({
      id: mia.id,
      has_stsl_liability: true,
      effective_from: '2026-09-28',
    })
    const listed = affected_pays.find(({ pay_id }: AnyJson) => pay_id === paid.id)
    expect(listed.differences.map(({ figure }: AnyJson) => figure)).not.toContain('gross')
    expect((await owner.get(`/api/employees/${mia.id}/back-pay?since=2026-09-28`)).body.total).toBe(0)
    for (const _time of [1, 2]) {
      const { body } = await owner.post(`/api/company/${company.id}/pays/recalculate`, {
        pay_ids: [paid.id],
        renew_snapshot: true,
      })
      expect(body.pays[0]).toMatchObject({ gross: paid.gross, super: paid.super, deductions: [] })
      expect(body.pays[0].tax).toBeGreaterThan(paid.tax)
    }
  })

  it('within one period by the day of each row, and says so', async () => {
    const mia = await hire()
    await update({ id: mia.id, pay_rate_per_hour: '50.00', effective_from: '2026-10-14' })
    const day = (date: string) => ({ description: 'Ordinary hours', units: 'hours', value: 8, date })
    const { body } = await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-10-18`, [
      { employee_id: mia.id, hours: [day('2026-10-13'), day('2026-10-14')] },
    ])
    expect(body[0].gross).toBe(8 * 40 + 8 * 50)
    expect(body[0].warnings).toContainEqual(expect.stringContaining('The terms change on 2026-10-14'))
  })

  it('when it is rebuilt: as it was made, or as recorded now where it is renewed', async () => {
    const mia = await hire()
    const pay = await aPay(owner, company.id, '2026-09-06', aWeek(mia.id))
    await update({ id: mia.id, pay_rate_per_hour: '44.00', effective_from: '2026-08-31' })
    await update({ id: mia.id, pay_rate_per_hour: '50.00', effective_from: '2026-10-05' })
    expect((await put(pay)).body.gross).toBe(38 * 40)
    expect((await put(pay, '?renew_snapshot=true')).body.gross).toBe(38 * 44)
  })

  it.each(['AU', 'NZ'])(
    'by the day of each row again, when the same rows are sent again (%s)',
    async (country) => {
      const own = country === 'AU' ? company : await aCompany(owner, { jurisdiction: 'NZ' })
      const mia = await anEmployee(owner, own.id, {
        country,
        start_date: '2025-03-03',
        pay_rate_per_hour: 31,
      })
      const setRate = (rate: number, from: string) =>
        owner.patch(`/api/company/${own.id}/employees/update`, [
          { id: mia.id, pay_rate_per_hour: rate, effective_from: from },
        ])
      await setRate(53, '2026-10-07')
      const row = (date: string, rate: object = {}) => ({
        description: 'Hours',
        units: 'hours',
        value: 6,
        date,
        ...rate,
      })
      const named = { rate_reference: 'system:ordinary_time' }
      const hours = [
        row('2026-10-06'),
        row('2026-10-07'),
        row('2026-10-06', named),
        row('2026-10-07', named),
        row('2026-10-06', { multiplier: 1.5 }),
      ]
      const leave = [{ description: 'Other', leave_type: 'OTHER', date: '2026-10-05', hours: 6 }]
      const gross = 6 * (31 + 53) * 2 + 6 * 46.5 + 6 * 31
      const pay = await aPay(owner, own.id, '2026-10-11', { employee_id: mia.id, hours, leave })
      expect(pay.gross).toBe(gross)
      await setRate(99, '2026-10-06')
      const url = `/api/company/${own.id}/pays/${pay.id}`
      expect((await owner.put(url, { hours, leave })).body).toMatchObject({
        gross,
        tax: pay.tax,
        net: pay.net,
      })
      const again = await owner.post(`/api/company/${own.id}/pays/recalculate`, { pay_ids: [pay.id] })
      expect(again.body.pays[0]).toMatchObject({ gross, tax: pay.tax, net: pay.net })
      const added = await owner.put(url, { hours: [...hours, row('2026-10-08')], leave })
      expect(added.body.gross).toBe(gross + 6 * 53)
    },
  )

  it('a tax number given between two pays of a week gives nothing back', async () => {
    const mia = await hire({ tax_file_number: '000000000' })
    const half = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 19 }] }
    const first = await aPay(owner, company.id, '2026-10-15', { employee_id: mia.id, ...half })
    await update({ id: mia.id, tax_file_number: '123456782' })
    const second = await aPay(owner, company.id, '2026-10-17', { employee_id: mia.id, ...half })
    expect(first.tax).toBe(Math.floor(760 * 0.47))
    expect(second.tax).toBeGreaterThan(0)
  })
})

describe('employments', () => {
  const reinstate = (employee: AnyJson, body: object) =>
    owner.post(`/api/employees/${employee.id}/reinstate`, body)
  const employments = async ({ id }: AnyJson) => (await owner.get(`/api/employees/${id}/employments`)).body
  const end = async ({ id }: AnyJson, day: string) => {
    const reason = 'REDUNDANCY'
    const { status, body } = await terminate(owner, id, { termination_date: day, pay_date: day, reason })
    expect([status, body.detail]).toEqual([200, undefined])
    return body
  }

  it('start again when someone is rehired, or continue', async () => {
    const mia = await hire({ start_date: '2025-03-03' })
    await end(mia, '2026-08-28')
    const again = await reinstate(mia, { start_date: '2026-09-14' })
    expect([again.status, again.body.start_date]).toEqual([200, '2026-09-14'])
    expect(await employments(mia)).toMatchObject([
      { start_date: '2025-03-03', end_date: '2026-08-28', is_continuous: false },
      { start_date: '2026-09-14', end_date: null, service_start_date: '2026-09-14', is_continuous: false },
    ])
    const tom = await hire({ start_date: '2025-03-03' })
    await end(tom, '2026-08-28')
    const back = await reinstate(tom, { start_date: '2026-08-31', is_continuous: true })
    expect(back.body.warnings).toContainEqual(expect.stringContaining('Service continues'))
    expect((await employments(tom)).at(-1)).toMatchObject({
      service_start_date: '2025-03-03',
      is_continuous: true,
    })
  })

  it('say why they ended and by which pay, the current one too', async () => {
    const mia = await hire({ start_date: '2025-03-03' })
    const first = await end(mia, '2026-08-28')
    const ended = { end_date: '2026-08-28', reason: 'REDUNDANCY', final_pay_id: first.pay_id }
    expect(await employments(mia)).toMatchObject([ended])
    await reinstate(mia, { start_date: '2026-09-14' })
    const second = await end(mia, '2026-10-16')
    expect(await employments(mia)).toMatchObject([
      ended,
      { end_date: '2026-10-16', reason: 'REDUNDANCY', final_pay_id: second.pay_id },
    ])
  })

  it('go on as one when the final pay between them is deleted', async () => {
    const mia = await hire({ start_date: '2025-03-03' })
    const { pay_id } = await end(mia, '2026-08-28')
    await reinstate(mia, { start_date: '2026-09-14' })
    const { status } = await owner.delete(`/api/company/${company.id}/pays/${pay_id}`)
    expect([200, 204]).toContain(status)
    expect((await owner.get(`/api/employees/${mia.id}`)).body).toMatchObject({
      start_date: '2025-03-03',
      is_terminated: false,
    })
    expect(await employments(mia)).toHaveLength(1)
  })
})
