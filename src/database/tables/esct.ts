import type { Generated, Selectable } from 'kysely'
import type { DateColumn } from './date-column.ts'

/** The decision about a member's ESCT rate on a 1 April. */
export type EsctDecisionsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  from_date: DateColumn
  kind: 'approved' | 'kept'
  rate: string
  previous_rate: string
  basis: 'LAST_YEAR' | 'ESTIMATE'
  threshold_amount: string
  decided_by: number
  decided_at: Date
}
export type EsctDecision = Selectable<EsctDecisionsTable>
