import type { Generated, Selectable } from 'kysely'
import type { PayPeriod } from '../../payroll/pay-periods.ts'
import type { Country } from '../../payroll/words.ts'
import type { GeneratedDateColumn } from './date-column.ts'

export type CompaniesTable = {
  id: Generated<number>
  customer_id: number
  jurisdiction: Country
  legal_name: string
  trading_name: string | null
  abn: string | null
  branch_number: string | null
  /** Encrypted in the table; the company queries return it in plain text. */
  ird_number: string | null
  nzbn: string | null
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  country: string | null
  postcode: string | null
  contact_name: string | null
  email_address: string | null
  phone: string | null
  bank_bsb: string | null
  /** Encrypted. */
  bank_account_number: string | null
  bank_account_name: string | null
  bank_name_code: string | null
  direct_entry_user_id: string | null
  pay_cycle_anchor: GeneratedDateColumn
  default_pay_period: Generated<PayPeriod>
  days_in_arrears: Generated<number>
  is_stp_enabled: Generated<boolean>
  is_payday_filing_enabled: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export type Company = Selectable<CompaniesTable>
