import type { FastifyRequest } from 'fastify'
import type { Insertable } from 'kysely'
import type { AuditLogTable } from '../../database/tables/operations.ts'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'

/** What a handler knows better than the request: who it turned out to be, and what was done. */
export type AuditNote = {
  action?: string
  target?: string | undefined
  customerId?: number | undefined
  userId?: number | undefined
  clientId?: string | undefined
  /** Another customer whom it concerns: the same stands in its log. */
  alsoFor?: number | undefined
}

type Row = Insertable<AuditLogTable>

const FLUSH_MS = 200
const FLUSH_ROWS = 200
const WAITING_MAX = 50_000
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

const notes = new WeakMap<FastifyRequest, AuditNote>()

/** Adds to what the audit log will say about this request; a request with a note is always recorded. */
export function noteAudit(request: FastifyRequest, note: AuditNote): void {
  notes.set(request, { ...notes.get(request), ...note })
}

/** Collects rows for a moment and writes them together; `flush` writes what is waiting. */
function createAuditWriter(service: Service) {
  let waiting: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const rows = waiting.splice(0, FLUSH_ROWS)
    if (rows.length === 0) return
    try {
      await service.database.query.insertInto('audit_log').values(rows).execute()
    } catch (error) {
      // They wait for the database to come back; only a very long outage makes us let go of the oldest.
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
    add(row: Row): void {
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

const writers = new WeakMap<Service, ReturnType<typeof createAuditWriter>>()

/** Writes down everything recorded so far, so that a reader sees it. */
export async function flushAudit(service: Service): Promise<void> {
  await writers.get(service)?.flush()
}

/** Records every call that is not a read, and every request that carries a note; a gentle stop loses nothing. */
export function auditRequests(service: Service, app: App): void {
  const writer = createAuditWriter(service)
  writers.set(service, writer)
  app.addHook('onClose', () => writer.stop())
  app.addHook('onResponse', async (request, reply) => {
    const note = notes.get(request)
    if (!note && (READS.has(request.method) || !request.caller || request.is404)) return
    const { url = '', schema } = request.routeOptions
    const operation = (schema as { operationId?: string } | undefined)?.operationId
    const row: Row = {
      at: service.clock.now(),
      customer_id: note?.customerId ?? request.caller?.customerId ?? null,
      user_id: note?.userId ?? request.caller?.userId ?? null,
      client_id: note?.clientId ?? clientOf(request) ?? null,
      action: note?.action ?? operation ?? `${request.method} ${url}`,
      // The path names records by id; the query is left out, as it may hold anything.
      target: note ? (note.target ?? null) : (request.url.split('?')[0] ?? null),
      outcome: reply.statusCode,
      ip: request.ip,
      request_id: request.id,
    }
    writer.add(row)
    if (note?.alsoFor !== undefined && note.alsoFor !== row.customer_id)
      writer.add({ ...row, customer_id: note.alsoFor })
  })
}

/** The application that acted; in a session that a partner opened, that partner. */
function clientOf({ caller }: FastifyRequest): string | undefined {
  return caller?.openedById ? `handoff:${caller.openedById}` : caller?.clientId
}
