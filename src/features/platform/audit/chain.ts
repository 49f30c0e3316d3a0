import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AuditLogTable } from '../../../database/tables/operations.ts'

/** A row of the audit log. Its hash covers every column. */
export type ChainedRow = Selectable<AuditLogTable>

/** The hash before the first row of a chain. */
export const FIRST_HASH = Buffer.alloc(32)

/** Rows without a customer, such as a sign-in with an unknown address, form their own chain. */
export const chainOf = (customerId: number | null) => customerId ?? 0

/** The next hash of a chain, over the previous hash and all columns of the row. */
export function linkHash(previous: Buffer, row: ChainedRow): Buffer {
  const said = [
    row.id,
    row.at.toISOString(),
    row.customer_id,
    row.user_id,
    row.client_id,
    row.action,
    row.target,
    row.outcome,
    row.ip,
    row.request_id,
    // Absent columns are left out, so rows from before a column existed keep their hash.
    ...(row.changes ? [row.changes] : []),
    ...(row.seen ? ['seen', row.seen] : []),
    ...(row.reason ? ['reason', row.reason] : []),
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(said)).digest()
}
