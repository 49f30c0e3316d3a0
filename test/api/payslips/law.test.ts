import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPayslip } from '../../../src/features/documents/payslips/load.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { readTexts } from './read-pdf.ts'
import { aPay, payslipWords } from './support.ts'

const ALL_OFF = {
  show_roster_summary_on_payslip: false,
  show_position_on_payslip: false,
  show_department_on_payslip: false,
  payslip_show_holiday_leave_balance: false,
  payslip_show_sick_leave_balance: false,
  payslip_show_lsl_balance: false,
  payslip_show_negative_leave_balances: false,
  payslip_show_custom_balances: false,
  payslip_show_hours_and_rate: false,
  payslip_show_allowance_units: false,
  payslip_show_base_ordinary_rate: false,
  payslip_show_super_ytd: false,
  payslip_show_ytd: false,
  payslip_show_zero_dollar_leave: false,
  payslip_time_non_decimal: false,
}
const FUND = { default_employee_fund_usi: 'STA0100AU', default_employee_fund_member_number: '1234567' }

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let nzCompany: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  nzCompany = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

/** The texts of the payslip of one pay, which belongs to a new employee. */
async function wordsFor(overrides: object, pay: object): Promise<string[]> {
  const employee = await anEmployee(owner, company.id, { ...overrides })
  const { id } = await aPay(owner, company.id, employee.id, pay)
  return payslipWords(tasman, company.id, id)
}

async function drawnTexts(companyId: number, payId: number) {
  const answer = await owner.get(`/api/company/${companyId}/pays/${payId}/payslip`)
  expect(answer.status).toBe(200)
  return readTexts(answer.raw).map(({ text }) => text)
}

describe('the accounts', () => {
  it('of two pays in one run add up to what the bank file pays: a fixed amount comes once', async () => {
    const mia = await anEmployee(owner, company.id, {
      primary_bank_account_name: 'Mia Nguyen',
      primary_bank_bsb: '062-000',
      primary_bank_account_number: '11111111',
      secondary_bank_account_name: 'Mia Savings',
      secondary_bank_bsb: '062-000',
      secondary_bank_account_number: '22222222',
      secondary_bank_amount_per_period: '100',
    })
    const amounts = []
    for (const pay_department of ['Bar', 'Kitchen']) {
      const pay = await aPay(owner, company.id, mia.id, { pay_department, leave: [] })
      const stored = await tasman.service.database.query
        .selectFrom('companies')
        .selectAll()
        .where('id', '=', company.id)
        .executeTakeFirstOrThrow()
      const { payments } = await loadPayslip(tasman.service, stored, pay.id)
      expect(payments.reduce((total, row) => total + Number(row.amount), 0)).toBeCloseTo(pay.net, 2)
      amounts.push(payments.filter((row) => row.name === 'Mia Savings').map((row) => row.amount))
    }
    expect(amounts).toEqual([['100.00'], []])
  })
})

describe('the ordinary rate', () => {
  it('is that of the pay, not that of today', async () => {
    const employee = await anEmployee(owner, company.id)
    const { id } = await aPay(owner, company.id, employee.id)
    const raise = [{ id: employee.id, pay_rate_per_hour: '55.00' }]
    const answer = await owner.patch(`/api/company/${company.id}/employees/update`, raise)
    expect(answer.status).toBe(200)
    const words = await payslipWords(tasman, company.id, id)
    expect(words).toContain('$40.00 an hour')
    expect(words.join('|')).not.toContain('55.00')
  })
})

describe('with every flag off', () => {
  it('an Australian payslip still says the ordinary rate, the hours and the amount at it', async () => {
    const words = await wordsFor(ALL_OFF, {
      hours: [
        { description: 'Ordinary', units: 'hours', value: 30 },
        { description: 'Training', units: 'hours', value: '8.0' },
        { description: 'Higher duties', units: 'hours', value: 2, rate: '45.50' },
        { description: 'Saturday', units: 'hours', value: 3, multiplier: 1.25 },
        { description: 'Overtime', units: 'hours', value: 4, multiplier: 1.5, is_overtime: true },
      ],
    })
    expect(words).toContain('38.00 at $40.00 = $1,520.00')
    expect(words).toContain('2.00 at $45.50 = $91.00')
    expect(words.filter((word) => word.includes(' at $'))).toHaveLength(2)
  })

  it('the rate is there when no ordinary hours were paid', async () => {
    expect(await wordsFor(ALL_OFF, { hours: [] })).toContain('$40.00 an hour')
  })

  it('hours and minutes stay hours and minutes', async () => {
    const words = await wordsFor({ ...ALL_OFF, payslip_time_non_decimal: true }, { leave: [] })
    expect(words).toContain('30:24 at $40.00 = $1,216.00')
  })

  it('everything else that the law asks for is there', async () => {
    const words = await wordsFor(
      { ...ALL_OFF, ...FUND },
      {
        leave: [
          {
            description: 'Annual leave',
            leave_type: 'HOLIDAY',
            date: '2026-11-16',
            hours: 7.6,
            leave_loading_amount: '53.20',
          },
        ],
        allowances: [{ description: 'Laundry', amount: '3.20', units: 2, allowance_category: 'LD' }],
        bonuses: [{ description: 'Christmas bonus', amount: 100 }],
        deductions: [{ description: 'Union fees', amount: 10, classification: 'UNION_FEES' }],
      },
    )
    for (const needed of [
      'Kookaburra Cafe Pty Ltd',
      'ABN 51 824 753 556',
      'Mia Nguyen',
      '16 Nov 2026 –',
      '22 Nov 2026',
      '18 Nov 2026',
      'Gross',
      'PAYG withholding',
      'Overtime',
      'Loading on annual leave',
      'Laundry',
      '6.40',
      'Christmas bonus',
      'Union fees',
      '10.00',
      'Super guarantee',
      'Simulated fund STA0100AU, member 1234567',
    ])
      expect(words).toContain(needed)
  })

  it('a New Zealand payslip shows every deduction and the holiday pay in the wages as its own row', async () => {
    const employee = await anEmployee(owner, nzCompany.id, {
      ...ALL_OFF,
      country: 'NZ',
      has_student_loan: true,
    })
    const { id } = await aPay(owner, nzCompany.id, employee.id, {
      leave: [],
      allowances: [{ description: 'Holiday pay 8%', amount: '116.48' }],
      deductions: [{ description: 'Social club', amount: 5, classification: 'NORMAL' }],
    })
    const words = await payslipWords(tasman, nzCompany.id, id)
    for (const needed of [
      'Holiday pay 8%',
      '116.48',
      'PAYE with earners’ levy',
      'Student loan',
      'KiwiSaver 3.5%',
      'Social club',
      'To your KiwiSaver',
    ])
      expect(words).toContain(needed)
  })
})

describe('super', () => {
  it('without a fund says so, and when it is due', async () => {
    const text = (await wordsFor({}, {})).join('|')
    expect(text).toContain('No super fund on file')
    expect(text).toMatch(/Due to be paid to a fund by \d+ \w+ 2026/)
    expect(text).not.toContain('Paid to the fund')
  })

  it('names each of several funds with what goes to it', async () => {
    const employee = await anEmployee(owner, company.id)
    const set = await owner.put(`/api/employees/${employee.id}/super-funds`, [
      {
        fund_type: 'APRA',
        fund_name: 'Coral Super',
        usi: '60905115063001',
        member_number: 'A1',
        percentage: 60,
      },
      { fund_type: 'SMSF', fund_name: 'Nguyen Fund', abn: '51824753556', esa: 'smsfesa', percentage: 40 },
    ])
    expect(set.status).toBe(200)
    // 38 ordinary hours at 40.00 and 12%: 182.40.
    const { id } = await aPay(owner, company.id, employee.id)
    const words = await payslipWords(tasman, company.id, id)
    expect(words[words.indexOf('Coral Super, member A1') + 1]).toBe('109.44')
    expect(words[words.indexOf('Nguyen Fund') + 1]).toBe('72.96')
  })
})

describe('a name that the fonts cannot draw', () => {
  it('shows where it is, with the number beside it', async () => {
    const name = { first_name: '민준', last_name: '김' }
    const employee = await anEmployee(owner, company.id, { ...name, number: 'E-77' })
    const { id } = await aPay(owner, company.id, employee.id)
    const texts = await drawnTexts(company.id, id)
    expect(texts).toContain('?? ?')
    expect(texts).toContain('Employee E-77')
  })

  it('has the id beside it when there is no number', async () => {
    const employee = await anEmployee(owner, company.id, { first_name: 'ელენე', last_name: 'Smith' })
    const { id } = await aPay(owner, company.id, employee.id)
    const texts = await drawnTexts(company.id, id)
    expect(texts).toContain('????? Smith')
    expect(texts).toContain(`Employee id ${employee.id}`)
  })

  it('is drawn as it is where the fonts have it, in whatever form it came', async () => {
    const employee = await anEmployee(owner, company.id, {
      first_name: 'Thu\u031b\u0323',
      last_name: 'Nga\u0304ta',
    })
    const { id } = await aPay(owner, company.id, employee.id)
    const texts = await drawnTexts(company.id, id)
    expect(texts).toContain('Thự Ngāta')
    expect(texts.join('|')).not.toContain('Employee id')
  })
})

describe('family and domestic violence leave', () => {
  const TELLING = /violence|abuse|\bf?dv\b|dfv/i
  const leave = (description: string, extra: object = {}) => ({
    leave: [{ description, leave_type: 'OTHER', date: '2026-11-17', hours: '7.6', ...extra }],
  })

  it.each([
    'FDV leave',
    'DV leave',
    'Paid F.D.V. leave',
    'DFV',
    'FDV_leave',
    'Domestic abuse leave',
    'Domestic violence leave',
  ])('"%s" is ordinary hours, added to those of the same rate', async (description) => {
    const words = await wordsFor({ show_roster_summary_on_payslip: true }, leave(description))
    expect(words.join('|')).not.toContain(description)
    expect(words.join('|')).not.toMatch(TELLING)
    expect(words.join('|')).toContain('Ordinary|38|40.00|1,520.00')
    expect(words.join('|')).toContain('Ordinary hours|38|Overtime|4')
    expect(words.join('|')).not.toContain('17 Nov 2026')
  })

  it('counts among the ordinary hours when the flags hide the rows’ hours', async () => {
    expect(await wordsFor(ALL_OFF, leave('FDV leave'))).toContain('38.00 at $40.00 = $1,520.00')
  })

  it('has a loading that does not tell it either', async () => {
    const words = await wordsFor({}, leave('FDV leave', { leave_loading_amount: '12.34' }))
    expect(words[words.indexOf('12.34') - 3]).toBe('Loading')
  })

  it('is not told by hours, allowances, bonuses or back payments', async () => {
    const words = await wordsFor(
      {},
      {
        hours: [
          { description: 'Ordinary', units: 'hours', value: 30 },
          { description: 'Domestic violence leave hours', units: 'hours', value: '7.6' },
          { description: 'FDV cover', units: 'hours', value: 1, multiplier: 1.5, is_overtime: true },
        ],
        leave: [],
        allowances: [{ description: 'Family violence support', amount: '21.00', allowance_category: 'OD' }],
        bonuses: [{ description: 'FDV top-up', amount: '22.00' }],
        back_payments: [
          {
            description: 'DV leave of June',
            amount: '23.00',
            stp_category: 'GROSS',
            tax_method: 'METHOD_B2',
          },
        ],
      },
    )
    const text = words.join('|')
    expect(text).not.toMatch(TELLING)
    expect(text).toContain('Ordinary|37.6|40.00|1,504.00')
    expect(text).toContain('Overtime|1|60.00|60.00')
    expect(text).toContain('Allowance|||21.00')
    expect(text).toContain('Bonus|||22.00')
    expect(text).toContain('Back payment|||23.00')
  })

  it('in New Zealand is ordinary hours too', async () => {
    const employee = await anEmployee(owner, nzCompany.id, { country: 'NZ' })
    const { id } = await aPay(owner, nzCompany.id, employee.id, {
      leave: [{ description: 'Leave', leave_type: 'NZ_FAMILY_VIOLENCE', date: '2026-11-17', hours: 8 }],
    })
    const words = await payslipWords(tasman, nzCompany.id, id)
    expect(words).not.toContain('Leave')
    expect(words).toContain('38.4')
  })

  it('is not seen in words that only look like it', async () => {
    const names = ['Advance of wages', 'DVD library', 'Family day', 'Domestic travel', 'FV produce']
    const words = await wordsFor(
      {},
      { allowances: names.map((description) => ({ description, amount: '3.00', allowance_category: 'OD' })) },
    )
    for (const name of names) expect(words).toContain(name)
  })
})

describe('show_roster_summary_on_payslip', () => {
  const pay = {
    hours: [
      { description: 'Ordinary', units: 'hours', value: 15 },
      { description: 'Fair', units: 'days', value: 1, rate: '300' },
      { description: 'Driving', units: 'km', value: 12, rate: '0.88' },
      { description: 'Overtime', units: 'hours', value: 4, multiplier: 1.5, is_overtime: true },
    ],
    leave: [
      { description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-11-17', hours: '7.6' },
      { description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-11-16', hours: '7.6' },
      { description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-11-20', hours: 4 },
    ],
  }

  it('sums the hours worked, the overtime and the leave with its days', async () => {
    const words = await wordsFor({ show_roster_summary_on_payslip: true, standard_hours_per_day: '7.6' }, pay)
    expect(words.slice(words.indexOf('Roster summary')).join('|')).toBe(
      'Roster summary||Hours|Ordinary hours|22.6|Overtime|4|Annual leave, 16 Nov 2026 – 17 Nov 2026, 20 Nov 2026|19.2',
    )
  })

  it('off, leaves the part away', async () => {
    expect(await wordsFor({}, pay)).not.toContain('Roster summary')
  })
})
