import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let other: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ env: { REGION: 'NZ' }, now: '2026-11-02T00:00:00' })
  owner = await tasman.clientFor('owner')
  other = await tasman.clientFor('other')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

const HOURS = [{ description: 'Ordinary hours', units: 'hours', value: 40 }]
const SHIFT = [{ description: 'Shift', amount: 200, units: 1 }]
const leave = (date: string, more: object = {}) => [
  { description: 'Away', leave_type: 'ANNUAL_HOLIDAYS', date, hours: 40, ...more },
]

const sunday = (index: number) => new Date(Date.UTC(2026, 2, 8 + 7 * index)).toISOString().slice(0, 10)

async function pay(employeeId: number, date: string, rows: object) {
  const answer = await owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [
    { employee_id: employeeId, hours: [], ...rows },
  ])
  expect(answer.status).toBe(201)
  return answer.body[0]
}

/** Thirteen weeks of 1,000 with 200 of shift allowance. */
async function worker(name: string) {
  const { id } = await anEmployee(owner, company.id, {
    ...{ country: 'NZ', first_name: name, last_name: 'Ngata', start_date: '2026-03-02' },
    ...{ pay_rate_per_hour: '25.00', pay_period: 'WEEKLY' },
  })
  for (let week = 0; week < 13; week++) await pay(id, sunday(week), { hours: HOURS, allowances: SHIFT })
  return id
}

const report = (client: TestClient, query: string, headers = {}) =>
  client.get(`/api/company/${company.id}/holidays-act-report?${query}`, undefined, headers)

describe('200, stored pays', () => {
  it('finds what a holiday at the plain rate was short of, with section and steps; later weeks count the arrears', async () => {
    const id = await worker('Aroha')
    const short = await pay(id, sunday(13), { leave: leave('2026-06-01', { rate: 25 }) })
    await pay(id, sunday(14), { hours: HOURS, allowances: SHIFT })
    await pay(id, sunday(15), { leave: leave('2026-06-15') })
    const { status, body } = await report(owner, 'from_date=2026-06-01&to_date=2026-06-30')
    expect(status).toBe(200)
    // The King’s Birthday is 1 June: 8 of the 40 hours are a public holiday at its relevant daily pay, with the shift.
    expect(body).toMatchObject({ payments: 3, underpaid: 1, arrears: 160 })
    expect(body.employees).toMatchObject([{ employee: 'Aroha Ngata', employee_id: id, arrears: 160 }])
    const [first, birthday, second] = body.rows
    expect(first).toMatchObject({
      ...{ pay_id: short.id, type: 'ANNUAL_HOLIDAYS', date: '2026-06-02', hours: 32 },
      ...{ owed: 960, paid: 800, difference: 160, section: 'Holidays Act 2003 ss 21 and 22' },
    })
    expect(birthday).toMatchObject({
      ...{ pay_id: short.id, type: 'PAID_PUBLIC_HOLIDAY', date: '2026-06-01', hours: 8 },
      ...{ owed: 240, paid: 240, difference: 0, section: 'Holidays Act 2003 s 49' },
    })
    const steps = Object.fromEntries(first.steps.map((step: AnyJson) => [step.name, step]))
    expect(steps['holidays.ordinary-weekly-pay']).toMatchObject({
      amount: 1200,
      rule: 'Holidays Act 2003 s 8(1)',
    })
    expect(steps['holidays.average-weekly-earnings'].inputs).toMatchObject({ gross: 15600, weeks: 13 })
    // 13 × 1,200 + 1,040 paid + 160 found + 1,200 over 15 weeks: the arrears count (s 14).
    const average = second.steps.find((step: AnyJson) => step.name === 'holidays.average-weekly-earnings')
    expect(average.inputs).toMatchObject({ gross: 18000, weeks: 15 })
    expect(second).toMatchObject({ owed: 1200, paid: 1200, difference: 0 })
  })

  it('answers CSV by format and by Accept', async () => {
    const query = 'from_date=2026-06-01&to_date=2026-06-30'
    const byFormat = await report(owner, `${query}&format=csv`)
    expect(byFormat.headers['content-type']).toContain('text/csv')
    const byAccept = await report(owner, query, { accept: 'text/csv' })
    expect(byAccept.body).toBe(byFormat.body)
    const [header, first] = String(byFormat.body).split('\n')
    expect(header).toBe(
      'employee,employee_id,pay_id,pay_date,period_end,type,description,date,hours,owed,paid,difference,section,working,assumptions',
    )
    expect(first).toMatch(
      /^Aroha Ngata,\d+,\d+,2026-06-07,2026-06-07,ANNUAL_HOLIDAYS,Away,2026-06-02,32,960\.00,800\.00,160\.00,/,
    )
  })

  it('holds final amounts that were given by hand against the Act', async () => {
    const id = await worker('Wiremu')
    const answer = await owner.post(`/api/employees/${id}/terminate`, {
      ...{ termination_date: '2026-05-31', pay_date: '2026-06-07', is_manual_leave_amounts: true },
      ...{ unused_holiday_amount: 0, non_etp_amount: 1000, unused_alt_holiday_amount: 0 },
    })
    expect(answer.status).toBe(200)
    const { body } = await report(owner, 'from_date=2026-06-07&to_date=2026-06-07')
    const row = body.rows.find((each: AnyJson) => each.type === 'FINAL_HOLIDAY_PAY')
    // 8% of 13 × 1,200 = 1,248.
    expect(row).toMatchObject({ date: '2026-05-31', owed: 1248, paid: 1000, difference: 248 })
  })

  it('looks at sick days and at work on public holidays', async () => {
    const id = await worker('Hemi')
    await pay(id, sunday(15), {
      hours: [{ description: 'Matariki', units: 'hours', value: 8, rate: 25, date: '2026-06-19' }],
      leave: [{ description: 'Flu', leave_type: 'SICK', date: '2026-06-15', hours: 8, rate: 20 }],
    })
    await pay(id, sunday(18), {
      hours: [{ description: 'Matariki', units: 'hours', value: 8, rate: 25, date: '2026-07-10' }],
    })
    const { body } = await report(owner, 'from_date=2026-06-20&to_date=2026-07-12')
    const rows = body.rows.filter((each: AnyJson) => each.employee_id === id)
    // A day is 8 × 25 and a fifth of the 200 of shift, which every pay before has (s 9). The week with the sick day does not make it
    // irregular: work on Matariki is 8 × 25 × 1.5 and half of 8 × 200 ÷ 40 (s 50).
    expect(rows).toMatchObject([
      { type: 'SICK', owed: 240, paid: 160, difference: 80, section: 'Holidays Act 2003 s 71' },
      { type: 'PUBLIC_HOLIDAY_WORKED', date: '2026-07-10', owed: 320, paid: 200, difference: 120 },
    ])
  })

  it('stands beside the record of section 81, which counts family violence leave of the year', async () => {
    const { id } = await anEmployee(owner, company.id, {
      ...{ country: 'NZ', first_name: 'Tui', last_name: 'Ngata', start_date: '2026-03-02' },
      ...{ pay_rate_per_hour: '25.00', pay_period: 'WEEKLY', standard_hours_per_day: 8 },
    })
    const away = { description: 'Away', leave_type: 'NZ_FAMILY_VIOLENCE', date: '2026-09-08', hours: 12 }
    await pay(id, sunday(27), { leave: [away] })
    const leftOn = async (day: string) => {
      const path = `/api/company/${company.id}/reports/holiday-and-leave-record`
      const { body } = await owner.get(`${path}?from_date=2026-03-01&to_date=${day}&employee_id=${id}`)
      return body.rows[0].family_violence_days
    }
    // Six months are complete on 2 September; a day and a half of ten is used on the 8th.
    expect([await leftOn('2026-09-01'), await leftOn('2026-09-02'), await leftOn('2026-09-08')]).toEqual([
      null,
      10,
      8.5,
    ])
  })

  it('is empty where no leave was paid', async () => {
    const { body } = await report(owner, 'from_date=2020-01-01&to_date=2020-12-31')
    expect(body).toMatchObject({ payments: 0, arrears: 0, rows: [], employees: [] })
  })
})

describe('refusals', () => {
  it('400 for an Australian company, 403 for a stranger, 422 for a span the wrong way round or too long', async () => {
    const australian = await aCompany(owner)
    const path = `/api/company/${australian.id}/holidays-act-report?from_date=2026-01-01&to_date=2026-02-01`
    const refused = await owner.get(path)
    expect(refused.status).toBe(400)
    expect(refused.body.detail).toContain('Holidays Act 2003')
    expect((await report(other, 'from_date=2026-01-01&to_date=2026-02-01')).status).toBe(403)
    expect((await report(owner, 'from_date=2026-02-01&to_date=2026-01-01')).status).toBe(422)
    expect((await report(owner, 'from_date=2015-02-01&to_date=2026-01-01')).status).toBe(422)
    expect((await report(owner, 'from_date=2026-02-01')).status).toBe(422)
  })
})
