import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { decode } from '../../web/import/decode.ts'
import { findHeadings, matchHeadings } from '../../web/import/headings.ts'
import { prepareRows } from '../../web/import/prepare.ts'
import { readPasted, readTable } from '../../web/import/read-table.ts'
import type { FieldType } from '../../web/import/values.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/imports')
const file = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)))

const TYPES: Record<string, FieldType> = {
  date_of_birth: 'date',
  start_date: 'date',
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
}
const AU =
  'number first_name middle_name last_name date_of_birth gender email_address phone_mobile phone_home address1 address2 city state postcode country start_date position department employment_status pay_period pay_rate_per_hour tax_file_number has_claimed_tax_free_threshold has_stsl_liability is_foreign_resident is_closely_held default_employee_fund_usi default_employee_fund_member_number primary_bank_bsb primary_bank_account_number primary_bank_account_name'
const NZ =
  'number first_name middle_name last_name date_of_birth gender email_address phone_mobile phone_home address1 address2 city state postcode country start_date position department employment_status pay_period pay_rate_per_hour ird_number nz_tax_code has_student_loan kiwisaver_employee_rate kiwisaver_employer_rate primary_bank_account_number primary_bank_account_name'

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
  const matched = matchHeadings(table.header, fields, chosen)
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
