import type { DeclarationErrors, DeclaredFields, EmployeeRules } from '../contract/employee-rules.ts'

const FLAGS = [
  'is_foreign_resident',
  'has_claimed_tax_free_threshold',
  'has_stsl_liability',
  'is_closely_held',
] as const
const NOT_QUOTED = '000000000'

export const AU_EMPLOYEE: EmployeeRules = {
  taxNumber: {
    field: 'tax_file_number',
    isQuoted: (number) => number !== null && number.replaceAll(/\s/g, '') !== NOT_QUOTED,
    title: 'The tax file number',
    missing: 'No tax file number: tax is withheld at the highest rate.',
  },
  checkDeclaration,
  // Schedule 5, method B(i).
  backPayMethod: 'METHOD_B1',
  selfService: {
    bank: ['primary_bank_bsb'],
    tax: ['tax_file_number', 'has_claimed_tax_free_threshold', 'has_stsl_liability'],
    super: ['default_employee_fund_usi', 'default_employee_fund_member_number'],
  },
}

function checkDeclaration(
  employee: DeclaredFields,
  isGiven: (field: keyof DeclaredFields) => boolean,
): DeclarationErrors {
  const errors: DeclarationErrors = {}
  for (const flag of FLAGS)
    if (employee[flag] === null && isGiven(flag))
      errors[flag] = `${flag} is required for an Australian employee.`
  const isTfnInQuestion = isGiven('tax_file_number') || isGiven('is_super_only_contractor')
  if (isTfnInQuestion && employee.tax_file_number === null && !employee.is_super_only_contractor)
    errors.tax_file_number =
      'tax_file_number is required for an Australian employee who is not a super-only contractor.'
  return errors
}
