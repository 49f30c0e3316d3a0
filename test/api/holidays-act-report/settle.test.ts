import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { readTexts } from '../payslips/read-pdf.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-22T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

/** A sick day of 8 × 30 = 240 for which 160 was paid. */
const HISTORY = `employee,start_date,period_start,period_end,gross,hours,weekly_pay,leave_type,leave_date,leave_hours,leave_paid
Hemi Pōtae,2025-06-02,2025-06-02,2025-06-08,1200,40,1200,,,,
Hemi Pōtae,2025-06-02,2025-06-09,2025-06-15,1120,40,1200,SICK,2025-06-11,8,160
Mere Ngata,2025-06-02,2025-06-09,2025-06-15,1200,40,1200,SICK,2025-06-11,8,240`
const SPAN = { from_date: '2026-01-01', to_date: '2026-09-20' }
const QUERY = new URLSearchParams(SPAN)
const path = () => `/api/company/${company.id}/holidays-act-report`
const settle = async () => (await owner.post(`${path()}/back-pay`, SPAN)).body
const letter = (id: number) => owner.get(`${path()}/letter?employee_id=${id}&${QUERY}`)

/** Forty hours a week at 30, and a sick day in each of two weeks for which 200 and 210 of 240 were paid. */
async function underpaid(name: string) {
  const { id } = await anEmployee(owner, company.id, {
    country: 'NZ',
    first_name: name,
    start_date: '2025-09-01',
    pay_rate_per_hour: '30.00',
    standard_hours_per_day: '8',
    nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8',
  })
  for (const [date, day, rate] of [
    ['2026-08-16', '2026-08-12', 25],
    ['2026-08-30', '2026-08-27', 26.25],
  ]) {
    const { status } = await owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [
      {
        employee_id: id,
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 32 }],
        leave: [{ description: 'Sick', leave_type: 'SICK', date: day, hours: 8, rate }],
      },
    ])
    expect(status).toBe(201)
  }
  return id
}

describe('arrears that the report finds', () => {
  it('go onto the next drafts once, and everyone who cannot be paid so is named', async () => {
    const aroha = await underpaid('Aroha')
    const gone = await underpaid('Tui')
    const { status } = await owner.post(`/api/employees/${gone}/terminate`, {
      termination_date: '2026-08-30',
      pay_date: '2026-09-06',
    })
    expect(status).toBe(200)
    expect((await settle()).skipped.find((each: AnyJson) => each.employee_id === aroha).reason).toContain(
      'no draft',
    )
    await owner.post(`/api/company/${company.id}/pay-runs`, { pay_period: 'WEEKLY', pay_date: '2026-09-25' })
    const { added, pays, skipped } = await settle()
    expect(added).toBe(70)
    expect(pays).toMatchObject([
      {
        employee_id: aroha,
        amount: 70,
        items: [
          { amount: 40, start_date: '2026-08-10', end_date: '2026-08-16' },
          { amount: 30, start_date: '2026-08-24', end_date: '2026-08-30' },
        ],
      },
    ])
    expect(skipped).toMatchObject([
      { employee_id: gone, reason: expect.stringContaining('No longer employed') },
    ])
    const { body: draft } = await owner.get(`/api/company/${company.id}/pays/${pays[0].pay_id}`)
    expect(draft.back_payments.map((row: AnyJson) => row.amount)).toEqual([40, 30])
    const again = await settle()
    expect(again.added).toBe(0)
    expect(again.skipped.find((each: AnyJson) => each.employee_id === aroha).reason).toContain('already')
    // A pay rise is owed in addition to the arrears.
    const { body: risen } = await owner.get(`/api/employees/${aroha}/back-pay?since=2026-08-10`)
    expect(risen.items.every((item: AnyJson) => item.paid_before === 0)).toBe(true)
  }, 60_000)

  it('are owed no more once the back pay is paid, and count once in what is owed at the end', async () => {
    const other = await aCompany(owner, { jurisdiction: 'NZ' })
    const { id } = await anEmployee(owner, other.id, {
      ...{ country: 'NZ', first_name: 'Rewi', start_date: '2026-08-10', pay_rate_per_hour: '30.00' },
      ...{ standard_hours_per_day: '8', nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8' },
    })
    const ofOther = `/api/company/${other.id}`
    await owner.put(`${ofOther}/pays/create?pay_date=2026-08-16`, [
      {
        employee_id: id,
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 32 }],
        leave: [{ description: 'Sick', leave_type: 'SICK', date: '2026-08-12', hours: 8, rate: 25 }],
      },
    ])
    const run = await owner.post(`${ofOther}/pay-runs`, { pay_period: 'WEEKLY', pay_date: '2026-08-23' })
    const arrears = async () => (await owner.get(`${ofOther}/holidays-act-report?${QUERY}`)).body.arrears
    const pays = async () => (await owner.post(`${ofOther}/holidays-act-report/back-pay`, SPAN)).body
    expect(await arrears()).toBe(40)
    expect((await pays()).added).toBe(40)
    expect(await arrears()).toBe(40)
    const processed = await owner.post(`${ofOther}/pay-runs/${run.body.pay_run_id}/process`)
    expect(processed.status).toBe(200)
    expect(await arrears()).toBe(0)
    expect((await pays()).added).toBe(0)
    expect((await owner.get(`${ofOther}/holidays-act-report/letter?employee_id=${id}&${QUERY}`)).status).toBe(
      404,
    )
    // 8% of 1,160 + 40 + 1,200 = 192.
    const ended = await owner.post(`/api/employees/${id}/terminate`, {
      ...{ termination_date: '2026-08-23', pay_date: '2026-08-24' },
    })
    expect(ended.body.non_etp_amount).toBe(192)
    expect(await arrears()).toBe(0)
  }, 60_000)

  it('have a letter for each person, those who left included', async () => {
    const people = (await owner.get(`${path()}?${QUERY}`)).body.employees
    expect(people).toHaveLength(2)
    for (const { employee_id } of people) {
      const { status, raw, headers } = await letter(employee_id)
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(raw.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const all = await owner.get(`${path()}/letter?${QUERY}`)
    expect([all.status, all.headers['content-disposition']]).toEqual([
      200,
      'inline; filename="holidays-act-letters.pdf"',
    ])
    const texts = readTexts(all.raw)
    expect(new Set(texts.map(({ page }) => page)).size).toBe(people.length)
    for (const { employee } of people) expect(texts.some(({ text }) => text.includes(employee))).toBe(true)
    const none = await owner.get(`${path()}/letter?from_date=2026-01-01&to_date=2026-01-31`)
    expect(none.status).toBe(404)
    const fine = await anEmployee(owner, company.id, { country: 'NZ', start_date: '2026-09-01' })
    expect((await letter(fine.id)).status).toBe(404)
    expect((await letter(999_999_999)).status).toBe(404)
  })
})

describe('someone who is only in a sent history', () => {
  const letterTo = (employee: string) =>
    owner.post(`${path()}/history-letter?employee=${encodeURIComponent(employee)}`, HISTORY, {
      'content-type': 'text/csv',
    })

  it('has a letter too', async () => {
    const { status, raw } = await letterTo('Hemi Pōtae')
    expect(status).toBe(200)
    const text = readTexts(raw)
      .map((each) => each.text)
      .join(' ')
    expect(text).toContain('Hemi')
    expect(text).toContain('$80.00')
    expect((await letterTo('Someone else')).status).toBe(404)
  })
})
