import type { ColumnType, Generated } from 'kysely'

export type RateBucketsTable = { bucket: string; window_start: number; hits: number }

/** Limits that an operator raised. Ended rows stay as a record. */
export type LimitRaisesTable = {
  id: Generated<number>
  client_id: string | null
  customer_id: number | null
  factor: number
  reason: string
  raised_at: Date
  ended_at: Date | null
}

export type AuditLogTable = {
  id: Generated<number>
  at: Date
  customer_id: number | null
  user_id: number | null
  client_id: string | null
  action: string
  target: string | null
  outcome: number
  ip: string | null
  request_id: string | null
  /** Written as JSON text. */
  changes: ColumnType<readonly AuditChange[] | null, string | null | undefined, never>
  /** The employees whose numbers or documents were shown, as ranges of ids: `{[3,5),[9,10)}`. */
  seen: ColumnType<string | null, string | null | undefined, never>
  /** The reason given by the partner's officer for opening the account. */
  reason: ColumnType<string | null, string | null | undefined, never>
}

/** A record changed by a write: its fields before and after. */
export type AuditChange = { about: string; fields: Record<string, readonly [AuditValue, AuditValue]> }
export type AuditValue = string | number | boolean | null

/** The encryption keys used in this database; see features/platform/key-rotation. */
export type SealingKeysTable = {
  key_id: string
  canary: string
  created_at: Date
  swept_at: Date | null
  retired_at: Date | null
}
