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

const documentOf = async (companyId: number, id: number) =>
  (await owner.get(`/api/single-touch/${companyId}/submissions/${id}`)).body.document
const periodOf = (document: AnyJson, place = 0) => document.PAYEVNTEMP[place].Payee.PayrollPeriod
const payrollOf = (document: AnyJson) => document.PAYEVNT.Rp.Payroll
const payOf = async (companyId: number, payId: number) =>
  (await owner.get(`/api/company/${companyId}/pays/${payId}`)).body
const hours = (value: number) => ({ hours: [{ description: 'Ordinary hours', units: 'hours', value }] })

describe('an update event', () => {
  it('corrects a lodged pay that changed: no totals, a period of one day', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, hours(20))
    const { status, body } = await owner.post(`/api/single-touch/${company.id}/update`, {})
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { kind: 'update', status: 'accepted', pay_date: '2026-07-20', pay_ids: [pay.id], totals: {} },
    })
    const document = await documentOf(company.id, body.id)
    expect(payrollOf(document).IncomeTaxAndRemuneration).toBeUndefined()
    expect(periodOf(document)).toMatchObject({ StartD: '2026-07-20', EndD: '2026-07-20' })
    expect(periodOf(document).RemunerationCollection.Remuneration[0].GrossA).toBe('800.00')
    expect(await payOf(company.id, pay.id)).toMatchObject({
      stp_status: 'accepted',
      stp_service_action: 'update',
    })
    const nothing = await owner.post(`/api/single-touch/${company.id}/update`, {})
    expect(nothing).toMatchObject({
      status: 400,
      body: { detail: 'Nothing has changed since it was lodged.' },
    })
  })

  it('is not needed before the next pay event, which may report less than was lodged', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, hours(1))
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_needs_update: true })
    const next = await aPay(owner, company.id, employee.id, '2026-07-17', hours(2))
    const { status, body } = await submit({ pay_ids: [next.id] })
    expect({ status, state: body.status }).toEqual({ status: 201, state: 'accepted' })
    const [income] = periodOf(await documentOf(company.id, body.id)).RemunerationCollection.Remuneration
    expect(income.GrossA).toBe('120.00')
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_needs_update: false })
    expect((await owner.post(`/api/single-touch/${company.id}/update`, {})).status).toBe(400)
  })

  it('takes the amounts of a deleted pay back with zeros', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    expect((await owner.delete(`/api/company/${company.id}/pays/${pay.id}`)).status).toBe(204)
    const { body } = await owner.post(`/api/single-touch/${company.id}/update`, {})
    expect(body).toMatchObject({ kind: 'update', status: 'accepted', payee_count: 1 })
    const [income] = periodOf(await documentOf(company.id, body.id)).RemunerationCollection.Remuneration
    expect(income).toEqual({
      IncomeStreamTypeC: 'SAW',
      IncomeTaxPayAsYouGoWithholdingTaxWithheldA: '0.00',
      GrossA: '0.00',
    })
  })

  it('is refused for employees that were never reported', async () => {
    const { company, employee } = await aPaidEmployee(owner)
    const answer = await owner.post(`/api/single-touch/${company.id}/update`, {
      employee_ids: [employee.id],
    })
    expect(answer.status).toBe(400)
  })
})

describe('a full file replacement', () => {
  it('repeats the submission id and takes the place of the event', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const first = await submit({ pay_ids: [pay.id] })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, hours(10))
    const path = `/api/single-touch/${company.id}/submissions/${first.body.id}/replace`
    const { status, body } = await owner.post(path, {})
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        kind: 'full-file-replacement',
        status: 'accepted',
        replaces_id: first.body.id,
        transaction_id: first.body.transaction_id,
      },
    })
    expect(body.message_id).not.toBe(first.body.message_id)
    const document = await documentOf(company.id, body.id)
    expect(payrollOf(document)).toMatchObject({ AmendmentI: 'true' })
    expect(body.totals.w1_gross).toBe(400)
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_service_action: 'full-file-replacement' })
    expect(await submit({ pay_ids: [pay.id] })).toMatchObject({ status: 200, body: { id: body.id } })
    const twice = await owner.post(`/api/single-touch/${company.id}/submissions/${body.id}/replace`, {})
    expect(twice.status).toBe(400)
    expect(twice.body.detail).toContain('EM14160')
  })

  it('is for the last event only', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner)
    const first = await submit({ pay_ids: [pay.id] })
    const next = await aPay(owner, company.id, employee.id, '2026-07-17')
    await submit({ pay_ids: [next.id] })
    const path = `/api/single-touch/${company.id}/submissions`
    expect((await owner.post(`${path}/${first.body.id}/replace`, {})).status).toBe(409)
    expect((await owner.post(`${path}/999999/replace`, {})).status).toBe(404)
  })
})

describe('finalisation', () => {
  it('is in the work list until everyone is final, and so are changes of a person’s numbers', async () => {
    const company = await aPayer(owner)
    const people = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
    for (const { id } of people) await aPay(owner, company.id, id, '2026-06-26')
    const single = `/api/single-touch/${company.id}`
    /** The entries of the work list about a year. They must match the company's own list. */
    const years = async (): Promise<AnyJson[]> => {
      const { body } = await owner.get(`/api/work?company_id=${company.id}&kind=obligation&limit=500`)
      const listed = body.items.filter(({ key }: AnyJson) => key.endsWith(':2026'))
      const { body: own } = await owner.get(`/api/company/${company.id}/obligations`)
      const owed = own.filter(({ reference, status }: AnyJson) => reference === '2026' && status !== 'done')
      expect(listed.map((row: AnyJson) => [row.what, row.due_date, row.status, row.people])).toEqual(
        owed.map((row: AnyJson) => [row.kind, row.due_date, row.status, row.employees.length]),
      )
      return listed.map((row: AnyJson) => [row.what, row.people])
    }
    expect(await years()).toEqual([['stp-finalisation', 2]])
    await owner.post(`${single}/submit-stp-pays`, { from_date: '2026-06-01', to_date: '2026-06-30' })
    await owner.post(`${single}/finalise`, { year: 2026, employee_ids: [people[0].id] })
    expect(await years()).toEqual([['stp-finalisation', 1]])
    await owner.post(`${single}/finalise`, { year: 2026 })
    expect(await years()).toEqual([])
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: people[1].id, date_of_birth: '1991-02-03' },
    ])
    expect(await years()).toEqual([['stp-update', 1]])
  })

  it('marks everyone’s year as final once all pays are lodged', async () => {
    const company = await aPayer(owner)
    const employees = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
    for (const employee of employees) await aPay(owner, company.id, employee.id, '2026-06-26')
    const finalise = (body: object) => owner.post(`/api/single-touch/${company.id}/finalise`, body)
    const early = await finalise({ year: 2026 })
    expect(early.status).toBe(400)
    expect(early.body.detail).toContain('2 processed pays of the year are not lodged yet')
    const people = employees.map(({ id }) => `Mia Nguyen (${id})`).join(', ')
    expect(early.body.detail).toContain(`To finalise the others now, send hold_back with ${people}.`)
    await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      from_date: '2026-06-01',
      to_date: '2026-06-30',
    })
    const { status, body } = await finalise({ year: 2026 })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        kind: 'finalise',
        status: 'accepted',
        is_final: true,
        year: 2026,
        pay_date: '2026-06-30',
        due_date: '2026-07-14',
        payee_count: 2,
        pay_count: 2,
      },
    })
    const document = await documentOf(company.id, body.id)
    expect(document.PAYEVNTEMP.map((_: AnyJson, place: number) => periodOf(document, place))).toMatchObject([
      { RemunerationPayrollEventFinalI: 'true' },
      { RemunerationPayrollEventFinalI: 'true' },
    ])
    // The year before Payday Super reports ordinary time earnings.
    const entitlements = periodOf(document).SuperannuationContributionCollection.SuperannuationContribution
    expect(entitlements.map((row: AnyJson) => row.EntitlementTypeC)).toEqual(['L', 'O'])
    const back = await finalise({ year: 2026, is_final: false, employee_ids: [employees[0].id] })
    expect(back.body).toMatchObject({ is_final: false, payee_count: 1 })
  })

  it('needs a year that has begun and something lodged in it', async () => {
    const company = await aPayer(owner)
    const finalise = (body: object) => owner.post(`/api/single-touch/${company.id}/finalise`, body)
    expect((await finalise({ year: 2028 })).status).toBe(400)
    expect((await finalise({ year: 2026 })).status).toBe(400)
    expect((await finalise({})).status).toBe(422)
  })
})

describe('a working holiday maker', () => {
  it('is reported with the nationality that was set', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id, { working_holiday_tax_scale_applies: true })
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10')
    const submit = () => owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [pay.id] })
    expect((await submit()).body.detail).toContain('CMN.ATO.PAYEVNTEMP.000358')
    const set = await owner.put(`/api/single-touch/${company.id}/payees/${employee.id}`, {
      country_of_nationality: 'fr',
    })
    expect(set).toMatchObject({ status: 200, body: { country_of_nationality: 'FR' } })
    const { body } = await submit()
    expect(body.status).toBe('accepted')
    expect(periodOf(await documentOf(company.id, body.id)).RemunerationCollection.Remuneration).toMatchObject(
      [{ IncomeStreamTypeC: 'WHM', AddressDetailsCountryC: 'fr' }],
    )
  })
})

describe('a New Zealand company', () => {
  it('gets 400 with a sentence on every route', async () => {
    const { id } = await aCompany(owner, { jurisdiction: 'NZ' })
    const answers = [
      await owner.get(`/api/single-touch/${id}/submissions`),
      await owner.post(`/api/single-touch/${id}/update`, {}),
      await owner.post(`/api/single-touch/${id}/finalise`, { year: 2026 }),
      await owner.post(`/api/single-touch/${id}/submissions/1/replace`, {}),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(body.detail).toContain('New Zealand')
    }
  })
})
