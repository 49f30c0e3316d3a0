import type { Generated, Insertable, Selectable } from 'kysely'
import type {
  AllowanceCategory,
  AmountType,
  DeductionClass,
  StpCategory,
  TaxMethod,
} from '../../payroll/input.ts'

export type StandingItemKind = 'allowance' | 'deduction' | 'bonus' | 'sacrifice' | 'back_payment'

export type StandingItemsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  kind: StandingItemKind
  description: string
  amount: string
  amount_type: Generated<AmountType>
  units: Generated<string>
  limit_per_pay: string | null
  limit_total: string | null
  auto_apply_to_pay: Generated<boolean>
  allowance_category: AllowanceCategory | null
  classification: DeductionClass | null
  tax_method: TaxMethod | null
  stp_category: StpCategory | null
  start_date: string | null
  end_date: string | null
  is_taxable: Generated<boolean>
  is_itemised: Generated<boolean>
  is_included_in_super_calculations: Generated<boolean>
  is_super: Generated<boolean>
  is_directors_fees: Generated<boolean>
  is_return_to_work: Generated<boolean>
  is_nz_ess: boolean | null
  is_nz_ess_cash_settled: boolean | null
  withhold_paye: boolean | null
  tax_as_nz_extra_pay: boolean | null
  is_nz_discretionary: boolean | null
  /** Deductions: whom it is paid to, and what the payee knows the employee by. */
  payee_id: number | null
  payee_reference: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export type StandingItem = Selectable<StandingItemsTable>
export type NewStandingItem = Insertable<StandingItemsTable>
