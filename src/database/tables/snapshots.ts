import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

/** JSON that is written as text and read as a value. */
type Json<T> = ColumnType<T, string, string>

export type SnapshotsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  /** Null for the employer's own snapshot. */
  employee_id: number | null
  /** Only `openContent` of the snapshots feature parses it. */
  content: Json<Record<string, unknown>>
  /** Extracted from the content for queries over many rows; null in an employer's own snapshot. */
  income_stream: GeneratedAlways<string | null>
  tax_treatment_code: GeneratedAlways<string | null>
  is_closely_held: GeneratedAlways<boolean | null>
  is_super_only_contractor: GeneratedAlways<boolean | null>
  /** Encrypted. */
  numbers: string
  is_reconstructed: Generated<boolean>
  created_at: Date
}

export type FundRegistryTable = {
  usi: string
  fund_name: string
  abn: string | null
  asked_at: Date
}

export type SnapshotRow = Selectable<SnapshotsTable>
