import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { processDueTerminations } from '../../src/features/pays/terminations/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'

let tasman: TestApp
let client: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-06T00:00:00' })
})
beforeEach(() => onDay('2026-07-06'))
afterAll(() => tasman.close())

/** The service's clock advances, and tokens are valid for half an hour, so the user signs in again. */
async function onDay(date: string): Promise<void> {
  tasman.clock.set(new Date(`${date}T00:00:00Z`))
  client = await tasman.clientFor('owner')
}

async function ok(answer: Promise<{ status: number; body: AnyJson }>): Promise<AnyJson> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

const read = (id: number) => ok(client.get(`/api/employees/${id}`))
const payWeek = async (companyId: number, id: number, payDate: string, more: object = {}) =>
  (
    await ok(
      client.put(`/api/company/${companyId}/pays/create?pay_date=${payDate}`, [
        { employee_id: id, hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }], ...more },
      ]),
    )
  )[0]

/** The sums of the movements of all pays, and the balances that the employee shows. */
async function holidayMovements(id: number): Promise<number> {
  const { rows } = await tasman.service.database.pool.query<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum from leave_movements where employee_id = $1 and balance = 'holiday'`,
    [id],
  )
  return Number(rows[0]?.sum)
}

it('a barista is made redundant by mistake, then properly, comes back in summer and resigns', async () => {
  const company = (await aCompany(client, { legal_name: 'Bondi Beans Pty Ltd' })).id
  const ana = await anEmployee(client, company, {
    number: 'A1',
    start_date: '2020-02-03',
    leave_loading_percentage: '0.175',
  })
  const weeks = ['2026-07-12', '2026-07-19', '2026-07-26', '2026-08-02']
  for (const week of weeks) await payWeek(company, ana.id, week)
  const before = await read(ana.id)
  expect(before.holiday_hours).toBeCloseTo(4 * 38 * 0.076923, 6)

  await onDay('2026-08-05')
  const redundancy = {
    reason: 'REDUNDANCY',
    termination_date: '2026-08-07',
    pay_date: '2026-08-09',
    redundancy_amount: '30000.00',
    is_payment_in_lieu_paid: true,
    payment_in_lieu_type: 'NOTICE_HOURS',
    notice_hours: '152',
  }
  const path = `/api/employees/${ana.id}/terminate`
  const wrong = await ok(client.post(path, { ...redundancy, redundancy_amount: '3000.00' }))
  expect(wrong.lump_sum_d).toBe(3000)
  await ok(client.delete(`/api/company/${company}/pays/${wrong.pay_id}`))
  expect(await read(ana.id)).toMatchObject({
    is_terminated: false,
    holiday_hours: before.holiday_hours,
    lsl_hours: before.lsl_hours,
  })

  const { preview, ...expected } = await ok(client.post(`${path}?dry_run=true`, redundancy))
  const right = await ok(client.post(path, redundancy))
  // The preview has them in its pay, which it also compares with the last ones.
  expect(preview.pay.warnings).toEqual(expect.arrayContaining(right.warnings))
  expect(right).toEqual({ ...expected, pay_id: right.pay_id, warnings: right.warnings })
  expect(right).toMatchObject({ cessation_type_code: 'R', lump_sum_d: 30_000, is_unused_lsl_paid: true })
  expect(await read(ana.id)).toMatchObject({ is_terminated: true, holiday_hours: 0, lsl_hours: 0 })
  expect(await holidayMovements(ana.id)).toBe(0)
  const final = await ok(client.get(`/api/company/${company}/pays/${right.pay_id}`))
  expect([final.gross, final.tax, final.net]).toEqual([preview.pay.gross, preview.pay.tax, preview.pay.net])
  expect(final.net).toBeCloseTo(final.gross - final.tax, 6)

  await onDay('2026-12-01')
  await ok(client.post(`/api/employees/${ana.id}/reinstate`, { start_date: '2026-12-07' }))
  const { warnings: _said, ...recorded } = right
  expect(await ok(client.get(`/api/employees/${ana.id}/termination`))).toEqual({
    ...recorded,
    is_employee_terminated: false,
  })
  await payWeek(company, ana.id, '2026-12-13')

  await onDay('2026-12-18')
  const resigned = { termination_date: '2026-12-18', pay_date: '2026-12-20' }
  const { preview: last } = await ok(client.post(`${path}?dry_run=true`, resigned))
  // The year to date continues through both terminations: five weeks, the redundancy and this pay.
  expect(last.year_to_date.gross).toBeCloseTo(5 * 1520 + right.total_amount + last.pay.gross, 2)
  const second = await ok(client.post(path, resigned))
  expect(second).toMatchObject({ reason: 'TERMINATION', cessation_type_code: 'V', is_unused_lsl_paid: false })
  expect(second.unused_holiday_amount).toBeCloseTo(38 * 0.076923 * 40, 2)
  expect((await ok(client.get(`/api/employees/${ana.id}/termination`))).pay_id).toBe(second.pay_id)
})

it('an Auckland baker gives notice: the final pay waits for its day, and holds what was earned meanwhile', async () => {
  const company = (await aCompany(client, { jurisdiction: 'NZ', legal_name: 'Ponsonby Pies Ltd' })).id
  const tui = await anEmployee(client, company, { country: 'NZ', start_date: '2025-07-08', number: 'T1' })
  const hours = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }] }
  // The first week contains the anniversary, so four weeks of holidays are owed from then on.
  for (const week of ['2026-07-12', '2026-07-19']) await payWeek(company, tui.id, week, hours)
  expect((await read(tui.id)).annual_holidays_weeks).toBe(4)

  await onDay('2026-07-22')
  const path = `/api/employees/${tui.id}/terminate`
  const staged = await ok(client.post(path, { termination_date: '2026-07-31', pay_date: '2026-08-02' }))
  expect(staged).toMatchObject({
    is_pay_processed: false,
    is_employee_terminated: false,
    unused_holiday_amount: 6400,
  })
  // The three days of the week from its anniversary on (s 25, audit F15).
  expect(staged.non_etp_amount).toBeCloseTo(0.08 * (0.6 * 1600 + 1600 + 6400), 6)

  await onDay('2026-07-26')
  await payWeek(company, tui.id, '2026-07-26', {
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 32 }],
    leave: [{ description: 'A day off', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-07-24', hours: 8 }],
  })
  await processDueTerminations(tasman.service)
  expect((await read(tui.id)).is_terminated).toBe(false)

  await onDay('2026-08-02')
  await processDueTerminations(tasman.service)
  const ended = await ok(client.get(`/api/employees/${tui.id}/termination`))
  expect(ended).toMatchObject({ pay_id: staged.pay_id, is_pay_processed: true, is_employee_terminated: true })
  // A fifth of a week was taken, and another week accrued.
  expect(ended.unused_holiday_amount).toBe(3.8 * 1600)
  expect(ended.non_etp_amount).toBeCloseTo(0.08 * (2.6 * 1600 + 3.8 * 1600), 6)
  expect(await read(tui.id)).toMatchObject({
    is_terminated: true,
    termination_date: '2026-07-31',
    annual_holidays_weeks: 0,
  })

  await onDay('2026-08-10')
  await ok(client.post(`/api/employees/${tui.id}/reinstate`, {}))
  expect(await read(tui.id)).toMatchObject({ is_terminated: false, start_date: '2026-08-10', number: 'T1' })
})
