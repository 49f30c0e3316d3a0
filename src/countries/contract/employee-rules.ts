import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/money.ts'
import type { LeaveType, StpCategory, TaxMethod } from '../../payroll/words.ts'
import type { Rates } from './rates.ts'

/** The employee fields of a tax declaration. */
export type DeclaredFields = {
  tax_file_number: string | null
  is_super_only_contractor: boolean | null
  is_foreign_resident: boolean | null
  has_claimed_tax_free_threshold: boolean | null
  has_stsl_liability: boolean | null
  is_closely_held: boolean | null
  nz_tax_code: string | null
  ird_number: string | null
  has_student_loan: boolean | null
  no_declaration: boolean | null
}

/** Employee fields that only some countries have and that employees may ask to change. */
export type SelfServiceField =
  | 'primary_bank_bsb'
  | 'tax_file_number'
  | 'has_claimed_tax_free_threshold'
  | 'has_stsl_liability'
  | 'default_employee_fund_usi'
  | 'default_employee_fund_member_number'
  | 'ird_number'
  | 'nz_tax_code'
  | 'has_student_loan'
  | 'kiwisaver_employee_rate'

/** The fields that define an employee's employment basis. */
export type EmploymentBasis = {
  employment_status: string
  is_lsl_enabled: boolean | null
  state: string | null
}

/** A statement that the law requires the employer to give to an employee, with its day. */
export type StatementDue = { statement: string; occasion: string; due: CivilDate; isStart: boolean }

/** The errors in a declaration, by field. A sentence about the whole declaration is under `detail`. */
export type DeclarationErrors = Record<string, string>

export type EmployeeRules = {
  taxNumber: {
    field: 'tax_file_number' | 'ird_number'
    /** Whether the authority issued the number, rather than a code for a missing one. */
    isQuoted(number: string | null): boolean
    /** The name of the number, for example "The tax file number". */
    title: string
    /** The consequence for the employee of a pay without the number. */
    missing: string
  }
  /**
   * Returns the errors in a declaration. `isGiven` limits the check to the fields that a change touches. `isIrdQuoted`: the IRD number
   * was quoted, but the record no longer has it.
   */
  checkDeclaration(
    employee: DeclaredFields & { isIrdQuoted?: boolean },
    isGiven: (field: keyof DeclaredFields) => boolean,
  ): DeclarationErrors
  /**
   * Advice about the statements, notices and entitlements that a new employment or a change of basis brings. `before` is
   * null for a new employment.
   */
  statusAdvice(
    before: EmploymentBasis | null,
    after: EmploymentBasis,
    on: { rates: Rates; day: CivilDate },
  ): string[]
  /** The employment statuses with such statements. */
  statementBases: readonly string[]
  /** The statements to give up to a day, from the start of this basis, by an employer with this number of employees. */
  statementsDue(
    basis: { employment_status: string; since: CivilDate; employees: number },
    until: CivilDate,
    rates: Rates,
  ): StatementDue[]
  /** A sentence about these statements for someone who begins on this basis. */
  statementsAdvice(basis: { employment_status: string; since: CivilDate }, rates: Rates): string[]
  /**
   * The salary within a package that includes the employer's compulsory contribution. Null when packages are not agreed
   * that way.
   */
  salaryOfPackage: ((amount: Decimal, day: CivilDate, rates: Rates) => Decimal) | null
  /** The tax method for back pay of periods that were paid in the same tax year. */
  backPayMethod: TaxMethod
  /** The tax method for back pay of periods that were paid in an earlier tax year. */
  earlierYearBackPayMethod: TaxMethod
  /** The share of back pay that a pay after the end adds as holiday pay. Null where the final pay alone pays leave. */
  holidayPayOnBackPay: ((day: CivilDate, rates: Rates) => Decimal) | null
  /** How back pay for a row is reported. */
  backPayCategory(row: { isOvertime: boolean; leaveType: LeaveType | null }): StpCategory
  /** The fields that employees may ask to change, in addition to those of every country. */
  selfService: Readonly<Record<'bank' | 'tax' | 'super', readonly SelfServiceField[]>>
}
