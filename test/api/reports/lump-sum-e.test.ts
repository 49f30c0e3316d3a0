import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { payslipWords } from '../payslips/support.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const late = (amount: number, start_date: string, end_date: string) => ({
  ...{ description: 'Award rise', amount, start_date, end_date },
  ...{ stp_category: 'GROSS', tax_method: 'METHOD_B2' },
})
const report = async (query: string) => {
  const { status, body } = await owner.get(`/api/company/${company.id}/reports/lump-sum-e${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.rows as AnyJson[]
}

it('lists back pay of earlier years by employee and financial year, with that of an earlier system', async () => {
  const { id } = await anEmployee(owner, company.id, { start_date: '2023-01-09' })
  const other = await anEmployee(owner, company.id, { start_date: '2023-01-09' })
  const opening = {
    as_at: '2026-08-02',
    year_to_date: { gross: 6000, tax: 900 },
    stp: { gross: 5500, lump_sums_e: [{ income_year: '2024', amount: 500 }] },
  }
  expect((await owner.put(`/api/employees/${id}/opening-balances`, opening)).status).toBe(200)
  // On 4 September 2026 work before 4 September 2025 is late. 21 June to 10 July 2025 has 10 days in each income year.
  const back_payments = [late(600, '2024-08-01', '2024-08-31'), late(300, '2025-06-21', '2025-07-10')]
  const { id: payId, pay_run_id: runId } = await aPay(
    owner,
    company.id,
    '2026-09-04',
    aWeek(id, { back_payments }),
  )
  await aPay(
    owner,
    company.id,
    '2026-09-04',
    aWeek(other.id, { back_payments: [late(80, '2026-01-05', '2026-02-01')] }),
  )
  const rows = await report('?from_date=2026-07-01')
  expect(rows.map((row) => [row.employee_id, row.financial_year, row.lump_sum_e])).toEqual([
    [id, '2023-24', 500],
    [id, '2024-25', 750],
    [id, '2025-26', 150],
  ])
  const ofRun = await report(`?from_date=2026-07-01&pay_run_id=${runId}`)
  expect(ofRun.map((row) => row.financial_year)).toEqual(['2024-25', '2025-26'])
  const pays = await report(`?from_date=2026-07-01&group_by=pay&employee_id=${id}`)
  expect(pays.map((row) => [row.pay_id, row.financial_year, row.lump_sum_e])).toEqual([
    [payId, '2024-25', 750],
    [payId, '2025-26', 150],
  ])
  const words = (await payslipWords(tasman, company.id, payId)).join('|')
  expect(words).toContain('Lump sum E: $750.00 of the back pay is for work in 2024-25')
  expect(words).toContain('Lump sum E: $150.00 of the back pay is for work in 2025-26')
  const letter = await owner.get(`/api/company/${company.id}/reports/lump-sum-e?employee_id=${id}&format=pdf`)
  expect([letter.status, letter.headers['content-type']]).toEqual([200, 'application/pdf'])
})

it('is a report of Australian companies', async () => {
  const nz = await aCompany(owner, { jurisdiction: 'NZ' })
  expect((await owner.get(`/api/company/${nz.id}/reports/lump-sum-e`)).status).toBe(404)
})
