import type { Generated, Selectable } from 'kysely'

export const PAYEE_KINDS = ['child support', 'union', 'lease', 'court order', 'loan', 'other'] as const
export const SETTLEMENT_METHODS = ['cash', 'transfer', 'cheque', 'repaid', 'written-off', 'other'] as const

export type PayeesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  kind: (typeof PAYEE_KINDS)[number]
  name: string
  bsb: string | null
  /** Encrypted. */
  account_number: string
  created_at: Date
  archived_at: Date | null
  changed_at: Generated<Date | null>
}

export type PaymentFilesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  pay_run_id: number | null
  /** The name of a bank file format in the company's country. */
  format: string
  name: string
  /** Compressed and encrypted. */
  content: string
  /** Payments to each account of employees whose pay is split over several. Compressed and encrypted. */
  split_credits: Generated<string | null>
  pay_date: string
  value_date: Generated<string | null>
  total: string
  payment_count: number
  status: Generated<'made' | 'cancelled' | 'settled'>
  settled_on: string | null
  reference: string | null
  cancelled_at: Date | null
  cancel_reason: string | null
  created_by: number
  created_at: Date
  forgotten_at: Generated<Date | null>
}

export type SettlementsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  method: (typeof SETTLEMENT_METHODS)[number] | 'set-off' | 'before-ledger'
  settled_on: string
  reference: string | null
  agreed_on: string | null
  agreement: string | null
  reversed_at: Date | null
  created_by: number
  created_at: Date
}

export type PaymentKind = 'net' | 'payee' | 'super'

export type PaymentLinesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  pay_id: number
  employee_id: number
  pay_run_id: number
  pay_date: string
  kind: PaymentKind
  party: Generated<string>
  amount: string
  sacrificed: string | null
  voluntary: string | null
  payment_file_id: number | null
  super_file_id: number | null
  settlement_id: number | null
  is_living: Generated<boolean>
  /** The date on which the line was returned. */
  returned_on: Generated<string | null>
  return_reason: Generated<string | null>
  returned_at: Generated<Date | null>
}

export type PaymentRedirectsTable = {
  customer_id: number
  pay_id: number
  kind: 'net' | 'super'
  company_id: number
  snapshot_id: number
  reason: string | null
  created_by: number
  created_at: Date
}

export type PayeeRedirectsTable = {
  customer_id: number
  pay_id: number
  /** The description that identifies the deduction row. */
  description: string
  company_id: number
  payee_id: number
  payee_reference: string | null
  reason: string | null
  created_by: number
  created_at: Date
}

export type Payee = Selectable<PayeesTable>
export type PaymentFile = Selectable<PaymentFilesTable>
export type Settlement = Selectable<SettlementsTable>
