import { type Country, countryOf, findCountry } from '../../../countries/index.ts'
import { LOAN_CODES } from '../../../countries/nz/law/input/words.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { checkIrdNumber } from '../../../identifiers/ird-number.ts'

export type ItemErrors = Record<string, string>

/** Tax codes that may be combined with a student loan. */
const WITH_LOAN: readonly string[] = LOAN_CODES

type NzFields = Pick<EmployeeFields, 'nz_tax_code' | 'ird_number' | 'has_student_loan' | 'no_declaration'>

/** The country whose tax rules apply: that of the address, or else that of the company. */
export function taxCountryOf(address: string, jurisdiction: string): Country {
  return findCountry(address) ?? countryOf(jurisdiction)
}

/** Reconciles the New Zealand fields: `M SL` is code M with a student loan, and no declaration means ND. */
export function settleNzDeclaration(given: NzFields): NzFields & { problem?: string } {
  if (given.no_declaration)
    return { nz_tax_code: 'ND', ird_number: null, has_student_loan: false, no_declaration: true }
  const { nz_tax_code: code } = given
  if (!code?.endsWith(' SL')) return given
  const base = code.slice(0, -3)
  const settled = { ...given, nz_tax_code: base, has_student_loan: true }
  if (WITH_LOAN.includes(base)) return settled
  return { ...settled, problem: `The tax code ${base} does not allow SL. Send only ${base}.` }
}

/** Returns an error message if the check digit of the IRD number is wrong. */
export function checkIrd(ird: string | null): string | undefined {
  const problem = ird === null ? null : checkIrdNumber(ird)
  return problem === null ? undefined : `ird_number: ${problem}`
}
