import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, countPays, setBalances, terminate } from './story.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const COMMON = [
  'termination_date',
  'reason',
  'cessation_type_code',
  'is_manual_leave_amounts',
  'is_payment_in_lieu_paid',
  'payment_in_lieu_amount',
  'is_unused_holiday_paid',
  'unused_holiday_amount',
  'non_etp_amount',
  'redundancy_amount',
  'total_amount',
  'tax_amount',
  'unused_holiday_and_loading_tax_amount',
]
const AU = [
  'payment_in_lieu_type',
  'notice_hours',
  'notice_lump_sum',
  'is_unused_leave_loading_paid',
  'is_unused_lsl_paid',
  'is_unused_sick_paid',
  'is_unused_rdo_paid',
  'is_unused_toil_paid',
  'unused_leave_loading_amount',
  'unused_sick_amount',
  'unused_rdo_amount',
  'unused_toil_amount',
  'unused_lsl_pre_august_1978',
  'unused_lsl_august_1978_to_august_1993',
  'unused_lsl_post_august_1993',
  'unused_lsl_amount',
  'unused_lsl_tax_amount',
  'etp_amount',
  'redundancy_tax_free_pilon_component',
  'normal_earnings',
  'total_etp_amount',
  'total_non_etp_amount',
  'lump_sum_a',
  'lump_sum_b',
  'lump_sum_d',
  'etp_tax_withheld',
  'etp_taxable_component',
  'etp_tax_free_component',
  'tax_summaries',
]
const WHERE = [
  'pay_id',
  'pay_date',
  'is_pay_processed',
  'employee_id',
  'employee_number',
  'is_employee_terminated',
]

/** An employee with these balances and fields, terminated as asked. */
async function ended(
  request: Record<string, unknown>,
  {
    balances,
    query,
    ...fields
  }: Record<string, unknown> & { balances?: Record<string, number>; query?: string } = {},
): Promise<AnyJson> {
  const { id } = await anEmployee(owner, companyId, fields)
  if (balances) await setBalances(tasman, id, balances)
  const answer = await terminate(owner, id, request, query)
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

describe('200', () => {
  it('has the members of an Australian result and no others, and reads back the same', async () => {
    const { id, number } = await anEmployee(owner, companyId, { number: 'T-1' })
    const { status, body: answer } = await terminate(owner, id)
    expect(status).toBe(200)
    const { warnings, ...body } = answer
    expect(warnings).toEqual(['The pay has no earnings.'])
    expect(Object.keys(body).sort()).toEqual([...COMMON, ...AU, ...WHERE].sort())
    expect(body).toMatchObject({
      pay_id: expect.any(Number),
      pay_date: '2026-11-01',
      is_pay_processed: true,
      employee_id: id,
      employee_number: number,
      is_employee_terminated: true,
    })
    expect(await owner.get(`/api/employees/${id}/termination`)).toMatchObject({ status: 200, body })
    const pay = await owner.get(`/api/company/${companyId}/pays/${body.pay_id}`)
    expect(Object.keys(pay.body.termination).sort()).toEqual([...COMMON, ...AU].sort())
    expect(pay.body).toMatchObject({ status: 'processed', processed_date: '2026-11-01' })
  })

  it('pay_date is the end of the run that the date sent selects', async () => {
    const body = await ended({ pay_date: '2026-10-28' })
    expect(body.pay_date).toBe('2026-11-01')
    const pay = await owner.get(`/api/company/${companyId}/pays/${body.pay_id}`)
    expect(pay.body).toMatchObject({ processed_date: '2026-10-28', pay_run_end_date: '2026-11-01' })
  })

  it('terminates the employee and empties the balances that were paid out', async () => {
    const body = await ended(
      {},
      { balances: { holiday_hours: 76, sick_hours: 20 }, leave_loading_percentage: '0.175' },
    )
    expect(body).toMatchObject({
      is_unused_holiday_paid: true,
      unused_holiday_amount: 3040,
      is_unused_leave_loading_paid: true,
      unused_leave_loading_amount: 532,
      is_unused_sick_paid: false,
      unused_sick_amount: 0,
      total_amount: 3572,
      total_non_etp_amount: 3572,
      total_etp_amount: 0,
      lump_sum_a: 3572,
      lump_sum_b: 0,
      lump_sum_d: 0,
    })
    const employee = await owner.get(`/api/employees/${body.employee_id}`)
    expect(employee.body).toMatchObject({
      is_terminated: true,
      termination_date: '2026-10-30',
      holiday_hours: 0,
      sick_hours: 20,
    })
    const pay = await owner.get(`/api/company/${companyId}/pays/${body.pay_id}`)
    expect(pay.body.gross).toBe(3572)
    expect(pay.body.net).toBe(3572 - body.tax_amount)
  })

  it('a future pay date is processed at once all the same', async () => {
    const body = await ended({ pay_date: '2026-12-06' })
    expect(body).toMatchObject({
      is_pay_processed: true,
      is_employee_terminated: true,
      pay_date: '2026-12-06',
    })
  })

  it('accepts If-Match and refuses a stale one with 412', async () => {
    const { id } = await anEmployee(owner, companyId)
    const body = { termination_date: '2026-10-30', pay_date: '2026-11-01' }
    const path = `/api/employees/${id}/terminate`
    expect((await owner.post(path, body, { 'if-match': '"7"' })).status).toBe(412)
    expect((await owner.post(path, body, { 'if-match': '"1"' })).status).toBe(200)
  })
})

describe('reasons and cessation codes', () => {
  it.each([
    [{}, 'TERMINATION', 'V'],
    [{ cessation_type_code: 'F' }, 'TERMINATION', 'F'],
    [{ reason: 'TERMINATION', cessation_type_code: 'C' }, 'TERMINATION', 'C'],
    [{ cessation_type_code: 'T' }, 'TERMINATION', 'T'],
    [{ reason: 'INVALIDITY' }, 'INVALIDITY', 'I'],
    [{ reason: 'DEATH_DEPENDENT' }, 'DEATH_DEPENDENT', 'D'],
    [{ reason: 'DEATH_NON_DEPENDENT' }, 'DEATH_NON_DEPENDENT', 'D'],
    [{ reason: 'DEATH_ESTATE' }, 'DEATH_ESTATE', 'D'],
    [{ reason: 'REDUNDANCY' }, 'REDUNDANCY', 'R'],
  ])('%j ends as %s with code %s', async (request, reason, code) => {
    expect(await ended(request)).toMatchObject({ reason, cessation_type_code: code })
  })
})

describe('what is decided when a flag is left out', () => {
  it('a non-casual with a balance is paid annual leave; without a balance nothing is', async () => {
    expect(await ended({}, { balances: { holiday_hours: 10 } })).toMatchObject({
      is_unused_holiday_paid: true,
      unused_holiday_amount: 400,
      is_unused_leave_loading_paid: false,
    })
    expect(await ended({})).toMatchObject({
      is_unused_holiday_paid: false,
      is_unused_leave_loading_paid: false,
      is_unused_lsl_paid: false,
      is_unused_sick_paid: false,
      total_amount: 0,
      tax_amount: 0,
      tax_summaries: [],
    })
  })

  it('a casual is paid none, unless asked for', async () => {
    const casual = { employment_status: 'Casual', balances: { holiday_hours: 10 } }
    expect(await ended({}, casual)).toMatchObject({ is_unused_holiday_paid: false, total_amount: 0 })
    expect(await ended({ is_unused_holiday_paid: true }, casual)).toMatchObject({
      unused_holiday_amount: 400,
    })
  })

  it('the flags decide where they are sent', async () => {
    const full = {
      balances: { holiday_hours: 10, sick_hours: 5, lsl_hours: 3 },
      leave_loading_percentage: '0.175',
    }
    expect(
      await ended(
        {
          is_unused_holiday_paid: true,
          is_unused_leave_loading_paid: false,
          is_unused_lsl_paid: true,
          is_unused_sick_paid: true,
        },
        full,
      ),
    ).toMatchObject({
      unused_holiday_amount: 400,
      unused_leave_loading_amount: 0,
      unused_lsl_amount: 120,
      unused_sick_amount: 200,
      total_amount: 720,
      total_etp_amount: 200,
    })
    expect(await ended({ is_unused_holiday_paid: false }, full)).toMatchObject({
      is_unused_leave_loading_paid: false,
      total_amount: 0,
    })
  })

  it.each([
    // New South Wales: in full after ten years, and from five years for a redundancy but not a resignation.
    ['NSW', '2016-10-01', {}, true],
    ['NSW', '2019-10-01', {}, false],
    ['NSW', '2019-10-01', { reason: 'REDUNDANCY' }, true],
    ['NSW', '2022-10-01', { reason: 'REDUNDANCY' }, false],
    // Victoria: from seven years whatever the reason.
    ['VIC', '2019-10-01', {}, true],
    ['VIC', '2020-10-01', { reason: 'REDUNDANCY' }, false],
  ])('long service leave in %s since %s with %j: %s', async (state, start_date, request, isPaid) => {
    const body = await ended(request, { state, start_date, balances: { lsl_hours: 100 } })
    expect(body).toMatchObject({ is_unused_lsl_paid: isPaid, unused_lsl_amount: isPaid ? 4000 : 0 })
  })
})

describe('notice', () => {
  it('paid by hours at the hourly rate is an ETP of code O, taxed in full, never lump sum A', async () => {
    const body = await ended({
      is_payment_in_lieu_paid: true,
      payment_in_lieu_type: 'NOTICE_HOURS',
      notice_hours: '76',
    })
    expect(body).toMatchObject({
      notice_hours: 76,
      notice_lump_sum: null,
      payment_in_lieu_type: 'NOTICE_HOURS',
      payment_in_lieu_amount: 3040,
      total_etp_amount: 3040,
      total_non_etp_amount: 0,
      lump_sum_a: 0,
      // 32% under preservation age.
      etp_tax_withheld: 973,
      etp_taxable_component: 3040,
      etp_tax_free_component: 0,
      tax_amount: 973,
      tax_summaries: [
        { etp_code: 'O', tax_withheld: 973, taxable_component: 3040, tax_free_component: 0, lump_sum_d: 0 },
      ],
    })
  })

  it('paid as a lump sum with a redundancy or invalidity has code R', async () => {
    // Invalidity segment: 1,000 × days to 65 ÷ (days of service + days to 65) is free of tax (ITAA 1997 s 82-150, audit B11).
    const parts = {
      REDUNDANCY: { tax_withheld: 320, taxable_component: 1000, tax_free_component: 0 },
      INVALIDITY: { tax_withheld: 13, taxable_component: 39.54, tax_free_component: 960.46 },
    }
    for (const [reason, part] of Object.entries(parts)) {
      const body = await ended({
        reason,
        is_payment_in_lieu_paid: true,
        payment_in_lieu_type: 'NOTICE_LUMP_SUM',
        notice_lump_sum: 1000,
      })
      expect(body.tax_summaries).toEqual([{ etp_code: 'R', ...part, lump_sum_d: 0 }])
      expect(body).toMatchObject({ notice_hours: null, notice_lump_sum: 1000, payment_in_lieu_amount: 1000 })
    }
  })
})

describe('lump sums', () => {
  it('D is the tax-free part of a redundancy, and of the notice where it is asked for', async () => {
    const body = await ended(
      {
        reason: 'REDUNDANCY',
        redundancy_amount: 5000,
        is_payment_in_lieu_paid: true,
        payment_in_lieu_type: 'NOTICE_LUMP_SUM',
        notice_lump_sum: 2000,
        redundancy_tax_free_pilon_component: 500,
      },
      { start_date: '2020-01-06' },
    )
    expect(body).toMatchObject({
      lump_sum_d: 5500,
      redundancy_tax_free_pilon_component: 500,
      etp_taxable_component: 1500,
      total_etp_amount: 7000,
      tax_summaries: [{ etp_code: 'R', taxable_component: 1500, lump_sum_d: 5500 }],
    })
  })

  it('A holds long service leave since August 1978 for a redundancy; B what was accrued before', async () => {
    const eras = {
      is_manual_leave_amounts: true,
      unused_lsl_pre_august_1978: 1000,
      unused_lsl_august_1978_to_august_1993: 2000,
      unused_lsl_post_august_1993: 3000,
      unused_holiday_amount: 400,
      unused_leave_loading_amount: 70,
    }
    const born = { date_of_birth: '1955-01-01', start_date: '1975-01-01' }
    expect(await ended({ ...eras, reason: 'REDUNDANCY' }, born)).toMatchObject({
      lump_sum_a: 5470,
      lump_sum_b: 1000,
      unused_lsl_amount: 6000,
    })
    expect(await ended(eras, born)).toMatchObject({
      lump_sum_a: 470,
      lump_sum_b: 1000,
      unused_lsl_amount: 6000,
    })
  })
})

describe('manual amounts', () => {
  it('replace the calculated ones', async () => {
    const body = await ended(
      {
        is_manual_leave_amounts: true,
        unused_holiday_amount: '1000.00',
        unused_leave_loading_amount: 100,
        is_unused_sick_paid: true,
        unused_sick_amount: 50,
        normal_earnings: 1520,
      },
      { balances: { holiday_hours: 76 } },
    )
    expect(body).toMatchObject({
      is_manual_leave_amounts: true,
      unused_holiday_amount: 1000,
      unused_leave_loading_amount: 100,
      unused_sick_amount: 50,
      normal_earnings: 1520,
      total_amount: 1150,
    })
  })

  it('tax summaries replace the whole calculated set', async () => {
    const row = {
      etp_code: 'O',
      tax_withheld: 111,
      taxable_component: 800,
      tax_free_component: 200,
      lump_sum_d: 0,
    }
    const body = await ended({ is_manual_leave_amounts: true, etp_amount: 1000, tax_summaries: [row] })
    expect(body).toMatchObject({
      tax_summaries: [row],
      etp_tax_withheld: 111,
      etp_taxable_component: 800,
      etp_tax_free_component: 200,
      tax_amount: 111,
    })
  })
})

describe('normal earnings, when they are not given', () => {
  const hours = (value: number) => ({ hours: [{ description: 'Ordinary hours', units: 'hours', value }] })

  it('are the gross of the last full period before the final one, all its pays together (audit B3)', async () => {
    const { id } = await anEmployee(owner, companyId)
    await aPay(owner, companyId, id, '2026-10-11', hours(38))
    await aPay(owner, companyId, id, '2026-10-18', hours(30))
    await aPay(owner, companyId, id, '2026-10-18', hours(10))
    await aPay(owner, companyId, id, '2026-10-25', hours(0))
    // The incomplete week of the final run does not show what a full pay is.
    await aPay(owner, companyId, id, '2026-11-01', hours(4))
    expect((await terminate(owner, id)).body.normal_earnings).toBe(1600)
  })

  it('are the standard hours at the ordinary rate when no earlier period was paid', async () => {
    expect(await ended({}, { standard_hours_per_day: 7, standard_days_per_week: 4 })).toMatchObject({
      normal_earnings: 1120,
    })
    expect(await ended({}, { pay_period: 'MONTHLY', pay_rate_per_hour: '30.00' })).toMatchObject({
      normal_earnings: 4940,
    })
  })
})

describe('unlike others', () => {
  it('a super-only contractor is paid without tax', async () => {
    const body = await ended(
      { etp_amount: 1000 },
      { is_super_only_contractor: true, tax_file_number: undefined, balances: { holiday_hours: 10 } },
    )
    expect(body).toMatchObject({ total_amount: 1400, tax_amount: 0, etp_tax_withheld: 0 })
  })

  it('one who has a draft pay keeps it, and the final pay says so', async () => {
    const company = (await aCompany(owner)).id
    const { id } = await anEmployee(owner, company)
    const run = await owner.post(`/api/company/${company}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-11-01',
    })
    const { status, body } = await terminate(owner, id)
    expect(status).toBe(200)
    const pay = await owner.get(`/api/company/${company}/pays/${body.pay_id}`)
    expect(pay.body.warnings).toEqual([
      `A draft pay of the employee waits in pay run ${run.body.pay_run_id}: process or delete it.`,
      'The pay has no earnings.',
      'The employee has another pay in this pay run: this one may be a duplicate.',
    ])
    const draft = await owner.get(`/api/company/${company}/pays/${run.body.pays[0].id}`)
    expect(draft.body).toMatchObject({ status: 'pending', termination: null })
    const processed = await owner.post(`/api/company/${company}/pay-runs/${run.body.pay_run_id}/process`)
    expect(processed).toMatchObject({ status: 200, body: { status: 'processed' } })
    expect((await owner.get(`/api/employees/${id}`)).body.is_terminated).toBe(true)
  })
})

describe('dry run', () => {
  it('shows tax, leave, lump sums and year to date of what would be, and writes nothing', async () => {
    const { id } = await anEmployee(owner, companyId, { leave_loading_percentage: '0.175' })
    const earlier = await aPay(owner, companyId, id, '2026-10-18')
    await setBalances(tasman, id, { holiday_hours: 76, lsl_hours: 20 })
    const before = await owner.get(`/api/employees/${id}`)
    const preview = await terminate(owner, id, {}, '?dry_run=true')
    expect(preview.status).toBe(200)
    expect(await owner.get(`/api/employees/${id}`)).toMatchObject({
      body: before.body,
      headers: { etag: before.headers.etag },
    })
    expect(await countPays(tasman, id)).toBe(1)
    expect((await owner.get(`/api/employees/${id}/termination`)).status).toBe(404)

    const { preview: more, ...shown } = preview.body
    const real = await terminate(owner, id)
    const { warnings = [], ...made } = real.body
    expect(shown).toEqual({ ...made, pay_id: null })
    expect(warnings).toEqual(more.pay.warnings)
    expect(more.pay).toMatchObject({ id: null, pay_run_id: null, gross: 3572, tax: real.body.tax_amount })
    expect(more.pay.leave_balance_rows).toContainEqual({
      leave_type: 'HOLIDAY',
      name: 'Annual leave',
      hours: 0,
    })
    expect(more.year_to_date).toEqual({
      from_date: '2026-07-01',
      gross: earlier.gross + 3572,
      tax: earlier.tax + real.body.tax_amount,
      net: earlier.net + 3572 - real.body.tax_amount,
      super: earlier.super,
    })
    expect(real.body.preview).toBeUndefined()
  })

  it('equals the final pay to the cent, and takes nothing twice that the pay of the period took', async () => {
    const { id } = await anEmployee(owner, companyId)
    const item = async (kind: string, body: object) =>
      expect(
        (await owner.post(`/api/employees/${id}/${kind}`, { auto_apply_to_pay: true, ...body })).status,
      ).toBe(201)
    await item('deductions', { description: 'Union fees', amount: '12.50', classification: 'UNION_FEES' })
    await item('deductions', {
      description: 'Giving',
      amount: '0.01',
      amount_type: 'PERCENT_OF_GROSS',
      classification: 'CHARITY',
    })
    await item('allowances', { description: 'First aid', amount: '20', allowance_category: 'OD' })
    await owner.post(`/api/company/${companyId}/allowances`, {
      description: 'Uniform',
      amount: '7',
      allowance_category: 'LD',
      auto_apply_to_pay: true,
      employee_ids: [id],
    })
    const weekly = await aPay(owner, companyId, id, '2026-10-31')
    const names = (rows: AnyJson[]) => rows.map((row) => row.description).sort()
    expect(names(weekly.deductions)).toEqual(['Giving', 'Union fees'])
    expect(names(weekly.allowances)).toEqual(['First aid', 'Uniform'])
    await setBalances(tasman, id, { holiday_hours: 38 })
    const dates = { termination_date: '2026-10-31', pay_date: '2026-10-31' }
    const { body: shown } = await terminate(owner, id, dates, '?dry_run=true')
    const { body: real } = await terminate(owner, id, dates)
    const { body: final } = await owner.get(`/api/company/${companyId}/pays/${real.pay_id}`)
    expect(final.pay_run_id).toBe(weekly.pay_run_id)
    for (const figure of ['gross', 'tax', 'net', 'super'])
      expect([figure, final[figure]]).toEqual([figure, shown.preview.pay[figure]])
    // A share of the gross is calculated for each pay, while a fixed amount applies once per period.
    expect(names(final.deductions)).toEqual(['Giving'])
    expect(final.allowances).toEqual([])
    // In a separate period the final pay has all of them.
    await owner.delete(`/api/company/${companyId}/pays/${real.pay_id}`)
    const { body: alone } = await terminate(owner, id, { ...dates, pay_date: '2026-11-02' }, '?dry_run=true')
    expect(names(alone.preview.pay.deductions)).toEqual(['Giving', 'Union fees'])
    expect(names(alone.preview.pay.allowances)).toEqual(['First aid', 'Uniform'])
  })
})
