import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee, employeeBody } from '../../support/make.ts'
import { aPaidEmployee, aPay, aPayer } from './story.ts'

/* The tax office's figures equal the pays, whatever happens after a pay was lodged. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const api = (companyId: number, path: string, body: object = {}) =>
  owner.post(`/api/single-touch/${companyId}/${path}`, body)
const payeesOf = async (companyId: number, id: number): Promise<AnyJson[]> =>
  (await owner.get(`/api/single-touch/${companyId}/submissions/${id}`)).body.document.PAYEVNTEMP.map(
    (document: AnyJson) => document.Payee,
  )
const incomesOf = async (companyId: number, id: number) =>
  (await payeesOf(companyId, id)).flatMap((payee) => payee.PayrollPeriod.RemunerationCollection.Remuneration)
const payOf = async (companyId: number, id: number) =>
  (await owner.get(`/api/company/${companyId}/pays/${id}`)).body
const obligations = async (companyId: number, kind: string): Promise<AnyJson[]> =>
  (await owner.get(`/api/company/${companyId}/obligations`)).body.filter((row: AnyJson) => row.kind === kind)
const hours = (value: number, more: object = {}) => ({
  hours: [{ description: 'Ordinary hours', units: 'hours', value, ...more }],
})
const overtime = (value: number) => ({
  hours: [
    { description: 'Ordinary hours', units: 'hours', value: 38 },
    { description: 'Overtime', units: 'hours', value, multiplier: 1.5, is_overtime: true },
  ],
})

describe('stp_needs_update', () => {
  it('follows the figures: a pay that is as it was told needs nothing', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    expect((await payOf(company.id, pay.id)).stp_needs_update).toBe(false)
    await submit({ pay_ids: [pay.id] })
    const path = `/api/company/${company.id}/pays/${pay.id}`
    expect((await owner.put(path, hours(20))).body.stp_needs_update).toBe(true)
    expect((await payOf(company.id, pay.id)).stp_needs_update).toBe(true)
    expect((await owner.put(path, hours(38))).body.stp_needs_update).toBe(false)
    expect((await payOf(company.id, pay.id)).stp_needs_update).toBe(false)
    expect(await obligations(company.id, 'stp-update')).toEqual([])
  })

  it('covers an earlier pay that was told with the year to date but not lodged', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    const next = await aPay(owner, company.id, employee.id, '2026-07-10')
    await submit({ pay_ids: [next.id] })
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: null, stp_needs_update: false })
    await owner.delete(`/api/company/${company.id}/pays/${pay.id}`)
    expect(await obligations(company.id, 'stp-update')).toMatchObject([{ employees: [{ id: employee.id }] }])
    const { body } = await api(company.id, 'update')
    expect(await incomesOf(company.id, body.id)).toMatchObject([{ GrossA: '1520.00' }])
    expect(await obligations(company.id, 'stp-update')).toEqual([])
  })

  it('is due again when the message that told it is refused, and a later message carries it on', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    await tasman.service.database.query
      .insertInto('gateway_behaviours')
      .values({ gateway: 'stp', behaviour: 'down' })
      .execute()
    const first = await submit({ pay_ids: [pay.id] })
    const next = await aPay(owner, company.id, employee.id, '2026-07-10')
    const second = await submit({ pay_ids: [next.id] })
    await api(company.id, `submissions/${first.body.id}/withdraw`, { is_certain: true })
    await tasman.service.database.query.deleteFrom('gateway_behaviours').execute()
    await api(company.id, `submissions/${second.body.id}/resend`)
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: null, stp_needs_update: false })
    expect((await api(company.id, 'update')).status).toBe(400)
    const again = await submit({ pay_ids: [pay.id] })
    expect(again).toMatchObject({ status: 201, body: { status: 'accepted' } })
    expect(await incomesOf(company.id, again.body.id)).toMatchObject([{ GrossA: '3040.00' }])
  })
})

describe('a withdrawn message that did arrive', () => {
  const arrived = { outcome: 'accepted', receipt: 'ATO-1', has_arrived: true }
  const withdrawn = async (submit: () => Promise<AnyJson>, companyId: number) => {
    await owner.put('/api/demo/gateways', { stp: 'down' })
    const { body } = await submit()
    await owner.put('/api/demo/gateways', { stp: 'accept' })
    const path = `submissions/${body.id}`
    expect((await api(companyId, `${path}/withdraw`, { is_certain: true })).body.status).toBe('withdrawn')
    return path
  }

  it('lodges its pays after all, as they were reported', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const path = await withdrawn(() => submit({ pay_ids: [pay.id] }), company.id)
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: null })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, hours(20))
    expect(await api(company.id, `${path}/record`, { ...arrived, has_arrived: false })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('has_arrived') },
    })
    expect(await api(company.id, `${path}/record`, arrived)).toMatchObject({
      status: 200,
      body: { status: 'lodged-by-hand', receipt: 'ATO-1', pay_ids: [pay.id] },
    })
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: 'accepted', stp_needs_update: true })
    expect((await submit({ pay_ids: [pay.id] })).status).toBe(200)
    const update = await api(company.id, 'update')
    expect(update.body).toMatchObject({ kind: 'update' })
    expect(await incomesOf(company.id, update.body.id)).toMatchObject([{ GrossA: '800.00' }])
    expect((await api(company.id, `${path}/record`, arrived)).status).toBe(409)
  })

  it('takes back a pay that was deleted since', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const path = await withdrawn(() => submit({ pay_ids: [pay.id] }), company.id)
    expect((await owner.delete(`/api/company/${company.id}/pays/${pay.id}`)).status).toBe(204)
    expect((await api(company.id, `${path}/record`, arrived)).status).toBe(200)
    expect(await obligations(company.id, 'stp-update')).toMatchObject([{ status: 'open' }])
    const update = await api(company.id, 'update')
    expect(await incomesOf(company.id, update.body.id)).toMatchObject([{ GrossA: '0.00' }])
  })

  it('replaces the file that it was to replace', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const first = await submit({ pay_ids: [pay.id] })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, hours(20))
    const path = await withdrawn(() => api(company.id, `submissions/${first.body.id}/replace`), company.id)
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_needs_update: true })
    expect((await api(company.id, `${path}/record`, arrived)).status).toBe(200)
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: 'accepted', stp_needs_update: false })
    expect((await api(company.id, 'update')).status).toBe(400)
  })

  it('is refused when a later message reports the same person', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const path = await withdrawn(() => submit({ pay_ids: [pay.id] }), company.id)
    const later = await submit({ pay_ids: [pay.id] })
    expect(await api(company.id, `${path}/record`, arrived)).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringContaining(`Submission ${later.body.id} reports the same employees again.`),
      },
    })
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: 'accepted' })
  })
})

describe('a deleted pay', () => {
  it('that was lodged shows in the obligations until the tax office is told', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    await owner.delete(`/api/company/${company.id}/pays/${pay.id}`)
    expect(await obligations(company.id, 'stp-update')).toMatchObject([
      { period_start: '2026-07-10', status: 'open', employees: [{ id: employee.id }] },
    ])
    expect((await api(company.id, 'update')).body).toMatchObject({ status: 'accepted' })
    expect(await obligations(company.id, 'stp-update')).toEqual([])
    expect((await api(company.id, 'update')).status).toBe(400)
  })

  it('is taken out of a replacement, whose payee stays in it', async () => {
    const company = await aPayer(owner)
    const people = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
    const pays = []
    for (const { id } of people) pays.push(await aPay(owner, company.id, id, '2026-07-10'))
    const first = await api(company.id, 'submit-stp-pays', { pay_ids: pays.map((pay) => pay.id) })
    await owner.delete(`/api/company/${company.id}/pays/${pays[0].id}`)
    const { body } = await api(company.id, `submissions/${first.body.id}/replace`)
    expect(body).toMatchObject({ status: 'accepted', payee_count: 2, totals: { w1_gross: 1520 } })
    expect(await incomesOf(company.id, body.id)).toMatchObject([{ GrossA: '0.00' }, { GrossA: '1520.00' }])
    expect(await obligations(company.id, 'stp-update')).toEqual([])
  })
})

describe('a dry run', () => {
  it('has one shape, also when there is nothing to send', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    const nothing = { dry_run: true, is_valid: true, errors: [], reports: [], held_back: [], warnings: [] }
    expect((await submit({ pay_run_id: pay.pay_run_id, dry_run: true })).body).toEqual(nothing)
    expect((await api(company.id, 'update', { dry_run: true })).body).toEqual(nothing)
    await api(company.id, 'finalise', { year: 2027 })
    expect((await api(company.id, 'finalise', { year: 2027, dry_run: true })).body).toEqual(nothing)
  })
})

describe('amounts', () => {
  it('may be lower in a pay event: overtime taken back with the next pay', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id)
    const first = await aPay(owner, company.id, employee.id, '2026-07-03', overtime(3))
    await api(company.id, 'submit-stp-pays', { pay_ids: [first.id] })
    const next = await aPay(owner, company.id, employee.id, '2026-07-10', overtime(-1))
    const { body } = await api(company.id, 'submit-stp-pays', { pay_ids: [next.id] })
    expect(body.status).toBe('accepted')
    expect(await incomesOf(company.id, body.id)).toMatchObject([{ OvertimePaymentA: '120.00' }])
  })

  it('of labour hire are in gross, with the allowances beside it', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id, { employment_status: 'Labour Hire' })
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10', {
      ...overtime(2),
      bonuses: [{ description: 'Quarter', amount: 100, tax_method: 'NORMAL_EARNINGS' }],
      allowances: [{ description: 'Tools', amount: 20, allowance_category: 'TD' }],
    })
    const { body } = await api(company.id, 'submit-stp-pays', { pay_ids: [pay.id] })
    expect(body.status).toBe('accepted')
    const [income] = await incomesOf(company.id, body.id)
    expect(income).toMatchObject({
      IncomeStreamTypeC: 'LAB',
      GrossA: '1740.00',
      AllowanceCollection: { Allowance: [{ TypeC: 'TD', EmploymentAllowancesA: '20.00' }] },
    })
    expect(income.OvertimePaymentA ?? income.GrossBonusesAndCommissionsA).toBeUndefined()
  })

  it('of every allowance are itemised by category, taxed or not, but untaxed meals and travel', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id)
    const categories = ['CD', 'AD', 'LD', 'MD', 'RD', 'TD', 'KN', 'QN', 'OD']
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10', {
      allowances: categories.flatMap((allowance_category, index) => [
        {
          description: `Taxed ${allowance_category}`,
          amount: index + 1,
          allowance_category,
          is_taxable: true,
        },
        { description: `Free ${allowance_category}`, amount: 10, allowance_category, is_taxable: false },
      ]),
    })
    const { body } = await api(company.id, 'submit-stp-pays', { pay_ids: [pay.id] })
    const [income] = await incomesOf(company.id, body.id)
    expect(income.GrossA).toBe('1520.00')
    const amounts = income.AllowanceCollection.Allowance.map((row: AnyJson) => [
      row.OtherAllowanceTypeDe ?? row.TypeC,
      row.EmploymentAllowancesA,
    ])
    expect(amounts).toEqual([
      ['CD', '11.00'],
      ['AD', '12.00'],
      ['LD', '13.00'],
      ['MD', '4.00'],
      ['RD', '5.00'],
      ['TD', '16.00'],
      ['KN', '17.00'],
      ['QN', '18.00'],
      ['Free OD', '10.00'],
      ['Taxed OD', '9.00'],
    ])
  })
})

describe('income types', () => {
  it('follow each pay: both stand when the employee changes in mid-year', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner, '2026-07-03')
    await submit({ pay_ids: [pay.id] })
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: employee.id, is_closely_held: true },
    ])
    const next = await aPay(owner, company.id, employee.id, '2026-07-10', hours(10))
    const { body } = await submit({ pay_ids: [next.id] })
    expect(await incomesOf(company.id, body.id)).toMatchObject([
      { IncomeStreamTypeC: 'CHP', GrossA: '400.00' },
      { IncomeStreamTypeC: 'SAW', GrossA: '1520.00' },
    ])
    expect((await api(company.id, 'update')).status).toBe(400)
  })

  it.each(['IAA', 'FEI', 'JPD', 'OSP', 'VOL'])(
    '%s is set for a payee, and pays before keep theirs',
    async (type) => {
      const company = await aPayer(owner)
      const employee = await anEmployee(owner, company.id, {
        abn: '51824753556',
        ...(type === 'VOL' ? { withholding_variation_rate: '0.2' } : {}),
      })
      const first = await aPay(owner, company.id, employee.id, '2026-07-03')
      const set = await owner.put(`/api/single-touch/${company.id}/payees/${employee.id}`, {
        income_type: type,
        country_of_nationality: 'GB',
      })
      expect(set.body).toEqual({ income_type: type, country_of_nationality: 'GB' })
      const next = await aPay(owner, company.id, employee.id, '2026-07-10', overtime(2))
      const { body } = await api(company.id, 'submit-stp-pays', { pay_ids: [first.id, next.id] })
      expect(body.status).toBe('accepted')
      const incomes = await incomesOf(company.id, body.id)
      expect(incomes.map((income) => income.IncomeStreamTypeC).sort()).toEqual(['SAW', type].sort())
      const own = incomes.find((income) => income.IncomeStreamTypeC === type)
      expect(own.AddressDetailsCountryC).toBe(['IAA', 'FEI'].includes(type) ? 'gb' : undefined)
      expect(own.GrossA).toBe(['OSP', 'VOL'].includes(type) ? '1640.00' : '1520.00')
    },
  )

  it('are refused where the record would withhold by the wrong table', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id, { abn: '51824753556' })
    const set = (type: string) =>
      owner.put(`/api/single-touch/${company.id}/payees/${employee.id}`, { income_type: type })
    const palm = await set('SWP')
    expect([palm.status, JSON.stringify(palm.body)]).toEqual([
      422,
      expect.stringContaining('special_tax_table'),
    ])
    const agreed = await set('VOL')
    expect([agreed.status, JSON.stringify(agreed.body)]).toEqual([
      422,
      expect.stringContaining('withholding_variation_rate'),
    ])
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: employee.id, withholding_variation_rate: '0.2' },
    ])
    expect((await set('VOL')).status).toBe(200)
    // 20% of 400.
    expect((await aPay(owner, company.id, employee.id, '2026-07-10', hours(10))).tax).toBe(80)
  })
})

describe('finalisation', () => {
  const finalOf = async (companyId: number, id: number) =>
    (await payeesOf(companyId, id)).map((payee) => payee.PayrollPeriod.RemunerationPayrollEventFinalI)

  it('is of each payee: a leaver at any time, whatever is open of others; an update keeps it', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner)
    const other = await anEmployee(owner, company.id)
    await submit({ pay_ids: [pay.id] })
    const open = await aPay(owner, company.id, other.id, '2026-07-10')
    const done = await api(company.id, 'finalise', { year: 2027, employee_ids: [employee.id] })
    expect(done).toMatchObject({ status: 201, body: { status: 'accepted', is_final: true } })
    expect(await obligations(company.id, 'stp-finalisation')).toMatchObject([
      { status: 'open', employees: [{ id: other.id }] },
    ])
    const again = await api(company.id, 'finalise', { year: 2027, employee_ids: [employee.id] })
    expect(again).toMatchObject({ status: 200, body: { id: done.body.id } })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, hours(20))
    const updated = await api(company.id, 'update')
    expect(await finalOf(company.id, updated.body.id)).toEqual(['true'])
    await submit({ pay_ids: [open.id] })
    await api(company.id, 'finalise', { year: 2027 })
    expect(await obligations(company.id, 'stp-finalisation')).toMatchObject([
      { status: 'done', employees: [] },
    ])
    const late = await aPay(owner, company.id, other.id, '2026-07-17')
    await submit({ pay_ids: [late.id] })
    expect(await obligations(company.id, 'stp-finalisation')).toMatchObject([
      { status: 'open', employees: [{ id: other.id }] },
    ])
    const back = await api(company.id, 'finalise', {
      year: 2027,
      employee_ids: [employee.id],
      is_final: false,
    })
    expect(await finalOf(company.id, back.body.id)).toEqual(['false'])
  })
})

describe('someone whom the tax office would refuse', () => {
  it('is held back: the others are lodged, answer and obligations name who is missing', async () => {
    const company = await aPayer(owner)
    const fine = await anEmployee(owner, company.id)
    const faulty = await anEmployee(owner, company.id, { first_name: 'Ana', last_name: '李' })
    const pays = [
      await aPay(owner, company.id, fine.id, '2026-07-10'),
      await aPay(owner, company.id, faulty.id, '2026-07-10'),
    ]
    const pay_ids = pays.map((pay) => pay.id)
    expect((await api(company.id, 'submit-stp-pays', { pay_ids, is_strict: true })).status).toBe(400)
    expect((await api(company.id, 'submit-stp-pays', { pay_ids, hold_back_faulty: false })).status).toBe(400)
    const { status, body } = await api(company.id, 'submit-stp-pays', { pay_ids })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        status: 'accepted',
        payee_count: 1,
        totals: { w1_gross: 1520 },
        held_back: [
          {
            employee_id: faulty.id,
            employee: 'Ana 李',
            reason: expect.any(String),
            errors: [{ field: 'FamilyNameT' }],
          },
        ],
      },
    })
    expect(await obligations(company.id, 'stp-pay-event')).toMatchObject([
      { status: 'overdue', employees: [{ id: faulty.id, name: 'Ana 李' }] },
    ])
    await owner.patch(`/api/company/${company.id}/employees/update`, [
      { id: faulty.id, reporting_last_name: 'Li' },
    ])
    const rest = await api(company.id, 'submit-stp-pays', { pay_ids })
    expect(rest).toMatchObject({ status: 201, body: { pay_ids: [pays[1].id], held_back: [] } })
    const [payee] = await payeesOf(company.id, rest.body.id)
    expect(payee.PersonNameDetails).toEqual({ FamilyNameT: 'Li', GivenNameT: 'Ana' })
    expect(await obligations(company.id, 'stp-pay-event')).toMatchObject([{ status: 'done', employees: [] }])
  })

  it('can be left out by name', async () => {
    const { company, employee, pay } = await aPaidEmployee(owner)
    const other = await anEmployee(owner, company.id)
    const second = await aPay(owner, company.id, other.id, '2026-07-10')
    const pay_ids = [pay.id, second.id]
    const { body } = await api(company.id, 'submit-stp-pays', { pay_ids, hold_back: [other.id] })
    expect(body).toMatchObject({ pay_ids: [pay.id], held_back: [{ employee_id: other.id, errors: [] }] })
    const none = await api(company.id, 'submit-stp-pays', { pay_ids: [second.id], hold_back: [other.id] })
    expect(none.status).toBe(400)
    expect(employee.id).not.toBe(other.id)
  })

  it('is adapted: warned of beforehand, with a preview of what is sent', async () => {
    const company = await aPayer(owner)
    const { body } = await owner.put(`/api/company/${company.id}/employees/create`, [
      employeeBody({
        first_name: 'Ānaru Ngaio'.repeat(4),
        last_name: 'Müller-Łukasz',
        middle_name: 'x'.repeat(41),
        address2: 'Level #3',
      }),
    ])
    const [{ employee, warnings }] = body
    expect(warnings.join('\n')).toContain('CMN.ATO.GEN.XML03')
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10')
    const answer = await api(company.id, 'submit-stp-pays', { pay_ids: [pay.id] })
    expect(answer).toMatchObject({ status: 201, body: { status: 'accepted' } })
    expect(answer.body.warnings.map((each: AnyJson) => each.field)).toEqual([
      'GivenNameT',
      'OtherGivenNameT',
      'Line1T',
    ])
    const [payee] = await payeesOf(company.id, answer.body.id)
    expect(payee.PersonNameDetails).toEqual({
      FamilyNameT: 'Muller-Lukasz',
      GivenNameT: 'Anaru Ngaio'.repeat(4).slice(0, 40),
      OtherGivenNameT: 'x'.repeat(40),
    })
    expect(payee.AddressDetails.Line2T).toBe('Level No 3')
  })
})

describe('a death benefit', () => {
  it('is a separate payee: the trustee, or the payee entered', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id)
    const { body: ended } = await owner.post(`/api/employees/${employee.id}/terminate`, {
      termination_date: '2026-07-10',
      pay_date: '2026-07-10',
      reason: 'DEATH_DEPENDENT',
      etp_amount: '10000.00',
    })
    const path = `/api/single-touch/${company.id}/payees/${employee.id}/beneficiary`
    expect((await owner.get(path)).status).toBe(404)
    const someone = {
      last_name: 'Nguyen',
      first_name: 'Linh',
      date_of_birth: '1990-02-03',
      tax_file_number: '123456782',
      address1: '4 Harbour Street',
      address2: null,
      city: 'Sydney',
      state: 'NSW',
      postcode: '2000',
      country: 'AU',
    }
    expect((await owner.put(path, { ...someone, tax_file_number: '123456789' })).status).toBe(422)
    expect(await owner.put(path, someone)).toMatchObject({ status: 200, body: someone })
    expect((await owner.get(path)).body).toEqual(someone)
    const { body } = await api(company.id, 'submit-stp-pays', { pay_ids: [ended.pay_id] })
    expect(body).toMatchObject({ status: 'accepted', payee_count: 2 })
    const [own, benefit] = await payeesOf(company.id, body.id)
    expect(JSON.stringify(own)).not.toContain('EmploymentTerminationPayment')
    expect(benefit).toMatchObject({
      Identifiers: { EmploymentPayrollNumberId: `${employee.id}-D`, TaxFileNumberId: '123456782' },
      PersonNameDetails: { FamilyNameT: 'Nguyen', GivenNameT: 'Linh' },
      EmployerConditions: { PaymentBasisC: 'D', TaxTreatmentC: 'DBXXXX' },
    })
    expect(JSON.stringify(benefit)).toContain('"IncomeTaxPayAsYouGoWithholdingTypeC":"D"')
  })
})

describe('a deleted pay without amounts', () => {
  it('is settled by an update that has nothing to say of it', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner)
    const empty = await aPay(owner, company.id, employee.id, '2026-07-10', hours(0))
    expect((await submit({ pay_ids: [pay.id, empty.id] })).status).toBe(201)
    await owner.delete(`/api/company/${company.id}/pays/${empty.id}`)
    expect(await obligations(company.id, 'stp-update')).toHaveLength(1)
    expect((await api(company.id, 'update')).body.detail).toContain('Nothing has changed')
    expect(await obligations(company.id, 'stp-update')).toEqual([])
  })
})
