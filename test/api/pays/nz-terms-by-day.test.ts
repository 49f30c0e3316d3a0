import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'

/*
 * The terms of employment change within a pay period, or a row is of a day before or after it. The terms of its own day decide
 * what a day is (Holidays Act 2003 s 12), what it is worth (s 9), and what a week of leave is (ss 17 and 21).
 */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-19T06:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const EIGHT = 'MO 8,TU 8,WE 8,TH 8,FR 8'
const FOUR = 'MO 4,TU 4,WE 4,TH 4,FR 4'
const THREE_DAYS = 'TU 8,WE 8,TH 8'
const THREE = { nz_work_pattern: THREE_DAYS, standard_days_per_week: 3 }

async function worker(fields: object = {}): Promise<number> {
  const body = employeeBody({
    country: 'NZ',
    pay_rate_per_hour: '30.00',
    standard_hours_per_day: '8',
    standard_days_per_week: 5,
    pay_period: 'WEEKLY',
    start_date: '2025-02-03',
    nz_work_pattern: EIGHT,
    nz_workplace_region: 'AUCKLAND',
    ...fields,
  })
  const made = await owner.put(`/api/company/${company.id}/employees/create`, [body])
  return made.body[0].employee.id
}

async function change(id: number, from: string, fields: object): Promise<void> {
  const body = [{ id, effective_from: from, ...fields }]
  const { status, body: answer } = await owner.patch(`/api/company/${company.id}/employees/update`, body)
  expect([status, answer[0].errors]).toEqual([200, {}])
}

async function pay(employee_id: number, payDate: string, items: object, query = ''): Promise<AnyJson> {
  const path = `/api/company/${company.id}/pays/create?pay_date=${payDate}${query}`
  const { status, body } = await owner.put(path, [{ employee_id, ...items }])
  expect(status).toBe(query.includes('dry_run') ? 200 : 201)
  return body[0]
}
const dryPay = (id: number, payDate: string, items: object) => pay(id, payDate, items, '&dry_run=true')

const hours = (value: number, more: object = {}) => ({
  description: 'Ordinary',
  units: 'hours',
  value: `${value}`,
  ...more,
})
const leave = (leave_type: string, date: string, value: number) => ({
  description: leave_type,
  leave_type,
  date,
  hours: `${value}`,
})
const rowsOf = (made: AnyJson) =>
  made.leave.map(
    (row: AnyJson) => `${row.leave_type} ${row.date} ${row.hours} ${Number(row.amount).toFixed(2)}`,
  )
const balanceOf = (made: AnyJson, type: string) => {
  const row = made.leave_balance_rows.find((each: AnyJson) => each.leave_type === type)
  return row.weeks ?? row.days
}

async function draftOf(payPeriod: string, payDate: string): Promise<{ id: number; pays: AnyJson[] }> {
  const made = await owner.post(`/api/company/${company.id}/pay-runs`, {
    pay_period: payPeriod,
    pay_date: payDate,
  })
  expect(made.status).toBe(201)
  const id = made.body.pay_run_id
  return { id, pays: (await owner.get(`/api/company/${company.id}/pay-runs/${id}`)).body.pays }
}
const draftFor = (pays: AnyJson[], id: number) => pays.find((each) => each.employee_id === id)

describe('a change within the week of Labour Day, Monday 26 October 2026', () => {
  const people: Record<string, number> = {}
  beforeAll(async () => {
    company = await aCompany(owner, { jurisdiction: 'NZ' })
    for (const [name, fields] of [
      ['shorter', { nz_work_pattern: FOUR }],
      ['longer', { nz_work_pattern: 'MO 10,TU 10,WE 10,TH 10,FR 10' }],
      ['raised', { pay_rate_per_hour: '40.00' }],
      ['both', { nz_work_pattern: FOUR, pay_rate_per_hour: '40.00' }],
      ['cut', { pay_rate_per_hour: '24.00' }],
      ['withoutMonday', THREE],
    ] as const) {
      people[name] = await worker({ first_name: name })
      await change(people[name], '2026-10-28', fields)
    }
    people.withMonday = await worker({ first_name: 'withMonday', ...THREE })
    await change(people.withMonday, '2026-10-28', { nz_work_pattern: EIGHT, standard_days_per_week: 5 })
  })

  it('drafts the holiday as the day it was, and reports nothing', async () => {
    const { id, pays } = await draftOf('WEEKLY', '2026-11-01')
    const found = (name: string) => rowsOf(draftFor(pays, people[name] ?? 0))
    const whole = ['PAID_PUBLIC_HOLIDAY 2026-10-26 8 240.00']
    for (const name of ['shorter', 'longer', 'raised', 'both', 'cut', 'withoutMonday'])
      expect([name, found(name)]).toEqual([name, whole])
    expect(found('withMonday')).toEqual([])
    const drafted = draftFor(pays, people.shorter ?? 0)
    // Tuesday has 8 hours, and Wednesday to Friday 4 each.
    expect(drafted.hours.map((row: AnyJson) => Number(row.value))).toEqual([20])
    await owner.post(`/api/company/${company.id}/pay-runs/${id}/process`, {})
    const span = 'from_date=2026-10-01&to_date=2026-11-19'
    const report = await owner.get(`/api/company/${company.id}/holidays-act-report?${span}`)
    const claims = report.body.rows.map((row: AnyJson) => [
      row.date,
      Number(row.owed),
      Number(row.difference),
    ])
    expect(claims).toEqual(Array.from({ length: 6 }, () => ['2026-10-26', 240, 0]))
    await owner.delete(`/api/company/${company.id}/pay-runs/${id}`)
  })
})

describe('rows of a week in which the pattern changes', () => {
  let worker28: number
  beforeAll(async () => {
    company = await aCompany(owner, { jurisdiction: 'NZ' })
    worker28 = await worker()
    for (const day of ['2026-10-11', '2026-10-18', '2026-10-25'])
      await pay(worker28, day, { hours: [hours(40)] })
    await change(worker28, '2026-10-28', { nz_work_pattern: FOUR, pay_rate_per_hour: '40.00' })
  })
  const dry = (items: object) => dryPay(worker28, '2026-11-01', items)

  it('takes one sick day for a day of eight hours, at its own rate', async () => {
    const made = await dry({ hours: [hours(12)], leave: [leave('SICK', '2026-10-27', 8)] })
    expect(rowsOf(made)).toEqual(['SICK 2026-10-27 8 240.00'])
    expect(balanceOf(made, 'SICK')).toBe(-1)
  })

  it('says nothing against a row of the public holiday, and splits a week of leave at it', async () => {
    const paid = await dry({ hours: [hours(16)], leave: [leave('PAID_PUBLIC_HOLIDAY', '2026-10-26', 8)] })
    expect(rowsOf(paid)).toEqual(['PAID_PUBLIC_HOLIDAY 2026-10-26 8 240.00'])
    expect(paid.warnings.join()).not.toContain('public holiday')
    const week = await dry({ leave: [leave('ANNUAL_HOLIDAYS', '2026-10-26', 28)] })
    expect(rowsOf(week)[0]).toBe('PAID_PUBLIC_HOLIDAY 2026-10-26 8 240.00')
    // Tuesday is a fifth of a week of 40 hours, and Wednesday to Friday three fifths of one of 20.
    expect(balanceOf(week, 'ANNUAL_HOLIDAYS')).toBe(-0.8)
  })
})

describe('a Monday that is a working day until the middle of the period', () => {
  let gone: number
  let come: number
  beforeAll(async () => {
    company = await aCompany(owner, { jurisdiction: 'NZ' })
    gone = await worker({ pay_period: 'MONTHLY' })
    come = await worker({ pay_period: 'MONTHLY', ...THREE })
    await change(gone, '2026-10-28', THREE)
    await change(come, '2026-10-28', { nz_work_pattern: EIGHT, standard_days_per_week: 5 })
  })

  it('is drafted by the pattern of its day', async () => {
    const { pays } = await draftOf('MONTHLY', '2026-10-31')
    expect(rowsOf(draftFor(pays, gone))).toEqual(['PAID_PUBLIC_HOLIDAY 2026-10-26 8 240.00'])
    expect(rowsOf(draftFor(pays, come))).toEqual([])
    expect(draftFor(pays, come).warnings.join()).toContain('2026-10-26 (Labour Day) is not otherwise')
  })

  it('uses up no leave, and earns an alternative holiday where it is worked', async () => {
    const away = await dryPay(gone, '2026-10-31', {
      hours: [hours(120)],
      leave: [leave('ANNUAL_HOLIDAYS', '2026-10-19', 48)],
    })
    expect(rowsOf(away).map((row: string) => row.split(' ').slice(0, 3).join(' '))).toEqual([
      'ANNUAL_HOLIDAYS 2026-10-19 40',
      'PAID_PUBLIC_HOLIDAY 2026-10-26 8',
    ])
    expect(balanceOf(away, 'ANNUAL_HOLIDAYS')).toBe(-1)
    const worked = { hours: [hours(100), hours(8, { date: '2026-10-26', multiplier: '1.5' })] }
    expect(balanceOf(await dryPay(gone, '2026-10-31', worked), 'ALT_HOLIDAY')).toBe(1)
    expect(balanceOf(await dryPay(come, '2026-10-31', worked), 'ALT_HOLIDAY')).toBe(0)
  })

  it('is paid in the region of its day', async () => {
    const from = await worker({ pay_period: 'MONTHLY' })
    const to = await worker({ pay_period: 'MONTHLY', nz_workplace_region: 'HAWKES_BAY' })
    await change(from, '2026-10-26', { nz_workplace_region: 'HAWKES_BAY' })
    await change(to, '2026-10-26', { nz_workplace_region: 'AUCKLAND' })
    const filled = async (id: number) =>
      rowsOf(await pay(id, '2026-10-31', {}, '&dry_run=true&use_standard_hours=true'))
    const labourDay = 'PAID_PUBLIC_HOLIDAY 2026-10-26 8 240.00'
    expect(await filled(from)).toEqual([labourDay])
    expect(await filled(to)).toEqual(['PAID_PUBLIC_HOLIDAY 2026-10-23 8 240.00', labourDay])
  })
})

describe('a row of a day outside the period', () => {
  let late: number
  beforeAll(async () => {
    company = await aCompany(owner, { jurisdiction: 'NZ' })
    late = await worker()
    for (let day = 2; day <= 30; day += 7)
      await pay(late, `2026-08-${String(day).padStart(2, '0')}`, { hours: [hours(40)] })
    const shorter = {
      nz_work_pattern: 'MO 4,TU 4,WE 4',
      standard_days_per_week: 3,
      pay_rate_per_hour: '40.00',
    }
    await change(late, '2026-08-31', shorter)
    await pay(late, '2026-09-06', { hours: [hours(12)] })
    await change(late, '2026-09-21', {
      nz_work_pattern: EIGHT,
      standard_days_per_week: 5,
      pay_rate_per_hour: '50.00',
    })
  })
  const dry = (row: object) => dryPay(late, '2026-09-13', { hours: [hours(12)], leave: [row] })

  it.each([
    [leave('SICK', '2026-08-20', 8), 'SICK 2026-08-20 8 240.00', 9],
    [leave('SICK', '2026-08-17', 16), 'SICK 2026-08-17 16 480.00', 8],
    // Thursday and Friday of eight hours at 30.00, and Monday of four at 40.00.
    [leave('SICK', '2026-08-27', 20), 'SICK 2026-08-27 20 640.00', 7],
  ])('takes the days of its pattern at the rate of its day: %o', async (row, expected, left) => {
    const made = await dry(row)
    expect([rowsOf(made), balanceOf(made, 'SICK')]).toEqual([[expected], left])
  })

  it('pays a public holiday of the old pattern, without a warning', async () => {
    const made = await dry(leave('PAID_PUBLIC_HOLIDAY', '2026-07-10', 8))
    expect(rowsOf(made)).toEqual(['PAID_PUBLIC_HOLIDAY 2026-07-10 8 240.00'])
    expect(made.warnings.join()).not.toContain('public holiday')
  })

  it('takes a week of the old pattern, and one of the pattern that is announced', async () => {
    const before = await dry(leave('ANNUAL_HOLIDAYS', '2026-08-17', 40))
    expect([rowsOf(before), balanceOf(before, 'ANNUAL_HOLIDAYS')]).toEqual([
      ['ANNUAL_HOLIDAYS 2026-08-17 40 1200.00'],
      -1,
    ])
    const across = await dry(leave('ANNUAL_HOLIDAYS', '2026-08-27', 28))
    expect(balanceOf(across, 'ANNUAL_HOLIDAYS')).toBe(-1.4)
    expect(Number(across.leave[0].amount)).toBe(1680)
    const ahead = await dry(leave('ANNUAL_HOLIDAYS', '2026-09-21', 40))
    expect([rowsOf(ahead), balanceOf(ahead, 'ANNUAL_HOLIDAYS')]).toEqual([
      ['ANNUAL_HOLIDAYS 2026-09-21 40 2000.00'],
      -1,
    ])
  })
})

describe('a holiday in which the pattern changes', () => {
  it('stays one holiday where the day after the weekend is no longer a working day', async () => {
    company = await aCompany(owner, { jurisdiction: 'NZ' })
    const id = await worker()
    await pay(id, '2026-05-03', { hours: [hours(40)] })
    await pay(id, '2026-05-10', { leave: [leave('ANNUAL_HOLIDAYS', '2026-05-04', 40)] })
    await change(id, '2026-05-11', THREE)
    // A week at the ordinary weekly pay of 4 May, when the holiday began (Holidays Act 2003 s 21(2)).
    const next = { leave: [leave('ANNUAL_HOLIDAYS', '2026-05-12', 24)] }
    expect(rowsOf(await dryPay(id, '2026-05-17', next))).toEqual(['ANNUAL_HOLIDAYS 2026-05-12 24 1200.00'])
    await pay(id, '2026-05-17', { hours: [hours(24)] })
    // After a week of work it is another holiday.
    const later = { leave: [leave('ANNUAL_HOLIDAYS', '2026-05-19', 24)] }
    expect(rowsOf(await dryPay(id, '2026-05-24', later))).toEqual(['ANNUAL_HOLIDAYS 2026-05-19 24 720.00'])
  })
})
