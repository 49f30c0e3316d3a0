import type { Generated, Selectable } from 'kysely'
import type { JournalKind } from '../../payroll/journal-kinds.ts'
import type { DateColumn } from './date-column.ts'

export type JournalStatus = 'made' | 'posting' | 'posted'

export type JournalAccountsTable = {
  id: Generated<number>
  company_id: number
  customer_id: number
  kind: JournalKind
  /** Null for all departments that have no separate account. */
  department: string | null
  account_code: string
  account_name: string | null
}

export type JournalsTable = {
  id: Generated<number>
  company_id: number
  customer_id: number
  pay_run_id: number
  journal_date: DateColumn
  narration: string
  reverses_id: number | null
  status: Generated<JournalStatus>
  message_id: string
  leased_until: Date | null
  external_id: string | null
  last_error: string | null
  posted_at: Date | null
  created_by: number
  created_at: Date
}

export type JournalLinesTable = {
  journal_id: number
  place: number
  company_id: number
  customer_id: number
  kind: string
  department: string | null
  account_code: string
  account_name: string | null
  debit: string
  credit: string
}

export type AccountingConnectionsTable = {
  company_id: number
  customer_id: number
  tenant_id: string
  /** Encrypted. */
  access_token: string
  /** Encrypted. */
  refresh_token: string | null
  expires_at: Date | null
  updated_by: number
  updated_at: Date
}

export type JournalRow = Selectable<JournalsTable>
export type JournalLine = Selectable<JournalLinesTable>
