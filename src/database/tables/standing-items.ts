import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { AmountType } from '../../payroll/input.ts'
import type { ItemChange } from '../../payroll/item-terms.ts'
import type { ITEM_COLUMNS, ItemValue } from '../../payroll/line-fields.ts'

export type StandingItemKind = 'allowance' | 'deduction' | 'bonus' | 'sacrifice' | 'back_payment'

/** A flag has a default. Country-specific fields, strings and dates may be missing. */
type FieldColumns = {
  [Name in keyof typeof ITEM_COLUMNS]: null extends ItemValue<(typeof ITEM_COLUMNS)[Name]>
    ? ItemValue<(typeof ITEM_COLUMNS)[Name]>
    : Generated<ItemValue<(typeof ITEM_COLUMNS)[Name]>>
}

export type StandingItemsTable = FieldColumns & {
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
  /** For deductions: the payee, and the payee's reference for the employee. */
  payee_id: number | null
  payee_reference: string | null
  /** Dated changes of the item; null when it never changed. */
  terms: ColumnType<ItemChange[] | null, ItemChange[] | null | undefined, string | null>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export type StandingItem = Selectable<StandingItemsTable>
export type NewStandingItem = Insertable<StandingItemsTable>
