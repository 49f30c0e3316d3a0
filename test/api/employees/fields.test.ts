import { Ajv } from 'ajv'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMPLOYEE_FIELDS, FIELD_NAMES, fieldOf } from '../../../src/features/employees/employees/fields.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const create = (overrides: AnyJson) =>
  owner.put(`/api/company/${companyId}/employees/create`, [employeeBody(overrides)])

const chars = (count: number) => 'x'.repeat(count)

type Edge = { accept: [sent: unknown, read: unknown][]; reject: unknown[] }

const text = (max: number): Edge => ({
  accept: [
    ['a', 'a'],
    [chars(max), chars(max)],
    ['  spaced  ', 'spaced'],
    ['', null],
    [null, null],
  ],
  reject: [chars(max + 1), 5, true, ['a'], {}],
})
const latin = (): Edge => ({ ...text(40), reject: [chars(41), '李', 'a#b', 5, true, ['a'], {}] })
const requiredText = (max: number): Edge => ({
  accept: [
    ['a', 'a'],
    [chars(max), chars(max)],
    [' spaced ', 'spaced'],
  ],
  reject: ['', '   ', chars(max + 1), null, 5],
})
const phone: Edge = {
  accept: [
    ['12345678', '12345678'],
    ['+61 (2) 1234-56', '+61 (2) 1234-56'],
    ['', null],
    [null, null],
  ],
  reject: ['1234567', '1234567890123456', '12345678x', 12345678],
}
const bsb: Edge = {
  accept: [
    ['062000', '062-000'],
    ['062-000', '062-000'],
    ['', null],
    [null, null],
  ],
  reject: ['06200', '0620000', '06-2000', 'abc-def', 62000],
}
const flag = (isNullable: boolean): Edge => ({
  accept: [
    [true, true],
    [false, false],
  ],
  reject: ['true', 'false', 0, 1, ...(isNullable ? [] : [null])],
})
const choice = (values: readonly string[]): Edge => ({
  accept: values.map((value) => [value, value]),
  reject: ['NOT_A_CODE', (values[0] ?? '').toLowerCase(), '', null, 1],
})
const decimal = (min: number, max: number): Edge => ({
  accept: [
    [min, min],
    [String(min), min],
    [max, max],
    [String(max), max],
    ['0.5000', 0.5],
  ],
  reject: [min - 0.01, max + 0.01, String(max + 1), 'abc', '1,5', '1e2', true, ''],
})
const whole = (max: number): Edge => ({
  accept: [
    [0, 0],
    [max, max],
    [String(max), max],
  ],
  reject: [-1, 1.5, '1.5', max + 1, 'five', true],
})
const date: Edge = {
  accept: [
    ['2024-02-29', '2024-02-29'],
    ['1990-01-01', '1990-01-01'],
  ],
  reject: ['2023-02-29', '01/02/2024', '2024-1-1', '0000-01-01', '1899-12-31', 20240101, '', true],
}
const optionalDate: Edge = { accept: [...date.accept, [null, null]], reject: date.reject }

const email: Edge = {
  accept: [
    ['a@b.co', 'a@b.co'],
    [' mia@example.com ', 'mia@example.com'],
    ['', null],
    [null, null],
  ],
  reject: ['mia', 'mia@', '@example.com', 'a b@example.com', 5],
}

const DOLLARS = decimal(0, 1_000_000)
const FRACTION = decimal(0, 1)
const BALANCE = decimal(-100_000, 100_000)

const EDGES: Record<string, Edge> = {
  first_name: requiredText(60),
  middle_name: text(60),
  reporting_first_name: latin(),
  reporting_last_name: latin(),
  last_name: requiredText(60),
  date_of_birth: date,
  gender: choice(['MALE', 'FEMALE', 'INDETERMINATE', 'UNKNOWN']),
  honorific: text(18),
  number: {
    accept: [
      [chars(60), chars(60)],
      [' E-9 ', 'E-9'],
      ['', null],
    ],
    reject: [chars(61), 5],
  },
  address1: requiredText(100),
  address2: text(100),
  city: requiredText(60),
  state: {
    accept: [
      ['nsw', 'NSW'],
      ['VI', 'VI'],
      [' act ', 'ACT'],
    ],
    reject: ['N', 'NSWX', '', null],
  },
  country: {
    accept: [
      ['au', 'AU'],
      ['AU', 'AU'],
    ],
    reject: ['AUS', '', null, '1A', 61],
  },
  postcode: { accept: [['0800', '0800']], reject: ['800', '20000', '20a0', 2000, '', null] },
  email_address: email,
  payslip_email: email,
  phone_home: phone,
  phone_mobile: phone,
  phone_medical: phone,
  kin_name: text(60),
  kin_relationship: text(60),
  kin_address1: text(100),
  kin_address2: text(100),
  kin_city: text(60),
  kin_state: {
    accept: [
      ['vic', 'VIC'],
      ['', null],
      [null, null],
    ],
    reject: ['V', 'VICT'],
  },
  kin_postcode: {
    accept: [
      ['3000', '3000'],
      ['', null],
      [null, null],
    ],
    reject: ['300', '30000', 'abcd'],
  },
  kin_phone_home: phone,
  kin_phone_work: phone,
  kin_phone_mobile: phone,
  kin_notes: text(10_000),
  start_date: date,
  employment_status: {
    accept: [
      ['Full-time', 'Full-time'],
      ['full time', 'Full-time'],
      ['FULLTIME', 'Full-time'],
      ['part-time', 'Part-time'],
      ['Part time', 'Part-time'],
      ['cAsUaL', 'Casual'],
      ['labour-hire', 'Labour Hire'],
      ['Labour Hire', 'Labour Hire'],
    ],
    reject: ['Contractor', '', null, 1],
  },
  employment_type: {
    accept: [
      [2, 2],
      ['Casual', 3],
      ['part-time', 2],
      [null, null],
    ],
    reject: [0, 1.5, true],
  },
  employment_tenure: {
    accept: [
      [2, 2],
      ['temporary', 2],
    ],
    reject: [0, -1, true],
  },
  active_pay_recipient: flag(false),
  position: text(60),
  department: text(60),
  is_super_only_contractor: flag(false),
  tax_file_number: {
    accept: [
      ['123456782', '123456782'],
      ['123 456 782', '123456782'],
      ['83289447', '83289447'],
      ['000000000', '000000000'],
      ['111111111', '111111111'],
      ['333333333', '333333333'],
      ['444444444', '444444444'],
    ],
    reject: ['123456789', '987654321', '222222222', '12345', 'abcdefghi', 123456782],
  },
  tfnd_signed_date: optionalDate,
  is_foreign_resident: flag(true),
  has_claimed_tax_free_threshold: flag(true),
  has_stsl_liability: flag(true),
  is_closely_held: flag(true),
  working_holiday_tax_scale_applies: flag(false),
  seniors_offset: choice(['NONE', 'SINGLE', 'ILLNESS_SEPARATED', 'COUPLE']),
  medicare_levy_exemption: choice(['NONE', 'HALF', 'FULL']),
  medicare_levy_reduction_children: whole(10),
  annual_tax_offset: DOLLARS,
  withhold_for_extra_pay: flag(false),
  extra_withholding_amount: DOLLARS,
  withholding_variation_rate: FRACTION,
  withholding_variation_amount: DOLLARS,
  withholding_variation_from: optionalDate,
  withholding_variation_to: optionalDate,
  medicare_levy_surcharge: choice(['NONE', 'TIER_1', 'TIER_2', 'TIER_3']),
  special_tax_table: choice([
    'NONE',
    'HORTICULTURE_SHEARING',
    'PERFORMING_ARTIST',
    'PROMOTIONAL_ACTIVITY',
    'PALM',
  ]),
  portable_long_service_scheme: choice(['NOT_STATED', 'NONE', 'VIC_SECURITY', 'SA_COMMUNITY_SERVICES']),
  casual_statement_given_on: optionalDate,
  include_email_and_phone_in_stp: flag(false),
  abn: {
    accept: [
      ['51824753556', '51824753556'],
      ['51 824 753 556', '51824753556'],
      ['', null],
      [null, null],
    ],
    reject: ['51824753557', '5182475355', 51824753556],
  },
  nz_tax_code: {
    accept: [
      ...['M', 'ME', 'SB', 'S', 'SH', 'ST', 'SA', 'CAE', 'EDW', 'NSW', 'STC', 'ND', 'WT'].map(
        (code): [string, string] => [code, code],
      ),
      ['M SL', 'M'],
      ['SB SL', 'SB'],
      [null, null],
    ],
    reject: ['SLCIR', 'SLCIR SL', 'MSL', 'm', 'X', 1],
  },
  ird_number: {
    accept: [
      ['49091850', '49091850'],
      ['49-091-850', '49091850'],
      ['', null],
      [null, null],
    ],
    reject: [49091850, chars(21)],
  },
  has_student_loan: flag(false),
  no_declaration: flag(false),
  pay_method: choice(['CASH', 'DIRECT BANK ENTRY', 'OTHER']),
  pay_period: choice(['WEEKLY', 'FORTNIGHTLY', 'MONTHLY']),
  pay_rate_per_hour: DOLLARS,
  annual_salary: DOLLARS,
  annual_package: DOLLARS,
  standard_hours_per_day: decimal(0, 24),
  standard_days_per_week: whole(7),
  stp_employment_status: choice(['C', 'P', 'F']),
  default_employee_fund_member_number: text(20),
  default_employee_fund_usi: {
    accept: [
      ['sta0100au', 'STA0100AU'],
      ['51824753556001', '51824753556001'],
      ['', null],
      [null, null],
    ],
    reject: [chars(21), 5],
  },
  super_rate: FRACTION,
  compulsory_super_rate: FRACTION,
  is_super_enabled: flag(false),
  is_super_age_threshold_enabled: flag(false),
  super_based_on: choice(['OTE', 'GROSS']),
  kiwisaver_employee_rate: FRACTION,
  kiwisaver_employer_rate: FRACTION,
  kiwisaver_status_code: choice(['AE', 'AK', 'OK', 'NK', 'CT']),
  kiwisaver_existing_action: choice(['NONE', 'CONTINUE', 'OPT_IN', 'SAVINGS_SUSPENSION']),
  kiwisaver_cec_obligation: choice(['REQUIRED', 'NOT_REQUIRED', 'EXISTING_SCHEME']),
  esct_rate: FRACTION,
  employer_contrib_tax_method: choice(['ESCT', 'PAYE_GROSS', 'PAYE_NET']),
  employer_contrib_paye_fraction: FRACTION,
  nz_complying_fund_rate: FRACTION,
  nz_tax_rate: FRACTION,
  nz_schedular_activity: {
    accept: [
      ['cleaning', 'cleaning'],
      ['shearing, droving', 'shearing, droving'],
      [null, null],
    ],
    reject: ['gardening in general', chars(61)],
  },
  nz_elected_extra_pay_rate: FRACTION,
  nz_student_loan_special_rate: FRACTION,
  nz_student_loan_cir_rate: FRACTION,
  nz_student_loan_cir_total: DOLLARS,
  nz_student_loan_cir_from: optionalDate,
  is_nz_student_loan_on_every_dollar: flag(false),
  nz_student_loan_bor_amount: DOLLARS,
  nz_student_loan_bor_rate: FRACTION,
  is_holiday_pay_paid_with_wages: flag(false),
  is_unpaid_leave_counted_as_service: flag(true),
  nz_holidays_in_advance: choice(['SPREAD', 'EXTRA_PAY']),
  nz_holiday_year_from: optionalDate,
  nz_transferred_holidays: {
    accept: [
      ['2026-10-26>2026-10-30', '2026-10-26>2026-10-30'],
      ['2026-10-26>2026-10-30,2026-12-25>2026-12-29', '2026-10-26>2026-10-30,2026-12-25>2026-12-29'],
      ['2026-10-26>2026-10-25T12:00', '2026-10-26>2026-10-25T12:00'],
      ['2026-10-26>2026-10-26T23:59', '2026-10-26>2026-10-26T23:59'],
      ['', null],
      [null, null],
    ],
    reject: [
      ...['2026-10-26', '2026-10-26>', '2026-13-26>2026-10-30', '2026-02-30>2026-03-02', 'x', 5],
      ...['2026-10-26>2026-10-26', '2026-10-26>2026-10-25T24:00', '2026-10-26T12:00>2026-10-25'],
    ],
  },
  nz_workplace_region: choice(['HOME_ADDRESS', 'SOUTH_CANTERBURY', 'WESTLAND', 'CHATHAM_ISLANDS']),
  nz_work_pattern: {
    accept: [
      ['MO 8,TU 8,WE 8,TH 8,FR 4', 'MO 8,TU 8,WE 8,TH 8,FR 4'],
      ['2026-10-05: MO 12,TU 12; -; TH 9.5', '2026-10-05: MO 12,TU 12; -; TH 9.5'],
      ['IRREGULAR: as rostered', 'IRREGULAR: as rostered'],
      ['', null],
      [null, null],
    ],
    reject: [
      ...['MO', 'MO 0', 'MO 25', 'MO 8,MO 8', 'XX 8', 'MO 8; TU 8', '2026-02-30: MO 8', '-', 'IRREGULAR:', 5],
      '2026-10-05: MO 8; MO 8; MO 8; MO 8; MO 8',
    ],
  },
  nz_holiday_pay_reason: {
    accept: [
      ['FIXED_TERM', 'FIXED_TERM'],
      ['IRREGULAR', 'IRREGULAR'],
      [null, null],
    ],
    reject: ['NOT_A_CODE', 'fixed_term', 1],
  },
  nz_holiday_pay_agreed_on: optionalDate,
  nz_protected_net_per_pay: DOLLARS,
  nz_minimum_wage: choice(['ADULT', 'STARTING_OUT', 'TRAINING', 'NONE']),
  nz_kiwisaver_reduction_from: optionalDate,
  nz_kiwisaver_reduction_to: optionalDate,
  nz_kiwisaver_suspension_from: optionalDate,
  nz_kiwisaver_suspension_to: optionalDate,
  nz_work_days: {
    accept: [
      ['mo,we,fr', 'MO,WE,FR'],
      ['SU', 'SU'],
      ['', null],
      [null, null],
    ],
    reject: ['MONDAY', 'MO,', 'XX', 5],
  },
  is_leave_enabled: flag(false),
  include_leave_loading_in_super: flag(false),
  accrue_leave_on_hours_worked: flag(false),
  accrue_leave_on_overtime_hours: flag(false),
  accrue_holiday_leave_per_hour: FRACTION,
  accrue_sick_leave_per_hour: FRACTION,
  accrue_lsl_per_hour: FRACTION,
  num_sick_leave_days_per_year: whole(366),
  num_holiday_leave_days_per_year: whole(366),
  is_lsl_enabled: flag(false),
  lsl_x_years: whole(100),
  lsl_accrued_x_years: whole(520),
  hourly_amount_for_workers_comp_leave: DOLLARS,
  hourly_amount_for_paid_parental_leave: DOLLARS,
  rdo_hours: BALANCE,
  toil_hours: BALANCE,
  leave_loading_percentage: FRACTION,
  primary_bank_bsb: bsb,
  primary_bank_account_number: text(12),
  primary_bank_account_name: text(32),
  secondary_bank_bsb: bsb,
  secondary_bank_account_number: text(12),
  secondary_bank_account_name: text(32),
  secondary_bank_reference: text(18),
  secondary_bank_amount_per_period: DOLLARS,
}
for (const name of FIELD_NAMES)
  if (/^(allow_|employee_portal|show_|payslip_(?!email))/.test(name)) EDGES[name] = flag(false)

describe('every field of the employee', () => {
  it('has its edges tested', () => {
    expect(Object.keys(EDGES).sort()).toEqual([...FIELD_NAMES].sort())
    expect(FIELD_NAMES.filter((name) => /^(allow_|employee_portal)/.test(name))).toHaveLength(13)
    expect(FIELD_NAMES.filter((name) => /^(show_|payslip_(?!email))/.test(name))).toHaveLength(15)
  })

  for (const name of FIELD_NAMES)
    it(`${name}: takes its edges and reads back what was meant`, async () => {
      const { accept, reject } = EDGES[name] as Edge
      const items = accept.map(([sent]) => employeeBody({ [name]: sent }))
      const { status, body } = await owner.put(`/api/company/${companyId}/employees/create`, items)
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(201)
      expect(body.map((result: AnyJson) => result.employee[name])).toEqual(accept.map(([, read]) => read))
      for (const bad of reject) {
        const answer = await create({ [name]: bad })
        expect(answer.status, `${name} = ${JSON.stringify(bad)}`).toBe(422)
        expect(answer.body.status_code).toBe(10_422)
        expect(answer.body.data[0].loc).toEqual(['body', 0, name])
      }
    })

  it('is described as it is accepted: the served schema refuses nothing that the service takes', async () => {
    const { body: schema } = await owner.get('/api/schema/components/EmployeeCreate.json?resolved=true')
    const ajv = new Ajv({ strict: false, validateFormats: false })
    // Its words may be sent in any case. For a typed client a list of them is more useful than a pattern.
    const asWords = ['employment_status']
    const refused = Object.entries(EDGES).flatMap(([name, { accept }]) => {
      const validate = ajv.compile(schema.properties[name])
      return accept
        .map(([sent]) => (typeof sent === 'string' ? sent.trim() : sent))
        .filter((sent) => !asWords.includes(name) && !validate(sent))
        .map((sent) => [name, sent])
    })
    expect(refused).toEqual([])
  })

  it('refuses null wherever a read can show none', async () => {
    for (const name of FIELD_NAMES.filter((field) => !fieldOf(field).isNullable)) {
      const answer = await create({ [name]: null })
      expect(answer.status, name).toBe(422)
    }
  })

  it('is a column of the table, and the table has no other writable ones', async () => {
    const { rows } = await tasman.service.database.pool.query<{ column_name: string; is_nullable: string }>(
      `select column_name, is_nullable from information_schema.columns where table_name = 'employees'`,
    )
    const columns = new Map(rows.map((row) => [row.column_name, row.is_nullable === 'YES']))
    for (const name of FIELD_NAMES) expect(columns.get(name), name).toBe(fieldOf(name).isNullable)
    const others = [...columns.keys()].filter((name) => !Object.hasOwn(EMPLOYEE_FIELDS, name)).sort()
    expect(others).toEqual(
      [
        'id',
        'company_id',
        'customer_id',
        'pay_calendar_id',
        'term_timelines',
        'holiday_hours',
        'sick_hours',
        'sick_days',
        'lsl_hours',
        'annual_holidays_weeks',
        'alt_holiday_days',
        'annual_leave_hours',
        'sick_leave_hours',
        'alt_leave_hours',
        'is_terminated',
        'termination_date',
        'is_deleted',
        'deceased_on',
        'freed_number',
        'forgotten_at',
        'snapshot_id',
        'version',
        'created_at',
        'updated_at',
      ].sort(),
    )
  })

  it('takes any pay rate with two decimals as number or text, and reads back the same number', async () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 })
    await fc.assert(
      fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 20 }), async (values) => {
        const texts = values.map((value) => (value / 100).toFixed(2))
        const items = texts.flatMap((rate) => [
          employeeBody({ pay_rate_per_hour: rate }),
          employeeBody({ pay_rate_per_hour: Number(rate) }),
        ])
        const { body } = await owner.put(`/api/company/${companyId}/employees/create`, items)
        const read = body.map((result: AnyJson) => result.employee.pay_rate_per_hour)
        expect(read).toEqual(texts.flatMap((rate) => [Number(rate), Number(rate)]))
      }),
      { numRuns: 10 },
    )
  })

  it('never answers 500 to any JSON value in any field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FIELD_NAMES), fc.jsonValue(), async (name, value) => {
        expect([201, 207, 422]).toContain((await create({ [name]: value })).status)
      }),
      { numRuns: 150 },
    )
  })
})
