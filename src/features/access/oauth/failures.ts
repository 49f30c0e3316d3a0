import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeError } from '../../../http/errors.ts'
import { InvalidRequest, Problem } from '../../../kernel/problem.ts'
import { errorCode } from '../../../kernel/read-error.ts'
import { OAuthFailure } from './oauth-failure.ts'

/** The token endpoints always return errors in the format of RFC 6749. */
export function writeOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error)
  if (!failure) return writeError(error, request, reply)
  // The same response as for every other rate limit.
  if (failure.status === 429) return reply.code(429).send({ error: failure.message, code: 'rate_limited' })
  if (failure.status === 401) reply.header('www-authenticate', 'Basic realm="Tasman Payroll"')
  return reply.code(failure.status).send({ error: failure.error, error_description: failure.message })
}

function asFailure(error: unknown): OAuthFailure | undefined {
  if (error instanceof OAuthFailure) return error
  const isFault =
    error instanceof InvalidRequest ||
    error instanceof Problem ||
    error instanceof SyntaxError ||
    errorCode(error)?.startsWith('FST_ERR_CTP')
  if (!isFault) return undefined
  return new OAuthFailure(400, 'invalid_request', 'Send the parameters form-encoded, each at most once')
}
