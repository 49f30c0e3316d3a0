import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, expectInvariants } from '../../support/pays.ts'

/*
 * The history of earlier pays after a change of pay frequency: each pay was for a period of its own length,
 * under its own declaration.
 */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let nz: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  nz = await aCompany(owner, { jurisdiction: 'NZ' })
}, 60_000)
afterAll(() => tasman.close())

const hours = (value: number | string) => [{ description: 'Ordinary hours', units: 'hours', value }]
const WEEK = hours(38)
const MONTH = hours('164.666667')
const WEEKS = ['2026-08-07', '2026-08-14', '2026-08-21', '2026-08-28']

async function paidBy(frequency: string, dates: string[], rows: AnyJson, more: object = {}): Promise<number> {
  const { id } = await anEmployee(owner, company.id, { pay_period: frequency, ...more })
  for (const date of dates) await aPay(owner, company.id, date, { employee_id: id, hours: rows })
  return id
}

async function change(id: number, fields: object, of = company): Promise<void> {
  const { status } = await owner.patch(`/api/company/${of.id}/employees/update`, [{ id, ...fields }])
  expect(status).toBe(200)
}

async function explain(pay: AnyJson, name: string, of = company): Promise<AnyJson[]> {
  const { body } = await owner.get(`/api/company/${of.id}/pays/${pay.id}/explanation`)
  expect(body.differences).toEqual([])
  return body.steps.filter((step: AnyJson) => step.name === name)
}

describe('the last full pay', () => {
  it.each([
    ['WEEKLY', 'FORTNIGHTLY', WEEKS, WEEK, 3040, 1664],
    ['MONTHLY', 'WEEKLY', ['2026-08-31'], MONTH, 1520, 1664],
  ] as const)('of %s pays is that of a %s pay at the end', async (from, to, dates, rows, normal, tax) => {
    const id = await paidBy(from, [...dates], rows)
    await change(id, { pay_period: to })
    const { status, body } = await owner.post(`/api/employees/${id}/terminate`, {
      termination_date: '2026-09-03',
      pay_date: '2026-09-03',
      reason: 'TERMINATION',
      is_manual_leave_amounts: true,
      unused_holiday_amount: 5200,
    })
    expect([status, body.tax_amount], JSON.stringify(body)).toEqual([200, tax])
    const [pay] = (await owner.get(`/api/company/${company.id}/pays?employee_id=${id}&from_date=2026-09-03`))
      .body
    const [step] = await explain(pay, 'termination.normal-earnings')
    expect(step?.amount).toBe(normal)
    await expectInvariants(tasman, id)
  })

  it.each([
    ['WEEKLY', 'MONTHLY', WEEKS, WEEK, 5000, 1560],
    ['MONTHLY', 'WEEKLY', ['2026-08-31'], MONTH, 5200, 1664],
    ['FORTNIGHTLY', 'WEEKLY', ['2026-08-14', '2026-08-28'], hours(76), 5200, 1664],
  ] as const)(
    'of %s pays is what a %s period is expected to bring',
    async (from, to, dates, rows, amount, tax) => {
      const id = await paidBy(from, [...dates], rows)
      await change(id, { pay_period: to })
      const bonuses = [{ description: 'Bonus', amount, tax_method: 'METHOD_A_WHOLE_YEAR' }]
      const pay = await aPay(owner, company.id, '2026-09-03', { employee_id: id, bonuses })
      expect(pay.tax).toBe(tax)
    },
  )
})

describe('method B(i)', () => {
  const backPay = (amount: number) => [
    {
      description: 'Back pay',
      amount,
      stp_category: 'UNCLASSIFIED',
      tax_method: 'METHOD_B1',
      start_date: '2026-08-03',
      end_date: '2026-08-30',
    },
  ]

  it.each([
    ['MONTHLY', '2026-09-30', MONTH, 400, 128],
    ['FORTNIGHTLY', '2026-09-11', hours(76), 1000, 320],
  ] as const)('taxes weeks as weeks in a %s pay', async (to, date, rows, amount, tax) => {
    const id = await paidBy('WEEKLY', WEEKS, WEEK)
    await change(id, { pay_period: to })
    const rest = { employee_id: id, hours: rows }
    const { body } = await owner.put(`/api/company/${company.id}/pays/create?dry_run=true&pay_date=${date}`, [
      rest,
    ])
    const pay = await aPay(owner, company.id, date, { ...rest, back_payments: backPay(amount) })
    expect(pay.tax - body[0].tax).toBe(tax)
    await expectInvariants(tasman, id)
  })

  it.each([
    ['the threshold was claimed', {}, { has_claimed_tax_free_threshold: false }, 415 + 128],
    ['there was no study loan', {}, { has_stsl_liability: true }, 461],
    [
      'there was no tax file number',
      { tax_file_number: '000000000' },
      { tax_file_number: '123456782' },
      305 + 188,
    ],
  ])('taxes weeks as they were taxed then: %s', async (_name, before, after, tax) => {
    const id = await paidBy('WEEKLY', WEEKS, WEEK, before)
    await change(id, after)
    const pay = await aPay(owner, company.id, '2026-09-04', {
      employee_id: id,
      hours: WEEK,
      back_payments: backPay(400),
    })
    expect(pay.tax).toBe(tax)
    await expectInvariants(tasman, id)
  })
})

describe('method B(ii)', () => {
  it('takes the average of periods of its own length', async () => {
    const id = await paidBy('WEEKLY', WEEKS, WEEK)
    await change(id, { pay_period: 'MONTHLY' })
    const bonuses = [{ description: 'Bonus', amount: 5000, tax_method: 'METHOD_B2' }]
    const pay = await aPay(owner, company.id, '2026-09-30', { employee_id: id, hours: MONTH, bonuses })
    const [step] = await explain(pay, 'tax.extra')
    expect(step?.inputs.normal).toBe(6586)
  })
})

describe('an extra pay in New Zealand', () => {
  it.each([
    ['WEEKLY', 'MONTHLY', ['2026-08-14', '2026-08-21', '2026-08-28'], 40, 52_000],
    ['MONTHLY', 'WEEKLY', ['2026-07-31', '2026-08-31'], '173.333333', 52_000],
  ] as const)('annualises %s pays in a %s final pay', async (from, to, dates, value, annual) => {
    const { id } = await anEmployee(owner, nz.id, { country: 'NZ', pay_rate_per_hour: 25, pay_period: from })
    for (const date of dates) await aPay(owner, nz.id, date, { employee_id: id, hours: hours(value) })
    await change(id, { pay_period: to }, nz)
    const bonus = await aPay(owner, nz.id, '2026-09-03', {
      employee_id: id,
      bonuses: [{ description: 'Bonus', amount: 1000, tax_as_nz_extra_pay: true }],
    })
    const [step] = await explain(bonus, 'tax.extra-pay.annualised', nz)
    expect(Math.abs(step?.amount - annual)).toBeLessThan(1)
    await owner.post(`/api/employees/${id}/terminate`, {
      termination_date: '2026-09-04',
      pay_date: '2026-09-04',
      is_payment_in_lieu_paid: true,
      payment_in_lieu_amount: 1000,
    })
    const [final] = (await owner.get(`/api/company/${nz.id}/pays?employee_id=${id}&from_date=2026-09-04`))
      .body
    const [end] = await explain(final, 'tax.extra-pay.annualised', nz)
    expect(Math.abs(end?.amount - annual)).toBeLessThan(1)
  })
})

describe('annual holidays in New Zealand', () => {
  const HOURS = { WEEKLY: 40, FORTNIGHTLY: 80, MONTHLY: '173.333333' } as const
  const back = (from: string, count: number, days: number) =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.parse(from) - (count - 1 - index) * days * 86_400_000).toISOString().slice(0, 10),
    )
  const ENDS = {
    WEEKLY: back('2026-09-27', 56, 7),
    FORTNIGHTLY: back('2026-10-04', 28, 14),
    MONTHLY: Array.from({ length: 13 }, (_, month) =>
      new Date(Date.UTC(2025, 9 + month, 0)).toISOString().slice(0, 10),
    ),
  } as const
  type Frequency = keyof typeof ENDS

  async function paidIn(from: Frequency, to: Frequency): Promise<number> {
    const { id } = await anEmployee(owner, nz.id, {
      ...{ country: 'NZ', pay_rate_per_hour: 25, pay_period: from, start_date: '2024-06-03' },
    })
    for (const date of ENDS[from])
      await aPay(owner, nz.id, date, { employee_id: id, hours: hours(HOURS[from]) })
    await change(id, { pay_period: to }, nz)
    return id
  }
  const aWeekOff = (id: number, date: string, payDate: string) =>
    aPay(owner, nz.id, payDate, {
      employee_id: id,
      leave: [{ description: 'Holidays', leave_type: 'ANNUAL_HOLIDAYS', date, hours: 40 }],
    })

  it.each([
    ['MONTHLY', 'WEEKLY'],
    ['MONTHLY', 'FORTNIGHTLY'],
    ['WEEKLY', 'MONTHLY'],
    ['WEEKLY', 'FORTNIGHTLY'],
    ['FORTNIGHTLY', 'WEEKLY'],
    ['FORTNIGHTLY', 'MONTHLY'],
  ] as const)('after %s pays are a week of the agreement in a %s pay', async (from, to) => {
    const id = await paidIn(from, to)
    const end = { WEEKLY: '2026-10-11', FORTNIGHTLY: '2026-10-11', MONTHLY: '2026-10-31' }[to]
    const pay = await aWeekOff(id, '2026-10-05', end)
    expect(pay.gross).toBe(1000)
    const [ordinary] = await explain(pay, 'holidays.ordinary-weekly-pay', nz)
    expect(ordinary).toMatchObject({ amount: 1000, rule: 'Holidays Act 2003 s 8(1)' })
    await expectInvariants(tasman, id)
  })

  it('count the part of a month or fortnight that lies in the weeks before, and no more', async () => {
    for (const from of ['MONTHLY', 'FORTNIGHTLY'] as const) {
      const id = await paidIn(from, 'WEEKLY')
      for (const date of ['2026-10-11', '2026-10-18'])
        await aPay(owner, nz.id, date, { employee_id: id, hours: hours(40) })
      const pay = await aWeekOff(id, '2026-10-19', '2026-10-25')
      const [average] = await explain(pay, 'holidays.average-weekly-earnings', nz)
      expect([from, pay.gross, average?.amount <= 1000]).toEqual([from, 1000, true])
    }
  })
})

describe('an extra pay of someone who is paid by the fortnight after weeks', () => {
  it.each(['WEEKLY', 'FORTNIGHTLY'])('adds up the payments of the four weeks: %s', async (to) => {
    const { id } = await anEmployee(owner, nz.id, {
      ...{ country: 'NZ', pay_rate_per_hour: 25, pay_period: 'WEEKLY' },
    })
    for (const date of ['2026-09-06', '2026-09-13', '2026-09-20', '2026-09-27'])
      await aPay(owner, nz.id, date, { employee_id: id, hours: hours(40) })
    await change(id, { pay_period: to }, nz)
    const bonus = await aPay(owner, nz.id, '2026-10-04', {
      employee_id: id,
      bonuses: [{ description: 'Bonus', amount: 3000, tax_as_nz_extra_pay: true }],
    })
    const [step] = await explain(bonus, 'tax.extra-pay.annualised', nz)
    expect([step?.amount, bonus.tax]).toEqual([39_000, 577.5])
  })
})
