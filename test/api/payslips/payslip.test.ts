import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, payslipWords } from './support.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let nzCompany: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, {
    address1: '12 Roastery Lane',
    city: 'Newtown',
    state: 'NSW',
    postcode: '2042',
  })
  nzCompany = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

const pay = (companyId: number, employeeId: number, extra: object = {}) =>
  aPay(owner, companyId, employeeId, extra)
const wordsOf = (companyId: number, payId: number) => payslipWords(tasman, companyId, payId)

describe('GET payslip', () => {
  it('answers a PDF of one page', async () => {
    const employee = await anEmployee(owner, company.id, {
      last_name: 'Ngāta',
      leave_loading_percentage: '0.175',
    })
    const { id } = await pay(company.id, employee.id)
    const answer = await owner.get(`/api/company/${company.id}/pays/${id}/payslip`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.raw.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    if (process.env.TASMAN_KEEP_PDF) writeFileSync(process.env.TASMAN_KEEP_PDF, answer.raw)
  })

  it('answers 404 for a pay of another company', async () => {
    const employee = await anEmployee(owner, company.id)
    const { id } = await pay(company.id, employee.id)
    expect((await owner.get(`/api/company/${nzCompany.id}/pays/${id}/payslip`)).status).toBe(404)
  })
})

describe('what the law asks an Australian payslip to say', () => {
  it('is all there', async () => {
    const employee = await anEmployee(owner, company.id, {
      number: 'E-7',
      default_employee_fund_usi: 'STA0100AU',
      default_employee_fund_member_number: '1234567',
    })
    const made = await pay(company.id, employee.id, {
      deductions: [{ description: 'Union fees', amount: 10, classification: 'UNION_FEES' }],
      allowances: [{ description: 'Laundry', amount: '3.20', units: 2, allowance_category: 'LD' }],
    })
    const words = await wordsOf(company.id, made.id)
    const money = (amount: number) => amount.toLocaleString('en-AU', { minimumFractionDigits: 2 })
    for (const needed of [
      'Kookaburra Cafe Pty Ltd',
      'ABN 51 824 753 556',
      'Mia Nguyen',
      '18 Nov 2026',
      money(made.gross),
      `$${money(made.net)}`,
      money(made.tax),
      'Union fees',
      'Laundry',
      'Ordinary',
      '30.4',
      '40.00',
      money(made.super),
      'Simulated fund STA0100AU, member 1234567',
    ])
      expect(words).toContain(needed)
    expect(words.join(' ')).not.toContain('123456782')
  })

  it('never tells family and domestic violence leave', async () => {
    const employee = await anEmployee(owner, company.id)
    const made = await pay(company.id, employee.id, {
      leave: [{ description: 'Family violence leave', leave_type: 'OTHER', date: '2026-11-16', hours: 7.6 }],
    })
    const words = (await wordsOf(company.id, made.id)).join(' ')
    expect(words).not.toMatch(/violence/i)
  })
})

describe('the flags', () => {
  it.each([
    // The law requires the ordinary hours. Only the flag decides whether the overtime rate is shown.
    ['payslip_show_hours_and_rate', '|60.00|'],
    ['payslip_show_ytd', 'Year to date'],
    ['show_position_on_payslip', 'Barista'],
    ['payslip_show_holiday_leave_balance', 'Leave balances'],
  ])('%s switches its part off', async (flag, text) => {
    const others = {
      payslip_show_sick_leave_balance: false,
      payslip_show_lsl_balance: false,
      payslip_show_super_ytd: false,
      position: 'Barista',
    }
    const on = await anEmployee(owner, company.id, { ...others, [flag]: true })
    const off = await anEmployee(owner, company.id, { ...others, [flag]: false })
    const shown = await wordsOf(company.id, (await pay(company.id, on.id, { leave: [] })).id)
    const hidden = await wordsOf(company.id, (await pay(company.id, off.id, { leave: [] })).id)
    const columnsOf = (words: string[]) => words.join('|')
    if (text !== 'Year to date') {
      expect(columnsOf(shown)).toContain(text)
      expect(columnsOf(hidden)).not.toContain(text)
    } else
      expect(shown.filter((word) => word !== '').length).toBeGreaterThan(
        hidden.filter((word) => word !== '').length,
      )
  })

  it('shows hours and minutes when asked to', async () => {
    const employee = await anEmployee(owner, company.id, { payslip_time_non_decimal: true })
    expect(await wordsOf(company.id, (await pay(company.id, employee.id)).id)).toContain('30:24')
  })
})

describe('a New Zealand payslip', () => {
  it('shows PAYE, KiwiSaver on both sides and the tax code', async () => {
    const employee = await anEmployee(owner, nzCompany.id, { country: 'NZ' })
    const made = await pay(nzCompany.id, employee.id, { leave: [] })
    const words = await wordsOf(nzCompany.id, made.id)
    expect(words).toContain('PAYE with earners’ levy')
    expect(words).toContain('KiwiSaver 3.5%')
    expect(words).toContain('To your KiwiSaver')
    expect(words).toContain('Tax code M')
    expect(words).not.toContain('Superannuation')
  })
})
