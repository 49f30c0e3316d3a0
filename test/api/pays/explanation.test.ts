import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playCases, readHttpCases } from '../../golden/pays-http.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2027-06-30T06:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const url = (rest: string) => `/api/company/${company.id}/${rest}`

type Step = {
  name: string
  amount: number
  formula: string
  inputs: Record<string, number | string>
  rule: string
  source: string
}

const explain = async (companyId: number, payId: number): Promise<Step[]> => {
  const { status, body } = await owner.get(`/api/company/${companyId}/pays/${payId}/explanation`)
  expect(status).toBe(200)
  expect(body.pay_id).toBe(payId)
  return body.steps
}

/** Members that repeat the request. Steps start from them, and none calculates them. */
const GIVEN =
  /^(hours\.\d+\.(value|rate|multiplier)|leave\.\d+\.(rate|hours|value)|allowances\.\d+\.(amount|units)|termination\.(notice_hours|notice_lump_sum|nz_ytd_taxable))$/

/** Every number of a pay by its path, except ids. */
function* numbersIn(value: unknown, path = ''): Generator<[path: string, amount: number]> {
  if (typeof value === 'number' && !/(^|[._])id$/.test(path)) yield [path, value]
  if (value === null || typeof value !== 'object') return
  for (const [name, member] of Object.entries(value))
    yield* numbersIn(member, path ? `${path}.${name}` : name)
}

/**
 * Compares each number of the pay with the steps. A figure of zero needs no step. Returns the paths that were
 * compared.
 */
function expectReached(pay: AnyJson, steps: readonly Step[]): Set<string> {
  const amounts = new Set(steps.map((step) => step.amount))
  const inputs = new Set(steps.flatMap((step) => Object.values(step.inputs)))
  const numbers = [...numbersIn(pay)].filter(([, amount]) => amount !== 0)
  const figures = numbers.filter(([path]) => !GIVEN.test(path))
  const given = numbers.filter(([path]) => GIVEN.test(path) && !path.endsWith('.multiplier'))
  expect(figures.filter(([, amount]) => !amounts.has(amount))).toEqual([])
  expect(given.filter(([, amount]) => !inputs.has(amount))).toEqual([])
  expect(steps.filter((step) => !step.formula || !step.rule || !step.source)).toEqual([])
  return new Set(numbers.map(([path]) => path))
}

const amountsOf = (steps: readonly Step[], name: string) =>
  steps.filter((step) => step.name === name).map((step) => step.amount)

describe('200', () => {
  it('says the main figures in one plain sentence each', async () => {
    const ava = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-09', aWeek(ava.id))
    const { body } = await owner.get(url(`pays/${pay.id}/explanation`))
    const said = Object.fromEntries(body.summary.map((row: AnyJson) => [row.figure, row.summary]))
    expect(Object.keys(said)).toEqual(['gross', 'tax', 'net', 'super'])
    expect(said.tax).toMatch(
      /^\$[\d,]+\.\d\d tax on \$[\d,]+\.\d\d: weekly table with the tax-free threshold, from July 2026\.$/,
    )
    expect(said.net).toMatch(/^\$[\d,.]+ net pay: \$[\d,.]+ gross less \$[\d,.]+ tax\.$/)
    expect(said.super).toMatch(/super: 12% of \$[\d,.]+ ordinary time earnings, from July 202\d\.$/)
    for (const { figure, amount, summary } of body.summary) {
      expect(amount).toBe(pay[figure])
      expect(summary).not.toMatch(/[a-z]_[a-z]|null|undefined|NaN|scale-/)
    }
  })

  it('reaches every figure of an Australian pay by a step', async () => {
    const mia = await anEmployee(owner, company.id, {
      has_stsl_liability: true,
      leave_loading_percentage: '0.175',
    })
    await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const pay = await aPay(
      owner,
      company.id,
      '2026-10-09',
      aWeek(mia.id, {
        leave: [
          { description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-10-07', hours: '1.5' },
          { description: 'Flu', leave_type: 'SICK', date: '2026-10-08', hours: '0.75' },
          { description: 'Time in lieu', leave_type: 'OTHER', date: '2026-10-08', hours: '2.25' },
        ],
        allowances: [{ description: 'Tools', amount: 25, units: 3, allowance_category: 'TD' }],
        bonuses: [{ description: 'Sales', amount: 400, tax_method: 'METHOD_A_WHOLE_YEAR' }],
        back_payments: [{ description: 'Late rise', amount: 61.25, stp_category: 'GROSS' }],
        pay_sacrifices: [{ description: 'Super', amount: 50 }],
        deductions: [{ description: 'Union', amount: 12.5, classification: 'UNION_FEES' }],
      }),
    )
    const steps = await explain(company.id, pay.id)
    const looked = expectReached(pay, steps)
    expect([...looked]).toEqual(
      expect.arrayContaining([
        'leave_balance_rows.0.hours',
        'leave_balance_rows.1.hours',
        'bonuses.0.amount',
      ]),
    )
    const figures = { gross: 'gross', tax: 'tax', net: 'net', super: 'super' }
    for (const [figure, name] of Object.entries(figures))
      expect(amountsOf(steps, name)).toEqual([pay[figure]])
    expect(amountsOf(steps, 'super.guarantee')).toEqual([pay.compulsory_super_amount])
    expect(amountsOf(steps, 'super.reportable')).toEqual([pay.resc_super_amount])
    expect(amountsOf(steps, 'leave.holiday-taken')).toEqual([1.5])
    expect(amountsOf(steps, 'leave.sick-taken')).toEqual([0.75])
    expect(amountsOf(steps, 'leave.toil-taken')).toEqual([2.25])
    const balances = pay.leave_balance_rows.map((row: AnyJson) => [row.leave_type, row.hours])
    expect(balances).toEqual([
      ['HOLIDAY', ...amountsOf(steps, 'leave.holiday-balance')],
      ['SICK', ...amountsOf(steps, 'leave.sick-balance')],
      ['LONG_SERVICE', ...amountsOf(steps, 'leave.lsl-balance')],
      ['TOIL', ...amountsOf(steps, 'leave.toil-balance')],
    ])
    for (const { name, inputs, amount } of steps.filter((step) => step.name.endsWith('-balance'))) {
      const { before, accrued, taken, paidOut } = inputs as Record<string, number>
      const left = (before ?? 0) + (accrued ?? 0) - (taken ?? 0) - (paidOut ?? 0)
      expect([name, left]).toEqual([name, expect.closeTo(amount, 6)])
    }
    expect(steps.find((step) => step.name === 'tax.period')).toMatchObject({
      rule: expect.stringContaining('Schedule 8'),
      source: expect.stringContaining('2026'),
    })
  })

  it('reaches every figure of a New Zealand pay by a step', async () => {
    const kereru = await aCompany(owner, { jurisdiction: 'NZ' })
    const aroha = await anEmployee(owner, kereru.id, {
      country: 'NZ',
      has_student_loan: true,
      start_date: '2025-10-01',
    })
    await aPay(owner, kereru.id, '2026-10-02', aWeek(aroha.id))
    const pay = await aPay(
      owner,
      kereru.id,
      '2026-10-09',
      aWeek(aroha.id, {
        leave: [
          { description: 'Flu', leave_type: 'SICK', date: '2026-10-07', hours: 3 },
          { description: 'Beach', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-10-08', hours: 6 },
          { description: 'Day in lieu', leave_type: 'ALT_HOLIDAY', date: '2026-10-09', hours: 7.5 },
        ],
        back_payments: [{ description: 'Late rise', amount: 61.25, stp_category: 'GROSS' }],
        deductions: [{ description: 'Union', amount: 12.5, classification: 'UNION_FEES' }],
      }),
    )
    const steps = await explain(kereru.id, pay.id)
    const looked = expectReached(pay, steps)
    expect([...looked]).toEqual(
      expect.arrayContaining(['leave_balance_rows.0.weeks', 'leave_balance_rows.2.days']),
    )
    const [annual, sick, alternative] = pay.leave_balance_rows
    expect(amountsOf(steps, 'leave.annual-weeks-balance')).toEqual([annual.weeks])
    expect(amountsOf(steps, 'leave.annual-weeks-balance-hours')).toEqual([annual.hours])
    expect(amountsOf(steps, 'leave.sick-days-balance')).toEqual([sick.days])
    expect(amountsOf(steps, 'leave.sick-days-balance-hours')).toEqual([sick.hours])
    expect(amountsOf(steps, 'leave.alternative-days-balance')).toEqual([alternative.days])
    expect(amountsOf(steps, 'leave.alternative-days-balance-hours')).toEqual([alternative.hours])
    // Three hours of a day of eight.
    expect(amountsOf(steps, 'leave.sick-days-taken')).toEqual([0.375])
    const sourceOf = (name: string) => steps.find((step) => step.name === name)?.source
    expect(sourceOf('leave.annual-weeks-taken')).toBe('Holidays Act 2003 (New Zealand)')
    expect(sourceOf('net')).toBe('Calculated from figures of this pay; no table is needed')
    const last = (name: string) => steps.findLast((step) => step.name === name)?.amount ?? 0
    expect({
      gross: last('gross'),
      tax: last('tax'),
      net: last('net'),
      nz_student_loan: last('student-loan'),
      kiwisaver_employee_amount: last('kiwisaver.employee'),
      kiwisaver_employer_amount: last('kiwisaver.employer'),
      kiwisaver_esct_amount: last('kiwisaver.esct'),
      total_kiwi_saver: last('kiwisaver.total'),
      tax_plus_student_loan: last('tax-plus-student-loan'),
    }).toEqual({
      gross: pay.gross,
      tax: pay.tax,
      net: pay.net,
      nz_student_loan: pay.nz_student_loan,
      kiwisaver_employee_amount: pay.kiwisaver_employee_amount,
      kiwisaver_employer_amount: pay.kiwisaver_employer_amount,
      kiwisaver_esct_amount: pay.kiwisaver_esct_amount,
      total_kiwi_saver: pay.total_kiwi_saver,
      tax_plus_student_loan: pay.tax_plus_student_loan,
    })
  })

  it('reaches every figure of an Australian termination by a step', async () => {
    const mia = await anEmployee(owner, company.id, { start_date: '2010-01-04', is_lsl_enabled: true })
    for (const day of ['2026-10-02', '2026-10-09']) await aPay(owner, company.id, day, aWeek(mia.id))
    const pay = await aPay(
      owner,
      company.id,
      '2026-10-16',
      aWeek(mia.id, {
        termination: {
          termination_date: '2026-10-14',
          reason: 'REDUNDANCY',
          is_payment_in_lieu_paid: true,
          payment_in_lieu_type: 'NOTICE_HOURS',
          notice_hours: 76,
          redundancy_amount: 181234.55,
          etp_amount: 1234.5,
          non_etp_amount: 321.09,
          is_unused_sick_paid: true,
        },
      }),
    )
    const looked = expectReached(pay, await explain(company.id, pay.id))
    for (const name of [
      'lump_sum_d',
      'unused_holiday_amount',
      'etp_tax_withheld',
      'tax_summaries.1.tax_withheld',
    ])
      expect(looked).toContain(`termination.${name}`)
  })

  it('reaches every figure of a New Zealand termination by a step', async () => {
    const kereru = await aCompany(owner, { jurisdiction: 'NZ' })
    const aroha = await anEmployee(owner, kereru.id, { country: 'NZ', start_date: '2025-10-07' })
    for (const day of ['2026-10-02', '2026-10-09']) await aPay(owner, kereru.id, day, aWeek(aroha.id))
    const pay = await aPay(
      owner,
      kereru.id,
      '2026-10-16',
      aWeek(aroha.id, {
        termination: {
          termination_date: '2026-10-14',
          is_payment_in_lieu_paid: true,
          payment_in_lieu_amount: 812.34,
          redundancy_amount: 4321.09,
          nz_ytd_taxable: 30123.45,
        },
      }),
    )
    const looked = expectReached(pay, await explain(kereru.id, pay.id))
    const breakdown = 'termination.nz_extra_pay_tax_breakdown'
    for (const part of ['unused_holiday', 'other'])
      for (const member of ['income_tax', 'earners_levy'])
        expect(looked).toContain(`${breakdown}.${part}.components.${member}`)
    expect(looked).toContain(`${breakdown}.redundancy.components.income_tax`)
  })

  it.each(['AU', 'NZ'] as const)(
    'names a source in every step of the golden stories, %s',
    async (country) => {
      const { id } = await aCompany(owner, { jurisdiction: country })
      const stories = readHttpCases(country).filter((each) => !each.isTableRow)
      const played = await playCases(owner, id, country, stories)
      for (const [story, { pays }] of played)
        for (const pay of pays) {
          const without = (await explain(id, pay.id)).filter((step) => !step.source)
          expect([story.name, without]).toEqual([story.name, []])
        }
    },
    120_000,
  )

  it('stays the same when the employee changes afterwards', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const before = (await owner.get(url(`pays/${pay.id}/explanation`))).body
    await owner.patch(url('employees/update'), [
      { id: mia.id, pay_rate_per_hour: '90', has_claimed_tax_free_threshold: false, super_rate: '0.2' },
    ])
    expect((await owner.get(url(`pays/${pay.id}/explanation`))).body).toEqual(before)
    await expectInvariants(tasman, mia.id)
  })
})

describe('404', () => {
  it('explains no pay of another company', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const second = await aCompany(owner)
    expect((await owner.get(`/api/company/${second.id}/pays/${pay.id}/explanation`)).status).toBe(404)
  })
})
