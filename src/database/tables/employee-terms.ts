import type { ColumnType, Generated, Selectable } from 'kysely'
import type { TermValues } from '../../payroll/terms.ts'
import type { DateColumn } from './date-column.ts'

export type EmployeeTermsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  effective_from: DateColumn
  /** The date on which a change without a date was entered; null when it was sent with its date. */
  entered_on: DateColumn | null
  fields: ColumnType<TermValues, string, string>
  before: ColumnType<TermValues | null, string | null, string | null>
  /** The fields that were sent; the others were derived. Null: not known. */
  sent: ColumnType<readonly string[] | null, string | null, string | null>
  status: 'scheduled' | 'applied' | 'refused'
  origin: 'entered' | 'reconstructed'
  /** Two people approved where the money goes, if the change is about that. */
  is_account_reviewed: Generated<boolean>
  created_at: Date
  applied_at: Date | null
}

export type EmployeeTerms = Selectable<EmployeeTermsTable>
