import type { ColumnType, Generated, Selectable } from 'kysely'
import type { NullableDateColumn } from './date-column.ts'
import type { AnswerNote } from './reporting.ts'

export type SuperFilesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  /** Null when the file covers everything that was open. */
  pay_run_id: number | null
  file_id: string
  /** Compressed and encrypted. */
  content: string
  total: string
  contribution_count: number
  created_at: Date
  paid_on: NullableDateColumn
  cancelled_at: Date | null
  forgotten_at: Generated<Date | null>
  /** The date on which the funds received the money. */
  received_on: NullableDateColumn
  /** The pay and fund of each row, because funds answer by row. Null for files made before they could be sent. */
  row_lines: ColumnType<
    [payId: number, lineId: number | null][] | null,
    string | null | undefined,
    string | null
  >
  /** Null when the file is uploaded by hand. */
  transmission: ColumnType<Transmission | null, Transmission | null | undefined, Transmission>
  receipt: ColumnType<string | null, string | null | undefined, string | null>
  answer_notes: ColumnType<AnswerNote[], string | undefined, string>
  attempts: Generated<number>
  /** When it is sent again, or the provider is asked again. */
  next_attempt_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
export const TRANSMISSIONS = ['queued', 'sent', 'accepted', 'partial', 'rejected'] as const
export type Transmission = (typeof TRANSMISSIONS)[number]

export type SuperFile = Selectable<SuperFilesTable>
