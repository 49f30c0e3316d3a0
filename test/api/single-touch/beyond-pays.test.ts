import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aPaidEmployee, aPay, aPayer } from './story.ts'

/*
 * Amounts reported in addition to the pays: fringe benefits, work abroad, tax offsets, an agent, and people
 * who were paid elsewhere.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const documentOf = async (companyId: number, id: number) =>
  (await owner.get(`/api/single-touch/${companyId}/submissions/${id}`)).body.document
const payeesOf = (document: AnyJson): AnyJson[] => document.PAYEVNTEMP.map((each: AnyJson) => each.Payee)
const due = async (companyId: number, kind: string) =>
  ((await owner.get(`/api/company/${companyId}/obligations`)).body as AnyJson[]).filter(
    (row) => row.kind === kind && row.status !== 'done',
  )

describe('amounts of an income year', () => {
  it('are reported with the next event, corrected by an update, and due until then', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner)
    const path = `/api/single-touch/${company.id}/payees/${employee.id}/years/2027`
    expect((await owner.get(path)).body).toEqual({
      fringe_benefits: 0,
      exempt_fringe_benefits: 0,
      incomes: [],
    })
    const entered = {
      fringe_benefits: '4250.75',
      incomes: [{ income_type: 'SAW', exempt_foreign_income: 900 }],
    }
    const set = await owner.put(path, entered)
    expect(set).toMatchObject({ status: 200, body: { fringe_benefits: 4250.75 } })
    const sent = await submit({ pay_ids: [pay.id] })
    const [payee] = payeesOf(await documentOf(company.id, sent.body.id))
    const { PayrollPeriod: period } = payee
    expect(period.IncomeFringeBenefitsReportableCollection).toEqual({
      IncomeFringeBenefitsReportable: [{ FringeBenefitsReportableExemptionC: 'T', A: '4250.75' }],
    })
    expect(
      period.RemunerationCollection.Remuneration[0].IndividualNonBusinessExemptForeignEmploymentIncomeA,
    ).toBe('900.00')
    expect(await due(company.id, 'stp-update')).toEqual([])

    await owner.put(path, {
      ...entered,
      exempt_fringe_benefits: 10,
      incomes: [{ income_type: 'JPD', foreign_tax: 55.5 }],
    })
    expect(await due(company.id, 'stp-update')).toMatchObject([
      { reference: '2027', employees: [{ id: employee.id }] },
    ])
    const update = await owner.post(`/api/single-touch/${company.id}/update`, {})
    expect(update).toMatchObject({ status: 201, body: { status: 'accepted', payee_count: 1 } })
    const [after] = payeesOf(await documentOf(company.id, update.body.id))
    expect(
      after.PayrollPeriod.IncomeFringeBenefitsReportableCollection.IncomeFringeBenefitsReportable,
    ).toEqual(
      expect.arrayContaining([
        { FringeBenefitsReportableExemptionC: 'T', A: '4250.75' },
        { FringeBenefitsReportableExemptionC: 'X', A: '10.00' },
      ]),
    )
    expect(after.PayrollPeriod.RemunerationCollection.Remuneration).toMatchObject([
      { IncomeStreamTypeC: 'JPD', IncomeTaxForeignWithholdingA: '55.50' },
      { IncomeStreamTypeC: 'SAW', GrossA: '1520.00' },
    ])
    expect(await due(company.id, 'stp-update')).toEqual([])
    expect((await owner.post(`/api/single-touch/${company.id}/update`, {})).status).toBe(400)
  })

  it('are refused where they cannot be', async () => {
    const { company, employee } = await aPaidEmployee(owner)
    const path = `/api/single-touch/${company.id}/payees/${employee.id}/years`
    expect((await owner.put(`${path}/2027`, { fringe_benefits: -1 })).status).toBe(422)
    const twice = { incomes: [{ income_type: 'FEI' }, { income_type: 'FEI' }] }
    expect(await owner.put(`${path}/2027`, twice)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('FEI is given twice') },
    })
    expect((await owner.put(`${path}/1999`, {})).status).toBe(422)
    expect((await owner.get(`/api/single-touch/${company.id}/payees/999999/years/2027`)).status).toBe(404)
  })
})

describe('who was not paid here in the year', () => {
  it('is reported by an update and the finalisation, with what was paid elsewhere', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner)
    const former = await anEmployee(owner, company.id, { first_name: 'Ben', last_name: 'Former' })
    const opening = await owner.put(`/api/employees/${former.id}/opening-balances`, {
      as_at: '2026-07-05',
      previous_payroll_id: 'OLD-7',
      year_to_date: { gross: 1800, tax: 300, super: 216, super_earnings: 1800 },
      stp: {
        gross: 1000,
        tax_withheld: 200,
        fringe_benefits: 2100,
        child_support_deduction: 0,
        other_incomes: [{ income_type: 'VOL', gross: 800, tax_withheld: 100 }],
      },
      etps: [{ pay_date: '2026-07-02', etp_code: 'O', taxable_component: 500, tax_withheld: 160 }],
    })
    expect(opening.status, JSON.stringify(opening.body)).toBe(200)
    expect(opening.body.stp.other_incomes).toEqual([{ income_type: 'VOL', gross: 800, tax_withheld: 100 }])
    await submit({ pay_ids: [pay.id] })
    const [waiting] = await due(company.id, 'stp-finalisation')
    expect(waiting.employees.map((each: AnyJson) => each.id).sort()).toEqual([employee.id, former.id].sort())

    const update = await owner.post(`/api/single-touch/${company.id}/update`, { dry_run: true })
    expect(update.body.errors.map((each: AnyJson) => each.rule)).toEqual(['VR.ATO.PAYEVNTEMP.000171'])
    const { stp: _stp, ...plain } = opening.body
    for (const name of ['employee_id', 'employee_number', 'updated_at', 'affected_pays', 'warnings'])
      delete plain[name]
    await owner.put(`/api/employees/${former.id}/opening-balances`, {
      ...plain,
      stp: {
        gross: 1000,
        tax_withheld: 200,
        child_support_deduction: 0,
        fringe_benefits: 2100,
        other_incomes: [{ income_type: 'JPD', gross: 800, tax_withheld: 100 }],
      },
    })
    const sent = await owner.post(`/api/single-touch/${company.id}/update`, {})
    expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 201, body: { payee_count: 1 } })
    const [payee] = payeesOf(await documentOf(company.id, sent.body.id))
    expect(payee.Identifiers).toMatchObject({ PreviousPayrollIDEmploymentPayrollNumberId: 'OLD-7' })
    expect(payee.PayrollPeriod).toMatchObject({
      RemunerationCollection: {
        Remuneration: [
          { IncomeStreamTypeC: 'JPD', GrossA: '800.00' },
          {
            IncomeStreamTypeC: 'SAW',
            GrossA: '1000.00',
            EmploymentTerminationPaymentCollection: {
              EmploymentTerminationPayment: [{ IncomeD: '2026-07-02', IncomeTaxableA: '500.00' }],
            },
          },
        ],
      },
      DeductionCollection: { Deduction: [{ RemunerationTypeC: 'D', RemunerationA: '0.00' }] },
      SuperannuationContributionCollection: {
        SuperannuationContribution: [
          { EntitlementTypeC: 'L', EmployerContributionsYearToDateA: '216.00' },
          { EntitlementTypeC: 'Q', EmployerContributionsYearToDateA: '1800.00' },
        ],
      },
      IncomeFringeBenefitsReportableCollection: {
        IncomeFringeBenefitsReportable: [{ FringeBenefitsReportableExemptionC: 'T', A: '2100.00' }],
      },
    })
    const final = await owner.post(`/api/single-touch/${company.id}/finalise`, { year: 2027 })
    expect(final).toMatchObject({ status: 201, body: { is_final: true, payee_count: 2 } })
    expect(await due(company.id, 'stp-finalisation')).toEqual([])
  })
})

describe('a payee and a payer', () => {
  it('show a child support deduction of zero, an annual tax offset, and the agent who lodges', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id, {
      annual_tax_offset: 1200,
      address1: 'The Old Lighthouse Keepers Cottage, Harbour View Business Park East, Building Seventeen',
    })
    const low = await aPay(owner, company.id, employee.id, '2026-07-10', {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 5 }],
      deductions: [{ description: 'Child support', amount: 80, classification: 'CHILD_SUPPORT_DEDUCTION' }],
    })
    expect(low.deductions[0].amount).toBe(0)
    const path = `/api/single-touch/${company.id}/sender`
    const agent = {
      abn: '51 824 753 556',
      agent_number: '12345676',
      name: 'Kim Ledger',
      phone: '02 5550 1234',
    }
    expect(
      (await owner.put(path, { ssid: null, agent: { ...agent, agent_number: '12345678' } })).status,
    ).toBe(422)
    expect((await owner.put(path, { ssid: null, agent })).body).toMatchObject({
      agent: { name: 'Kim Ledger' },
    })
    // When omitted, the agent does not change.
    expect((await owner.put(path, { ssid: '1234567890' })).body).toMatchObject({
      ssid: '1234567890',
      agent: { agent_number: '12345676', email_address: null },
    })
    const sent = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [low.id] })
    expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 201, body: { status: 'accepted' } })
    expect(sent.body.warnings).toMatchObject([
      { field: 'Line1T', message: expect.stringContaining('is sent as') },
    ])
    const document = await documentOf(company.id, sent.body.id)
    expect(document.PAYEVNT.Int).toMatchObject({
      AustralianBusinessNumberId: '51824753556',
      TaxAgentNumberId: '12345676',
      PersonUnstructuredNameFullNameT: 'Kim Ledger',
      ElectronicContact: { TelephoneMinimalN: '02 5550 1234' },
      Declaration: { SignatoryIdentifierT: 'owner@demo.example', StatementAcceptedI: 'true' },
    })
    const [payee] = payeesOf(document)
    expect(payee.EmployerConditions.TaxOffsetClaimTotalA).toBe('1200.00')
    expect(payee.PayrollPeriod.DeductionCollection.Deduction).toEqual([
      { RemunerationTypeC: 'D', RemunerationA: '0.00' },
    ])
    expect((await owner.put(path, { ssid: null, agent: null })).body).toMatchObject({ agent: null })
  })

  it('are read as they were set', async () => {
    const { company, employee } = await aPaidEmployee(owner)
    const path = `/api/single-touch/${company.id}/payees/${employee.id}`
    expect((await owner.get(path)).body).toEqual({ country_of_nationality: null, income_type: null })
    await owner.put(path, { country_of_nationality: 'gb', income_type: 'IAA' })
    expect((await owner.get(path)).body).toEqual({ country_of_nationality: 'GB', income_type: 'IAA' })
  })
})
