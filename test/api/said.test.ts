import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../support/make.ts'
import { aPay, aWeek } from '../support/pays.ts'

/*
 * Every value that is cut, dropped, replaced or left behind is reported. No one is paid or counted silently.
 */

let tasman: TestApp
let owner: TestClient
let company: string
let companyId: number

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  company = `/api/company/${companyId}`
}, 60_000)

afterAll(() => tasman.close())

const update = (id: number, change: object) => owner.patch(`${company}/employees/update`, [{ id, ...change }])
const draft = async (payDate: string) =>
  (await owner.post(`${company}/pay-runs`, { pay_period: 'WEEKLY', pay_date: payDate })).body
const process = (runId: number) => owner.post(`${company}/pay-runs/${runId}/process`)

describe('processing a run', () => {
  it('refuses to pay someone who was deleted in between, by name', async () => {
    const person = await anEmployee(owner, companyId, { last_name: 'Gone' })
    const run = await draft('2026-08-09')
    await owner.delete(`/api/employees/${person.id}`)
    const refused = await process(run.pay_run_id)
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain('Mia Gone')
    await owner.delete(`${company}/pays/${run.pays[0].id}`)
    expect((await process(run.pay_run_id)).status).toBe(200)
  })

  it('says that hours are paid at the rate of the draft after a raise', async () => {
    const person = await anEmployee(owner, companyId, { pay_rate_per_hour: 40 })
    const run = await draft('2026-08-16')
    await update(person.id, { pay_rate_per_hour: 50 })
    const { body } = await process(run.pay_run_id)
    expect(body.pays[0].hours[0].rate).toBe(40)
    expect(body.pays[0].warnings).toContainEqual(expect.stringMatching(/paid at 40 as drafted; .* be 50/))
    await owner.delete(`/api/employees/${person.id}`)
  })
})

it('a deduction that its total limit cuts is said', async () => {
  const { id } = await anEmployee(owner, companyId)
  const loan = { description: 'Loan', amount: 50, classification: 'NORMAL', limit_total: 60 }
  expect((await owner.post(`/api/employees/${id}/deductions`, loan)).status).toBe(201)
  const pay = aWeek(id, { deductions: [{ description: 'Loan', amount: 50 }] })
  const first = await aPay(owner, companyId, '2026-09-06', pay)
  const second = await aPay(owner, companyId, '2026-09-13', pay)
  expect(first.warnings.join()).not.toContain('Loan')
  expect(second.deductions[0].amount).toBe(10)
  expect(second.warnings).toContainEqual('"Loan" takes 10.00 of 50.00: its total limit leaves no more.')
})

it('a row of a pay says what of it has no use; sent back as it was read, it says nothing', async () => {
  const { id } = await anEmployee(owner, companyId, { pay_rate_per_hour: 40, number: 'OWN' })
  const { body: night } = await owner.post(`/api/employees/${id}/pay-rates`, {
    description: 'Night',
    rate: 50,
  })
  const hours = (row: object) => [{ description: 'Work', units: 'hours', value: 10, ...row }]
  const leave = (row: object) => [{ description: 'Away', date: '2026-09-16', hours: 1, ...row }]
  const half = { description: 'Half', amount: 10, units: 0.5, allowance_category: 'TD' }
  const bonus = { description: 'B', amount: 10, tax_method: 'NORMAL_EARNINGS', start_date: '2026-07-01' }
  const cases: [object, RegExp][] = [
    [{ employee_number: 'ELSE' }, /^employee_number ELSE is ignored/],
    [
      { hours: hours({ multiplier: 1.5, rate_reference: night.reference }) },
      /the multiplier 1.5 .* is 50\.$/,
    ],
    [
      { hours: hours({ rate_reference: night.reference, rate_description: 'Day' }) },
      /called "Night", not "Day"/,
    ],
    [{ allowances: [half] }, /units below 1 do not lower/],
    [{ bonuses: [bonus] }, /start_date and end_date have no effect/],
    [{ leave: leave({ leave_type: 'UNPAID', rate: 30 }) }, /unpaid leave pays nothing/],
    [{ leave: leave({ leave_type: 'ANNUAL_HOLIDAYS' }) }, /of another country.*no balance changes/],
  ]
  for (const [fields, sentence] of cases)
    expect(
      (await aPay(owner, companyId, '2026-09-20', { employee_id: id, ...fields })).warnings,
    ).toContainEqual(expect.stringMatching(sentence))
  const fine = hours({ multiplier: 1.25, rate_reference: night.reference })
  const both = { employee_id: id, employee_number: 'OWN', hours: fine, allowances: [half], bonuses: [bonus] }
  const pay = await aPay(owner, companyId, '2026-09-20', both)
  expect(pay.warnings.join()).not.toMatch(/multiplier|is ignored/)
  const rows = (list: object[]) => list.map((row) => ({ ...row, id: undefined, pay_amount: undefined }))
  const back = { hours: rows(pay.hours), allowances: rows(pay.allowances), bonuses: rows(pay.bonuses) }
  const rebuilt = await owner.put(`${company}/pays/${pay.id}`, back)
  expect(rebuilt.status, JSON.stringify(rebuilt.body)).toBe(200)
  expect(rebuilt.body.warnings.join()).not.toMatch(/no use|units below/)
})

describe('a termination with manual amounts', () => {
  const terminate = (id: number, block: object) =>
    owner.post(`/api/employees/${id}/terminate?dry_run=true`, {
      termination_date: '2026-11-01',
      pay_date: '2026-11-01',
      is_manual_leave_amounts: true,
      ...block,
    })

  it('pays unused sick leave that is sent, and refuses an amount beside a flag that forbids it', async () => {
    const { id } = await anEmployee(owner, companyId)
    const paid = await terminate(id, { unused_sick_amount: 100 })
    expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    expect(JSON.stringify(paid.body)).toContain('"unused_sick_amount":100')
    for (const [flag, amount] of [
      ['is_unused_sick_paid', 'unused_sick_amount'],
      ['is_unused_holiday_paid', 'unused_holiday_amount'],
      ['is_unused_leave_loading_paid', 'unused_leave_loading_amount'],
      ['is_unused_lsl_paid', 'unused_lsl_post_august_1993'],
    ] as const)
      expect((await terminate(id, { [flag]: false, [amount]: 100 })).status, amount).toBe(422)
  })

  it('says what has nothing to pay, what is rounded, and what is reported otherwise than it is paid', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { body } = await terminate(id, {
      is_unused_lsl_paid: true,
      redundancy_amount: 1000,
      etp_amount: '10.555',
      tax_summaries: [{ etp_code: 'O', taxable_component: 50 }],
    })
    for (const sentence of [
      'is_unused_lsl_paid is true, but there is nothing to pay: unused_lsl_amount is 0.',
      'etp_amount was sent as "10.555" and is stored as 10.56.',
      expect.stringContaining('with the reason TERMINATION: no part of it is tax free'),
      expect.stringContaining('tax_summaries come to 50.00, and the termination pays 1010.56'),
    ])
      expect(body.preview.pay.warnings).toContainEqual(sentence)
  })

  it('refuses tax that makes the net negative', async () => {
    const { id } = await anEmployee(owner, companyId)
    const refused = await terminate(id, {
      etp_amount: 100,
      tax_summaries: [{ etp_code: 'O', tax_withheld: 500, taxable_component: 100 }],
    })
    expect(refused.status, JSON.stringify(refused.body)).toBe(400)
    expect(refused.body.detail).toContain('tax_summaries')
  })
})

describe('what the audit of the specification found of Australia', () => {
  const terminate = (id: number, block: object = {}) =>
    owner.post(`/api/employees/${id}/terminate?dry_run=true`, {
      termination_date: '2026-09-08',
      pay_date: '2026-09-10',
      ...block,
    })

  it('an ending without an hourly rate values leave by the last full pay and says so, or is refused', async () => {
    const { id } = await anEmployee(owner, companyId, { pay_rate_per_hour: null })
    const hours = [{ description: 'Work', units: 'hours', value: 38, rate: 40 }]
    await aPay(owner, companyId, '2026-09-06', { employee_id: id, hours })
    const { body } = await terminate(id)
    expect(body.unused_holiday_amount).toBe(116.92)
    expect(body.preview.pay.warnings.join()).toContain('valued at 40.00, the rate of the last full pay')
    const other = await anEmployee(owner, companyId, { pay_rate_per_hour: null })
    const notice = {
      is_payment_in_lieu_paid: true,
      payment_in_lieu_type: 'NOTICE_HOURS',
      notice_hours: 76,
    }
    const refused = await terminate(other.id, notice)
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('no hourly rate')])
  })

  it('child support leaves the protected amount of the year, after 2024 too', async () => {
    const { id } = await anEmployee(owner, companyId)
    const row = { description: 'Support', amount: 2000, classification: 'CHILD_SUPPORT_DEDUCTION' }
    for (const [payDate, net] of [
      ['2025-09-07', 534.23],
      ['2026-09-06', 544.88],
    ] as const)
      expect((await aPay(owner, companyId, payDate, aWeek(id, { deductions: [row] }))).net).toBe(net)
  })

  it('a week of workers compensation accrues the same leave as a pay and as a row of leave', async () => {
    const people = [await anEmployee(owner, companyId), await anEmployee(owner, companyId)]
    const [asPay, asRow] = people.map(({ id }) => id)
    const query = 'create?pay_date=2026-09-06'
    const leave = [{ description: 'Away', leave_type: 'WORKERS_COMP', hours: 38, date: '2026-09-01' }]
    const paid = await owner.put(`${company}/workers-comp-pays/${query}`, [aWeek(asPay)])
    const row = await owner.put(`${company}/pays/${query}`, [{ employee_id: asRow, hours: [], leave }])
    expect([paid.status, row.status]).toEqual([201, 201])
    const accrued = people.map(async ({ id }) => {
      const { body } = await owner.get(`/api/employees/${id}`)
      return [body.holiday_hours, body.sick_hours]
    })
    expect(await Promise.all(accrued)).toEqual([
      [2.923074, 0],
      [2.923074, 0],
    ])
  })
})

describe('an employee', () => {
  it('who becomes casual hears what stays and what followed', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { body } = await update(id, { employment_status: 'Casual' })
    expect(body[0].warnings).toContainEqual(
      expect.stringContaining('stp_employment_status changed as a result'),
    )
    expect(body[0].warnings).toContainEqual(expect.stringMatching(/these did not change.*employment_type/))
  })

  it('who becomes part-time hears that days of leave a year are not pro rata', async () => {
    const { id } = await anEmployee(owner, companyId, {
      accrue_leave_on_hours_worked: false,
      num_holiday_leave_days_per_year: 20,
      num_sick_leave_days_per_year: 10,
    })
    const partTime = await update(id, { employment_status: 'Part-time', standard_days_per_week: 3 })
    expect(partTime.body[0].warnings).toContainEqual(
      expect.stringMatching(
        /these did not change.*num_holiday_leave_days_per_year, num_sick_leave_days_per_year.*not pro rata/,
      ),
    )
    const fewer = await update(id, { standard_days_per_week: 2 })
    expect(fewer.body[0].warnings).toContainEqual(
      expect.stringMatching(/standard_days_per_week is 2 now.*num_holiday_leave_days_per_year/),
    )
    const sent = {
      standard_days_per_week: 4,
      num_holiday_leave_days_per_year: 16,
      num_sick_leave_days_per_year: 8,
    }
    expect((await update(id, sent)).body[0].warnings ?? []).toEqual([])
  })

  it('whose package includes super hears that no super is paid', async () => {
    const { id } = await anEmployee(owner, companyId)
    const { body } = await update(id, { annual_package: '112000', is_super_enabled: false })
    expect(body[0].warnings).toContainEqual(
      expect.stringContaining('the salary is 100000.00, and the rest of the package is not paid'),
    )
    expect((await update(id, { annual_salary: '112000' })).body[0].warnings ?? []).not.toContainEqual(
      expect.stringContaining('annual_package includes'),
    )
  })

  it('hears which fields have no use beside the others, once', async () => {
    const idle = {
      secondary_bank_amount_per_period: 50,
      allow_edit_leave_requests_when_negative: true,
      allow_view_payslips: true,
      ird_number: '49091850',
    }
    const { body } = await owner.put(`${company}/employees/create`, [employeeBody(idle)])
    expect(body[0].warnings).toEqual([
      'secondary_bank_amount_per_period has no effect until secondary_bank_account_number names an account.',
      'allow_edit_leave_requests_when_negative has no effect until allow_edit_leave_requests is true.',
      'allow_view_payslips has no effect until employee_portal_active is true.',
      'ird_number has no effect for an employee taxed in AU.',
    ])
    expect((await update(body[0].employee.id, idle)).body[0].warnings ?? []).toEqual([])
  })

  it('whose leave is by the year without days hears that nothing accrues', async () => {
    const { body } = await owner.put(`${company}/employees/create`, [
      employeeBody({
        accrue_leave_on_hours_worked: false,
        num_holiday_leave_days_per_year: null,
        num_sick_leave_days_per_year: null,
      }),
    ])
    expect(body[0].warnings).toContainEqual(expect.stringMatching(/No annual leave accrues/))
    expect(
      (await owner.put(`${company}/employees/create`, [employeeBody()])).body[0].warnings,
    ).toBeUndefined()
  })
})

describe('a company', () => {
  it('turns an empty text into null, as employees do', async () => {
    expect((await owner.patch(company, { trading_name: '' })).body.trading_name).toBeNull()
  })

  it('hears what only the other country has a use for', async () => {
    const { body } = await owner.patch(company, { nzbn: '9429000000000' })
    expect(body.warnings).toContainEqual('nzbn has no effect for a company whose jurisdiction is AU.')
    expect((await owner.patch(company, { nzbn: null })).body.warnings ?? []).not.toContainEqual(
      expect.stringContaining('nzbn'),
    )
  })

  it('hears that another pay cycle overlaps what was paid', async () => {
    const { id } = await anEmployee(owner, companyId)
    await aPay(owner, companyId, '2026-10-04', aWeek(id))
    const moved = await owner.patch(company, { pay_cycle_anchor: '2024-07-03' })
    expect(moved.body.warnings).toContainEqual(expect.stringMatching(/WEEKLY period .* overlaps/))
    const { warnings = [] } = (await owner.patch(company, { phone: '02 5550 1234' })).body
    expect(warnings.join()).not.toContain('overlaps')
  })

  it('that is deleted frees the numbers and the places of its people', async () => {
    const closed = await aCompany(owner)
    const customer = tasman.service.database.query.updateTable('customers')
    await anEmployee(owner, closed.id, { number: 'N-1' })
    const { rows } = await tasman.service.database.pool.query(
      `select count(*)::int as count, min(customer_id) as customer_id from employees
       where not is_deleted and not is_terminated and company_id in ($1, $2)`,
      [closed.id, companyId],
    )
    await customer.set({ employee_cap: rows[0].count }).where('id', '=', rows[0].customer_id).execute()
    const full = await owner.put(`${company}/employees/create`, [employeeBody({ number: 'N-1' })])
    expect(full.body[0].errors).toHaveProperty('number')
    expect((await owner.put(`${company}/employees/create`, [employeeBody()])).body[0].errors).toHaveProperty(
      'licence',
    )
    expect((await owner.delete(`/api/company/${closed.id}`)).status).toBe(204)
    const placed = await owner.put(`${company}/employees/create`, [employeeBody()])
    await owner.delete(`/api/employees/${placed.body[0].employee?.id}`)
    const numbered = await owner.put(`${company}/employees/create`, [employeeBody({ number: 'N-1' })])
    expect([placed.body[0].errors, numbered.body[0].errors]).toEqual([{}, {}])
  })
})
