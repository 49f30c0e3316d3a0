import type { Generated, Selectable } from 'kysely'
import type { DateColumn } from './date-column.ts'

/** Employments that ended before the employee's current one. */
export type EmploymentsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  start_date: DateColumn
  end_date: DateColumn
  is_continued: boolean
  final_pay_id: number | null
  created_at: Date
}

export type EarlierEmployment = Selectable<EmploymentsTable>
