import type { Selectable } from 'kysely'
import type { NullableDateColumn } from './date-column.ts'

/** What people of an account noted about an item of work. */
export type WorkNotesTable = {
  /** Whose note it is: the account's own, or the bureau's. */
  customer_id: number
  company_id: number
  item_key: string
  assignee_id: number | null
  note: string | null
  snoozed_until: NullableDateColumn
  updated_at: Date
  updated_by: number
}
export type WorkNote = Selectable<WorkNotesTable>
