import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'

/* Drafts of a period with public holidays (Holidays Act 2003 ss 12, 45A, 49, 50 and 56), by the pattern and the workplace. */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

const people: Record<string, object> = {
  Five: { nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8' },
  Short: { nz_work_pattern: 'MO 6,TU 9,WE 9,TH 9,FR 7' },
  Later: { nz_work_pattern: 'TU 10,WE 10,TH 10,FR 10', standard_days_per_week: 4 },
  Saturday: { nz_work_pattern: 'TU 8,WE 8,TH 8,FR 8,SA 8' },
  Guess: { standard_days_per_week: 5 },
  Three: { standard_days_per_week: 3 },
  Auckland: { nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8', nz_workplace_region: 'AUCKLAND' },
  Lowered: { nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8', pay_rate_per_hour: '40.00' },
  Raised: { nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8', pay_rate_per_hour: '30.00' },
  Timaru: { nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8', nz_workplace_region: 'SOUTH_CANTERBURY' },
}

beforeAll(async () => {
  tasman = await startTestApp({ now: '2027-02-10T06:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
  const bodies = Object.entries(people).map(([first_name, fields]) =>
    employeeBody({
      country: 'NZ',
      first_name,
      pay_rate_per_hour: '30.00',
      standard_hours_per_day: '8',
      pay_period: 'WEEKLY',
      start_date: '2026-03-02',
      nz_workplace_region: 'WELLINGTON',
      ...fields,
    }),
  )
  const { body } = await owner.put(`/api/company/${company.id}/employees/create`, bodies)
  const idOf = (name: string) => body[Object.keys(people).indexOf(name)].employee.id
  const changed = await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id: idOf('Lowered'), pay_rate_per_hour: '30.00', effective_from: '2026-10-28' },
    { id: idOf('Raised'), pay_rate_per_hour: '40.00', effective_from: '2026-10-28' },
  ])
  expect(changed.status).toBe(200)
}, 120_000)
afterAll(() => tasman.close())

async function draft(payDate: string): Promise<{ api: string; pays: Record<string, AnyJson> }> {
  const made = await owner.post(`/api/company/${company.id}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: payDate,
  })
  expect(made.status).toBe(201)
  const api = `/api/company/${company.id}/pay-runs/${made.body.pay_run_id}`
  const { pays } = (await owner.get(api)).body
  return { api, pays: Object.fromEntries(pays.map((pay: AnyJson) => [pay.format_name.split(' ')[0], pay])) }
}

const rowsOf = (pay: AnyJson | undefined) => [
  ...(pay?.hours ?? []).map((row: AnyJson) => `${row.value}`),
  ...(pay?.leave ?? []).map((row: AnyJson) => `${row.leave_type} ${row.date} ${row.hours}`),
]

describe('a draft of the week of Labour Day 2026', () => {
  let run: Awaited<ReturnType<typeof draft>>
  beforeAll(async () => {
    run = await draft('2026-11-01')
  })

  it('takes the hours of the day off the ordinary hours, and pays the week in full', () => {
    const { Five, Short } = run.pays
    expect(rowsOf(Five)).toEqual(['32', 'PAID_PUBLIC_HOLIDAY 2026-10-26 8'])
    expect(rowsOf(Short)).toEqual(['34', 'PAID_PUBLIC_HOLIDAY 2026-10-26 6'])
    expect([Five?.gross, Short?.gross]).toEqual([1200, 1200])
    expect(Five?.warnings.join()).toContain('2026-10-26 (Labour Day) is otherwise a working day: 8 hours')
  })

  it('proposes nothing for a day that is not worked, and says so', () => {
    const { Later } = run.pays
    expect(rowsOf(Later)).toEqual(['40'])
    expect(Later?.warnings.join()).toContain('is not otherwise a working day (by nz_work_pattern)')
  })

  it('proposes a full week’s Monday with a warning, and asks where three days are only counted', () => {
    const { Guess, Three } = run.pays
    expect(rowsOf(Guess)).toEqual(['32', 'PAID_PUBLIC_HOLIDAY 2026-10-26 8'])
    expect(Guess?.warnings.join()).toContain('It is a guess')
    expect(rowsOf(Three)).toEqual(['24'])
    expect(Three?.warnings.join()).toContain('Record nz_work_pattern')
  })

  it('pays a worked holiday at time and a half and gives the alternative day', async () => {
    const { api, pays } = run
    const pay = pays.Five
    const hours = [
      { description: 'Ordinary hours', units: 'hours', value: 32 },
      { description: 'Labour Day', units: 'hours', value: 8, date: '2026-10-26' },
    ]
    const { status, body } = await owner.put(`${api}/pays`, [{ pay_id: pay?.id, hours, leave: [] }])
    expect(status).toBe(200)
    const [worked] = body
    expect([worked.hours[1].rate, worked.hours[1].multiplier, worked.gross]).toEqual([45, 1.5, 1320])
    expect(worked.warnings.join()).toContain('drafted at 45.00 an hour and earns an alternative holiday')
    const alternative = worked.leave_balance_rows.find((row: AnyJson) => row.leave_type === 'ALT_HOLIDAY')
    expect(alternative.days).toBe(1)
    const { body: again } = await owner.put(`${api}/pays`, [
      { pay_id: pay?.id, hours: worked.hours.map(({ id: _, pay_amount: __, ...row }: AnyJson) => row) },
    ])
    expect([again[0].gross, again[0].hours[1].multiplier]).toEqual([1320, 1.5])
  })

  it('pays time and a half without an alternative day where the day is not otherwise worked', async () => {
    const { api, pays } = run
    const hours = [{ description: 'Helped out', units: 'hours', value: 4, date: '2026-10-26' }]
    const { body } = await owner.put(`${api}/pays`, [{ pay_id: pays.Later?.id, hours }])
    expect([body[0].gross, body[0].warnings.join().includes('alternative')]).toEqual([180, false])
  })

  it('keeps a rate that was named, and warns', async () => {
    const { api, pays } = run
    const hours = [{ description: 'Monday', units: 'hours', value: 8, date: '2026-10-26', multiplier: 1 }]
    const { body } = await owner.put(`${api}/pays`, [{ pay_id: pays.Short?.id, hours }])
    expect(body[0].gross).toBe(240)
    expect(body[0].warnings.join()).toContain('at least 45.00 an hour is owed')
  })
})

describe('a rate that changes within the week', () => {
  it('pays the holiday, and work on it, at the rate of its day', async () => {
    const { api, pays } = await draft('2026-11-01')
    expect(rowsOf(pays.Lowered)).toEqual(['32', 'PAID_PUBLIC_HOLIDAY 2026-10-26 8'])
    // 32 hours at 30.00, and the Monday at 40.00.
    expect(pays.Lowered?.gross).toBe(1280)
    const worked = [
      { description: 'Ordinary hours', units: 'hours', value: 32 },
      { description: 'Labour Day', units: 'hours', value: 8, date: '2026-10-26' },
    ]
    const rows = [pays.Lowered, pays.Raised].map((pay) => ({ pay_id: pay?.id, hours: worked, leave: [] }))
    const { body: put } = await owner.put(`${api}/pays`, rows)
    // Time and a half of the Monday's rate.
    expect(put.map((pay: AnyJson) => [pay.hours[1].rate, pay.gross])).toEqual([
      [60, 32 * 30 + 8 * 60],
      [45, 32 * 40 + 8 * 45],
    ])
    expect(put[1].warnings.join()).not.toContain('an hour is owed')
  })
})

describe('other holidays', () => {
  it('moves ANZAC Day 2026, a Saturday, to Monday for those who do not work on Saturdays', async () => {
    const { pays } = await draft('2026-05-03')
    expect(rowsOf(pays.Five)).toEqual(['32', 'PAID_PUBLIC_HOLIDAY 2026-04-27 8'])
    expect(rowsOf(pays.Saturday)).toEqual(['40'])
  })

  it('pays it on the Saturday to those who do', async () => {
    const { pays } = await draft('2026-04-26')
    expect(rowsOf(pays.Saturday)).toEqual(['32', 'PAID_PUBLIC_HOLIDAY 2026-04-25 8'])
    expect(rowsOf(pays.Five)).toEqual(['40'])
  })

  it('knows the anniversary day of the workplace', async () => {
    const south = await draft('2026-10-04')
    expect(rowsOf(south.pays.Timaru)).toEqual(['32', 'PAID_PUBLIC_HOLIDAY 2026-09-28 8'])
    expect(rowsOf(south.pays.Five)).toEqual(['40'])
    const auckland = await draft('2027-02-07')
    expect(rowsOf(auckland.pays.Auckland)).toEqual(['32', 'PAID_PUBLIC_HOLIDAY 2027-02-01 8'])
    expect(rowsOf(auckland.pays.Five)).toEqual(['40'])
  })

  it('pays a request without rows as a draft would', async () => {
    const { body } = await owner.put(
      `/api/company/${company.id}/pays/create?pay_date=2026-06-07&dry_run=true&use_standard_hours=true`,
      [{ employee_id: (await draft('2026-06-14')).pays.Five?.employee_id }],
    )
    expect(rowsOf(body[0])).toEqual(['32', 'PAID_PUBLIC_HOLIDAY 2026-06-01 8'])
  })
})

describe('an employee with four hours of overtime every week', () => {
  // 28 × 8 + 28 × 1.5 × 4 ÷ 5 = 257.60 for the day (s 9), and 32 × 28 for the other days.
  const [ofDay, gross] = [257.6, 1153.6]
  let api: string
  let id: number

  beforeAll(async () => {
    const other = await aCompany(owner, { jurisdiction: 'NZ' })
    api = `/api/company/${other.id}`
    const { body } = await owner.put(`${api}/employees/create`, [
      employeeBody({
        country: 'NZ',
        pay_rate_per_hour: '28.00',
        standard_hours_per_day: '8',
        pay_period: 'WEEKLY',
        start_date: '2026-03-02',
        nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8',
        nz_workplace_region: 'WELLINGTON',
      }),
    ])
    id = body[0].employee.id
    const hours = [
      { description: 'Ordinary hours', units: 'hours', value: 40 },
      { description: 'Overtime', units: 'hours', value: 4, multiplier: 1.5, is_overtime: true },
    ]
    for (const day of ['2026-10-04', '2026-10-11', '2026-10-18', '2026-10-25'])
      await owner.put(`${api}/pays/create?pay_date=${day}`, [{ employee_id: id, hours }])
  })

  it('gets relevant daily pay for the holiday from a pay with standard hours', async () => {
    const { body } = await owner.put(
      `${api}/pays/create?pay_date=2026-11-01&use_standard_hours=true&dry_run=true`,
      [{ employee_id: id }],
    )
    expect([body[0].leave[0].amount, body[0].gross]).toEqual([ofDay, gross])
  })

  it('gets it from a draft, and processing the run pays what was approved', async () => {
    const made = await owner.post(`${api}/pay-runs`, { pay_period: 'WEEKLY', pay_date: '2026-11-01' })
    const run = `${api}/pay-runs/${made.body.pay_run_id}`
    const drafted = (await owner.get(run)).body.pays[0]
    expect([drafted.leave[0].amount, drafted.gross]).toEqual([ofDay, gross])
    expect((await owner.post(`${run}/process`, {})).status).toBe(200)
    expect((await owner.get(run)).body.pays[0].gross).toBe(gross)
  })

  it('names the allowances of an hour where the day is worked (s 50)', async () => {
    const { body: made } = await owner.put(`${api}/employees/create`, [
      employeeBody({
        country: 'NZ',
        pay_rate_per_hour: '28.00',
        standard_hours_per_day: '8',
        pay_period: 'WEEKLY',
        start_date: '2026-03-02',
        nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8',
        nz_workplace_region: 'WELLINGTON',
      }),
    ])
    const employee_id = made[0].employee.id
    const allowances = [{ description: 'Site', amount: 60 }]
    const week = [{ description: 'Ordinary hours', units: 'hours', value: 40 }]
    for (const day of ['2026-10-04', '2026-10-11', '2026-10-18', '2026-10-25'])
      await owner.put(`${api}/pays/create?pay_date=${day}`, [{ employee_id, hours: week, allowances }])
    const hours = [
      { description: 'Ordinary hours', units: 'hours', value: 32 },
      { description: 'Monday', units: 'hours', value: 8, date: '2026-10-26', multiplier: 1.5 },
    ]
    const { body } = await owner.put(`${api}/pays/create?pay_date=2026-11-01&dry_run=true`, [
      { employee_id, hours, allowances },
    ])
    // 28 × 1.5 + 60 ÷ 40 × 0.5
    expect(body[0].warnings.join()).toContain('at least 42.75 an hour is owed')
  })
})
