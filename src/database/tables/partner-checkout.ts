import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Country } from '../../payroll/words.ts'
import type { DateColumn } from './date-column.ts'

export type PartnerClientsTable = {
  customer_id: number
  partner_id: number
  country: Country
  email: string
  /** Encrypted; looked up by its keyed hash. */
  tax_number: string
  tax_number_hash: Buffer | null
  legal_name: string
  phone: string | null
  billing_address: JSONColumnType<Record<string, string>> | null
  created_at: Date
  handoff_asked_at: Date | null
  handoff_allowed_at: Date | null
  handoff_allowed_by: number | null
}

/** Months whose usage was sent to a reseller. */
export type UsageReportsTable = { customer_id: number; month: DateColumn; recorded_at: Date }

export type PartnerTrialsTable = {
  id: Generated<number>
  partner_id: number
  customer_id: number
  started_on: DateColumn
  ends_on: DateColumn
  cancelled_at: Date | null
  cancel_reason: string | null
  converted_order_id: number | null
  created_at: Date
}

export type PartnerOrdersTable = {
  id: Generated<number>
  partner_id: number
  customer_id: number
  kind: 'order' | 'upgrade'
  product_id: number
  previous_product_id: number | null
  currency: string
  net: string
  gst: string
  total: string
  months: number
  free_trial_month_applied: boolean
  starts_on: DateColumn
  paid_through: DateColumn
  cancelled_at: Date | null
  cancel_reason: string | null
  created_at: Date
}

export type PartnerTrial = Selectable<PartnerTrialsTable>
export type PartnerOrder = Selectable<PartnerOrdersTable>
