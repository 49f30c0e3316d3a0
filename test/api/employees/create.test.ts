import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let au: number
let nz: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  au = (await aCompany(owner)).id
  nz = (await aCompany(owner, { jurisdiction: 'NZ' })).id
})
afterAll(() => tasman.close())

const create = (items: AnyJson, companyId = au, client = owner) =>
  client.put(`/api/company/${companyId}/employees/create`, items)
const createOne = async (overrides: AnyJson, companyId = au) => {
  const { status, body } = await create([employeeBody(overrides)], companyId)
  return { status, employee: body[0]?.employee, errors: body[0]?.errors, body }
}
const count = async () => (await owner.get(`/api/company/${au}/employees?status=all`)).body.length

describe('201', () => {
  it('fills an Australian employee with the defaults', async () => {
    const { status, employee, errors } = await createOne({})
    expect(status).toBe(201)
    expect(errors).toEqual({})
    expect(employee).toMatchObject({
      company_id: au,
      gender: 'UNKNOWN',
      number: null,
      active_pay_recipient: true,
      employment_type: 1,
      employment_tenure: 1,
      pay_method: 'DIRECT BANK ENTRY',
      pay_period: 'WEEKLY',
      standard_hours_per_day: 7.6,
      standard_days_per_week: 5,
      stp_employment_status: 'F',
      super_rate: 0.12,
      compulsory_super_rate: 0.12,
      esct_rate: 0.105,
      kiwisaver_status_code: 'AE',
      is_leave_enabled: true,
      include_leave_loading_in_super: false,
      accrue_holiday_leave_per_hour: 0.076923,
      accrue_sick_leave_per_hour: 0.038462,
      accrue_lsl_per_hour: 0.016667,
      hourly_amount_for_workers_comp_leave: 0,
      leave_loading_percentage: 0,
      include_email_and_phone_in_stp: false,
      is_terminated: false,
      termination_date: null,
      is_deleted: false,
      holiday_hours: 0,
      sick_hours: 0,
      lsl_hours: 0,
      rdo_hours: 0,
      toil_hours: 0,
    })
    const on = Object.keys(employee).filter((name) => /^(show_|payslip_)/.test(name) && employee[name])
    expect(on.sort()).toEqual([
      'payslip_show_allowance_units',
      'payslip_show_holiday_leave_balance',
      'payslip_show_hours_and_rate',
      'payslip_show_lsl_balance',
      'payslip_show_sick_leave_balance',
      'payslip_show_super_ytd',
      'payslip_show_ytd',
      'show_position_on_payslip',
    ])
    expect(Object.keys(employee).filter((name) => name.startsWith('allow_') && employee[name])).toEqual([])
  })

  it('fills a New Zealand employee with the defaults', async () => {
    const { employee } = await createOne({ country: 'NZ' }, nz)
    expect(employee).toMatchObject({
      standard_hours_per_day: 8,
      kiwisaver_employee_rate: 0.035,
      kiwisaver_employer_rate: 0.035,
      kiwisaver_existing_action: 'NONE',
      kiwisaver_cec_obligation: 'REQUIRED',
      employer_contrib_tax_method: 'ESCT',
      annual_holidays_weeks: 0,
      alt_holiday_days: 0,
      tax_treatment_code: null,
      income_stream: null,
      is_australian_resident: null,
      single_touch_residency_status: null,
    })
  })

  it('shows the law’s rates of the day where an employee has none of their own', async () => {
    const { employee } = await createOne({ super_rate: '0.15' })
    expect(employee).toMatchObject({ super_rate: 0.15, compulsory_super_rate: 0.12 })
    const { id } = await anEmployee(owner, nz, { country: 'NZ' })
    tasman.clock.set(new Date('2024-11-02T00:00:00Z'))
    const old = (await owner.get(`/api/employees/${id}`)).body
    tasman.clock.set(new Date('2026-11-02T00:00:00Z'))
    expect(old).toMatchObject({ super_rate: 0.115, kiwisaver_employee_rate: 0.03 })
  })

  const STATUSES: [string, object][] = [
    ['Full-time', { stp_employment_status: 'F', employment_type: 1, is_lsl_enabled: true }],
    ['Part-time', { stp_employment_status: 'P', employment_type: 2, is_lsl_enabled: true }],
    [
      'Casual',
      {
        stp_employment_status: 'C',
        employment_type: 3,
        is_lsl_enabled: false,
        accrue_holiday_leave_per_hour: 0,
        accrue_sick_leave_per_hour: 0,
        accrue_lsl_per_hour: 0,
        readable_stp_employment_status: 'Casual',
      },
    ],
    ['Labour Hire', { employment_type: null, is_lsl_enabled: false, income_stream: 'LAB' }],
  ]
  for (const [status, expected] of STATUSES)
    it(`sets up a ${status} employee by their status`, async () => {
      expect((await createOne({ employment_status: status })).employee).toMatchObject(expected)
    })

  it('lets what is sent win over what the status would set up', async () => {
    const sent = { accrue_holiday_leave_per_hour: 0.05, is_lsl_enabled: true, stp_employment_status: 'P' }
    expect((await createOne({ employment_status: 'Casual', ...sent })).employee).toMatchObject(sent)
  })

  it('takes a custom employment type by its name', async () => {
    const { body } = await owner.post('/api/employment-types', { name: 'Seasonal' })
    expect((await createOne({ employment_type: 'seasonal' })).employee.employment_type).toBe(body.id)
  })

  const TREATMENTS: [object, object][] = [
    [{ has_stsl_liability: true }, { tax_treatment_code: 'RTSXXX', has_help_liability: true }],
    [{ has_claimed_tax_free_threshold: false }, { tax_treatment_code: 'RNXXXX' }],
    [
      { is_foreign_resident: true, has_stsl_liability: true },
      {
        tax_treatment_code: 'FFSXXX',
        is_australian_resident: false,
        single_touch_residency_status: 'FOREIGN_RESIDENT',
      },
    ],
    [{ is_foreign_resident: true }, { tax_treatment_code: 'FFXXXX', income_stream: 'SAW' }],
    [{ tax_file_number: '000000000' }, { tax_treatment_code: 'NAXXXX' }],
    [{ tax_file_number: '000000000', is_foreign_resident: true }, { tax_treatment_code: 'NFXXXX' }],
    [
      { working_holiday_tax_scale_applies: true, is_foreign_resident: true },
      {
        tax_treatment_code: 'HRXXXX',
        income_stream: 'WHM',
        single_touch_residency_status: 'WORKING_HOLIDAY_MAKER',
      },
    ],
    [{ is_closely_held: true }, { tax_treatment_code: 'RTXXXX', income_stream: 'CHP' }],
    [
      { is_super_only_contractor: true, tax_file_number: null },
      { tax_treatment_code: null, income_stream: null },
    ],
  ]
  for (const [sent, expected] of TREATMENTS)
    it(`derives ${JSON.stringify(expected)} from ${JSON.stringify(sent)}`, async () => {
      const { employee } = await createOne(sent)
      expect(employee).toMatchObject(expected)
      expect(employee.stp_id).toBe(String(employee.id))
    })

  it('reads M SL as code M with a student loan', async () => {
    const { employee } = await createOne({ country: 'NZ', nz_tax_code: 'M SL' }, nz)
    expect(employee).toMatchObject({ nz_tax_code: 'M', has_student_loan: true })
  })

  it('makes ND of a missing declaration, without loan and IRD number', async () => {
    const sent = { country: 'NZ', no_declaration: true, nz_tax_code: 'M SL', has_student_loan: true }
    const { employee } = await createOne(sent, nz)
    expect(employee).toMatchObject({ nz_tax_code: 'ND', has_student_loan: false, ird_number: null })
    const bare = { country: 'NZ', no_declaration: true, nz_tax_code: undefined, ird_number: undefined }
    expect((await createOne(bare, nz)).employee.nz_tax_code).toBe('ND')
  })

  for (const code of ['WT', 'ND'])
    it(`needs no IRD number with code ${code}`, async () => {
      const { status } = await createOne({ country: 'NZ', nz_tax_code: code, ird_number: undefined }, nz)
      expect(status).toBe(201)
    })

  it('follows the address, not the company, and the company for any other country', async () => {
    expect((await createOne({ country: 'NZ' }, au)).status).toBe(201)
    expect((await createOne({ country: 'GB', tax_file_number: undefined }, au)).errors).toHaveProperty(
      'tax_file_number',
    )
    expect((await createOne({ country: 'GB', nz_tax_code: undefined }, nz)).errors).toHaveProperty('detail')
  })

  it('lets a USI through when the registry is down', async () => {
    tasman.service.settings.gatewaySimulation = 'down'
    const { status } = await createOne({ default_employee_fund_usi: 'NOSUCHFUND' })
    tasman.service.settings.gatewaySimulation = 'accept'
    expect(status).toBe(201)
  })

  it('creates 5,000 employees in one call, in the order of the request', async () => {
    const big = (await aCompany(owner)).id
    const items = Array.from({ length: 5000 }, (_, i) =>
      employeeBody({ number: `BIG${i}`, last_name: `L${i}` }),
    )
    const { status, body } = await create(items, big)
    expect(status).toBe(201)
    expect(body.map((result: AnyJson) => result.employee.number)).toEqual(items.map((item) => item.number))
    const { body: list } = await owner.get(`/api/company/${big}/employees`)
    expect(list).toHaveLength(5000)
  })
})

describe('207', () => {
  const FLAGS = [
    'is_foreign_resident',
    'has_claimed_tax_free_threshold',
    'has_stsl_liability',
    'is_closely_held',
    'tax_file_number',
  ]
  for (const name of FLAGS)
    it(`names ${name} when an Australian employee lacks it`, async () => {
      const { status, employee, errors } = await createOne({ [name]: undefined })
      expect(status).toBe(207)
      expect(employee).toBeUndefined()
      expect(Object.keys(errors)).toEqual([name])
      expect(typeof errors[name]).toBe('string')
    })

  it('asks a super-only contractor for the flags, but not for the number', async () => {
    const contractor = { is_super_only_contractor: true, tax_file_number: undefined }
    expect((await createOne(contractor)).status).toBe(201)
    const { errors } = await createOne({ ...contractor, is_closely_held: undefined })
    expect(Object.keys(errors)).toEqual(['is_closely_held'])
  })

  const NZ_FAULTS: [string, object][] = [
    ['no tax code', { nz_tax_code: undefined }],
    ['no IRD number', { ird_number: undefined }],
    ['a wrong check digit', { ird_number: '49091851' }],
    ['a loan on a code that takes none', { nz_tax_code: 'CAE SL' }],
  ]
  for (const [fault, sent] of NZ_FAULTS)
    it(`puts ${fault} of a New Zealand employee into detail`, async () => {
      const { status, errors } = await createOne({ country: 'NZ', ...sent }, nz)
      expect(status).toBe(207)
      expect(Object.keys(errors)).toEqual(['detail'])
    })

  it('keeps the order, stores the good items, and says what is wrong with the others', async () => {
    const before = await count()
    const { status, body } = await create([
      employeeBody({ number: 'P1' }),
      employeeBody({ number: 'P1' }),
      employeeBody({ is_closely_held: undefined }),
      employeeBody({ number: 'P2' }),
    ])
    expect(status).toBe(207)
    expect(body.map((result: AnyJson) => Object.keys(result.errors))).toEqual([
      [],
      ['number'],
      ['is_closely_held'],
      [],
    ])
    expect(body[0].employee.number).toBe('P1')
    expect(body[1]).not.toHaveProperty('employee')
    expect(await count()).toBe(before + 2)
  })

  it('is the status also when every item fails', async () => {
    expect((await create([employeeBody({ is_closely_held: undefined })])).status).toBe(207)
  })

  it('holds a number unique across the companies of the account, and names a deleted holder', async () => {
    const { id } = await anEmployee(owner, au, { number: 'U1', first_name: 'Jane', last_name: 'Doe' })
    expect((await createOne({ country: 'NZ', number: 'U1' }, nz)).errors.number).toBe(
      'Employee number U1 is already used in another company of the account.',
    )
    await owner.delete(`/api/employees/${id}`)
    expect((await createOne({ number: 'U1' })).errors.number).toBe(
      `Employee number U1 is reserved for the deleted employee Jane Doe (id ${id}).`,
    )
    const other = await tasman.clientFor('other')
    const theirs = (await aCompany(other)).id
    expect((await create([employeeBody({ number: 'U1' })], theirs, other)).status).toBe(201)
  })

  it('names an employment type and tenure that do not exist', async () => {
    const { errors } = await createOne({ employment_type: 'Nobody', employment_tenure: 77 })
    expect(Object.keys(errors).sort()).toEqual(['employment_tenure', 'employment_type'])
  })

  it('refuses a USI that the registry knows not to exist', async () => {
    const { errors } = await createOne({ default_employee_fund_usi: 'NOSUCHFUND' })
    expect(Object.keys(errors)).toEqual(['default_employee_fund_usi'])
  })

  it('answers licence for what goes beyond the cap, and stores the rest', async () => {
    const other = await tasman.clientFor('other')
    const theirs = (await aCompany(other)).id
    const taken = (
      await tasman.inCellOf('other', () =>
        tasman.service.database.query
          .selectFrom('employees')
          .select('id')
          .where('customer_id', '=', 2)
          .execute(),
      )
    ).length
    const items = Array.from({ length: 12 }, () => employeeBody())
    const { status, body } = await create(items, theirs, other)
    expect(status).toBe(207)
    expect(body.filter((result: AnyJson) => result.employee)).toHaveLength(10 - taken)
    expect(body.filter((result: AnyJson) => result.errors.licence)).toHaveLength(2 + taken)
    expect(body.at(-1).errors.licence).toContain('limit of 10')
  })

  it('answers licence on every item of a lapsed customer', async () => {
    const lapsed = await tasman.clientFor('lapsed')
    const theirs = (await aCompany(lapsed)).id
    const { status, body } = await create(
      [employeeBody(), employeeBody({ is_closely_held: undefined })],
      theirs,
      lapsed,
    )
    expect(status).toBe(207)
    for (const result of body) expect(result.errors).toHaveProperty('licence')
  })
})

describe('half of a character', () => {
  it('is 422 for the whole batch, and nothing is stored (audit: security 11, partner-and-webhooks 8)', async () => {
    const before = await count()
    const { status, body } = await create([
      employeeBody({ first_name: 'Good' }),
      employeeBody({ first_name: 'Half a \ud800 pair' }),
    ])
    expect([status, body.data[0].loc]).toEqual([422, ['body', 1, 'first_name']])
    expect(await count()).toBe(before)
  })
})

describe('400', () => {
  it('refuses an empty list', async () => {
    expect(await create([])).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('empty') },
    })
  })
})

describe('401, 403, 404', () => {
  it('asks for a token, the write scope, and a company of the caller', async () => {
    const body = [employeeBody()]
    const path = `/api/company/${au}/employees/create`
    expect((await tasman.clientWith().put(path, body)).status).toBe(401)
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect(await reader.put(path, body)).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: payroll.write' },
    })
    expect(await (await tasman.clientFor('other')).put(path, body)).toMatchObject({
      status: 403,
      body: { detail: 'User does not have access to this company.' },
    })
    expect(await owner.put('/api/company/999999/employees/create', body)).toMatchObject({
      status: 404,
      body: { detail: 'Company not found' },
    })
  })
})

describe('422', () => {
  it('rejects the whole batch, says where, and writes nothing', async () => {
    const before = await count()
    const { status, body } = await create([employeeBody(), employeeBody({ tax_file_number: '123456789' })])
    expect(status).toBe(422)
    expect(body.status_code).toBe(10_422)
    expect(body.data[0].loc).toEqual(['body', 1, 'tax_file_number'])
    expect(JSON.stringify(body)).not.toContain('123456789')
    expect(await count()).toBe(before)
  })

  it('refuses a date of birth in the future', async () => {
    const { status, body } = await createOne({ date_of_birth: '2026-11-03' })
    expect(status).toBe(422)
    expect(body.data[0]).toMatchObject({ loc: ['body', 0, 'date_of_birth'] })
    expect((await createOne({ date_of_birth: '2026-11-02' })).status).toBe(201)
  })

  const REQUIRED = [
    'first_name',
    'last_name',
    'date_of_birth',
    'address1',
    'city',
    'state',
    'country',
    'postcode',
    'start_date',
    'employment_status',
  ]
  for (const name of REQUIRED)
    it(`asks for ${name}`, async () => {
      const { status, body } = await createOne({ [name]: undefined })
      expect(status).toBe(422)
      expect(body.data[0]).toEqual({ loc: ['body', 0, name], msg: `${name} is required`, type: 'missing' })
    })

  for (const name of [
    'id',
    'is_deleted',
    'holiday_hours',
    'tax_treatment_code',
    'has_help_liability',
    'company_id',
    'nonsense',
    '__proto__x',
  ])
    it(`refuses the unknown or read-only member ${name}`, async () => {
      const { status, body } = await createOne({ [name]: 1 })
      expect(status).toBe(422)
      expect(body.data[0].loc).toEqual(['body', 0, name])
    })

  for (const body of [{}, 'text', [1], [[]], [null], null])
    it(`refuses the body ${JSON.stringify(body)}`, async () => {
      expect((await create(body)).status).toBe(422)
    })
})

describe('pay periods that are not offered', () => {
  it('refuses half-monthly pay with a sentence of its own', async () => {
    const { status, body } = await create([employeeBody({ country: 'NZ', pay_period: 'HALF_MONTHLY' })], nz)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('Half-monthly pay is not offered')
  })
})
