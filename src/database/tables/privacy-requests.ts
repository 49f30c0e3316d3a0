import type { Generated, Selectable } from 'kysely'
import type { DateColumn } from './date-column.ts'

export const PRIVACY_KINDS = ['access', 'correction', 'deletion'] as const
export const PRIVACY_STATES = ['open', 'done', 'refused'] as const

export type PrivacyRequestsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  kind: (typeof PRIVACY_KINDS)[number]
  state: Generated<(typeof PRIVACY_STATES)[number]>
  received_on: DateColumn
  due_on: DateColumn
  /** The person's own words. */
  wish: string | null
  answer: string | null
  created_by: number
  created_at: Date
  decided_by: Generated<number | null>
  decided_at: Generated<Date | null>
}

export type PrivacyRequest = Selectable<PrivacyRequestsTable>
