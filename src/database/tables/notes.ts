import type { Generated, Selectable } from 'kysely'

export type NotesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  /** A note is about an employee or about a pay run. */
  employee_id: number | null
  pay_run_id: number | null
  author_id: number
  /** Encrypted. */
  text: string
  created_at: Date
}
export type Note = Selectable<NotesTable>

export type NoteMentionsTable = {
  note_id: number
  user_id: number
  customer_id: number
  seen_at: Date | null
}
