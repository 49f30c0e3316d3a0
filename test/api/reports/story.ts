import { expect } from 'vitest'
import type { AnyJson, TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { anEmployer } from '../payday-filing/story.ts'
import { PAYER } from '../payments/story.ts'
import { aPayer } from '../single-touch/story.ts'

/** A company with people, two months of varied pays, and those pays as the API shows them. */
export type Story = {
  company: AnyJson
  people: AnyJson[]
  pays: AnyJson[]
  /** Runs a report as JSON. Any status other than 200 fails. */
  report(name: string, query?: string): Promise<AnyJson>
}

const ordinary = (value: number) => ({ description: 'Ordinary', units: 'hours', value })
const overtime = (value: number) => ({
  description: 'Overtime',
  units: 'hours',
  value,
  multiplier: 1.5,
  is_overtime: true,
})

/**
 * Two departments, overtime, leave, allowances, deductions to a payee, sacrifices, a bonus, a correction and
 * a termination.
 */
export async function anAustralianStory(owner: TestClient): Promise<Story> {
  const company = await aPayer(owner, PAYER)
  const fund = { default_employee_fund_usi: '60905115063001', default_employee_fund_member_number: 'M1' }
  const people = [
    await anEmployee(owner, company.id, { number: '=1+1', department: 'Kitchen', gender: 'FEMALE', ...fund }),
    await anEmployee(owner, company.id, {
      first_name: '=HYPERLINK("x")',
      last_name: 'Okafor',
      department: 'Floor',
      gender: 'MALE',
      state: 'VIC',
      postcode: '3000',
      pay_rate_per_hour: '35.55',
      employment_status: 'Casual',
      ...fund,
      default_employee_fund_usi: 'STA0100AU',
    }),
    await anEmployee(owner, company.id, { first_name: 'Ana', last_name: 'Petrov', gender: 'FEMALE' }),
  ]
  const [mia, sam, ana] = people.map((person) => person.id)
  const payee = await owner.post(`/api/company/${company.id}/payees`, {
    kind: 'union',
    name: 'Bakers Union',
    bsb: '062-001',
    account_number: '10203040',
  })
  expect(payee.status).toBe(201)
  const fees = {
    description: 'Union fees',
    amount: '12.50',
    classification: 'UNION_FEES',
    auto_apply_to_pay: true,
    payee_id: payee.body.id,
    payee_reference: 'REF 9',
  }
  expect((await owner.post(`/api/employees/${mia}/deductions`, fees)).status).toBe(201)
  const pay = payer(owner, company.id)
  for (const date of ['2026-07-03', '2026-07-10', '2026-07-17', '2026-08-07'])
    await pay(date, [
      {
        employee_id: mia,
        hours: [ordinary(30), overtime(3.5)],
        leave: [{ description: 'Holiday', leave_type: 'HOLIDAY', date, hours: 7.6 }],
        allowances: [{ description: 'Tools', amount: 18.35, allowance_category: 'TD', is_itemised: true }],
        pay_sacrifices: [{ description: 'To super', amount: 100, is_super: true }],
      },
      {
        employee_id: sam,
        hours: [ordinary(25.25)],
        deductions: [{ description: 'Staff meals', amount: 20, classification: 'NORMAL' }],
        pay_sacrifices: [{ description: 'Car', amount: 55.55, is_super: false }],
      },
    ])
  await pay('2026-08-14', [
    {
      employee_id: sam,
      pay_department: 'Kitchen',
      hours: [ordinary(10)],
      bonuses: [{ description: 'Bonus', amount: 500 }],
    },
    { employee_id: ana, hours: [ordinary(38)] },
  ])
  const ended = await owner.post(`/api/employees/${ana}/terminate`, {
    termination_date: '2026-08-21',
    pay_date: '2026-08-21',
    reason: 'REDUNDANCY',
    redundancy_amount: 30_000,
  })
  expect(ended.status).toBeLessThan(300)
  const drafts = await owner.post(`/api/company/${company.id}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: '2026-09-04',
  })
  expect(drafts.status).toBe(201)
  return told(owner, company, people)
}

/** Student loan, KiwiSaver, leave and a bonus; the first person has been there for more than a year. */
export async function aNewZealandStory(owner: TestClient): Promise<Story> {
  const company = await anEmployer(owner)
  const terms = { country: 'NZ', kiwisaver_status_code: 'AK' }
  const people = [
    await anEmployee(owner, company.id, { ...terms, department: 'Kāuta', start_date: '2025-07-01' }),
    await anEmployee(owner, company.id, {
      ...terms,
      first_name: 'Tui',
      last_name: '@Hēnare',
      has_student_loan: true,
      start_date: '2026-06-29',
    }),
  ]
  const [mia, tui] = people.map((person) => person.id)
  const pay = payer(owner, company.id)
  for (const date of ['2026-07-03', '2026-07-10', '2026-07-17', '2026-08-07'])
    await pay(date, [
      {
        employee_id: mia,
        hours: [ordinary(32), overtime(2)],
        leave: [{ description: 'Sick', leave_type: 'SICK', date, hours: 8 }],
        deductions: [{ description: 'Social club', amount: 5, classification: 'NORMAL' }],
      },
      { employee_id: tui, hours: [ordinary(40)], allowances: [{ description: 'Tools', amount: 10 }] },
    ])
  await pay('2026-08-14', [
    {
      employee_id: mia,
      hours: [ordinary(32)],
      leave: [{ description: 'Annual', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-08-10', hours: 8 }],
      bonuses: [{ description: 'Bonus', amount: 300, tax_as_nz_extra_pay: true }],
    },
  ])
  return told(owner, company, people)
}

const payer = (owner: TestClient, companyId: number) => async (date: string, pays: AnyJson[]) => {
  const { status, body } = await owner.put(`/api/company/${companyId}/pays/create?pay_date=${date}`, pays)
  if (status !== 201) throw new Error(JSON.stringify(body))
}

async function told(owner: TestClient, company: AnyJson, people: AnyJson[]): Promise<Story> {
  const { body: pays } = await owner.get(`/api/company/${company.id}/pays?status=processed`)
  return {
    company,
    people,
    pays,
    async report(name, query = '') {
      const { status, body } = await owner.get(`/api/company/${company.id}/reports/${name}${query}`)
      if (status !== 200) throw new Error(`${name}${query}: ${status} ${JSON.stringify(body)}`)
      return body
    },
  }
}

/** Adds up in cents, independently of the service. */
export const total = (rows: AnyJson[], figure: (row: AnyJson) => number) =>
  rows.reduce((sum: number, row) => sum + Math.round(figure(row) * 100), 0) / 100

/** Rounds a number after adding up floats. */
export const cents = (amount: number) => Math.round(amount * 100) / 100
