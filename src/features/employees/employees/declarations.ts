import { LOAN_CODES } from '../../../countries/nz/law/words.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { checkIrdNumber } from '../../../identifiers/ird-number.ts'
import { isOneOf } from '../../../kernel/values/word-lists.ts'
import { COUNTRIES, type Country } from '../../../payroll/words.ts'

export type ItemErrors = Record<string, string>

const AU_FLAGS = [
  'is_foreign_resident',
  'has_claimed_tax_free_threshold',
  'has_stsl_liability',
  'is_closely_held',
] as const
const WITHOUT_IRD = ['WT', 'ND']
/** Codes that Inland Revenue combines with a student loan. */
const WITH_LOAN: readonly string[] = LOAN_CODES

type NzFields = Pick<EmployeeFields, 'nz_tax_code' | 'ird_number' | 'has_student_loan' | 'no_declaration'>

/** Whose rules an employee follows: the country of the address, else that of the company. */
export function countryOf(country: string, jurisdiction: Country): Country {
  return isOneOf(COUNTRIES, country) ? country : jurisdiction
}

/** What an Australian declaration lacks, by field. `isGiven` limits the look to what an update touches. */
export function checkAuDeclaration(
  employee: EmployeeFields,
  isGiven: (name: keyof EmployeeFields) => boolean = () => true,
): ItemErrors {
  const errors: ItemErrors = {}
  for (const flag of AU_FLAGS)
    if (employee[flag] === null && isGiven(flag))
      errors[flag] = `${flag} is required for an Australian employee.`
  const isTfnInQuestion = isGiven('tax_file_number') || isGiven('is_super_only_contractor')
  if (isTfnInQuestion && employee.tax_file_number === null && !employee.is_super_only_contractor)
    errors.tax_file_number =
      'tax_file_number is required for an Australian employee who is not a super-only contractor.'
  return errors
}

/** Carries out what the New Zealand fields say of each other: `M SL` is code M with a loan; no declaration is ND. */
export function settleNzDeclaration(given: NzFields): NzFields & { problem?: string } {
  if (given.no_declaration)
    return { nz_tax_code: 'ND', ird_number: null, has_student_loan: false, no_declaration: true }
  const { nz_tax_code: code } = given
  if (!code?.endsWith(' SL')) return given
  const base = code.slice(0, -3)
  const settled = { ...given, nz_tax_code: base, has_student_loan: true }
  if (WITH_LOAN.includes(base)) return settled
  return { ...settled, problem: `The tax code ${base} does not take SL. Send ${base} alone.` }
}

/** What is wrong with a settled New Zealand declaration, as a sentence. */
export function checkNzDeclaration(employee: NzFields): string | undefined {
  const { nz_tax_code: code } = employee
  if (code === null) return 'nz_tax_code is required for a New Zealand employee.'
  if (employee.ird_number === null && !WITHOUT_IRD.includes(code) && !employee.no_declaration)
    return `ird_number is required for a New Zealand employee with tax code ${code}.`
  return undefined
}

/** An IRD number whose check digit is wrong, as a sentence. */
export function checkIrd(ird: string | null): string | undefined {
  const problem = ird === null ? null : checkIrdNumber(ird)
  return problem === null ? undefined : `ird_number: ${problem}`
}
