import type { ColumnType, Generated } from 'kysely'
import type { Faults } from '../../kernel/acting.ts'

export type SandboxesTable = {
  customer_id: number
  lead_ms: Generated<number>
  advance_to: Date | null
  /** Written as JSON text. */
  faults: ColumnType<Faults, string | undefined, string>
  created_at: Date
}
