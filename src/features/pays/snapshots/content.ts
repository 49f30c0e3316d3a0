import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'

/** The current format version. When the format changes, increase the number and let `readEmployee` read the old format too. */
const VERSION = 1

/** The employee columns in a snapshot: identity, terms and payslip settings. */
export const EMPLOYEE_COLUMNS = [
  'id',
  'first_name',
  'middle_name',
  'last_name',
  'date_of_birth',
  'gender',
  'number',
  'address1',
  'address2',
  'city',
  'state',
  'country',
  'postcode',
  'email_address',
  'phone_home',
  'phone_mobile',
  'start_date',
  'employment_status',
  'employment_type',
  'position',
  'department',
  'portable_long_service_scheme',
  'is_super_only_contractor',
  'tfnd_signed_date',
  'is_foreign_resident',
  'has_claimed_tax_free_threshold',
  'has_stsl_liability',
  'is_closely_held',
  'working_holiday_tax_scale_applies',
  'abn',
  'nz_tax_code',
  'has_student_loan',
  'no_declaration',
  'pay_method',
  'stp_employment_status',
  'kiwisaver_status_code',
  'show_roster_summary_on_payslip',
  'show_position_on_payslip',
  'show_department_on_payslip',
  'payslip_show_holiday_leave_balance',
  'payslip_show_sick_leave_balance',
  'payslip_show_lsl_balance',
  'payslip_show_negative_leave_balances',
  'payslip_show_custom_balances',
  'payslip_show_hours_and_rate',
  'payslip_show_allowance_units',
  'payslip_show_base_ordinary_rate',
  'payslip_show_super_ytd',
  'payslip_show_ytd',
  'payslip_show_zero_dollar_leave',
  'payslip_time_non_decimal',
] as const satisfies readonly (keyof Employee)[]

const EMPLOYER_COLUMNS = [
  'id',
  'jurisdiction',
  'legal_name',
  'trading_name',
  'abn',
  'branch_number',
  'nzbn',
  'address1',
  'address2',
  'city',
  'state',
  'country',
  'postcode',
] as const satisfies readonly (keyof Company)[]

/** A bank account of an employee and its part of the net pay. */
export type PayeeAccount = {
  /** The name of the account in error messages: `the primary bank account`, `bank account 2`. */
  label: string
  accountName: string
  bsb: string | null
  accountNumber: string
  reference: string | null
  amountType: 'FIXED' | 'PERCENTAGE' | 'REMAINDER'
  /** Dollars, or a percentage from 0 to 100. */
  amount: string | null
}

/** The destination of a contribution. `rank` 0 is the fund in the employee record. */
export type Fund = {
  rank: number
  fund_type: 'APRA' | 'SMSF'
  fund_name: string | null
  usi: string | null
  abn: string | null
  esa: string | null
  member_number: string | null
  percentage: string
  bank: { bsb: string; accountNumber: string; accountName: string } | null
}

/** A key for a fund and the membership in it. Contributions sent are stored under this key. */
export function fundKey(fund: Pick<Fund, 'usi' | 'abn' | 'fund_name' | 'member_number'> | null): string {
  return fund ? `${fund.usi ?? fund.abn ?? fund.fund_name ?? ''}|${fund.member_number ?? ''}` : ''
}

export type RememberedEmployee = Pick<Employee, (typeof EMPLOYEE_COLUMNS)[number]> & {
  tax_file_number: string | null
  ird_number: string | null
  /** The income type and tax treatment of the declaration, as in Single Touch Payroll. */
  income_stream: string | null
  tax_treatment_code: string | null
  accounts: readonly PayeeAccount[]
  funds: readonly Fund[]
}

export type RememberedEmployer = Pick<Company, (typeof EMPLOYER_COLUMNS)[number]> & {
  ird_number: string | null
  /**
   * The version of the branding, or null if there was none. Absent in older snapshots, for which documents use today's
   * branding.
   */
  branding_id?: number | null
}

/** The stored form: the text of `content`, and the encrypted numbers. */
export type Written = { content: string; numbers: string }

type Numbers = {
  tax_file_number?: string | null
  ird_number?: string | null
  accounts?: string[]
  /** By the rank of the fund. */
  funds?: Record<string, string>
  /** Member numbers, by the rank of the fund. Older snapshots have them in the content until the job has moved them. */
  members?: Record<string, string>
}

export function writeEmployee(employee: RememberedEmployee): Written {
  const { tax_file_number, ird_number, ...rest } = employee
  const numbers: Numbers = {
    tax_file_number,
    ird_number,
    accounts: employee.accounts.map((account) => account.accountNumber),
    funds: Object.fromEntries(
      employee.funds.flatMap(({ rank, bank }) => (bank ? [[rank, bank.accountNumber]] : [])),
    ),
    members: membersOf(employee.funds),
  }
  const content = {
    version: VERSION,
    ...rest,
    accounts: employee.accounts.map(({ accountNumber: _, ...account }) => account),
    funds: employee.funds.map(({ bank, member_number: _, ...fund }) => ({
      ...fund,
      bank: bank && { bsb: bank.bsb, accountName: bank.accountName },
    })),
  }
  return { content: JSON.stringify(content), numbers: JSON.stringify(numbers) }
}

export function readEmployee(content: object, numbersText: string): RememberedEmployee {
  const { version, ...stored } = storedEmployee(content)
  requireKnown(version)
  const numbers = readNumbers(numbersText)
  return {
    ...stored,
    tax_file_number: numbers.tax_file_number ?? null,
    ird_number: numbers.ird_number ?? null,
    accounts: stored.accounts.map((account, index) => ({
      ...account,
      accountNumber: numbers.accounts?.[index] ?? '',
    })),
    funds: stored.funds.map((fund) => ({
      ...fund,
      member_number: numbers.members?.[fund.rank] ?? fund.member_number ?? null,
      bank: fund.bank && { ...fund.bank, accountNumber: numbers.funds?.[fund.rank] ?? '' },
    })),
  }
}

const membersOf = (funds: readonly Pick<Fund, 'rank' | 'member_number'>[]) =>
  Object.fromEntries(
    funds.flatMap(({ rank, member_number: number }) => (number === null ? [] : [[rank, number]])),
  )

/** The same snapshot with the member numbers among the encrypted numbers. */
export function moveMembers(content: object, numbersText: string): Written {
  const stored = storedEmployee(content)
  const members = membersOf(
    stored.funds.map((fund) => ({ ...fund, member_number: fund.member_number ?? null })),
  )
  const funds = stored.funds.map(({ member_number: _, ...fund }) => fund)
  return {
    content: JSON.stringify({ ...stored, funds }),
    numbers: JSON.stringify({ ...readNumbers(numbersText), members } satisfies Numbers),
  }
}

export function writeEmployer(
  company: Company & { ird_number: string | null },
  brandingId: number | null,
): Written {
  const kept = Object.fromEntries(EMPLOYER_COLUMNS.map((name) => [name, company[name]]))
  return {
    content: JSON.stringify({ version: VERSION, ...kept, branding_id: brandingId }),
    numbers: JSON.stringify({ ird_number: company.ird_number } satisfies Numbers),
  }
}

export function readEmployer(content: object, numbersText: string): RememberedEmployer {
  const { version, ...stored } = content as Stored<RememberedEmployer>
  requireKnown(version)
  return { ...stored, ird_number: readNumbers(numbersText).ird_number ?? null }
}

type Stored<T> = T & { version: number }

const storedEmployee = (content: object) => content as Stored<RememberedEmployee>

const readNumbers = (text: string): Numbers => JSON.parse(text)

function requireKnown(version: number): void {
  if (version !== VERSION) throw new Error(`a snapshot of version ${version} cannot be read by this release`)
}
