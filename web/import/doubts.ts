import type { Jurisdiction } from '../api/types.ts'
import type { PreparedRow } from './derive.ts'
import { meaningsOf } from './headings.ts'
import type { Known } from './prepare.ts'

/* Finds probable mistakes in a file: a person added twice, or people added to a company of the other country. */

const keyOf = (first: unknown, last: unknown, born: unknown) =>
  first && last ? [first, last, born ?? ''].join('|').toLowerCase() : null

/** A remark for each row whose new person is also in an earlier row, or already exists without an employee number. */
export function repeatedPeople(rows: readonly PreparedRow[], people: readonly Known[]): (string | null)[] {
  const unnumbered = new Set(
    people
      .filter(({ number }) => !number)
      .map((each) => keyOf(each.first_name, each.last_name, each.date_of_birth)),
  )
  const rowOf = new Map<string, number>()
  return rows.map((row, place) => {
    const key = keyOf(row.first_name, row.last_name, row.date_of_birth)
    if (key === null || row.number !== undefined) return null
    const earlier = rowOf.get(key)
    if (earlier !== undefined)
      return `The same name and date of birth as row ${earlier + 1}: two people would be created.`
    rowOf.set(key, place)
    return unnumbered.has(key)
      ? 'A person with this name and date of birth is already here, without an employee number: a second one would be created.'
      : null
  })
}

const ONLY: Readonly<Record<Jurisdiction, ReadonlySet<string>>> = {
  AU: new Set([
    'tax_file_number',
    'tfnd_signed_date',
    'is_foreign_resident',
    'has_claimed_tax_free_threshold',
    'has_stsl_liability',
    'default_employee_fund_usi',
    'primary_bank_bsb',
    'bsb',
  ]),
  NZ: new Set([
    'ird_number',
    'nz_tax_code',
    'kiwisaver_employee_rate',
    'kiwisaver_employer_rate',
    'kiwisaver_status_code',
    'esct_rate',
  ]),
}

/**
 * Headings that only files of the other country have. Empty if any heading belongs to the company's own
 * country.
 */
export function foreignHeadings(headers: readonly string[], country: Jurisdiction): string[] {
  const areOf = (place: Jurisdiction) =>
    headers.filter((header) => {
      const meanings = meaningsOf(header)
      return meanings.length > 0 && meanings.every((field) => ONLY[place].has(field))
    })
  return areOf(country).length > 0 ? [] : areOf(country === 'AU' ? 'NZ' : 'AU')
}
