import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPayEvent } from '../../../src/countries/au/stp/read-xml.ts'
import { checkAgainstTaxonomy } from '../../../src/countries/au/stp/taxonomy.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { bodyOf, goldenNames, makePays, monthEnds } from './year.ts'

/*
 * A year of an Australian company, lodged event by event. The files next to this test contain the messages
 * sent, and any difference is reviewed like law. Ids and times that differ between runs are masked.
 */

let tasman: TestApp
let owner: TestClient
let companyId: number
let submissions: AnyJson[]

const MONTHS = monthEnds(2025, 7)

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-05T02:00:00' })
  owner = await tasman.clientFor('owner')
  companyId = await liveThroughTheYear()
  submissions = (await owner.get(`/api/single-touch/${companyId}/submissions`)).body.reverse()
}, 120_000)
afterAll(() => tasman.close())

async function liveThroughTheYear(): Promise<number> {
  const { id } = await aCompany(owner, {
    legal_name: 'Golden Wattle Pty Ltd',
    postcode: '3000',
    country: 'AU',
    phone: '03 5550 0199',
    email_address: 'pay@wattle.example',
    contact_name: 'Wendy Wattle',
    default_pay_period: 'MONTHLY',
  })
  const hire = (fields: object) => anEmployee(owner, id, { pay_period: 'MONTHLY', ...fields })
  const mia = await hire({ include_email_and_phone_in_stp: true, email_address: 'mia@example.com' })
  const casual = await hire({
    first_name: 'Noah',
    last_name: 'O’Connor',
    employment_status: 'Casual',
    has_stsl_liability: true,
    tax_file_number: '876543210',
    pay_rate_per_hour: '31.50',
  })
  const senior = await hire({
    first_name: 'Grace',
    last_name: 'Papadopoulos',
    date_of_birth: '1968-02-11',
    start_date: '2012-03-05',
    tax_file_number: '000000000',
    pay_rate_per_hour: '55.00',
  })
  const traveller = await hire({
    first_name: 'Zoë',
    last_name: 'Lefèvre',
    working_holiday_tax_scale_applies: true,
    is_foreign_resident: true,
    has_claimed_tax_free_threshold: false,
    tax_file_number: '111111111',
    start_date: '2025-11-03',
  })
  const contractor = await hire({
    first_name: 'Con',
    last_name: 'Tractor',
    is_super_only_contractor: true,
    tax_file_number: undefined,
  })
  await owner.put(`/api/single-touch/${id}/payees/${traveller.id}`, { country_of_nationality: 'FR' })

  const worked = (hours: number) => ({ description: 'Ordinary hours', units: 'hours', value: hours })
  for (const [index, payDate] of MONTHS.entries()) {
    const month = index + 1
    const pays: object[] = [
      {
        employee_id: mia.id,
        hours: [
          worked(month === 7 ? 88.67 : 164.67),
          ...(month === 4
            ? [{ description: 'Overtime', units: 'hours', value: 6, multiplier: 1.5, is_overtime: true }]
            : []),
        ],
        leave:
          month === 7
            ? [{ description: 'Summer', leave_type: 'HOLIDAY', date: '2026-01-05', hours: 76 }]
            : [],
        allowances: [
          { description: 'Tools', amount: 25, allowance_category: 'TD', is_itemised: true },
          { description: 'Home office', amount: 40, allowance_category: 'OD', is_itemised: true },
        ],
        bonuses:
          month === 6 ? [{ description: 'Christmas', amount: 1500, tax_method: 'METHOD_A_WHOLE_YEAR' }] : [],
        pay_sacrifices: [{ description: 'Into super', amount: 200 }],
        deductions: [{ description: 'Union', amount: 22.5, classification: 'UNION_FEES' }],
        back_payments:
          month === 11
            ? [
                {
                  description: 'Award correction',
                  amount: 2600,
                  stp_category: 'GROSS',
                  tax_method: 'NORMAL_EARNINGS',
                  start_date: '2023-07-01',
                  end_date: '2024-03-31',
                },
              ]
            : [],
      },
      {
        employee_id: casual.id,
        hours: [worked(70 + month)],
        deductions: [
          { description: 'Court order', amount: 60, classification: 'CHILD_SUPPORT_GARNISHEE' },
          { description: 'Food bank', amount: 5, classification: 'CHARITY' },
        ],
      },
      { employee_id: contractor.id, hours: [worked(20)] },
    ]
    if (month < 9) pays.push({ employee_id: senior.id, hours: [worked(164.67)] })
    if (month >= 5 && month <= 10) pays.push({ employee_id: traveller.id, hours: [worked(120)] })
    await makePays(owner, id, payDate, pays)
    if (month === 9)
      bodyOf(
        await owner.post(`/api/employees/${senior.id}/terminate`, {
          termination_date: '2026-03-20',
          pay_date: payDate,
          reason: 'REDUNDANCY',
          redundancy_amount: '48000.00',
          is_payment_in_lieu_paid: true,
          payment_in_lieu_type: 'NOTICE_HOURS',
          notice_hours: '190',
        }),
        200,
      )
  }
  const year = { from_date: '2025-07-01', to_date: '2026-06-30' }
  bodyOf(await owner.post(`/api/single-touch/${id}/submit-stp-pays`, year), 201)
  bodyOf(await owner.post(`/api/single-touch/${id}/finalise`, { year: 2026 }), 201)
  return id
}

const nameOf = ({ kind, pay_date: payDate }: AnyJson) =>
  kind === 'submit' ? `${payDate}.xml` : `${payDate}-${kind}.xml`

function masked(xml: string): string {
  return xml
    .replace(/(<tns:SoftwareInformationBusinessManagementSystemId>)[^<]*/, '$1(system)')
    .replace(/(<tns:InteractionTransactionId>)[^<]*/, '$1(transaction)')
    .replace(/(<tns:MessageTimestampGenerationDt>)[^<]*/, '$1(now)')
}

const xmlOf = async (id: number): Promise<string> =>
  (await owner.get(`/api/single-touch/${companyId}/submissions/${id}/xml`)).body

describe('a year of an Australian company', () => {
  it('is lodged in twelve events and a finalisation, all accepted', () => {
    expect(submissions.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      ...MONTHS.map(() => 'submit accepted'),
      'finalise accepted',
    ])
  })

  it('gives the documents that are kept here', async () => {
    expect(goldenNames('au')).toEqual(submissions.map(nameOf).sort())
    for (const submission of submissions)
      await expect(masked(await xmlOf(submission.id))).toMatchFileSnapshot(`au/${nameOf(submission)}`)
  })

  it('fits the taxonomy in every document', async () => {
    for (const { id } of submissions) {
      const event = readPayEvent(await xmlOf(id))
      expect(checkAgainstTaxonomy('PAYEVNT', event.PAYEVNT)).toEqual([])
      for (const payee of event.PAYEVNTEMP) expect(checkAgainstTaxonomy('PAYEVNTEMP', payee)).toEqual([])
    }
  })

  it('reports in the end what the pays add up to', async () => {
    const pays = (await owner.get(`/api/company/${companyId}/pays`)).body
    const tax = pays.reduce((sum: number, pay: AnyJson) => sum + Math.round(pay.tax * 100), 0)
    const withheld = submissions.reduce(
      (sum, each) => sum + Math.round((each.totals.w2_withheld ?? 0) * 100),
      0,
    )
    expect(withheld).toBe(tax)
    const { PAYEVNTEMP } = readPayEvent(await xmlOf(submissions.at(-1).id))
    const reported = JSON.stringify(PAYEVNTEMP).matchAll(
      /"(?:IncomeTaxPayAsYouGoWithholdingTaxWithheldA|IncomePayAsYouGoWithholdingA)":"([\d.]+)"/g,
    )
    const total = [...reported].reduce((sum, [, text]) => sum + Math.round(Number(text) * 100), 0)
    expect(total).toBe(tax)
  })
})
