import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aWeek } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let path: string
let mia: AnyJson

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  path = `/api/company/${company.id}/pays/create`
  mia = await anEmployee(owner, company.id, { number: 'E1' })
})
afterAll(() => tasman.close())

const pay = (items: object, query = '') =>
  owner.put(`${path}?pay_date=2026-10-30${query}`, [{ employee_id: mia.id, ...items }])

describe('201', () => {
  it('creates a processed pay with every member, and reads back the same', async () => {
    const { status, body } = await owner.put(`${path}?pay_date=2026-10-23`, [aWeek(mia.id)])
    expect(status).toBe(201)
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      status: 'processed',
      is_complete: true,
      employee_id: mia.id,
      employee_number: 'E1',
      format_name: 'Mia Nguyen',
      employee_format_name_shorter: 'M. Nguyen',
      processed_date: '2026-10-23',
      pay_run_end_date: '2026-10-25',
      pay_period: 'WEEKLY',
      gross: 1520,
      super: 182.4,
      compulsory_super_amount: 182.4,
      resc_super_amount: 0,
      stp_status: null,
      hours: [{ description: 'Ordinary hours', value: 38, rate: 40, pay_amount: 1520, is_overtime: false }],
      termination: null,
      warnings: [],
    })
    expect(body[0].net).toBe(1520 - body[0].tax)
    expect(body[0].tax).toBeGreaterThan(200)
    expect(body[0]).not.toHaveProperty('nz_student_loan')
    const read = await owner.get(`/api/company/${company.id}/pays/${body[0].id}`)
    expect(read.body).toEqual(body[0])
  })

  it('takes units as 1 when a pay does not say them, whatever an earlier pay had', async () => {
    const ben = await anEmployee(owner, company.id)
    const km = { description: 'Km', amount: 10, allowance_category: 'CD' }
    const totals = []
    for (const allowance of [{ ...km, units: 3 }, km, { description: 'Km' }]) {
      const { body } = await owner.put(`${path}?pay_date=2026-10-30`, [
        aWeek(ben.id, { allowances: [allowance] }),
      ])
      totals.push(body[0].allowances[0].total_amount)
    }
    expect(totals).toEqual([30, 10, 10])
  })

  it('ignores a total_amount, whatever it is', async () => {
    const allowance = { description: 'Meal', amount: 10, allowance_category: 'MD', total_amount: 'garbage' }
    const { status, body } = await pay({ allowances: [allowance] })
    expect(status).toBe(201)
    expect(body[0].allowances[0].total_amount).toBe(10)
  })

  it('shows the rate that leave with an amount of its own is paid at', async () => {
    const ben = await anEmployee(owner, company.id, {
      hourly_amount_for_workers_comp_leave: '25',
      hourly_amount_for_paid_parental_leave: '24',
    })
    const leave = (leave_type: string, extra = {}) => ({
      description: leave_type,
      leave_type,
      date: '2026-10-29',
      hours: 8,
      ...extra,
    })
    const { body } = await owner.put(`${path}?pay_date=2026-10-30`, [
      {
        employee_id: ben.id,
        leave: [
          leave('WORKERS_COMP'),
          leave('PAID_PARENTAL'),
          leave('WORKERS_COMP', { rate: 40 }),
          leave('SICK'),
        ],
      },
    ])
    expect(body[0].leave.map((row: AnyJson) => [row.rate, row.amount])).toEqual([
      [25, 200],
      [24, 192],
      [40, 320],
      [40, 320],
    ])
  })

  it('holds the New Zealand members on a New Zealand company only', async () => {
    const kereru = await aCompany(owner, { jurisdiction: 'NZ' })
    const aroha = await anEmployee(owner, kereru.id, { country: 'NZ', has_student_loan: true })
    const { body } = await owner.put(`/api/company/${kereru.id}/pays/create?pay_date=2026-10-30`, [
      aWeek(aroha.id, { hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }] }),
    ])
    const [made] = body
    expect(made.gross).toBe(1600)
    expect(made.nz_student_loan).toBeGreaterThan(0)
    expect(made.tax_plus_student_loan).toBeCloseTo(made.tax + made.nz_student_loan, 2)
    expect(made.net).toBeCloseTo(
      made.gross - made.tax - made.nz_student_loan - made.kiwisaver_employee_amount,
      2,
    )
    expect(made).toHaveProperty('total_kiwi_saver')
    expect(made.leave_balance_rows.map((row: AnyJson) => row.leave_type)).toEqual([
      'ANNUAL_HOLIDAYS',
      'SICK',
      'ALT_HOLIDAY',
    ])
  })

  it('takes numbers and decimal strings alike', async () => {
    const { body } = await pay({
      hours: [
        { description: 'a', units: 'hours', value: '1.5', rate: '33.335' },
        { description: 'b', units: 'hours', value: 1.5, rate: 33.335 },
      ],
    })
    expect(body[0].hours.map((row: AnyJson) => row.pay_amount)).toEqual([50, 50])
  })

  it('prices hours by rate, multiplier, reference and description', async () => {
    const rates = `/api/company/${company.id}/pay-rates`
    const night = (await owner.post(rates, { description: 'Night', multiplier: 1.3 })).body
    const own = (
      await owner.post(`/api/employees/${mia.id}/pay-rates`, { description: 'Forklift', rate: '51.25' })
    ).body
    const row = (extra: object) => ({ description: 'Hours', units: 'hours', value: 1, ...extra })
    const { status, body } = await pay({
      hours: [
        row({}),
        row({ rate: 20 }),
        row({ multiplier: '1.5' }),
        row({ rate_reference: night.reference }),
        row({ rate_reference: own.reference }),
        row({ rate_description: 'forklift' }),
        row({ rate_reference: 'system:ordinary_time' }),
      ],
    })
    expect(status).toBe(201)
    expect(body[0].hours.map((hours: AnyJson) => hours.rate)).toEqual([40, 20, 60, 52, 51.25, 51.25, 40])
  })

  it('matches an item by its description, and creates it once', async () => {
    const sent = { description: 'Tool allowance', amount: 25, allowance_category: 'TD' }
    await pay({ allowances: [sent] })
    const { body } = await pay({ allowances: [{ description: ' tool ALLOWANCE ', units: 3 }] })
    expect(body[0].allowances).toMatchObject([
      { description: 'Tool allowance', amount: 25, units: 3, total_amount: 75, allowance_category: 'TD' },
    ])
    const items = (await owner.get(`/api/employees/${mia.id}/allowances`)).body
    expect(items.filter((item: AnyJson) => item.description === 'Tool allowance')).toHaveLength(1)
  })

  it('matches back payments by description and amount', async () => {
    const back = { description: 'Award rise', amount: 120, stp_category: 'GROSS' }
    expect((await pay({ back_payments: [back] })).status).toBe(201)
    expect((await pay({ back_payments: [{ description: 'Award rise', amount: '120.00' }] })).status).toBe(201)
    const other = await pay({ back_payments: [{ description: 'Award rise', amount: 121 }] })
    expect(other).toMatchObject({ status: 422, body: { detail: expect.stringContaining('stp_category') } })
  })

  it('does not scale units below one down', async () => {
    const { body } = await pay({
      allowances: [{ description: 'Phone', amount: 10, units: 0.5, allowance_category: 'OD' }],
    })
    expect(body[0].allowances[0].total_amount).toBe(10)
  })

  it('groups by employee under the identifier of the request, and by pay run', async () => {
    const ben = await anEmployee(owner, company.id, { number: 'E2', pay_period: 'FORTNIGHTLY' })
    const body = [
      { employee_number: 'E1', hours: [] },
      { employee_number: 'E2', hours: [] },
      { employee_number: 'E1', hours: [] },
    ]
    const query = '?pay_date=2026-10-30&identifier_type=employee_number'
    const byEmployee = await owner.put(`${path}${query}&group_by_employee=true`, body)
    expect(byEmployee.body.map((group: AnyJson) => [group.employee_number, group.pays.length])).toEqual([
      ['E1', 2],
      ['E2', 1],
    ])
    const byRun = await owner.put(`${path}${query}&group_by_pay_run=true`, body)
    expect(byRun.body.map((group: AnyJson) => [group.pay_period, group.pays.length])).toEqual([
      ['WEEKLY', 2],
      ['FORTNIGHTLY', 1],
    ])
    expect(byRun.body[1].pays[0]).toMatchObject({
      employee_id: ben.id,
      pay_run_id: byRun.body[1].pay_run_id,
      pay_run_end_date: byRun.body[1].pay_run_end_date,
    })
  })

  it('pays a terminated employee, with a warning', async () => {
    const leaver = await anEmployee(owner, company.id)
    const ended = await owner.put(`${path}?pay_date=2026-10-30`, [
      aWeek(leaver.id, { termination: { termination_date: '2026-10-30' } }),
    ])
    expect(ended.status).toBe(201)
    const late = await owner.put(`${path}?pay_date=2026-11-01`, [aWeek(leaver.id)])
    expect(late.status).toBe(201)
    expect(late.body[0].warnings).toEqual([
      expect.stringContaining('2.923074 hours of annual leave (116.92), which stay on the balance'),
      expect.stringContaining('terminated on 2026-10-30'),
      expect.stringContaining('another pay in this pay run'),
    ])
  })

  it('takes today when no pay date is sent', async () => {
    const { body } = await owner.put(path, [aWeek(mia.id)])
    expect(body[0].processed_date).toBe('2026-11-02')
  })

  it('answers a long list as one stream', async () => {
    const { status, body } = await owner.put(
      `${path}?pay_date=2026-10-30`,
      Array.from({ length: 60 }, () => aWeek(mia.id)),
    )
    expect(status).toBe(201)
    expect(body).toHaveLength(60)
    expect(new Set(body.map((made: AnyJson) => made.id)).size).toBe(60)
  })
})

describe('400', () => {
  it('refuses an id in any item list before anything else', async () => {
    const lists = ['hours', 'leave', 'allowances', 'deductions', 'bonuses', 'pay_sacrifices', 'back_payments']
    for (const list of lists)
      expect(await pay({ [list]: [{ id: 1, unknown: true }] })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining(`Pay 0: an id is not accepted in ${list}`) },
      })
  })

  it('names the index of an employee that is not there, and writes nothing', async () => {
    const before = (await owner.get(`/api/company/${company.id}/pays`)).body.length
    const answer = await owner.put(path, [aWeek(mia.id), aWeek(999_999)])
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('Pay 1') } })
    expect((await owner.get(`/api/company/${company.id}/pays`)).body).toHaveLength(before)
  })

  it('refuses an unknown company, an empty list, and a date before the first tables', async () => {
    expect(await owner.put('/api/company/999999/pays/create', [aWeek(mia.id)])).toMatchObject({
      status: 400,
      body: { detail: 'No company found with the given company_id' },
    })
    expect((await owner.put(path, [])).status).toBe(400)
    expect((await owner.put(`${path}?pay_date=1990-01-01`, [aWeek(mia.id)])).status).toBe(400)
  })

  it('refuses New Zealand flags on an Australian bonus', async () => {
    expect(await pay({ bonuses: [{ description: 'B', amount: 1, is_nz_ess: true }] })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('is_nz_ess') },
    })
  })
})

describe('401, 403', () => {
  it('needs a token, the write scope and access to the company', async () => {
    expect((await tasman.clientWith().put(path, [])).status).toBe(401)
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect(await reader.put(path, [aWeek(mia.id)])).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: payroll.write' },
    })
    const other = await tasman.clientFor('other')
    expect(await other.put(path, [aWeek(mia.id)])).toMatchObject({
      status: 403,
      body: { detail: 'User does not have access to this company.' },
    })
  })
})

describe('409', () => {
  it('names the index of a deleted employee', async () => {
    const gone = await anEmployee(owner, company.id)
    await owner.delete(`/api/employees/${gone.id}`)
    expect(await owner.put(path, [aWeek(gone.id)])).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Pay 0') },
    })
  })
})

describe('409', () => {
  it('refuses a new item that the database takes for one that is there', async () => {
    expect((await pay({ bonuses: [{ description: 'PRİM', amount: 10 }] })).status).toBe(201)
    expect(await pay({ bonuses: [{ description: 'PRIM', amount: 10 }] })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('exactly as stored') },
    })
  })
})

describe('amounts that no answer could show', () => {
  it('are refused', async () => {
    const row = { description: 'Much', units: 'h', value: 1_000_000_000, rate: 1_000_000_000 }
    expect(await pay({ hours: [row] })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('99,999,999,999.99') },
    })
    expect((await pay({ hours: [row, { ...row, value: -1_000_000_000 }] })).status).toBe(400)
  })
})

describe('422', () => {
  const shape = (field: string) => ({
    status: 422,
    body: {
      status_code: 10422,
      data: expect.arrayContaining([expect.objectContaining({ loc: expect.arrayContaining([field]) })]),
    },
  })

  it('refuses unknown keys in a pay and in every item list', async () => {
    expect(await pay({ surprise: 1 })).toMatchObject(shape('surprise'))
    expect(await pay({ hours: [{ description: 'a', units: 'h', value: 1, surprise: 1 }] })).toMatchObject(
      shape('surprise'),
    )
  })

  it('refuses half of a character, which could not be stored', async () => {
    const row = { description: 'Night', units: 'h', value: 1 }
    expect(await pay({ hours: [{ ...row, description: 'Night \ud83d' }] })).toMatchObject(
      shape('description'),
    )
    expect(await pay({ hours: [{ ...row, units: '\udc00' }] })).toMatchObject(shape('units'))
    expect(await pay({ hours: [row], pay_department: '\ud83d' })).toMatchObject(shape('pay_department'))
    expect(await pay({ bonuses: [{ description: '\ud800', amount: 1 }] })).toMatchObject(shape('description'))
    expect((await pay({ hours: [{ ...row, description: 'Night 🌙' }] })).status).toBe(201)
  })

  it('refuses rate together with multiplier', async () => {
    expect(
      await pay({ hours: [{ description: 'a', units: 'h', value: 1, rate: 1, multiplier: 1 }] }),
    ).toMatchObject(shape('multiplier'))
  })

  it('refuses leave with value alone', async () => {
    expect(
      await pay({ leave: [{ description: 'a', leave_type: 'SICK', date: '2026-10-30', value: 1 }] }),
    ).toMatchObject(shape('hours'))
  })

  it('takes numbers and their strings up to a thousand million, and says so', async () => {
    const hours = (value: unknown) =>
      pay({ hours: [{ description: 'Tiny', units: 'h', value, rate: '0.00001' }] })
    for (const value of [1_000_000_000, '1000000000', '999999999.12345678901234567', '0.30000000000000004'])
      expect({ value, status: (await hours(value)).status }).toEqual({ value, status: 201 })
    for (const value of [1_000_000_001, '1000000001', '9999999999']) {
      const { status, body } = await hours(value)
      expect({ value, status }).toEqual({ value, status: 422 })
      expect(JSON.stringify(body)).toContain('1,000,000,000')
    }
  })

  it('names an item that has a limit once in a pay', async () => {
    const ben = await anEmployee(owner, company.id)
    const base = { classification: 'NORMAL', auto_apply_to_pay: false }
    for (const [description, limit] of [
      ['Total', { limit_total: 40 }],
      ['Each', { limit_per_pay: 40 }],
    ] as const)
      await owner.post(`/api/employees/${ben.id}/deductions`, { ...base, ...limit, description, amount: 30 })
    const twice = (description: string) =>
      owner.put(`${path}?pay_date=2026-10-30`, [
        aWeek(ben.id, { deductions: [{ description }, { description }] }),
      ])
    for (const description of ['Total', 'Each'])
      expect(await twice(description)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('name it once') },
      })
  })

  it('refuses a negative deduction, which would be taken as nothing', async () => {
    const deduction = { description: 'Refund', amount: -50, classification: 'NORMAL' }
    expect(await pay({ deductions: [deduction] })).toMatchObject(shape('amount'))
  })

  it('refuses a negative sacrifice, which nothing could pay back', async () => {
    expect(await pay({ pay_sacrifices: [{ description: 'Car', amount: '-50' }] })).toMatchObject(
      shape('amount'),
    )
    expect((await pay({ pay_sacrifices: [{ description: 'Car', amount: 0 }] })).status).toBe(201)
  })

  it('needs both dates of a date-range method', async () => {
    const bonus = { description: 'B', amount: 500, tax_method: 'METHOD_B1', start_date: '2026-07-01' }
    expect(await pay({ bonuses: [bonus] })).toMatchObject(shape('end_date'))
    const turned = { ...bonus, end_date: '2026-06-01' }
    expect(await pay({ bonuses: [turned] })).toMatchObject(shape('end_date'))
  })

  it('refuses units that are not above zero', async () => {
    const allowance = { description: 'A', amount: 5, allowance_category: 'OD', units: '0' }
    expect(await pay({ allowances: [allowance] })).toMatchObject(shape('units'))
  })

  it('refuses both group flags, a missing identifier and a bad date', async () => {
    expect(await pay({ hours: [] }, '&group_by_employee=true&group_by_pay_run=true')).toMatchObject(
      shape('group_by_employee'),
    )
    expect(await owner.put(`${path}?identifier_type=employee_number`, [{ hours: [] }])).toMatchObject(
      shape('employee_number'),
    )
    for (const date of ['2026-02-30', '9999-12-31', '0000-01-01'])
      expect(await owner.put(`${path}?pay_date=${date}`, [aWeek(mia.id)])).toMatchObject(shape('pay_date'))
    const bonus = { description: 'Old', amount: 1, start_date: '0000-01-01', end_date: '2026-01-01' }
    expect(await pay({ bonuses: [bonus] })).toMatchObject(shape('start_date'))
  })

  it('asks for what a new item needs, and says so', async () => {
    for (const [list, row, missing] of [
      ['allowances', { description: 'New one', amount: 1 }, 'allowance_category'],
      ['deductions', { description: 'New one', amount: 1 }, 'classification'],
      ['bonuses', { description: 'New one' }, 'amount'],
      ['pay_sacrifices', { description: 'New one' }, 'amount'],
    ] as const)
      expect(await pay({ [list]: [row] })).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining(missing) },
      })
  })

  it('demands a reference when a rate description is ambiguous, and knows no foreign one', async () => {
    const rates = `/api/company/${company.id}/pay-rates`
    await owner.post(rates, { description: 'Twice', multiplier: 1.1 })
    await owner.post(rates, { description: 'Twice', multiplier: 1.2 })
    const row = { description: 'Hours', units: 'hours', value: 1 }
    expect(await pay({ hours: [{ ...row, rate_description: 'Twice' }] })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('rate_reference') },
    })
    expect((await pay({ hours: [{ ...row, rate_reference: 'company:99999' }] })).status).toBe(422)
  })
})

describe('429', () => {
  it('allows five calls a minute for each client on all pay endpoints together', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } })
    try {
      const client = await limited.clientFor('owner')
      const own = await aCompany(client)
      const statuses = []
      for (let i = 0; i < 6; i++)
        statuses.push((await client.get(`/api/company/${own.id}/${i % 2 ? 'pays' : 'pay-runs'}`)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    } finally {
      await limited.close()
    }
  })
})
