import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { AnswerNote } from '../../../database/tables/reporting.ts'
import type { SuperFile, Transmission } from '../../../database/tables/super-files.ts'
import { ofTenantClock } from '../../../database/tenant-clock-filter.ts'

/** Claims a file that is due, or this one. The lease keeps other processes away until the attempt is over. */
export async function claimFile(
  query: Queryable,
  now: Date,
  leaseMs: number,
  { id, sandboxId }: { id: number | null; sandboxId: number | null },
): Promise<SuperFile | undefined> {
  const { rows } = await sql<SuperFile>`
    update super_files set next_attempt_at = ${new Date(now.getTime() + leaseMs)}, attempts = attempts + 1
    where id = (
      select id from super_files file
      where next_attempt_at <= ${now} and (${id}::int is null or id = ${id}::int) and cancelled_at is null
        and (select deleted_at from companies where companies.id = file.company_id) is null
        and ${ofTenantClock('file.customer_id', sandboxId)}
      order by next_attempt_at limit 1 for update skip locked)
    returning *`.execute(query)
  return rows[0]
}

/** Queues a file to be sent. Returns false when it was sent before. */
export async function queueFile(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('super_files')
    .set({ transmission: 'queued', next_attempt_at: now, attempts: 0 })
    .where('id', '=', id)
    .where('transmission', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function storeTransmission(
  query: Queryable,
  id: number,
  change: {
    transmission: Transmission
    nextAttemptAt: Date | null
    receipt?: string | null
    notes?: readonly AnswerNote[]
    attempts?: number
  },
): Promise<void> {
  await query
    .updateTable('super_files')
    .set({
      transmission: change.transmission,
      next_attempt_at: change.nextAttemptAt,
      ...(change.receipt === undefined ? {} : { receipt: change.receipt }),
      ...(change.notes === undefined ? {} : { answer_notes: JSON.stringify(change.notes) }),
      ...(change.attempts === undefined ? {} : { attempts: change.attempts }),
    })
    .where('id', '=', id)
    .execute()
}
