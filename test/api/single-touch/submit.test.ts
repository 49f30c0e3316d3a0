import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPaidEmployee, aPay, aPayer } from './story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const incomeOf = (document: AnyJson, place = 0) =>
  document.PAYEVNTEMP[place].Payee.PayrollPeriod.RemunerationCollection.Remuneration[0]
const payOf = async (companyId: number, payId: number) =>
  (await owner.get(`/api/company/${companyId}/pays/${payId}`)).body

describe('201', () => {
  it('lodges a run, and its pays show it', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const { status, body } = await submit({ pay_run_id: pay.pay_run_id })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        authority: 'ATO',
        kind: 'submit',
        status: 'accepted',
        pay_date: '2026-07-10',
        due_date: '2026-07-10',
        year: 2027,
        pay_count: 1,
        payee_count: 1,
        pay_ids: [pay.id],
        totals: { w1_gross: pay.gross, w2_withheld: pay.tax },
        receipt: expect.stringMatching(/^SIMULATED-ATO-/),
        notes: [{ code: 'CMN.ATO.GEN.OK', employee_id: null }],
      },
    })
    expect(await payOf(company.id, pay.id)).toMatchObject({
      stp_status: 'accepted',
      stp_service_action: 'submit',
      stp_timestamp: expect.stringMatching(/^2026-07-20T02:0/),
    })
  })

  it('reports the year to date, not the pay, and leaves out other years', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id)
    await aPay(owner, company.id, employee.id, '2026-06-26')
    const first = await aPay(owner, company.id, employee.id, '2026-07-03')
    const second = await aPay(owner, company.id, employee.id, '2026-07-10')
    const { body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      pay_ids: [second.id],
    })
    const read = await owner.get(`/api/single-touch/${company.id}/submissions/${body.id}`)
    expect(read.status).toBe(200)
    const income = incomeOf(read.body.document)
    expect(income.IncomeStreamTypeC).toBe('SAW')
    expect(Number(income.GrossA)).toBe(first.gross + second.gross)
    expect(Number(income.IncomeTaxPayAsYouGoWithholdingTaxWithheldA)).toBe(first.tax + second.tax)
    expect(body.totals.w1_gross).toBe(second.gross)
  })

  it('makes one event for each pay date of a range', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id)
    await aPay(owner, company.id, employee.id, '2026-07-03')
    await aPay(owner, company.id, employee.id, '2026-07-10')
    const { status, body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      from_date: '2026-07-01',
      to_date: '2026-07-31',
    })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { pay_date: '2026-07-10', related_submission_ids: [expect.any(Number)] },
    })
    const list = await owner.get(`/api/single-touch/${company.id}/submissions`)
    expect(list.body.map((row: AnyJson) => row.pay_date)).toEqual(['2026-07-10', '2026-07-03'])
  })

  it('tells the year up to each pay date of a range, and nothing is left to say', async () => {
    const company = await aPayer(owner)
    const [ana, ben] = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
    const paid = new Map<string, number>()
    for (const [date, people] of [
      ['2026-06-26', [ana]],
      ['2026-07-03', [ana, ben]],
      ['2026-07-10', [ana]],
      ['2026-07-17', [ana, ben]],
    ] as const)
      for (const { id } of people) paid.set(`${date} ${id}`, (await aPay(owner, company.id, id, date)).gross)
    const range = { from_date: '2026-06-01', to_date: '2026-07-31' }
    const { status, body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, range)
    expect({ status, others: body.related_submission_ids.length }).toEqual({ status: 201, others: 3 })
    const upTo = (date: string, { id }: AnyJson) =>
      [...paid]
        .filter(([key]) => key.endsWith(` ${id}`) && key.slice(0, 10) <= date)
        .filter(([key]) => key < '2026-07-01' === date < '2026-07-01')
        .reduce((sum, [, gross]) => sum + gross, 0)
    const told: Record<string, number[]> = {}
    for (const id of [...body.related_submission_ids, body.id]) {
      const { pay_date, document } = (await owner.get(`/api/single-touch/${company.id}/submissions/${id}`))
        .body
      told[pay_date] = document.PAYEVNTEMP.map((_: AnyJson, place: number) =>
        Number(incomeOf(document, place).GrossA),
      )
    }
    expect(told).toEqual({
      '2026-06-26': [upTo('2026-06-26', ana)],
      '2026-07-03': [upTo('2026-07-03', ana), upTo('2026-07-03', ben)],
      '2026-07-10': [upTo('2026-07-10', ana)],
      '2026-07-17': [upTo('2026-07-17', ana), upTo('2026-07-17', ben)],
    })
    const left = await owner.post(`/api/single-touch/${company.id}/update`, {})
    expect(left.body.detail).toBe('Nothing has changed since it was lodged.')
  })

  it('takes apart overtime, leave, allowances, bonuses, sacrifices and deductions', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id, { first_name: 'Zoë', last_name: 'O’Brien' })
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10', {
      hours: [
        { description: 'Ordinary hours', units: 'hours', value: 30 },
        { description: 'Overtime', units: 'hours', value: 2, multiplier: 1.5, is_overtime: true },
      ],
      leave: [{ description: 'Holiday', leave_type: 'HOLIDAY', date: '2026-07-06', hours: 7.6 }],
      allowances: [
        { description: 'Tools', amount: 20, allowance_category: 'TD', is_itemised: true },
        { description: 'Home office', amount: 15, allowance_category: 'OD', is_itemised: true },
      ],
      bonuses: [{ description: 'Quarter', amount: 100, tax_method: 'NORMAL_EARNINGS' }],
      pay_sacrifices: [{ description: 'Into super', amount: 50 }],
      deductions: [
        { description: 'Union', amount: 12, classification: 'UNION_FEES' },
        { description: 'Child support', amount: 30, classification: 'CHILD_SUPPORT_GARNISHEE' },
      ],
    })
    const { body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      pay_ids: [pay.id],
    })
    expect(body).toMatchObject({ status: 'accepted', totals: { child_support_garnishee: 30 } })
    const { document } = (await owner.get(`/api/single-touch/${company.id}/submissions/${body.id}`)).body
    expect(document.PAYEVNTEMP[0].Payee.PersonNameDetails).toEqual({
      FamilyNameT: "O'Brien",
      GivenNameT: 'Zoe',
    })
    expect(incomeOf(document)).toMatchObject({
      GrossA: '1200.00',
      PaidLeaveCollection: { PaidLeave: [{ TypeC: 'O', PaymentA: '304.00' }] },
      AllowanceCollection: {
        Allowance: [
          { TypeC: 'TD', EmploymentAllowancesA: '20.00' },
          { TypeC: 'OD', OtherAllowanceTypeDe: 'Home office', EmploymentAllowancesA: '15.00' },
        ],
      },
      OvertimePaymentA: '120.00',
      GrossBonusesAndCommissionsA: '100.00',
      SalarySacrificeCollection: { SalarySacrifice: [{ TypeC: 'S', PaymentA: '50.00' }] },
    })
    expect(document.PAYEVNTEMP[0].Payee.PayrollPeriod.DeductionCollection.Deduction).toEqual([
      { RemunerationTypeC: 'F', RemunerationA: '12.00' },
      { RemunerationTypeC: 'G', RemunerationA: '30.00' },
    ])
    const entitlements =
      document.PAYEVNTEMP[0].Payee.PayrollPeriod.SuperannuationContributionCollection
        .SuperannuationContribution
    expect(entitlements.map((row: AnyJson) => row.EntitlementTypeC)).toEqual(['L', 'Q', 'R'])
  })

  it('reports the end of employment with its reason', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id)
    const { body: ended } = await owner.post(`/api/employees/${employee.id}/terminate`, {
      termination_date: '2026-07-10',
      pay_date: '2026-07-10',
      reason: 'REDUNDANCY',
      redundancy_amount: '5000.00',
    })
    const { body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      pay_ids: [ended.pay_id],
    })
    expect(body.status).toBe('accepted')
    const { document } = (await owner.get(`/api/single-touch/${company.id}/submissions/${body.id}`)).body
    expect(document.PAYEVNTEMP[0].Payee.EmployerConditions).toMatchObject({
      EmploymentEndD: '2026-07-10',
      CessationTypeC: 'R',
    })
  })

  it('reports the employment of its own days, after someone came back', async () => {
    const company = await aPayer(owner)
    const endedAndBack = async (back: object) => {
      const { id } = await anEmployee(owner, company.id, { start_date: '2024-02-05' })
      const { body: ended } = await owner.post(`/api/employees/${id}/terminate`, {
        termination_date: '2026-07-10',
        pay_date: '2026-07-10',
        cessation_type_code: 'F',
      })
      const { status } = await owner.post(`/api/employees/${id}/reinstate`, {
        start_date: '2026-07-20',
        ...back,
      })
      expect(status).toBe(200)
      return [ended.pay_id, (await aPay(owner, company.id, id, '2026-07-24')).id]
    }
    const conditionsOf = async (payId: number) => {
      const { body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
        pay_ids: [payId],
      })
      expect(body.status).toBe('accepted')
      const { document } = (await owner.get(`/api/single-touch/${company.id}/submissions/${body.id}`)).body
      const { EmploymentStartD, EmploymentEndD, CessationTypeC } =
        document.PAYEVNTEMP[0].Payee.EmployerConditions
      return [EmploymentStartD, EmploymentEndD, CessationTypeC]
    }
    const [final, next] = await endedAndBack({})
    expect(await conditionsOf(final)).toEqual(['2024-02-05', '2026-07-10', 'F'])
    expect(await conditionsOf(next)).toEqual(['2026-07-20', undefined, undefined])
    const [undone, continued] = await endedAndBack({ is_continuous: true })
    expect(await conditionsOf(undone)).toEqual(['2024-02-05', undefined, undefined])
    expect(await conditionsOf(continued)).toEqual(['2024-02-05', undefined, undefined])
  })

  it('shares e-mail and phone only when the employee agreed', async () => {
    const company = await aPayer(owner)
    const contact = { email_address: 'mia@example.com', phone_mobile: '+61 400-000-001' }
    const silent = await anEmployee(owner, company.id, contact)
    const open = await anEmployee(owner, company.id, { ...contact, include_email_and_phone_in_stp: true })
    const pays = [silent, open].map((each) => aPay(owner, company.id, each.id, '2026-07-10'))
    const { body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      pay_ids: (await Promise.all(pays)).map((pay) => pay.id),
    })
    const { document } = (await owner.get(`/api/single-touch/${company.id}/submissions/${body.id}`)).body
    expect(document.PAYEVNTEMP[0].Payee.ElectronicContact).toBeUndefined()
    expect(document.PAYEVNTEMP[1].Payee.ElectronicContact).toEqual({
      ElectronicMailAddressT: 'mia@example.com',
      TelephoneMinimalN: '61 400000001',
    })
  })

  it('leaves super-only contractors out', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id)
    const contractor = await anEmployee(owner, company.id, {
      is_super_only_contractor: true,
      tax_file_number: undefined,
    })
    const pays = [
      await aPay(owner, company.id, employee.id, '2026-07-10'),
      await aPay(owner, company.id, contractor.id, '2026-07-10'),
    ]
    const { body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      pay_ids: pays.map((pay) => pay.id),
    })
    expect(body).toMatchObject({ payee_count: 1, pay_ids: [pays[0].id] })
    const alone = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      pay_ids: [pays[1].id],
    })
    expect({ status: alone.status, detail: alone.body.detail }).toEqual({
      status: 400,
      detail: expect.stringContaining('super-only contractors'),
    })
  })
})

describe('200', () => {
  it('answers with the same submission when the pays are lodged already', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const first = await submit({ pay_ids: [pay.id] })
    const second = await submit({ pay_run_id: pay.pay_run_id })
    expect(second.status).toBe(200)
    expect(second.body.id).toBe(first.body.id)
    expect((await owner.get(`/api/single-touch/${company.id}/submissions`)).body).toHaveLength(1)
  })

  it('shows the document and stores nothing with dry_run', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const { status, body } = await submit({ pay_ids: [pay.id], dry_run: true })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { dry_run: true, is_valid: true, errors: [], reports: [{ kind: 'submit', pay_ids: [pay.id] }] },
    })
    expect(body.reports[0].content).toContain('<tns:PAYEVNTEMP ')
    expect((await owner.get(`/api/single-touch/${company.id}/submissions`)).body).toEqual([])
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: null })
  })

  it('names employee, field and rule of everything wrong with dry_run', async () => {
    const company = await aCompany(owner)
    const employee = await anEmployee(owner, company.id, { city: '東京' })
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10')
    const { body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      pay_ids: [pay.id],
      dry_run: true,
    })
    expect(body.is_valid).toBe(false)
    expect(body.errors).toEqual([
      expect.objectContaining({
        employee_id: null,
        field: 'TelephoneMinimalN',
        rule: 'TASMAN.STP.PAYER-PHONE',
        code: 'CMN.ATO.GEN.XML03',
      }),
      expect.objectContaining({ employee_id: null, field: 'PostcodeT', rule: 'VR.ATO.PAYEVNT.000184' }),
      {
        employee_id: employee.id,
        employee: 'Mia Nguyen',
        field: 'LocalityNameT',
        rule: 'TASMAN.STP.TAXONOMY',
        code: 'CMN.ATO.GEN.XML03',
        message: expect.stringMatching(/LocalityNameT (?:is missing|must not be empty)\.$/),
      },
    ])
  })

  it('gives the file as XML', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const { body } = await submit({ pay_ids: [pay.id] })
    const xml = await owner.get(`/api/single-touch/${company.id}/submissions/${body.id}/xml`)
    expect(xml.status).toBe(200)
    expect(xml.headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(xml.body).toContain('<tns:TaxFileNumberId>123456782</tns:TaxFileNumberId>')
  })
})

describe('400', () => {
  it('says what is wrong first, and stores nothing', async () => {
    const company = await aCompany(owner)
    const employee = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10')
    const { status, body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      pay_ids: [pay.id],
    })
    expect(status).toBe(400)
    expect(body.detail).toContain('The company has no phone number')
    expect((await owner.get(`/api/single-touch/${company.id}/submissions`)).body).toEqual([])
  })

  it('tells a New Zealand company that this is for Australia', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ' })
    const answer = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_run_id: 1 })
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toContain('payday filing')
  })

  it('knows no such company', async () => {
    const answer = await owner.post('/api/single-touch/999999/submit-stp-pays', { pay_run_id: 1 })
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: 'No company found with the given company_id' },
    })
  })
})

describe('403', () => {
  it('refuses another customer and a token that only reads', async () => {
    const { company, pay } = await aPaidEmployee(owner)
    const other = await tasman.clientFor('other')
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const path = `/api/single-touch/${company.id}/submit-stp-pays`
    expect((await other.post(path, { pay_ids: [pay.id] })).status).toBe(403)
    expect((await reader.post(path, { pay_ids: [pay.id] })).status).toBe(403)
    expect((await reader.get(`/api/single-touch/${company.id}/submissions`)).status).toBe(200)
  })
})

describe('404', () => {
  it('knows no such run, pay or submission', async () => {
    const { company, submit } = await aPaidEmployee(owner)
    expect((await submit({ pay_run_id: 999_999 })).status).toBe(404)
    expect((await submit({ pay_ids: [999_999] })).status).toBe(404)
    expect((await owner.get(`/api/single-touch/${company.id}/submissions/999999`)).status).toBe(404)
  })
})

describe('422', () => {
  it('wants exactly one way of naming the pays', async () => {
    const { submit } = await aPaidEmployee(owner)
    for (const body of [
      {},
      { pay_run_id: 1, pay_ids: [1] },
      { from_date: '2026-07-01' },
      { from_date: '2026-07-02', to_date: '2026-07-01' },
      { pay_ids: [] },
      { pay_run_id: 1, more: true },
    ]) {
      const answer = await submit(body)
      expect({ body, status: answer.status, code: answer.body.status_code }).toEqual({
        body,
        status: 422,
        code: 10_422,
      })
    }
  })
})
