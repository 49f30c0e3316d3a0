import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFile } from '../../../src/countries/nz/payday-filing/validate.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { bodyOf, goldenNames, makePays, monthEnds } from './year.ts'

/*
 * A year of a New Zealand company, filed payday by payday. The files next to this test contain the messages
 * sent, and any difference is reviewed like law.
 */

let tasman: TestApp
let owner: TestClient
let companyId: number
let submissions: AnyJson[]

const MONTHS = monthEnds(2025, 4)

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-04-05T02:00:00', env: { REGION: 'NZ' } })
  owner = await tasman.clientFor('owner')
  companyId = await liveThroughTheYear()
  submissions = (await owner.get(`/api/payday-filing/${companyId}/submissions`)).body.reverse()
}, 120_000)
afterAll(() => tasman.close())

async function liveThroughTheYear(): Promise<number> {
  const { id } = await aCompany(owner, {
    jurisdiction: 'NZ',
    legal_name: 'Golden Kōwhai Ltd',
    phone: '03 555 0188',
    email_address: 'pay@kowhai.example',
    contact_name: 'Kahurangi Kōwhai',
    default_pay_period: 'MONTHLY',
  })
  const hire = (fields: object) =>
    anEmployee(owner, id, { country: 'NZ', pay_period: 'MONTHLY', start_date: '2021-02-01', ...fields })
  const aroha = await hire({ first_name: 'Aroha', last_name: 'Tūhoe', kiwisaver_status_code: 'AK' })
  const borrower = await hire({
    first_name: 'Ben',
    last_name: 'Smith',
    ird_number: '136410132',
    has_student_loan: true,
    pay_rate_per_hour: '33.10',
  })
  const joiner = await hire({
    first_name: 'Jo',
    last_name: 'Newman',
    start_date: '2025-08-11',
    no_declaration: true,
    nz_tax_code: undefined,
    ird_number: undefined,
    email_address: 'jo@example.com',
  })
  const worked = (hours: number) => ({ description: 'Ordinary hours', units: 'hours', value: hours })
  const leaves = (payDate: string) =>
    owner.post(`/api/employees/${borrower.id}/terminate`, {
      termination_date: '2025-11-21',
      pay_date: payDate,
    })
  for (const [index, payDate] of MONTHS.entries()) {
    const month = index + 1
    const pays: object[] = [
      {
        employee_id: aroha.id,
        hours: [worked(month === 10 ? 93.33 : 173.33)],
        leave:
          month === 10
            ? [{ description: 'Summer', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-01-12', hours: 80 }]
            : [],
        bonuses:
          month === 9
            ? [
                {
                  description: 'Christmas',
                  amount: 2000,
                  tax_method: 'NORMAL_EARNINGS',
                  tax_as_nz_extra_pay: true,
                },
              ]
            : [],
        deductions: [{ description: 'Hospice', amount: 30, classification: 'CHARITY' }],
      },
    ]
    if (month < 8) pays.push({ employee_id: borrower.id, hours: [worked(160)] })
    if (month >= 5) pays.push({ employee_id: joiner.id, hours: [worked(month === 5 ? 104 : 140)] })
    await makePays(owner, id, payDate, pays)
    if (month === 8) bodyOf(await leaves(payDate), 200)
    bodyOf(await owner.post(`/api/payday-filing/${id}/submit`, { from_date: payDate, to_date: payDate }), 201)
  }
  return id
}

const fileOf = async (id: number, part: string): Promise<string | null> => {
  const { status, body } = await owner.get(
    `/api/payday-filing/${companyId}/submissions/${id}/file?part=${part}`,
  )
  return status === 200 ? (body as string).replaceAll('\r\n', '\n') : null
}

async function filesOf(submission: AnyJson): Promise<[string, string][]> {
  const files: [string, string | null][] = [
    [`${submission.pay_date}.csv`, await fileOf(submission.id, 'employment-information')],
    [`${submission.pay_date}-details.csv`, await fileOf(submission.id, 'employee-details')],
  ]
  return files.filter((file): file is [string, string] => file[1] !== null)
}

describe('a year of a New Zealand company', () => {
  it('is filed in twelve returns, all accepted', () => {
    expect(submissions.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
      MONTHS.map(() => 'submit accepted'),
    )
  })

  it('gives the files that are kept here', async () => {
    const files = (await Promise.all(submissions.map(filesOf))).flat()
    expect(goldenNames('nz')).toEqual(files.map(([name]) => name).sort())
    for (const [name, text] of files) await expect(text).toMatchFileSnapshot(`nz/${name}`)
  })

  it('keeps every rule of the upload file', async () => {
    const files = (await Promise.all(submissions.map(filesOf))).flat()
    expect(files.flatMap(([, text]) => checkFile(text))).toEqual([])
  })

  it('tells of joiners and leavers once each', async () => {
    const files = (await Promise.all(submissions.map(filesOf))).flat()
    expect(files.map(([name]) => name).filter((name) => name.includes('details'))).toEqual([
      '2025-08-31-details.csv',
      '2025-11-30-details.csv',
    ])
  })

  it('reports in the end what the pays add up to', async () => {
    const pays = (await owner.get(`/api/company/${companyId}/pays`)).body
    const cents = (rows: AnyJson[], amountOf: (row: AnyJson) => number) =>
      rows.reduce((sum, row) => sum + Math.round(amountOf(row) * 100), 0)
    expect(cents(submissions, (row) => row.totals.student_loan)).toBe(
      cents(pays, (pay) => pay.nz_student_loan),
    )
    expect(cents(submissions, (row) => row.totals.kiwisaver_deductions)).toBe(
      cents(pays, (pay) => pay.kiwisaver_employee_amount),
    )
    expect(cents(submissions, (row) => row.totals.gross)).toBe(cents(pays, (pay) => pay.gross))
  })
})
