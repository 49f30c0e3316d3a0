import type { Insertable } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { AuditLogTable } from '../../../database/tables/operations.ts'
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

const FLUSH_MS = 200
const FLUSH_ROWS = 200
const WAITING_MAX = 50_000

/**
 * Collects the rows of refused requests, which wrote nothing, and writes them in batches. `flush` writes the
 * pending rows. Rows of writes never come here, because they are committed with the write.
 */
export function createAuditWriter(service: Service) {
  let waiting: AuditRow[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const rows = waiting.splice(0, FLUSH_ROWS)
    if (rows.length === 0) return
    try {
      await service.database.query.insertInto('audit_log').values(rows).execute()
    } catch (error) {
      // The rows wait until the database is back. Only a very long outage drops the oldest ones.
      waiting = [...rows, ...waiting].slice(-WAITING_MAX)
      throw error
    }
    if (waiting.length > 0) await write()
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.catch(() => {}).then(write)
    return writing
  }
  const flushQuietly = () =>
    flush().catch((error) => {
      service.log.error({ err: error, waiting: waiting.length }, 'audit log not written yet')
      plan()
    })
  const plan = () => {
    timer ??= setTimeout(flushQuietly, FLUSH_MS)
  }
  return {
    flush,
    add(row: AuditRow): void {
      waiting.push(row)
      if (waiting.length === FLUSH_ROWS) void flushQuietly()
      else plan()
    },
    async stop(): Promise<void> {
      await flush().catch((error) => service.log.error({ err: error }, 'audit log not written'))
      clearTimeout(timer)
    },
  }
}
