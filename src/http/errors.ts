import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CalculationError } from '../payroll/trace.ts'
import { InvalidRequest, invalid, Problem } from '../problem.ts'
import type { InvalidBody } from './schema.ts'

/** The only place that writes an error body: three shapes, as specified. */
export function writeError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = translate(error)
  if (known instanceof InvalidRequest) {
    const body: InvalidBody = { status_code: 10_422, message: known.message, data: known.data }
    return reply.code(422).send(body)
  }
  if (known instanceof Problem) {
    return reply.code(known.status).headers(known.headers).send({ detail: known.message })
  }
  if (isOverload(error)) {
    request.log.warn({ err: error }, 'overloaded')
    return reply.code(503).header('retry-after', '5').send({ error: 'Service temporarily overloaded' })
  }
  request.log.error({ err: error }, 'unforeseen error')
  return reply.code(500).send({ error: 'Internal Server Error', request_id: request.id })
}

/** What the framework and the calculation raise, in our own words. */
function translate(error: unknown): unknown {
  if (error instanceof CalculationError) return new Problem(400, error.message)
  const code = (error as Partial<FastifyError>)?.code
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(413, 'The request body is too large. Send it in smaller parts.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalid(['header', 'content-type'], 'Send the body as application/json', 'content_type')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid(['body'], 'The body is not valid JSON', 'json_invalid')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return invalid(['body'], 'The body is empty', 'missing')
  }
  if (error instanceof SyntaxError && (error as { statusCode?: number }).statusCode === 400)
    return invalid(['body'], 'The body is not valid JSON', 'json_invalid')
  return error
}

const PASSING = ['timeout exceeded when trying to connect', 'cached plan must not change result type']

/** The database did not take the work now: a busy pool, a cancelled statement, too many connections, a migration on the way. */
function isOverload(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (code === '53300' || code === '57014' || code === '55P03' || code === '40P01' || code === '40001')
    return true
  return PASSING.some((words) => message?.includes(words))
}
