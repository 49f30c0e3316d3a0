import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { type DrawnText, readTexts } from './read-pdf.ts'
import { aPay } from './support.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

/** The drawn payslip of a new employee. TASMAN_KEEP_PDF names a folder in which to keep it for inspection. */
async function drawn(name: string, employeeFields: object, pay: object = {}): Promise<DrawnText[]> {
  const employee = await anEmployee(owner, company.id, { ...employeeFields })
  const { id } = await aPay(owner, company.id, employee.id, pay)
  const { raw } = await owner.get(`/api/company/${company.id}/pays/${id}/payslip`)
  if (process.env.TASMAN_KEEP_PDF) writeFileSync(`${process.env.TASMAN_KEEP_PDF}/${name}.pdf`, raw)
  return readTexts(raw)
}

const find = (texts: DrawnText[], wanted: string) => {
  const found = texts.find(({ text }) => text === wanted)
  if (!found) throw new Error(`"${wanted}" is not among ${texts.map(({ text }) => text).join('|')}`)
  return found
}

describe('the people’s box', () => {
  it('grows with long names, and what follows stays below it', async () => {
    const texts = await drawn('long-names', {
      first_name: 'Alexandrina',
      last_name: 'Featherstonehaugh-Cholmondeley',
      number: 'E-7',
      position: 'Senior Regional Customer Experience Manager',
      department: 'Customer Experience and Service Quality',
      show_department_on_payslip: true,
    })
    const lowest = find(texts, 'Full-time')
    expect(find(texts, 'Earnings').y - lowest.y).toBeGreaterThan(20)
    const left = texts.filter(({ x, y }) => x === lowest.x && y <= lowest.y).map(({ text }) => text.trim())
    expect(left.join(' ').replaceAll('- ', '-')).toBe(
      'Alexandrina Featherstonehaugh-Cholmondeley Employee E-7 Senior Regional Customer Experience Manager, Customer Experience and Service Quality Full-time',
    )
    expect(Math.max(...texts.map(({ page }) => page))).toBe(1)
  })
})

describe('rows', () => {
  it('show long descriptions to their end, each row below the one before', async () => {
    const start = 'Reimbursement of travel between the two sites in'
    const texts = await drawn(
      'long-rows',
      {},
      {
        allowances: [
          { description: `${start} January`, amount: '12.00', allowance_category: 'OD' },
          { description: `${start} February`, amount: '13.00', allowance_category: 'OD' },
        ],
        deductions: [{ description: 'D'.repeat(60), amount: 10, classification: 'NORMAL' }],
      },
    )
    const january = texts.find(({ text }) => text.includes('January')) as DrawnText
    expect(january.y).toBeGreaterThan(find(texts, '12.00').y)
    expect(find(texts, '13.00').y).toBeGreaterThan(january.y)
    expect(texts.some(({ text }) => text.includes('February'))).toBe(true)
    expect(texts.map(({ text }) => text).join('')).toContain('D'.repeat(60))
    expect(texts.some(({ text }) => text.includes('…'))).toBe(false)
    expect(Math.max(...texts.map(({ page }) => page))).toBe(1)
  })

  it('that do not count hours show their unit', async () => {
    const texts = await drawn(
      'units',
      { payslip_time_non_decimal: true },
      {
        hours: [
          { description: 'Ordinary', units: 'hours', value: '30.4' },
          { description: 'Driving', units: 'km', value: 12, rate: '0.88' },
        ],
        allowances: [{ description: 'Laundry', amount: '3.20', units: 2, allowance_category: 'LD' }],
      },
    )
    for (const wanted of ['Hours or units', '30:24', '12 km', '2 units']) find(texts, wanted)
    expect(texts.map(({ text }) => text)).not.toContain('12:00')
  })

  it('of hours alone stand under that word', async () => {
    find(await drawn('hours', {}), 'Hours')
  })
})

describe('a payslip', () => {
  it('with everything switched on is still one page', async () => {
    const texts = await drawn(
      'full',
      {
        number: 'E-8',
        position: 'Barista',
        department: 'Front of house',
        show_department_on_payslip: true,
        show_roster_summary_on_payslip: true,
        payslip_show_custom_balances: true,
        payslip_show_base_ordinary_rate: true,
        default_employee_fund_usi: 'STA0100AU',
        default_employee_fund_member_number: '1234567',
        rdo_hours: '7.6',
        toil_hours: '3',
      },
      {
        allowances: [{ description: 'Laundry', amount: '3.20', units: 2, allowance_category: 'LD' }],
        deductions: [{ description: 'Union fees', amount: 10, classification: 'UNION_FEES' }],
        pay_sacrifices: [{ description: 'Into super', amount: 50, is_super: true }],
      },
    )
    expect(Math.max(...texts.map(({ page }) => page))).toBe(1)
    find(texts, 'Roster summary')
  })

  it('with every flag off has the ordinary hours in one line', async () => {
    const texts = await drawn('off', {
      show_position_on_payslip: false,
      payslip_show_hours_and_rate: false,
      payslip_show_ytd: false,
      payslip_show_super_ytd: false,
      payslip_show_holiday_leave_balance: false,
      payslip_show_sick_leave_balance: false,
      payslip_show_lsl_balance: false,
    })
    find(texts, '30.40 at $40.00 = $1,216.00')
  })
})
