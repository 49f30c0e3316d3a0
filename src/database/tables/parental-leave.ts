import type { Generated, Selectable } from 'kysely'
import type { DateColumn } from './date-column.ts'

/** Parental leave pay that the government has sent to the employer. */
export type ParentalLeaveInstalmentsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  received_on: DateColumn
  amount: string
  reference: string | null
  created_at: Date
}

export type ParentalLeaveInstalment = Selectable<ParentalLeaveInstalmentsTable>
