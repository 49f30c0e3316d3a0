import type { ColumnType, Generated, Selectable } from 'kysely'
import type { AllowanceCategory } from '../../payroll/words.ts'

export type CompanyAllowancesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  description: string
  amount: string
  /** Only values that the request schema allows are stored. */
  allowance_category: ColumnType<AllowanceCategory | null, string | null, string | null>
  auto_apply_to_pay: Generated<boolean>
  created_at: Date
  updated_at: Date
}

export type CompanyAllowance = Selectable<CompanyAllowancesTable>

export type CompanyAllowanceEmployeesTable = {
  allowance_id: number
  employee_id: number
  customer_id: number
}

/** Reserves a description in a company, either for one company allowance or for employees' own allowances. */
export type AllowanceDescriptionsTable = {
  customer_id: number
  company_id: number
  description_key: string
  company_allowance_id: number | null
  employee_holders: Generated<number>
}
