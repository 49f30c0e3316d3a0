import type { Insertable } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { AuditLogTable } from '../../../database/tables/operations.ts'
import { createBufferedWriter } from '../../../kernel/buffered-writer.ts'
import { errorCode } from '../../../kernel/read-error.ts'
import type { Service } from '../../../service.ts'

export type AuditRow = Insertable<AuditLogTable>

/** Records what a job did for a person, in the same transaction. */
export async function auditJob(
  tx: Tx,
  { clock }: Service,
  row: Pick<AuditRow, 'customer_id' | 'user_id' | 'client_id' | 'action' | 'target' | 'outcome'>,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ ...row, at: clock.now(), ip: null, request_id: null })
    .execute()
}

/**
 * Collects the rows of refused requests, which wrote nothing, and writes them in batches. They wait until the database is back, and
 * only a very long outage drops the oldest ones. Rows of writes never come here, because they are committed with the write.
 */
export const createAuditWriter = (service: Service) =>
  createBufferedWriter<AuditRow>({
    write: (rows) => service.database.query.insertInto('audit_log').values(rows).execute(),
    flushMs: 200,
    rowsAtOnce: 200,
    waitingMax: 50_000,
    isRetried: true,
    onFailure: (error, waiting) => service.log.error({ err: error, waiting }, 'audit log not written yet'),
    // SQLSTATE 22 (data exception) and 23 (constraint): one request must not keep the others out of the log.
    isRowFault: (error) => /^2[23]/.test(errorCode(error) ?? ''),
    onRefused: (error, { action, outcome, request_id }) =>
      service.log.error({ err: error, action, outcome, request_id }, 'audit entry refused by the database'),
  })
