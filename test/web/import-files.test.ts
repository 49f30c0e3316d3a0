import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { placesAlreadyPaid, rowsToStore, withDoubts } from '../../web/company/import-doubts.ts'
import { decode } from '../../web/import/decode.ts'
import { derive } from '../../web/import/derive.ts'
import { foreignHeadings, repeatedPeople } from '../../web/import/doubts.ts'
import { findHeadings, matchHeadings } from '../../web/import/headings.ts'
import { readNumbers } from '../../web/import/numbers.ts'
import { prepareRows, withUsual } from '../../web/import/prepare.ts'
import { readPasted, readTable } from '../../web/import/read-table.ts'
import type { FieldType } from '../../web/import/values.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/imports')
const file = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)))

const TYPES: Record<string, FieldType> = {
  date_of_birth: 'date',
  start_date: 'date',
  date: 'date',
  hours: 'number',
  value: 'number',
  amount: 'number',
  gross: 'number',
  tax: 'number',
  annual_salary: 'number',
  standard_hours_per_day: 'number',
  standard_days_per_week: 'number',
  kiwisaver_employer_rate: 'number',
  esct_rate: 'number',
  kiwisaver_status_code: 'choice',
  pay_rate_per_hour: 'number',
  kiwisaver_employee_rate: 'number',
  has_claimed_tax_free_threshold: 'flag',
  has_stsl_liability: 'flag',
  is_foreign_resident: 'flag',
  is_closely_held: 'flag',
  gender: 'choice',
  employment_status: 'choice',
  pay_period: 'choice',
}
const CHOICES: Record<string, string[]> = {
  gender: ['MALE', 'FEMALE', 'INDETERMINATE', 'UNKNOWN'],
  employment_status: ['Full-time', 'Part-time', 'Casual', 'Labour Hire'],
  pay_period: ['WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'],
  kiwisaver_status_code: ['AE', 'AK', 'OK', 'NK', 'CT'],
}
const AU =
  'number first_name middle_name last_name date_of_birth gender email_address phone_mobile phone_home address1 address2 city state postcode country start_date position department honorific employment_status employment_type pay_period pay_rate_per_hour annual_salary standard_hours_per_day standard_days_per_week tax_file_number has_claimed_tax_free_threshold has_stsl_liability is_foreign_resident is_closely_held default_employee_fund_usi default_employee_fund_member_number primary_bank_bsb primary_bank_account_number primary_bank_account_name'
const NZ =
  'number first_name middle_name last_name date_of_birth gender email_address phone_mobile phone_home address1 address2 city state postcode country start_date position department employment_status employment_type pay_period pay_rate_per_hour annual_salary standard_hours_per_day standard_days_per_week ird_number nz_tax_code has_student_loan kiwisaver_employee_rate kiwisaver_employer_rate kiwisaver_status_code esct_rate primary_bank_account_number primary_bank_account_name'

const fieldsOf = (names: string) =>
  names.split(' ').map((name) => ({
    name,
    label: name,
    value_type: TYPES[name] ?? 'text',
    choices: CHOICES[name] ?? [],
    is_required: false,
  }))

async function prepared(
  bytes: Uint8Array,
  country: 'AU' | 'NZ' = 'AU',
  chosen = new Map<string, string | null>(),
) {
  const table = findHeadings((await readTable(bytes)).rows)
  const fields = fieldsOf(country === 'AU' ? AU : NZ)
  const matched = matchHeadings(table.header, fields, chosen, table.body)
  return { ...prepareRows(table, matched, fields, { country, fill: {} }), table }
}
const leftOut = (columns: { header: string; field: string | null }[]) =>
  columns.filter(({ field }) => field === null).map(({ header }) => header)

describe('a file of another program', () => {
  it.each([
    [
      'xero-au.csv',
      'AU',
      {
        first_name: 'Mia',
        state: 'NSW',
        pay_rate_per_hour: '32.50',
        start_date: '2024-07-01',
        gender: 'FEMALE',
        employment_status: 'Full-time',
      },
    ],
    [
      'myob-au.txt',
      'AU',
      {
        number: 'EMP01',
        last_name: 'Brown',
        state: 'VIC',
        employment_status: 'Casual',
        pay_period: 'FORTNIGHTLY',
        date_of_birth: '1979-06-05',
      },
    ],
    [
      'quickbooks-au.csv',
      'AU',
      {
        first_name: 'Ravi',
        last_name: 'Singh',
        pay_rate_per_hour: '1038.50',
        city: 'Sydney',
        postcode: '2000',
        has_claimed_tax_free_threshold: true,
      },
    ],
    [
      'employment-hero-au.csv',
      'AU',
      {
        number: 'EH-7',
        has_stsl_liability: true,
        primary_bank_bsb: '017-010',
        default_employee_fund_usi: '60905115063001',
        start_date: '2026-02-01',
      },
    ],
    [
      'payhero-nz.csv',
      'NZ',
      {
        number: 'PH1',
        last_name: 'Tāmati',
        state: 'AUK',
        nz_tax_code: 'M',
        kiwisaver_employee_rate: '0.03',
        country: 'NZ',
      },
    ],
    [
      'ipayroll-nz.csv',
      'NZ',
      {
        number: '27',
        last_name: 'Smith',
        state: 'WGN',
        date_of_birth: '1981-02-03',
        start_date: '2019-07-01',
        pay_rate_per_hour: '29.50',
        kiwisaver_employee_rate: '0.04',
      },
    ],
    [
      'audit-headings.csv',
      'AU',
      {
        number: '1',
        address1: '7 Sea St',
        phone_mobile: '0412000111',
        primary_bank_bsb: '062000',
        has_stsl_liability: false,
        date_of_birth: '1991-07-31',
      },
    ],
  ] as const)('%s is matched without a hand', async (name, country, expected) => {
    const { columns, rows } = await prepared(file(name), country)
    expect(leftOut(columns)).toEqual([])
    expect(rows[0]).toMatchObject(expected)
  })

  it('has titles above its headings and a total below, which are no rows', async () => {
    const { table, rows } = await prepared(file('quickbooks-au.csv'))
    expect([table.skipped, rows.length]).toEqual([3, 1])
    expect((await prepared(file('ipayroll-nz.csv'), 'NZ')).table.skipped).toBe(2)
  })
})

/** The values of each person that pays depend on, and the calculated ones. */
async function paid(name: string, country: 'AU' | 'NZ' = 'AU') {
  const { rows, notes } = await prepared(file(name), country)
  return rows.map((row, place) => [
    row.first_name,
    row.employment_status,
    row.pay_rate_per_hour ?? row.annual_salary,
    row.standard_days_per_week && `${row.standard_days_per_week} x ${row.standard_hours_per_day}`,
    ...(notes[place] ?? []),
  ])
}

describe('hours and rates of another program', () => {
  it('weekly hours become days of five, so a part-timer is not drafted full time', async () => {
    expect((await paid('xero-details.csv')).map((row) => row.slice(0, 5))).toEqual([
      ['Anna', 'Full-time', '85000.00', '5 x 7.6', '38 hours a week: 5 days of 7.6 hours.'],
      ['Ben', 'Full-time', '38.50', '5 x 7.6', '38 hours a week: 5 days of 7.6 hours.'],
      ['Dee', 'Part-time', '29.10', '5 x 4', '20 hours a week: 5 days of 4 hours.'],
      ['Ewan', 'Casual', '31.00', undefined],
    ])
    expect((await paid('keypay.csv')).map((row) => row.slice(0, 4))).toEqual([
      ['Zoë', 'Full-time', '40.00', '5 x 7.6'],
      ['Łucja', 'Part-time', '35.00', '5 x 4.5'],
    ])
    expect((await paid('payhero-export.csv', 'NZ')).map((row) => row.slice(0, 4))).toEqual([
      ['Aroha', 'Full-time', '35.50', '5 x 8'],
      ['Hemi', 'Casual', '28.00', undefined],
    ])
    expect((await paid('myob-cards.txt')).map((row) => row.slice(0, 4))).toEqual([
      ['Kim', 'Full-time', '35.00', '5 x 7.6'],
      ['Sean', 'Casual', '41.50', undefined],
    ])
  })

  it('a rate for a week is not one for an hour', async () => {
    expect(await paid('employment-hero-rates.csv')).toEqual([
      ['Lena', 'Full-time', '45.50', '5 x 7.6', '38 hours a week: 5 days of 7.6 hours.'],
      [
        ...['Tim', 'Part-time', '52.275', '5 x 4', '20 hours a week: 5 days of 4 hours.'],
        '$1,045.50 a week at 20 hours is $52.275 an hour.',
      ],
    ])
  })

  it.each([
    [{ pay_rate_per_hour: '60000', pay_rate_unit: 'Annual Salary' }, { annual_salary: '60000' }],
    [{ pay_rate_per_hour: '4000', pay_rate_unit: 'per month' }, { pay_rate_per_hour: '4000 per month' }],
    [{ pay_rate_per_hour: '300', pay_rate_unit: 'Piece' }, { pay_rate_per_hour: '300 Piece' }],
    [{ pay_rate_per_week: '988', employment_status: 'Full-time' }, { pay_rate_per_hour: '26' }],
    [
      { pay_rate_per_hour: '2000', pay_rate_unit: 'fortnightly', hours_per_week: '40' },
      { pay_rate_per_hour: '25', standard_hours_per_day: '8', standard_days_per_week: '5' },
    ],
    [
      { pay_rate_per_hour: '240', pay_rate_unit: 'daily', standard_hours_per_day: '8' },
      { pay_rate_per_hour: '30' },
    ],
    [
      { pay_rate_per_hour: '35', annual_salary: '70000', pay_rate_unit: 'Hourly' },
      { pay_rate_per_hour: '35' },
    ],
    [
      { pay_rate_per_hour: '35', annual_salary: '70000', pay_rate_unit: 'Salary' },
      { annual_salary: '70000' },
    ],
    [{ hours_per_period: '38', pay_period: 'FORTNIGHTLY' }, { standard_hours_per_day: '3.8' }],
    [{ residency: 'Foreign resident' }, { is_foreign_resident: true }],
    [{ residency: 'true' }, { is_foreign_resident: false }],
    [{ tax_table: 'No Tax Free Threshold' }, { has_claimed_tax_free_threshold: false }],
    [{ kiwisaver_employee_rate: 'Opted out' }, { kiwisaver_status_code: 'NK' }],
  ])('%j gives %j', (given, expected) => {
    const { row } = derive(given, 'AU')
    expect(row).toMatchObject(expected)
    if (!('employment_status' in given)) expect(Object.keys(row).length).toBeLessThanOrEqual(4)
  })

  it('says when a rate for an hour looks like one for a week', () => {
    expect(derive({ pay_rate_per_hour: '1038.50' }, 'AU').notes).toEqual([
      '$1,038.50 an hour: check that it is not the pay for a week or a year.',
    ])
  })
})

describe('dates of a file', () => {
  it('have one order: a column that fits both follows the one that fits only one', async () => {
    const { rows, columns } = await prepared(file('month-first.csv'))
    expect(rows.map(({ date_of_birth, start_date }) => [date_of_birth, start_date])).toEqual([
      ['1990-03-25', '2026-07-04'],
      ['1991-04-05', '2026-07-06'],
    ])
    expect(columns[3]?.readAs).toBe('Dates, month first: 07/04/2026 is 4 July 2026')
    const ambiguous = await prepared(file('ambiguous-dates.csv'))
    expect(ambiguous.rows[0]).toMatchObject({ date_of_birth: '1990-02-01', start_date: '2026-04-03' })
  })
})

describe('a New Zealand bank account', () => {
  it('stays whole', async () => {
    for (const name of ['payhero-export.csv', 'ipayroll-export.csv'])
      expect((await prepared(file(name), 'NZ')).rows[0]).toMatchObject({
        primary_bank_account_number: '01-0902-0068389-00',
      })
    const { rows } = await prepared(file('ipayroll-export.csv'), 'NZ')
    expect(rows).toMatchObject([
      { kiwisaver_status_code: 'AK', kiwisaver_employee_rate: '0.04' },
      { kiwisaver_status_code: 'NK', annual_salary: '62400.00' },
    ])
  })
})

describe('a file about employees who are here', () => {
  const PERSON = 'employee_number employee_id employee_name'
  it.each([
    [
      'deputy-timesheets.csv',
      'description value date',
      { employee_name: 'Carla Casual', value: '6.5', date: '2026-11-30' },
      3,
    ],
    [
      'leave.csv',
      'leave_type date hours',
      { employee_name: 'Anna Adams', leave_type: 'Annual Leave', hours: '15.2' },
      2,
    ],
    [
      'bank-accounts.tsv',
      'account_name bsb account_number amount_type amount',
      { employee_name: 'Anna Adams', account_number: '55554444' },
      2,
    ],
    [
      'xero-summary.csv',
      'period_end_date gross tax',
      { employee_name: 'Anna Adams', gross: '28333.33', tax: '5980.00' },
      2,
    ],
  ] as const)('%s finds them by name, and a total is no one', async (name, own, expected, count) => {
    const table = findHeadings((await readTable(file(name))).rows)
    const fields = fieldsOf(`${PERSON} ${own}`)
    const matched = matchHeadings(table.header, fields, new Map(), table.body)
    const { rows } = prepareRows(table, matched, fields, { country: 'AU', fill: {} })
    expect(rows[0]).toMatchObject(expected)
    expect(rows).toHaveLength(count)
  })
})

describe('a file that is probably not meant', () => {
  const ann = { first_name: 'Ann', last_name: 'Lee', date_of_birth: '1990-02-01' }

  it('has a person twice, or one who is here without a number', () => {
    const bob = { ...ann, first_name: 'Bob' }
    const numbered = { ...ann, number: 'E1' }
    expect(repeatedPeople([ann, bob, { ...ann, first_name: 'ANN' }, numbered], [])).toEqual([
      null,
      null,
      expect.stringContaining('as row 1'),
      null,
    ])
    const here = { ...ann, number: null }
    expect(repeatedPeople([ann, bob], [here])).toEqual([expect.stringContaining('already here'), null])
  })

  it('is of the other country', () => {
    expect(foreignHeadings(['First name', 'IRD number', 'KiwiSaver status'], 'AU')).toEqual([
      'IRD number',
      'KiwiSaver status',
    ])
    expect(foreignHeadings(['First name', 'IRD number', 'KiwiSaver status'], 'NZ')).toEqual([])
    expect(foreignHeadings(['First name', 'TFN', 'IRD number'], 'AU')).toEqual([])
    expect(foreignHeadings(['First name', 'Tax number', 'Student loan'], 'NZ')).toEqual([])
  })

  it.each([
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 1, 2, 3]],
    ['a photo', [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01]],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]],
  ])('is %s', async (_, bytes) => {
    await expect(readTable(new Uint8Array(bytes))).rejects.toThrow('no rows')
  })
})

describe('a list made by hand', () => {
  it('has whole names, dates in words and month first where a day can only be one', async () => {
    const { columns, rows } = await prepared(file('hand-made.csv'))
    expect(leftOut(columns)).toEqual(['Notes'])
    expect(rows[0]).toMatchObject({
      first_name: 'Zoe',
      last_name: 'Ali',
      date_of_birth: '1994-03-01',
      pay_rate_per_hour: '28.75',
      phone_home: '0412555666',
    })
    expect(rows[1]).toMatchObject({
      first_name: 'Noah van der',
      last_name: 'Berg',
      date_of_birth: '1990-12-13',
      start_date: '2026-01-15',
    })
    expect(columns[1]?.readAs).toContain('month first')
  })

  it('is read in the Windows encoding, with semicolons, decimal commas and dots in dates', async () => {
    const text = readFileSync(join(FOLDER, 'windows-names.csv'), 'utf8')
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    expect(decode(bytes).encoding).toBe('Windows-1252')
    const { rows, columns } = await prepared(bytes)
    expect(rows[0]).toMatchObject({
      first_name: 'Zoë',
      last_name: 'Müller',
      date_of_birth: '1980-12-24',
      pay_rate_per_hour: '1035.50',
    })
    expect(columns[3]?.readAs).toBe('Numbers with a decimal comma')
  })

  it('is read in UTF-8 with a mark and in UTF-16 with and without one', async () => {
    const text = readFileSync(join(FOLDER, 'windows-names.csv'), 'utf8')
    const utf16 = new Uint8Array(Buffer.from(text, 'utf16le'))
    for (const bytes of [
      new Uint8Array(Buffer.from(`\uFEFF${text}`)),
      new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')),
      utf16,
    ])
      expect((await prepared(bytes)).rows[1]).toMatchObject({
        first_name: 'José',
        pay_rate_per_hour: '38.25',
      })
  })

  it('is pasted out of a spreadsheet', () => {
    const { rows, readAs } = readPasted(readFileSync(join(FOLDER, 'pasted.tsv'), 'utf8'))
    const table = findHeadings(rows)
    const matched = matchHeadings(table.header, fieldsOf(AU), new Map())
    expect(matched.map(({ field }) => field)).toEqual([
      'first_name',
      'last_name',
      'date_of_birth',
      'email_address',
      'start_date',
    ])
    expect(readAs).toContain('tabs')
  })

  it('with bars between its cells says what it is', async () => {
    const { rows, readAs } = await readTable(file('timesheets.csv'))
    expect([rows.length, rows[1], readAs]).toEqual([3, ['E1', '2026-11-16', '7.6'], 'Text with bars, UTF-8'])
  })
})

describe('a workbook', () => {
  it('gives its dates, numbers and texts; a title row stays out', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Staff & casuals',
          rows: [
            ['Bay Cafe Pty Ltd', null, null, null, null],
            ['Employee No', 'First Name', 'Last Name', 'DOB', 'Hourly Rate'],
            ['A1', 'Mia', 'Nguyen', new Date(Date.UTC(1990, 2, 14)), 32.5],
            ['A2', 'Sam <Jr>', "O'Brien", new Date(Date.UTC(1985, 10, 2)), 45],
          ],
        },
      ],
    })
    const table = await readTable(bytes)
    expect(table.readAs).toBe('Excel workbook, sheet “Staff & casuals”')
    const { rows } = await prepared(bytes)
    expect(rows).toMatchObject([
      { number: 'A1', first_name: 'Mia', date_of_birth: '1990-03-14', pay_rate_per_hour: '32.5' },
      { number: 'A2', first_name: 'Sam <Jr>', last_name: "O'Brien", date_of_birth: '1985-11-02' },
    ])
  })

  it.each([
    [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), /Save it as \.xlsx/],
    [new TextEncoder().encode('%PDF-1.7 …'), /PDF/],
    [new TextEncoder().encode('only one line'), /nothing to import/],
  ])('or something else is refused in words', async (bytes, sentence) => {
    await expect(readTable(bytes)).rejects.toThrow(sentence)
  })
})

describe('a choice', () => {
  it('wins over what a heading seems to mean, can leave a column out, and is of the country', async () => {
    const chosen = new Map([
      ['notes', 'position'],
      ['team', null],
    ])
    const { columns } = await prepared(file('hand-made.csv'), 'AU', chosen)
    expect(columns.map(({ field }) => field).slice(4)).toEqual([null, 'phone_home', 'position'])
    const nz = matchHeadings(['TFN', 'IRD Number'], fieldsOf(NZ), new Map())
    expect(nz.map(({ field }) => field)).toEqual([null, 'ird_number'])
  })
})

describe('numbers of a file', () => {
  it.each([
    // Two digits after a comma are no thousands, also beside numbers with a point.
    ['value', ['7,5', '7.25'], ['7.5', '7.25'], 'Numbers, some with a decimal comma: 7,5 is 7.5'],
    ['value', ['4,25', '7.25'], ['4.25', '7.25'], 'Numbers, some with a decimal comma: 4,25 is 4.25'],
    [
      'pay_rate_per_hour',
      ['35,50', '28.40', '40.25'],
      ['35.50', '28.40', '40.25'],
      'Numbers, some with a decimal comma: 35,50 is 35.50',
    ],
    ['value', ['7,5', '38', '1.234,5'], ['7.5', '38', '1234.5'], 'Numbers with a decimal comma'],
    ['gross', ['$1,234.50', '(12.00)', '1,000'], ['1234.50', '-12.00', '1000'], 'Numbers: 1,000 is 1000'],
    ['annual_salary', ['72.500', '65.000,00'], ['72500', '65000.00'], 'Numbers with a decimal comma'],
    ['annual_salary', ['72,500', '1,250,000'], ['72500', '1250000'], 'Numbers: 72,500 is 72500'],
    ['pay_rate_per_hour', ['28.125', '30'], ['28.125', '30'], 'Numbers'],
    ['hours', ['7.600', '7.125'], ['7.600', '7.125'], 'Numbers'],
    ['hours', ['7,125', '7,5'], ['7.125', '7.5'], 'Numbers with a decimal comma'],
    ['kiwisaver_employee_rate', ['3%', '4,5 %'], ['0.03', '0.045'], 'Per cent'],
  ] as const)('%s: %j', (name, cells, values, readAs) => {
    const read = readNumbers(cells, name)
    expect(read).toEqual({ values, readAs, doubts: cells.map(() => null) })
  })

  it.each([
    ['annual_salary', ['72.500', '65000'], 0, '“72.500” can be 72500 or 72.5. Type the one that is meant.'],
    ['value', ['7,125', '38'], 0, '“7,125” can be 7125 or 7.1250. Type the one that is meant.'],
    ['value', ['7,25', '7.125'], 1, '“7.125” can be 7125 or 7.1250. Type the one that is meant.'],
    ['gross', ['1,50', '2.50', '-3,000'], 2, '“-3,000” can be -3000 or -3. Type the one that is meant.'],
  ] as const)('%s: %j is asked about', (name, cells, place, sentence) => {
    const read = readNumbers(cells, name)
    expect(read.doubts).toEqual(cells.map((_, at) => (at === place ? sentence : null)))
    expect(read.values[place]).toBe(cells[place])
    for (const typed of sentence.match(/-?[\d.]+\d(?= or|\. Type)/g) ?? [])
      expect(readNumbers([typed], name).doubts).toEqual([null])
  })

  it('put the row under those to fix', () => {
    const fields = fieldsOf('first_name annual_salary')
    const header = ['First name', 'Annual salary']
    const body = [
      ['Ann', '72.500'],
      ['Bob', '65000'],
    ]
    const matched = matchHeadings(header, fields, new Map(), body)
    const { doubts } = prepareRows({ header, body }, matched, fields, { country: 'AU', fill: {} })
    const row = { subject: '', action: 'create' as const, errors: [], warnings: [] }
    const result = withDoubts(
      {
        kind: 'employees',
        is_stored: false,
        import_id: null,
        totals: { rows: 2, create: 2, update: 0, replace: 0, draft: 0, refused: 0 },
        columns: [],
        rows: [
          { row: 0, ...row },
          { row: 1, ...row },
        ],
      },
      doubts,
    )
    expect(result.totals).toMatchObject({ create: 1, refused: 1 })
    expect(result.rows).toMatchObject([
      { action: 'refused', errors: [{ field: 'annual_salary' }] },
      { action: 'create', errors: [] },
    ])
  })
})

describe('time that is already paid', () => {
  const row = { subject: '', action: 'draft' as const, errors: [] }
  const already =
    'Already in a draft to be paid on 2026-12-13: Ordinary hours, 7.5 on 2026-12-08. Importing the row pays it again.'
  const result = {
    kind: 'timesheets' as const,
    is_stored: false,
    import_id: null,
    totals: { rows: 3, create: 0, update: 0, replace: 0, draft: 3, refused: 0 },
    columns: [],
    rows: [
      { row: 0, ...row, warnings: [already] },
      { row: 1, ...row, warnings: ['2026-10-01 is outside the period.'] },
      { row: 2, ...row, action: 'refused' as const, warnings: [already] },
    ],
  }

  it('is imported again only when the user says so', () => {
    expect([...placesAlreadyPaid(result)]).toEqual([0])
    expect(rowsToStore(['a', 'b', 'c'], result, false)).toEqual(['b'])
    expect(rowsToStore(['a', 'b', 'c'], result, true)).toEqual(['a', 'b'])
  })
})

describe('what nearly everyone answers alike', () => {
  it('has a usual answer for new people, and leaves stored answers alone', () => {
    const known = { number: 'E1', first_name: 'Mia', last_name: 'Ho', date_of_birth: null }
    const rows = [{ number: 'e1' }, { number: 'E2' }, { first_name: 'Zoe', is_closely_held: true }]
    const fields = new Map([['is_closely_held', true]])
    expect(withUsual(rows, [known], fields)).toEqual([
      { number: 'e1' },
      { number: 'E2', is_closely_held: false },
      { first_name: 'Zoe', is_closely_held: true },
    ])
    expect(withUsual(rows, [known], new Map())).toEqual(rows)
  })
})
