import type { Jurisdiction } from '../api/types.ts'
import { STATES } from '../employees/states.ts'
import { type Derived, derive, type PreparedRow } from './derive.ts'
import { extraFields, WHOLE_NAME } from './extra-fields.ts'
import type { Matched } from './headings.ts'
import { dateOrderOf, type ImportField, type ReadColumn, readColumn } from './values.ts'

/* Converts the rows of a file for the API: fields by name, with the parsed values. */

export type { PreparedRow }
export type PreparedColumn = Matched & { readAs: string; samples: string[] }
/** Why a cell has no certain value, by field. */
export type Doubts = Readonly<Record<string, string>>
/** `notes` says, row by row, what was calculated from the cells; `doubts` which cells have two meanings. */
export type Prepared = {
  columns: PreparedColumn[]
  rows: PreparedRow[]
  notes: string[][]
  doubts: Doubts[]
}

type Table = { header: readonly string[]; body: readonly (readonly string[])[] }
/** Values for every row whose own cell is empty. */
export type Fill = Readonly<Record<string, string | boolean>>

const SAMPLES = 3

export function prepareRows(
  { header, body }: Table,
  matched: readonly Matched[],
  own: readonly ImportField[],
  { country, fill }: { country: Jurisdiction; fill: Fill },
): Prepared {
  const byName = new Map([...own, ...extraFields(own)].map((field) => [field.name, field]))
  const dates = matched.flatMap(({ field }, index) =>
    byName.get(field ?? '')?.value_type === 'date' ? body.map((row) => row[index] ?? '') : [],
  )
  const order = dateOrderOf(dates)
  const read = matched.map(({ field }, index): ReadColumn => {
    const cells = body.map((row) => row[index] ?? '')
    const known = byName.get(field ?? '')
    return known ? readColumn(cells, known, order) : { values: cells, readAs: '' }
  })
  const columns = matched.map((each, index) => ({
    ...each,
    header: header[index] ?? each.header,
    readAs: each.field === WHOLE_NAME ? 'First and last name' : (read[index]?.readAs ?? ''),
    samples: samplesOf(body.map((row) => row[index] ?? '')),
  }))
  const prepared = body.map((_, place) => {
    const row: PreparedRow = {}
    for (const [index, { field }] of matched.entries()) {
      const value = read[index]?.values[place] ?? ''
      if (field !== null && value !== '') row[field] = value
    }
    return complete(row, byName, country, fill)
  })
  const doubts = body.map((_, place) =>
    Object.fromEntries(
      matched.flatMap(({ field }, index): [string, string][] => {
        const doubt = read[index]?.doubts?.[place]
        return field !== null && doubt ? [[field, doubt]] : []
      }),
    ),
  )
  return {
    columns,
    rows: prepared.map(({ row }) => row),
    notes: prepared.map(({ notes }) => notes),
    doubts,
  }
}

/** Parses one typed cell like the rest of its column. */
export function readTyped(
  text: string,
  field: ImportField,
): { value: string | boolean; doubt: string | null } {
  const { values, doubts } = readColumn([text.trim()], field)
  return { value: values[0] ?? '', doubt: doubts?.[0] ?? null }
}

const samplesOf = (cells: readonly string[]) =>
  [...new Set(cells.filter((cell) => cell !== ''))].slice(0, SAMPLES)

function complete(
  given: PreparedRow,
  fields: ReadonlyMap<string, ImportField>,
  country: Jurisdiction,
  fill: Fill,
): Derived {
  const { row: found, notes } = fields.has('employee_name')
    ? { row: withEmployeeName(given), notes: [] }
    : derive({ ...fill, ...given }, country)
  const row = withAddressParts(found, fields, country)
  if (typeof row.state === 'string') row.state = stateOf(row.state, country)
  if (typeof row.country === 'string') row.country = countryOf(row.country)
  if (fields.has('country') && row.country === undefined) row.country = country
  for (const name of ['primary_bank_bsb', 'secondary_bank_bsb', 'bsb'])
    if (typeof row[name] === 'string' && /^\d{5}$/.test(row[name])) row[name] = `0${row[name]}`
  // Spreadsheets drop the leading zero of a phone number.
  for (const name of ['phone_mobile', 'phone_home', 'kin_phone_mobile'])
    if (typeof row[name] === 'string' && /^[2-9]\d{7,8}$/.test(row[name])) row[name] = `0${row[name]}`
  return { row: { ...fill, ...row }, notes }
}

/** First and last name in two columns name the employee of a row as one column does. */
function withEmployeeName({ first_name: first, last_name: last, ...row }: PreparedRow): PreparedRow {
  const name = [first, last].filter((part) => typeof part === 'string').join(' ')
  return name === '' ? row : { employee_name: name, ...row }
}

const ADDRESS =
  /^(.+?)[,\n]\s*([^,\n]+?)[,\s]+([A-Z]{2,3})[,\s]+(\d{4})(?:[,\s]+(?:Australia|New Zealand|AU|NZ))?$/i

/** Splits a full address in one cell, when the file has no columns for its parts. */
function withAddressParts(
  row: PreparedRow,
  fields: ReadonlyMap<string, ImportField>,
  country: Jurisdiction,
): PreparedRow {
  if (typeof row.address1 !== 'string' || !fields.has('postcode') || row.city || row.postcode) return row
  const [, street, city, state, postcode] = ADDRESS.exec(row.address1.trim()) ?? []
  if (!street || !city || !state || !postcode || country !== 'AU') return row
  return { ...row, address1: street, city, state, postcode }
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')

/** The code of a state or region by its name. */
function stateOf(text: string, country: Jurisdiction): string {
  const wanted = plain(text)
  const found = STATES[country].find(
    ({ value, text: name }) => plain(value) === wanted || plain(name.replace(/ \(.*/, '')) === wanted,
  )
  return found?.value ?? text
}

const COUNTRIES: Readonly<Record<string, string>> = {
  australia: 'AU',
  aus: 'AU',
  newzealand: 'NZ',
  aotearoa: 'NZ',
  nzl: 'NZ',
}
const countryOf = (text: string) => COUNTRIES[plain(text)] ?? text

/** An existing employee of the company. */
export type Known = { number: unknown; first_name: unknown; last_name: unknown; date_of_birth: unknown }

/** Answers that are right for nearly all new people. The screen shows them, and they can be changed. */
export const USUAL: Fill = { is_closely_held: false }

/** The rows of new people with the usual answers to what their cells leave open. Stored answers of others stay. */
export function withUsual(
  rows: readonly PreparedRow[],
  people: readonly Known[],
  fields: ReadonlyMap<string, unknown>,
): PreparedRow[] {
  const known = new Set(people.map(({ number }) => String(number ?? '').toLowerCase()))
  const usual = Object.fromEntries(Object.entries(USUAL).filter(([name]) => fields.has(name)))
  const isKnown = ({ number }: PreparedRow) => number !== undefined && known.has(String(number).toLowerCase())
  return rows.map((row) => (isKnown(row) ? row : { ...usual, ...row }))
}

/** A row without an employee number gets that of the employee with the same name and date of birth. */
export function withKnownNumbers(rows: readonly PreparedRow[], people: readonly Known[]): PreparedRow[] {
  const keyOf = (first: unknown, last: unknown, born: unknown) => [first, last, born].join('|').toLowerCase()
  const byPerson = new Map(
    people.map((each) => [keyOf(each.first_name, each.last_name, each.date_of_birth), each.number]),
  )
  return rows.map((row) => {
    const number = byPerson.get(keyOf(row.first_name, row.last_name, row.date_of_birth))
    return row.number === undefined && number ? { ...row, number: String(number) } : row
  })
}
