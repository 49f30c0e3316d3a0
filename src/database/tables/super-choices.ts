import type { Selectable } from 'kysely'
import type { NullableDateColumn } from './date-column.ts'

/** The first payday that each fund of an employee covers. */
export type SuperFundStartsTable = {
  employee_id: number
  customer_id: number
  fund: string
  since: NullableDateColumn
}

/** The steps of an employee's choice of super fund. */
export type SuperChoicesTable = {
  employee_id: number
  customer_id: number
  company_id: number
  offered_on: NullableDateColumn
  /** Null when the employee has not answered yet. */
  is_chosen: boolean | null
  requested_at: Date | null
  answer: 'found' | 'none' | 'refused' | 'unavailable' | null
  reason: string | null
  fund_usi: string | null
  fund_name: string | null
  updated_at: Date
}

export type SuperChoice = Selectable<SuperChoicesTable>
