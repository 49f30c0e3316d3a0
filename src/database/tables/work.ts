import type { Selectable } from 'kysely'
import type { NullableDateColumn } from './date-column.ts'

/** Users' notes about a work item. */
export type WorkNotesTable = {
  /** The owner of the note: the account itself, or the bureau. */
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
