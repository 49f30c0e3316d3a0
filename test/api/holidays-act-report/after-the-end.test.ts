import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkHistoryFile } from '../../../src/features/reports/holidays-act-report/check-history.ts'
import { loadRates } from '../../../src/load-rates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Wages paid after the end of an employment, and the holiday pay of its end. */

describe('own pays', () => {
  let tasman: TestApp
  let owner: TestClient
  let companyId: number

  beforeAll(async () => {
    tasman = await startTestApp({ env: { REGION: 'NZ' }, now: '2026-11-02T00:00:00' })
    owner = await tasman.clientFor('owner')
    companyId = (await aCompany(owner, { jurisdiction: 'NZ' })).id
  })
  afterAll(() => tasman.close())

  /** Four weeks of 1,000, a last day, and then wages of ten hours. Matariki is Friday 10 July 2026. */
  async function left(name: string, terminationDate: string, latePeriodEnd: string) {
    const { id } = await anEmployee(owner, companyId, {
      ...{ country: 'NZ', first_name: name, last_name: 'Ngata', start_date: '2026-06-01' },
      ...{ pay_rate_per_hour: '25.00', pay_period: 'WEEKLY', standard_hours_per_day: 8 },
      nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8',
    })
    const pay = async (date: string, hours: number, leave: object[] = []) => {
      const { status } = await owner.put(`/api/company/${companyId}/pays/create?pay_date=${date}`, [
        { employee_id: id, hours: [{ description: 'Ordinary hours', units: 'hours', value: hours }], leave },
      ])
      expect(status).toBe(201)
    }
    for (const date of ['2026-06-14', '2026-06-21', '2026-06-28', '2026-07-05']) await pay(date, 40)
    // A pay of the last week may be made before the final pay.
    if (latePeriodEnd === '2026-07-12' && terminationDate > '2026-07-05') await pay(latePeriodEnd, 24)
    const ended = await owner.post(`/api/employees/${id}/terminate`, {
      termination_date: terminationDate,
      pay_date: latePeriodEnd,
    })
    expect(ended.status).toBe(200)
    if (terminationDate <= '2026-07-05')
      await pay(latePeriodEnd, 10, [
        { description: 'Flu', leave_type: 'SICK', date: '2026-07-08', hours: 8, rate: 10 },
      ])
    const path = `/api/company/${companyId}/holidays-act-report`
    const { body } = await owner.get(`${path}?from_date=2026-07-06&to_date=2026-08-31`)
    return body.rows
      .filter((row: AnyJson) => row.employee_id === id)
      .map((row: AnyJson) => [row.type, row.difference])
  }

  it('owe no public holiday and no sick day after the last day', async () => {
    expect(await left('Late', '2026-06-26', '2026-07-12')).toEqual([['FINAL_HOLIDAY_PAY', 0]])
  })

  it('owe no public holiday after the last day where the final pay is the second of its period', async () => {
    // Three of five days, Monday to Wednesday, are worked and paid. The last day is the Wednesday before Matariki.
    expect(await left('Wednesday', '2026-07-08', '2026-07-12')).toEqual([['FINAL_HOLIDAY_PAY', 0]])
  })
})

const rates = loadRates().nz
const HEADER =
  'employee,start_date,period_start,period_end,gross,hours,weekly_pay,leave_type,leave_date,leave_hours,leave_paid,work_pattern,region'
const PATTERN = '"MO 8,TU 8,WE 8,TH 8,FR 8",auckland'
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Weeks of 1,200 from Monday 4 August 2025, followed by rows of the given cells. */
async function check(count: number, ...last: string[]) {
  const weeks = Array.from({ length: count }, (_, index) => {
    const start = Date.UTC(2025, 7, 4 + 7 * index)
    return `B,2025-08-04,${iso(start)},${iso(start + 6 * 86_400_000)},1200,40,1200,,,,,${PATTERN}`
  })
  const rows = last.map((cells) => `B,2025-08-04,${cells},${PATTERN}`)
  const csv = [HEADER, ...weeks, ...rows].join('\n')
  return checkHistoryFile(new TextEncoder().encode(csv), rates)
}

describe("another system's history", () => {
  it('owes no public holiday and no leave after the last day, and says so', async () => {
    // Labour Day is 27 October 2025. The employment ended on 26 September.
    const { rows, unchecked } = await check(
      7,
      '2025-09-22,2025-09-28,1200,40,1200,FINAL_HOLIDAY_PAY,2025-09-26,,768',
      '2025-10-27,2025-11-02,324,10,1200,SICK,2025-10-28,8,10',
    )
    // 8% of 8 × 1,200 and of the 324 that was paid late.
    expect(rows.map(({ type, owed }) => [type, owed])).toEqual([['FINAL_HOLIDAY_PAY', 793.92]])
    expect(unchecked.map(({ reason }) => reason)).toContain(
      'The employment ended on 2025-09-26: public holidays and leave after that day were not checked.',
    )
  })

  it('counts no final holiday pay in its own 8%, whether gross contains it or not', async () => {
    // 8% of 8 × 1,200 = 768.
    const final = 'FINAL_HOLIDAY_PAY,2025-09-26,,768'
    const days = '2025-09-22,2025-09-28'
    const found = async (...last: string[]) => {
      const { rows } = await check(7, ...last)
      return rows.map(({ owed, difference, assumptions }) => [
        owed,
        difference,
        assumptions.some((each) => each.includes('taken to be part of gross')),
      ])
    }
    expect(await found(`${days},1968,40,1200,${final}`)).toEqual([[768, 0, true]])
    expect(await found(`${days},1200,40,1200,${final}`)).toEqual([[768, 0, false]])
    expect(await found(`${days},1200,40,1200,,,,`, `${days},768,0,1200,${final}`)).toEqual([[768, 0, true]])
    expect(await found(`${days},1200,40,1200,,,,`, `${days},0,0,1200,${final}`)).toEqual([[768, 0, false]])
    // A short last week: 8% of 8,400 + 480 = 710.40.
    expect(await found(`${days},1248,16,1200,${final}`)).toEqual([[710.4, -57.6, true]])
  })
})
