import type { FastifyRequest } from 'fastify'
import { WEB_CLIENT_ID } from '../../../http/limits.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { maskedError } from './masked-error.ts'
import { insertRequests, type LoggedRequest } from './queries.ts'

const FLUSH_MS = 1000
const AT_ONCE = 500
/** Rows beyond this number are dropped to save memory. The log is a help, not evidence. */
const WAITING_MAX = 5000

const errors = new WeakMap<FastifyRequest, string>()
const writers = new WeakMap<Service, () => Promise<void>>()

/** Writes the pending rows, so a reader sees them. */
export async function flushRequests(service: Service): Promise<void> {
  await writers.get(service)?.()
}

/**
 * Logs the requests of applications for their developers. A request only adds a row in memory, and rows are
 * written later in batches. A log that cannot be written never affects a request.
 */
export function logRequests(service: Service, app: App): void {
  let waiting: LoggedRequest[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, AT_ONCE)
      try {
        await insertRequests(service.database.query, rows)
      } catch (error) {
        service.log.warn({ err: error, rows: rows.length }, 'requests were not logged')
      }
    }
  }
  /** Waits for the write in progress first, so all rows are stored when this ends. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }
  writers.set(service, flush)
  app.addHook('onClose', flush)

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 400 && isLogged(request) && typeof payload === 'string')
      errors.set(request, maskedError(payload))
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    if (!isLogged(request)) return
    if (waiting.length >= WAITING_MAX) waiting = waiting.slice(-WAITING_MAX / 2)
    waiting.push(rowOf(service, request, reply.statusCode, reply.elapsedTime))
    timer ??= setTimeout(flush, FLUSH_MS)
  })
}

/** Only requests of applications are logged, not those of the web app or of jobs. */
function isLogged({ caller }: FastifyRequest): boolean {
  return Boolean(caller) && caller.clientId !== WEB_CLIENT_ID && !caller.isJob
}

function rowOf(
  { systemClock }: Service,
  request: FastifyRequest,
  status: number,
  elapsedMs: number,
): LoggedRequest {
  const { url, schema } = request.routeOptions
  const operation: unknown = schema && 'operationId' in schema ? schema.operationId : null
  return {
    at: systemClock.now(),
    customer_id: request.caller.customerId,
    client_id: request.caller.clientId,
    method: request.method,
    path: (url ?? 'unknown address').replaceAll(/:(\w+)/g, '{$1}'),
    operation: typeof operation === 'string' ? operation : null,
    status,
    duration_ms: Math.round(elapsedMs),
    request_id: request.id,
    error: errors.get(request) ?? null,
  }
}
