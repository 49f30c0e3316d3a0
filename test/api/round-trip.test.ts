import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aPay } from '../support/pays.ts'
import { anEndpoint, LOCAL } from '../webhooks/story.ts'

/*
 * A record that was read can be edited and sent back. The served schema marks fields that a write refuses as
 * `readOnly`. A body without these fields is accepted and changes nothing.
 */

const EMPLOYEE = '/api/employees/{employee_id}'
const COMPANY = '/api/company/{company_id}'
/** Each write of a resource, and the path where the resource is read. */
const STANDARD_WRITES: Record<string, string> = {
  [`patch ${COMPANY}`]: COMPANY,
  [`patch ${COMPANY}/employees/update`]: EMPLOYEE,
  [`patch ${COMPANY}/allowances/{allowance_id}`]: `${COMPANY}/allowances/{allowance_id}`,
  [`put ${COMPANY}/pays/{pay_id}`]: `${COMPANY}/pays/{pay_id}`,
  [`put ${EMPLOYEE}/bank-accounts`]: `${EMPLOYEE}/bank-accounts`,
  [`put ${EMPLOYEE}/super-funds`]: `${EMPLOYEE}/super-funds`,
  [`patch ${EMPLOYEE}/pay-rates/{rate_id}`]: `${EMPLOYEE}/pay-rates`,
  ...Object.fromEntries(
    ['allowances', 'deductions', 'bonuses', 'pay-sacrifices', 'back-payments'].map((list) => [
      `patch ${EMPLOYEE}/${list}/{item_id}`,
      `${EMPLOYEE}/${list}`,
    ]),
  ),
  [`put ${COMPANY}/journal-accounts`]: `${COMPANY}/journal-accounts`,
  [`put ${EMPLOYEE}/opening-balances`]: `${EMPLOYEE}/opening-balances`,
  [`patch ${COMPANY}/pay-calendars/{calendar_id}`]: `${COMPANY}/pay-calendars`,
  [`put ${COMPANY}/imports/{kind}/columns`]: `${COMPANY}/imports/{kind}/columns`,
  'patch /api/webhooks/{webhook_id}': '/api/webhooks/{webhook_id}',
  'patch /api/api-admin/clients/{client_id}': '/api/api-admin/clients',
  'put /api/branding': '/api/branding',
  'put /api/partner-checkout/clients/{id}/branding': '/api/partner-checkout/clients/{id}/branding',
}
/**
 * Writes that carry out an action instead of changing a resource, and rates of a company, which are read in
 * groups.
 */
const ACTS = [
  'patch /api/portfolios/{portfolio_id}',
  'put /api/access/people/{user_id}',
  'put /api/work-notes',
  // Its dates show today's state.
  `put ${COMPANY}/report-views/{view_id}`,
  `put ${COMPANY}/report-views/{view_id}/delivery`,
  `patch ${COMPANY}/rules`,
  // Only the account and the name can be changed.
  `patch ${COMPANY}/payees/{payee_id}`,
  'patch /api/people/{user_id}',
  'put /api/company/create',
  `put ${COMPANY}/employees/create`,
  `put ${COMPANY}/pays/create`,
  `put ${COMPANY}/workers-comp-pays/create`,
  `patch ${COMPANY}/pay-rates/{rate_id}`,
  `patch ${COMPANY}/payments/files/{file_id}`,
  'patch /api/super-payments/{company_id}/files/{file_id}',
  'put /api/branding/logo',
  // The service creates their records and sets when they were verified.
  'put /api/branding/addresses',
  'put /api/partner-checkout/clients/{id}/branding/addresses',
  // Its token is never shown again.
  `put ${COMPANY}/accounting-connection`,
  'put /api/partner-checkout/clients/{id}/branding/logo',
  'put /api/demo/gateways',
  'put /api/sandbox/faults',
  // The record also contains the tax office's answer.
  `patch ${EMPLOYEE}/super-choice`,
  `put ${COMPANY}/opening-balances`,
  `put ${COMPANY}/pay-calendars/{calendar_id}/employees`,
  `put ${COMPANY}/pay-runs/{pay_run_id}/pays`,
  `patch ${COMPANY}/pay-runs/{pay_run_id}/pays`,
  `put ${COMPANY}/pay-runs/{pay_run_id}/stages/{stage}`,
]

let tasman: TestApp
let owner: TestClient
let document: AnyJson
let companyId: number
let employeeId: number

beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  document = (await owner.get('/api/openapi.json')).body
  companyId = (await aCompany(owner)).id
  employeeId = (await anEmployee(owner, companyId, { pay_rate_per_hour: 40 })).id
}, 60_000)

afterAll(() => tasman.close())

/** The value without the members that its schema marks. */
function strip(value: AnyJson, schema: AnyJson): AnyJson {
  const name = schema?.$ref?.replace('#/components/schemas/', '')
  const target = name ? document.components.schemas[name] : schema
  if (Array.isArray(value)) return value.map((row) => strip(row, target.items))
  if (value === null || typeof value !== 'object' || !target?.properties) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([member]) => target.properties[member] && !target.properties[member].readOnly)
      .map(([member, inner]) => [member, strip(inner, target.properties[member])]),
  )
}

const answerSchema = (path: string, method = 'get') =>
  document.paths[path][method].responses['200'].content['application/json'].schema

/** Replacing a list gives its rows new ids, and a write may change the time of the last change. */
function lasting(read: AnyJson): AnyJson {
  if (Array.isArray(read)) return read.map(({ id: _id, ...row }) => row)
  const { updated_at: _updated, ...rest } = read
  return rest
}

/** Reads the resource, removes the read-only fields and sends it back. */
async function sendBack(template: string, path: string, method: 'put' | 'patch') {
  const read = (await owner.get(path)).body
  const answer = await owner[method](path, strip(read, answerSchema(template)))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(lasting(answer.body)).toEqual(lasting(read))
}

/** Does the same for a row of a list, which is changed on its own. */
async function sendRowBack(template: string, path: string, read: AnyJson) {
  const answer = await owner.patch(path, strip(read, answerSchema(template).items))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(lasting(answer.body)).toEqual(lasting(read))
}

describe('every read model', () => {
  /** Writes that replace or change a resource, next to its read. The others are actions and not resources. */
  const WRITES = Object.entries(STANDARD_WRITES)

  it('names as readOnly exactly what its write refuses', () => {
    const shape = (schema: AnyJson): AnyJson => {
      const name = schema?.$ref?.replace('#/components/schemas/', '')
      const target = name ? document.components.schemas[name] : schema
      return target?.type === 'array' ? shape(target.items) : target
    }
    for (const [write, read] of WRITES) {
      const [method = '', path = ''] = write.split(' ')
      const body = shape(document.paths[path][method].requestBody.content['application/json'].schema)
      const view = shape(answerSchema(read))
      const refused = Object.keys(view.properties).filter((member) => !body.properties[member])
      const marked = Object.keys(view.properties).filter((member) => view.properties[member].readOnly)
      expect(marked.sort(), write).toEqual(refused.sort())
    }
  })

  it('is one of these: a new write must be added', () => {
    const writes = Object.entries(document.paths as Record<string, AnyJson>).flatMap(([path, item]) =>
      ['put', 'patch'].filter((method) => item[method]?.requestBody).map((method) => `${method} ${path}`),
    )
    const known = new Set([...Object.keys(STANDARD_WRITES), ...ACTS])
    expect(writes.filter((write) => !known.has(write) && !/single-touch|payday-filing/.test(write))).toEqual(
      [],
    )
  })
})

describe('is sent back as it was read', () => {
  it('the accounts of the journals', async () => {
    const path = `/api/company/${companyId}/journal-accounts`
    await owner.put(path, [{ kind: 'net_pay', account_code: '804', account_name: 'Wages payable' }])
    await sendBack('/api/company/{company_id}/journal-accounts', path, 'put')
  })

  it('a company', () => sendBack('/api/company/{company_id}', `/api/company/${companyId}`, 'patch'))

  it('an employee, in the list of the update', async () => {
    const read = (await owner.get(`/api/employees/${employeeId}`)).body
    const row = strip(read, answerSchema('/api/employees/{employee_id}'))
    const answer = await owner.patch(`/api/company/${companyId}/employees/update`, [row])
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toEqual([{ employee: read, errors: {} }])
  })

  it('a company allowance', async () => {
    const path = `/api/company/${companyId}/allowances`
    const { body } = await owner.post(path, { description: 'Tools', amount: 5, allowance_category: 'TD' })
    await sendBack('/api/company/{company_id}/allowances/{allowance_id}', `${path}/${body.id}`, 'patch')
  })

  it('bank accounts', async () => {
    const path = `/api/employees/${employeeId}/bank-accounts`
    const account = {
      account_name: 'A',
      bsb: '062-000',
      account_number: '12345678',
      amount_type: 'REMAINDER',
    }
    expect((await owner.put(path, [account])).status).toBe(200)
    await sendBack('/api/employees/{employee_id}/bank-accounts', path, 'put')
  })

  it('a pay calendar', async () => {
    const path = `/api/company/${companyId}/pay-calendars`
    const made = await owner.post(path, { name: 'Monthly', pay_period: 'MONTHLY', days_in_arrears: 3 })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const [read] = (await owner.get(path)).body.filter((row: AnyJson) => row.id === made.body.id)
    await sendRowBack('/api/company/{company_id}/pay-calendars', `${path}/${made.body.id}`, read)
  })

  it('opening balances', async () => {
    const { id } = await anEmployee(owner, companyId, { start_date: '2024-01-01' })
    const path = `/api/employees/${id}/opening-balances`
    const body = {
      as_at: '2026-06-28',
      leave_balances: { holiday_hours: '38.5' },
      year_to_date: { gross: 1000 },
    }
    const made = await owner.put(path, body)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const read = (await owner.get(path)).body
    // The response also lists, for every caller, what the figures leave open.
    const answer = await owner.put(
      path,
      strip(read, answerSchema('/api/employees/{employee_id}/opening-balances')),
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(lasting((await owner.get(path)).body)).toEqual(lasting(read))
  })

  it('a webhook', async () => {
    const { id } = await anEndpoint(owner, 'http://127.0.0.1:9/hook')
    await sendBack('/api/webhooks/{webhook_id}', `/api/webhooks/${id}`, 'patch')
  })

  it('super funds', async () => {
    const path = `/api/employees/${employeeId}/super-funds`
    const funds = [
      { fund_type: 'APRA', fund_name: 'A Super', usi: 'STA0100AU', member_number: '7', percentage: '60.5' },
      {
        fund_type: 'SMSF',
        fund_name: 'Own Fund',
        abn: '51824753556',
        esa: 'SMSFESA',
        bank_bsb: '062-000',
        bank_account_number: '12345678',
        percentage: 39.5,
      },
    ]
    expect((await owner.put(path, funds)).status).toBe(200)
    await sendBack('/api/employees/{employee_id}/super-funds', path, 'put')
  })

  it('an application', async () => {
    const uris = ['https://roster.example.com/callback']
    const made = await owner.post('/api/api-admin/clients', { name: 'Roster', redirect_uris: uris })
    const path = '/api/api-admin/clients'
    const rows = (await owner.get(path)).body
    const read = rows.find((row: AnyJson) => row.client_id === made.body.client_id)
    await sendRowBack(path, `${path}/${read.client_id}`, read)
  })

  it('the branding', async () => {
    const mine = { name: 'Northside', primary_colour: '#0F5E63', accent_colour: null }
    expect((await owner.put('/api/branding', mine)).status).toBe(200)
    await sendBack('/api/branding', '/api/branding', 'put')
  })

  it('pay rates of a company and of an employee', async () => {
    const company = `/api/company/${companyId}/pay-rates`
    await owner.post(company, { description: 'Sunday', multiplier: 1.5, award_name: 'Retail' })
    await owner.post(company, { description: 'Piece', rate: '3.125', employee_ids: [employeeId] })
    const own = `/api/employees/${employeeId}/pay-rates`
    await owner.post(own, { description: 'Night', rate: '42.5', units: 'shifts' })
    const groups = (await owner.get(company)).body
    for (const rate of groups.flatMap((group: AnyJson) => group.pay_rates)) {
      const rows = document.components.schemas.PayRateGroup.properties.pay_rates.items
      const id = rate.reference.replace('company:', '')
      const answer = await owner.patch(`${company}/${id}`, strip(rate, rows))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(answer.body).toMatchObject(rate)
      expect(answer.body.warnings).toBeUndefined()
    }
    expect((await owner.get(company)).body).toEqual(groups)
    const rows = (await owner.get(own)).body
    for (const rate of rows.filter((row: AnyJson) => row.reference.startsWith('employee:')))
      await sendRowBack(
        '/api/employees/{employee_id}/pay-rates',
        `${own}/${rate.reference.replace('employee:', '')}`,
        rate,
      )
  })

  const STANDING: Record<string, object> = {
    allowances: {
      description: 'Boots',
      amount: '5.25',
      units: 2,
      allowance_category: 'TD',
      is_itemised: true,
    },
    deductions: {
      description: 'Fees',
      amount: 0.05,
      amount_type: 'PERCENT_OF_NET',
      classification: 'NORMAL',
    },
    bonuses: {
      description: 'Quarter',
      amount: 500,
      tax_method: 'METHOD_A_SPECIFIC_RANGE',
      start_date: '2026-07-01',
      end_date: '2026-09-30',
    },
    'pay-sacrifices': { description: 'Car', amount: 50, limit_total: 600, is_super: false },
    'back-payments': { description: 'Rise', amount: 240, stp_category: 'GROSS' },
  }
  it.each(Object.entries(STANDING))('standing %s', async (list, item) => {
    const path = `/api/employees/${employeeId}/${list}`
    expect((await owner.post(path, item)).status).toBe(201)
    for (const read of (await owner.get(path)).body)
      await sendRowBack(`/api/employees/{employee_id}/${list}`, `${path}/${read.id}`, read)
  })

  it('a pay of New Zealand with leave, allowances and KiwiSaver', async () => {
    const { id: nz } = await aCompany(owner, { jurisdiction: 'NZ' })
    const person = await anEmployee(owner, nz, {
      country: 'NZ',
      has_student_loan: true,
      start_date: '2024-01-01',
    })
    const made = await aPay(owner, nz, '2026-10-04', {
      employee_id: person.id,
      hours: [
        { description: 'Ordinary hours', units: 'hours', value: 24, date: '2026-10-01' },
        { description: 'Overtime', units: 'hours', value: 2, multiplier: 1.5, is_overtime: true },
      ],
      leave: [
        { description: 'Annual holidays', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-09-30', hours: 8 },
        { description: 'Sick leave', leave_type: 'SICK', date: '2026-09-29', hours: 8 },
      ],
      allowances: [{ description: 'Boots', amount: 12, is_taxable: false }],
      bonuses: [{ description: 'Thanks', amount: 300, tax_as_nz_extra_pay: true, is_nz_discretionary: true }],
      deductions: [{ description: 'Social club', amount: 3, classification: 'NORMAL' }],
    })
    const path = `/api/company/${nz}/pays/${made.id}`
    const read = (await owner.get(path)).body
    const body = strip(read, answerSchema('/api/company/{company_id}/pays/{pay_id}'))
    const answer = await owner.put(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const rowsOf = (rows: AnyJson[]) => rows.map(({ id: _id, ...row }) => row)
    for (const member of ['gross', 'tax', 'net', 'nz_student_loan', 'kiwisaver_employee_amount'])
      expect(answer.body[member], member).toEqual(read[member])
    for (const list of ['hours', 'leave', 'allowances', 'bonuses', 'deductions'])
      expect(rowsOf(answer.body[list]), list).toEqual(rowsOf(read[list]))
  })

  const amount = fc.integer({ min: 1, max: 4000 }).map((cents) => cents / 100)
  const row = fc.record({
    description: fc.constantFrom('Ordinary hours', 'Overtime', 'Saturday'),
    units: fc.constant('hours'),
    value: amount,
    price: fc.oneof(
      fc.constant({}),
      amount.map((rate) => ({ rate })),
      fc.constantFrom(1, 1.5, 2, 2.25).map((multiplier) => ({ multiplier })),
      fc.constant({ rate_reference: 'system:ordinary_time' }),
    ),
    is_overtime: fc.boolean(),
  })
  const leave = fc.record({
    description: fc.constantFrom('Sick leave', 'Leave'),
    leave_type: fc.constantFrom('SICK', 'HOLIDAY', 'OTHER'),
    date: fc.constant('2026-10-30'),
    hours: amount,
    price: fc.oneof(fc.constant({}), fc.constant({ multiplier: 1.5 }), fc.constant({ rate: 31 })),
  })

  it('a pay, whatever is on it, also after a raise in between', async () => {
    const pays = fc.record({
      hours: fc.array(row, { maxLength: 3 }),
      leave: fc.array(leave, { maxLength: 2 }),
      allowances: fc.constantFrom([], [{ description: 'Meal', amount: 12, allowance_category: 'OD' }]),
      deductions: fc.constantFrom([], [{ description: 'Fees', amount: 3, classification: 'NORMAL' }]),
      bonuses: fc.constantFrom([], [{ description: 'Thanks', amount: 50 }]),
      isRaised: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(pays, async ({ isRaised, ...pay }) => {
        const settle = (rows: AnyJson[]) => rows.map(({ price, ...rest }) => ({ ...rest, ...price }))
        const rated = { ...pay, hours: settle(pay.hours), leave: settle(pay.leave) }
        const person = await anEmployee(owner, companyId, { pay_rate_per_hour: 40 })
        const made = await aPay(owner, companyId, '2026-11-01', { employee_id: person.id, ...rated })
        if (isRaised)
          await owner.patch(`/api/company/${companyId}/employees/update`, [
            { id: person.id, pay_rate_per_hour: 50 },
          ])
        const path = `/api/company/${companyId}/pays/${made.id}`
        const read = (await owner.get(path)).body
        const body = strip(read, answerSchema('/api/company/{company_id}/pays/{pay_id}'))
        const answer = await owner.put(path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        for (const member of ['gross', 'tax', 'net', 'super', 'hours', 'leave'])
          expect(answer.body[member], member).toEqual(read[member])
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

describe('rate and multiplier', () => {
  const hours = (price: object) => ({
    employee_id: employeeId,
    hours: [{ description: 'Overtime', units: 'hours', value: 2, ...price }],
  })
  const create = (price: object) =>
    owner.put(`/api/company/${companyId}/pays/create?dry_run=true`, [hours(price)])

  it('may both be sent when they agree, and are refused when they do not', async () => {
    expect((await create({ rate: 60, multiplier: 1.5 })).body[0].gross).toBe(120)
    const refused = await create({ rate: 61, multiplier: 1.5 })
    expect(refused.status).toBe(422)
    expect(refused.body.data[0]).toMatchObject({ loc: ['body', 0, 'hours', 0, 'multiplier'] })
  })

  it('a rate beside a named one counts, and the difference is said', async () => {
    const same = await create({ rate: 40, rate_reference: 'system:ordinary_time' })
    const other = await create({ rate: 45, rate_reference: 'system:ordinary_time' })
    expect(same.body[0].warnings.join()).not.toContain('system:ordinary_time')
    expect(other.body[0].gross).toBe(90)
    expect(other.body[0].warnings).toContainEqual(expect.stringMatching(/rate 45 .* is 40/))
  })
})
