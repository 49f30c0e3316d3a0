import type { CivilDate } from '../../kernel/values/dates.ts'
import type {
  DeclarationErrors,
  DeclaredFields,
  EmployeeRules,
  EmploymentBasis,
} from '../contract/employee-rules.ts'
import type { Rates } from '../contract/rates.ts'
import { casualStatements, casualStatementsAdvice } from './law/information-statements.ts'
import { salaryOfPackage } from './law/rates/package.ts'
import { uncheckedNote } from './law/rates/unverified.ts'
import { PAID_LEAVE_OF } from './law/reporting/reporting.ts'

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
  statusAdvice,
  statementBases: ['Casual'],
  statementsDue: (basis, until, { au }) => (isCasual(basis) ? casualStatements(basis, until, au) : []),
  statementsAdvice: (basis, { au }) => (isCasual(basis) ? casualStatementsAdvice(basis.since, au) : []),
  salaryOfPackage: (amount, day, { au }) => salaryOfPackage(amount, day, au),
  // Schedule 5, method B(i).
  backPayMethod: 'METHOD_B1',
  // Method B(i) covers only pays of the income year.
  earlierYearBackPayMethod: 'METHOD_B2',
  holidayPayOnBackPay: null,
  backPayCategory: ({ isOvertime, leaveType }) =>
    leaveType ? `LEAVE${PAID_LEAVE_OF[leaveType]}` : isOvertime ? 'OVERTIME' : 'GROSS',
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

const isCasual = ({ employment_status }: Pick<EmploymentBasis, 'employment_status'>) =>
  employment_status === 'Casual'

/** Fair Work Act 2009, Part 2-2 Division 4A and s 125B. Long service leave depends on the state's Act. */
function statusAdvice(
  before: EmploymentBasis | null,
  after: EmploymentBasis,
  { rates, day }: { rates: Rates; day: CivilDate },
): string[] {
  const sentences: string[] = []
  const conversion = rates.au.casualConversion.at(day)
  if (before && isCasual(before) && !isCasual(after))
    sentences.push(
      `Casual to permanent: answer the employee’s notification in writing within ${conversion.value.answerDays} days, with the day it takes effect and the hours (Fair Work Act 2009 s 66AAC), and keep a copy. Leave accrues from the day of the change.${uncheckedNote(conversion)}`,
    )
  if (isCasual(after) && before && !isCasual(before))
    sentences.push(
      'Permanent to casual: give the Casual Employment Information Statement (Fair Work Act 2009 s 125B). The permanent employment ends: pay out its unused annual leave, or keep the balance by agreement.',
    )
  if (isCasual(after) && !after.is_lsl_enabled && (!before || !isCasual(before) || before.is_lsl_enabled))
    sentences.push(
      `Long service leave does not accrue: it is off for casuals unless is_lsl_enabled is true. ${after.state ? `The long service leave Act of ${after.state}` : 'The state’s Act'} gives it to casuals too.`,
    )
  return sentences
}
