import type { FastifyReply, FastifyRequest } from 'fastify'
import { uniqueViolationSentence } from '../database/unique-violations.ts'
import { QueueFull } from '../kernel/concurrency.ts'
import { InvalidRequest, invalid, Problem, Unavailable } from '../kernel/problem.ts'
import { errorCode, errorMessage } from '../kernel/read-error.ts'
import { cutOff } from '../kernel/request-context.ts'
import { CalculationError } from '../kernel/values/calculation-error.ts'
import { withIdsAsSent } from './read-texts.ts'
import type { InvalidBody } from './schema.ts'

/** The only place that writes error bodies, in the three specified formats. */
export function writeError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = translate(error)
  if (known instanceof InvalidRequest) {
    const body: InvalidBody = {
      status_code: 10_422,
      message: known.message,
      data: known.data,
      code: 'invalid_request',
    }
    return reply.code(422).send(body)
  }
  if (known instanceof Problem) {
    const detail = withIdsAsSent(known.message, request.url)
    return reply.code(known.status).headers(known.headers).send({ detail, code: known.code })
  }
  if (known instanceof Unavailable) {
    request.log.warn({ err: known.cause ?? known }, 'unavailable')
    return reply.code(503).header('retry-after', '5').send({ error: known.message, code: 'unavailable' })
  }
  request.log.error({ err: error }, 'unforeseen error')
  return reply
    .code(500)
    .send({ error: 'Internal Server Error', request_id: request.id, code: 'internal_error' })
}

/** The same for endpoints whose every error is `{error}`: branding and asset upload. */
export function writeErrorOnly(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = translate(error)
  if (known instanceof InvalidRequest)
    return reply.code(422).send({ error: known.message, code: 'invalid_request' })
  if (known instanceof Problem)
    return reply.code(known.status).headers(known.headers).send({ error: known.message, code: known.code })
  return writeError(error, request, reply)
}

/** Translates errors of the framework, the calculation and unique indexes into our own. */
function translate(error: unknown): unknown {
  if (error instanceof CalculationError)
    return new Problem(400, error.message, 'detail', {}, 'calculation_refused')
  if (error instanceof QueueFull)
    return new Problem(
      error.scope === 'caller' ? 429 : 503,
      'Too many files are being read at once. Send this one again in 5 seconds.',
      'detail',
      { 'retry-after': '5' },
    )
  const taken = uniqueViolationSentence(error)
  if (taken) return new Problem(409, taken, 'detail', {}, 'already_exists')
  const code = errorCode(error)
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem(413, 'The request body is too large. Split it into smaller requests.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalid(['header', 'content-type'], 'Send the body as application/json', 'content_type')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid(['body'], 'The body is not valid JSON', 'json_invalid')
    // PostgreSQL: an id or count is out of range for its column.
    case '22003':
      return invalid(
        ['request'],
        'A number in the request is too large to store. Check its ids and amounts.',
        'value_error',
      )
    case 'ECONNRESET':
      if (errorMessage(error) === 'aborted') return cutOff()
      break
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return invalid(['body'], 'The body is empty', 'missing')
  }
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400)
    return invalid(['body'], 'The body is not valid JSON', 'json_invalid')
  return error
}
