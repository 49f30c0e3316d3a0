import type { Generated, Selectable } from 'kysely'

export type MailState = 'queued' | 'sending' | 'sent' | 'failed'

export type OutboxTable = {
  id: Generated<number>
  customer_id: number | null
  to_address: string
  subject: string
  /** Encrypted, because it may contain a one-time link. Version 0.1 stored it in plain text. */
  text: string
  /** The positions of links that the service put into the text. */
  link_starts: Generated<number[]>
  state: Generated<MailState>
  transport: 'smtp' | 'outbox' | null
  attempts: Generated<number>
  due_at: Date
  leased_until: Date | null
  good_until: Date | null
  error: string | null
  created_at: Date
  sent_at: Date | null
}

export type OutboxAttachmentsTable = {
  customer_id: number | null
  mail_id: number
  place: number
  name: string
  media_type: string
  /** Encrypted; base64 before encryption. */
  content: string
}

export type OutboxMail = Selectable<OutboxTable>

export type PayslipMailsTable = {
  mail_id: number
  customer_id: number
  company_id: number
  pay_id: number
  employee_id: number
  file_name: string
  password_kind: 'NONE' | 'DATE_OF_BIRTH'
  created_at: Date
}
