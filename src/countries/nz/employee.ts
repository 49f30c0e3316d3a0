import type { DeclarationErrors, DeclaredFields, EmployeeRules } from '../contract/employee-rules.ts'
import { holidaysActOn } from './law/rates/next-act.ts'

const WITHOUT_IRD = ['WT', 'ND']
/** A change to one of these fields requires a check of the whole declaration. */
const DECLARATION = ['nz_tax_code', 'ird_number', 'no_declaration'] as const

export const NZ_EMPLOYEE: EmployeeRules = {
  taxNumber: {
    field: 'ird_number',
    isQuoted: (number) => number !== null,
    title: 'The IRD number',
    missing: 'No IRD number: tax is deducted at the non-notified rate.',
  },
  checkDeclaration(employee, isGiven) {
    const detail = DECLARATION.some(isGiven) ? problemOf(employee) : undefined
    const errors: DeclarationErrors = {}
    if (detail) errors.detail = detail
    return errors
  },
  statusAdvice: () => [],
  statementBases: [],
  statementsDue: () => [],
  statementsAdvice: () => [],
  salaryOfPackage: null,
  // New Zealand taxes back pay as an extra pay.
  backPayMethod: 'NORMAL_EARNINGS',
  earlierYearBackPayMethod: 'NORMAL_EARNINGS',
  // Wages after the end carry their 8% (Holidays Act 2003 ss 23 and 25).
  holidayPayOnBackPay: (day, rates) => holidaysActOn(day, rates.nz).value.holidayPayRate,
  backPayCategory: () => 'GROSS',
  selfService: {
    bank: [],
    tax: ['ird_number', 'nz_tax_code', 'has_student_loan'],
    super: ['kiwisaver_employee_rate'],
  },
}

function problemOf(declared: DeclaredFields & { isIrdQuoted?: boolean }): string | undefined {
  const { nz_tax_code: code, ird_number, isIrdQuoted = false, no_declaration } = declared
  if (code === null) return 'nz_tax_code is required for a New Zealand employee.'
  if (ird_number === null && !isIrdQuoted && !WITHOUT_IRD.includes(code) && !no_declaration)
    return `ird_number is required for a New Zealand employee with tax code ${code}.`
  return undefined
}
