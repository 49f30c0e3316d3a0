import type { FastifyRequest } from 'fastify'
import { WEB_CLIENT_ID } from '../../../http/limits.ts'
import type { App } from '../../../http/types.ts'
import { type BufferedWriter, createBufferedWriter } from '../../../kernel/buffered-writer.ts'
import type { Service } from '../../../service.ts'
import { maskedError } from './masked-error.ts'
import { insertRequests, type LoggedRequest } from './queries.ts'

const errors = new WeakMap<FastifyRequest, string>()
const writers = new WeakMap<Service, BufferedWriter<LoggedRequest>>()

/** Writes the pending rows, so a reader sees them. */
export async function flushRequests(service: Service): Promise<void> {
  await writers.get(service)?.flush()
}

/**
 * Logs the requests of applications for their developers. A request only adds a row in memory, and rows are
 * written later in batches. A log that cannot be written never affects a request.
 */
export function logRequests(service: Service, app: App): void {
  const writer = createBufferedWriter<LoggedRequest>({
    write: (rows) => insertRequests(service.database.query, rows),
    flushMs: 1000,
    rowsAtOnce: 500,
    waitingMax: 5000,
    // The log is a help, not evidence.
    isRetried: false,
    onFailure: (error, rows) => service.log.warn({ err: error, rows }, 'requests were not logged'),
  })
  writers.set(service, writer)
  app.addHook('onClose', writer.stop)

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode >= 400 && isLogged(request) && typeof payload === 'string')
      errors.set(request, maskedError(payload))
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    if (!isLogged(request)) return
    writer.add(rowOf(service, request, reply.statusCode, reply.elapsedTime))
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
