import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-08T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const url = (kind: string, query = '', of: AnyJson = company) =>
  `/api/company/${of.id}/imports/${kind}${query}`
async function send(kind: string, file: string | Buffer, query = '', of: AnyJson = company) {
  const answer = await tasman.app.inject({
    method: 'POST',
    url: url(kind, query, of),
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv' },
    payload: file,
  })
  return { status: answer.statusCode, body: answer.json() as AnyJson }
}
const listed = async (of: AnyJson = company) => (await owner.get(`/api/company/${of.id}/employees`)).body

/** A file of these rows. */
function csv(rows: readonly Record<string, unknown>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: unknown) => {
    const text = String(value ?? '')
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\r\n')
}
const person = (number: string, more: object = {}) => employeeBody({ number, ...more })

describe('employees', () => {
  it('says what each row would do, stores nothing in a dry run, and then all of it', async () => {
    const own = await aCompany(owner)
    const known = await anEmployee(owner, own.id, { number: `K-${own.id}` })
    const rows = [
      person(`N-${own.id}`, { first_name: 'Ana', tax_file_number: '123 456 782' }),
      { number: known.number, position: 'Barista, senior' },
    ]
    const tried = await send('employees', csv(rows), '?dry_run=true', own)
    expect({ ...tried, body: { ...tried.body, columns: [] } }).toMatchObject({
      status: 200,
      body: {
        is_stored: false,
        totals: { rows: 2, create: 1, update: 1, refused: 0 },
        rows: [
          { row: 2, subject: 'Ana Nguyen', action: 'create', errors: [] },
          { row: 3, action: 'update', errors: [] },
        ],
      },
    })
    expect(await listed(own)).toHaveLength(1)
    expect((await send('employees', csv(rows), '', own)).body.is_stored).toBe(true)
    const after = await listed(own)
    expect(after.map((each: AnyJson) => [each.first_name, each.position])).toEqual(
      expect.arrayContaining([
        ['Ana', null],
        ['Mia', 'Barista, senior'],
      ]),
    )
  })

  it('refuses the whole file for one row, with a list of rows and reasons', async () => {
    const own = await aCompany(owner)
    const rows = [
      person(`A-${own.id}`),
      person(`A-${own.id}`),
      person(`B-${own.id}`, { start_date: '1/7/2025' }),
      person(`C-${own.id}`, { start_date: '45839' }),
      person(`D-${own.id}`, { first_name: '=HYPERLINK("http://x","y")' }),
      person(`E-${own.id}`, { tax_file_number: '123456789', has_stsl_liability: 'maybe' }),
      person(`F-${own.id}`, { last_name: '' }),
    ]
    const tried = await send('employees', csv(rows), '?dry_run=true', own)
    const reasons = tried.body.rows.map((row: AnyJson) =>
      row.errors.map((error: AnyJson) => error.message).join(' '),
    )
    expect(tried.body.totals).toMatchObject({ create: 1, refused: 6 })
    expect(reasons).toEqual([
      '',
      'The row repeats row 2. Remove one of them.',
      expect.stringContaining('spreadsheet format'),
      expect.stringContaining('spreadsheet’s day number'),
      expect.stringContaining('formula'),
      expect.stringContaining('must be true or false'),
      expect.stringContaining('last_name'),
    ])
    const { status, body } = await send('employees', csv(rows), '', own)
    expect([status, body.status_code, body.data[0].loc]).toEqual([422, 10422, ['body', 3]])
    expect(await listed(own)).toEqual([])
    const australian = csv([person(`B-${own.id}`, { start_date: '1/7/2025' })])
    expect((await send('employees', australian, '?date_format=DMY', own)).status).toBe(200)
    expect((await listed(own))[0].start_date).toBe('2025-07-01')
  })

  it('pays new people as often as the company does, unless the file says otherwise', async () => {
    const own = await aCompany(owner, { default_pay_period: 'FORTNIGHTLY' })
    const { pay_period: _, ...rest } = person(`P-${own.id}`) as AnyJson
    const rows = [rest, { ...rest, number: `Q-${own.id}`, pay_period: 'MONTHLY' }]
    expect((await owner.post(url('employees', '', own), rows)).body.totals.create).toBe(2)
    const periodOf = async () =>
      Object.fromEntries((await listed(own)).map((each: AnyJson) => [each.number, each.pay_period]))
    expect(await periodOf()).toEqual({ [`P-${own.id}`]: 'FORTNIGHTLY', [`Q-${own.id}`]: 'MONTHLY' })
    await owner.post(url('employees', '', own), [{ number: `Q-${own.id}`, position: 'Barista' }])
    expect((await periodOf())[`Q-${own.id}`]).toBe('MONTHLY')
  })

  it('takes back the apostrophe before what a spreadsheet would run', async () => {
    const own = await aCompany(owner)
    await send('employees', csv([person(`Q-${own.id}`, { position: "'=Chief" })]), '', own)
    expect((await listed(own))[0].position).toBe('=Chief')
  })

  it('refuses files that are none, with what to do', async () => {
    const rows = csv([person('X1', { first_name: 'Zoë' })])
    const reasons = [
      [Buffer.from(rows, 'latin1'), 'not encoded as UTF-8'],
      [Buffer.from(`\ufeff${rows}`, 'utf16le'), 'UTF-16'],
      [Buffer.from('PK\u0003\u0004 something'), 'is a spreadsheet'],
      [rows.replaceAll(',', ';'), 'separated by semicolons'],
      ['', 'empty'],
      ['first_name,first_name\r\nA,B', 'in the file twice'],
      ['colour,size\r\nred,4', 'No column was recognised'],
    ] as const
    for (const [file, reason] of reasons) {
      const { status, body } = await send('employees', file)
      expect([status, JSON.stringify(body)]).toEqual([
        status === 400 ? 400 : 422,
        expect.stringContaining(reason),
      ])
    }
    const uneven = await send('employees', 'first_name,last_name\r\nA\r\nB,C,D', '?dry_run=true')
    expect(uneven.body.rows.map((row: AnyJson) => [row.row, row.action])).toEqual([
      [2, 'refused'],
      [3, 'refused'],
    ])
  })

  it('takes JSON by the same names, matches columns by name, and remembers those matched by hand', async () => {
    const own = await aCompany(owner)
    const { last_name, date_of_birth, ...rest } = person(`J-${own.id}`) as AnyJson
    const row = { ...rest, Surname: last_name, 'Born on': date_of_birth }
    const tried = await owner.post(url('employees', '?dry_run=true', own), [row])
    expect(tried.body.rows[0].errors).toMatchObject([{ field: 'date_of_birth' }])
    expect(tried.body.columns).toContainEqual({ header: 'Born on', field: null })
    const columns = [{ header: 'Born on', field: 'date_of_birth' }]
    expect((await owner.put(url('employees', '/columns', own), columns)).status).toBe(200)
    expect((await owner.post(url('employees', '', own), [row])).body.totals.create).toBe(1)
  })

  it('takes rows by the names of fields alone, whatever is remembered, and says what each field holds', async () => {
    const own = await aCompany(owner)
    const row = person(`N-${own.id}`) as AnyJson
    await owner.put(url('employees', '/columns', own), [{ header: 'first_name', field: null }])
    const named = await owner.post(url('employees', '?dry_run=true&named_by_field=true', own), [
      { ...row, Surname: 'left out' },
    ])
    expect(named.body.totals).toMatchObject({ create: 1, refused: 0 })
    expect(named.body.columns).toContainEqual({ header: 'Surname', field: null })
    const kinds = await owner.get(`/api/company/${own.id}/imports`)
    const fields = Object.fromEntries(kinds.body[0].fields.map((field: AnyJson) => [field.name, field]))
    expect(fields.date_of_birth.value_type).toBe('date')
    expect(fields.pay_rate_per_hour.value_type).toBe('number')
    expect(fields.has_stsl_liability.value_type).toBe('flag')
    expect(fields.employment_status).toMatchObject({
      value_type: 'choice',
      choices: expect.arrayContaining(['Casual']),
    })
  })

  it('reads the columns of another program', async () => {
    const own = await aCompany(owner)
    const { last_name, first_name, number, address1, ...rest } = person(`M-${own.id}`) as AnyJson
    const row = {
      'Co./Last Name': last_name,
      'First Name': first_name,
      'Card ID': number,
      'Addr 1 - Line 1': address1,
      ...rest,
    }
    expect((await send('employees', csv([row]), '?preset=myob', own)).body.totals).toMatchObject({
      create: 1,
    })
  })
})

describe('the lists of employees', () => {
  it('imports standing items, bank accounts and super funds', async () => {
    const mia = await anEmployee(owner, company.id, { number: 'L-1' })
    const items = [
      {
        employee_number: 'L-1',
        kind: 'allowance',
        description: 'Tools',
        amount: '18.50',
        allowance_category: 'TD',
      },
      {
        employee_number: 'L-1',
        kind: 'deduction',
        description: 'Union',
        amount: '12',
        classification: 'UNION_FEES',
      },
    ]
    expect((await send('standing-items', csv(items))).body.totals).toMatchObject({ create: 2, refused: 0 })
    expect((await owner.get(`/api/employees/${mia.id}/deductions`)).body).toMatchObject([
      { description: 'Union', amount: 12 },
    ])
    const again = await send('standing-items', csv(items), '?dry_run=true')
    expect(again.body.totals.refused).toBe(2)
    const accounts = [
      {
        employee_number: 'L-1',
        account_name: 'Mia',
        bsb: '062-000',
        account_number: '12345678',
        amount_type: 'FIXED',
        amount: '100',
      },
      {
        employee_number: 'L-1',
        account_name: 'Mia',
        bsb: '062-000',
        account_number: '87654321',
        amount_type: 'REMAINDER',
      },
    ]
    expect((await send('bank-accounts', csv(accounts))).body.totals).toMatchObject({ replace: 2 })
    expect((await owner.get(`/api/employees/${mia.id}/bank-accounts`)).body).toHaveLength(2)
    const wrong = await send('bank-accounts', csv(accounts.slice(0, 1)), '?dry_run=true')
    expect(wrong.body.rows[0].errors[0].message).toContain('REMAINDER')
    const funds = [
      {
        employee_number: 'L-1',
        fund_type: 'SMSF',
        fund_name: 'Own',
        abn: '51824753556',
        esa: 'SMSFDATAESA',
        percentage: '100',
      },
    ]
    expect((await send('super-funds', csv(funds))).body.totals).toMatchObject({ replace: 1, refused: 0 })
    const nobody = await send(
      'super-funds',
      csv([{ ...funds[0], employee_number: 'nobody' }]),
      '?dry_run=true',
    )
    expect(nobody.body.rows[0].errors[0].message).toContain('No employee of this company')
  })

  it('imports opening figures and the pay history behind them', async () => {
    const mia = await anEmployee(owner, company.id, { number: 'O-1' })
    const opening = [
      {
        employee_number: 'O-1',
        as_at: '2026-06-28',
        leave_holiday_hours: '40',
        ytd_gross: '3040',
        ytd_tax: '570',
        stp_gross: '3040',
      },
    ]
    expect((await send('opening-balances', csv(opening))).body.totals).toMatchObject({
      replace: 1,
      refused: 0,
    })
    const history = ['2026-06-21', '2026-06-28'].map((end) => ({
      employee_number: 'O-1',
      period_end_date: end,
      gross: '$1,520.00',
      tax: '285',
      hours: '38',
    }))
    expect((await send('pay-history', csv(history))).body.totals).toMatchObject({ replace: 2, refused: 0 })
    const { body } = await owner.get(`/api/employees/${mia.id}/opening-balances`)
    expect(body).toMatchObject({
      as_at: '2026-06-28',
      leave_balances: { holiday_hours: 40 },
      stp: { gross: 3040 },
    })
    expect(body.pay_history.map((row: AnyJson) => row.gross)).toEqual([1520, 1520])
    const more = await send(
      'pay-history',
      csv([...history, { ...history[0], period_end_date: '2026-06-14' }]),
      '?dry_run=true',
    )
    expect(more.body.totals.refused).toBe(1)
  })

  it('turns timesheets and leave into draft pays', async () => {
    const own = await aCompany(owner)
    const mia = await anEmployee(owner, own.id, { number: `T-${own.id}` })
    const days = ['2026-06-29', '2026-06-30'].map((date) => ({
      employee_number: mia.number,
      date,
      value: '7.6',
    }))
    const query = '?pay_date=2026-07-08&period_end_date=2026-07-05'
    const { body } = await send('timesheets', csv(days), query, own)
    expect(body.totals).toMatchObject({ draft: 2, refused: 0 })
    const pays = (await owner.get(`/api/company/${own.id}/pays`)).body
    expect(pays).toMatchObject([
      { status: 'pending', gross: 608, processed_date: '2026-07-08', pay_run_end_date: '2026-07-05' },
    ])
    expect((await send('timesheets', csv(days), `${query}&dry_run=true`, own)).body.totals.refused).toBe(1)
    const ben = await anEmployee(owner, own.id, { number: `U-${own.id}` })
    const leave = [{ employee_number: ben.number, leave_type: 'SICK', date: '2026-07-01', hours: '7.6' }]
    await send('leave-taken', csv(leave), query, own)
    const [draft] = (await owner.get(`/api/company/${own.id}/pays?employee_id=${ben.id}`)).body
    expect([draft.gross, draft.hours[0].value, draft.leave[0].hours]).toEqual([1520, 30.4, 7.6])
    expect((await send('timesheets', csv(days), '', own)).status).toBe(400)
  })
})

describe('templates', () => {
  it('every kind has one whose example row is read by the import', async () => {
    const kinds = (await owner.get(`/api/company/${company.id}/imports`)).body
    expect(kinds).toHaveLength(13)
    for (const { kind, fields } of kinds) {
      const answer = await tasman.app.inject({
        method: 'GET',
        url: url(kind, '/template'),
        headers: { authorization: `Bearer ${owner.token}` },
      })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      expect(answer.body.split('\n')[0]).toContain(fields.at(-1).name)
      const tried = await send(kind, answer.body, '?dry_run=true&pay_date=2026-07-08')
      expect([kind, tried.status]).toEqual([kind, 200])
      const problems = tried.body.rows.flatMap((row: AnyJson) =>
        row.errors.map((error: AnyJson) => error.message),
      )
      expect(problems.filter((problem: string) => !problem.includes('No employee of this company'))).toEqual(
        [],
      )
    }
  })
})
