import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidRequest, Problem, Unavailable } from '../../../kernel/problem.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../../kernel/read-error.ts'

export const SCIM_TYPE = 'application/scim+json; charset=utf-8'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The error keywords of RFC 7644, table 9. */
type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'

/** An error in SCIM form. */
export class ScimProblem extends Error {
  override readonly name = 'ScimProblem'
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

/** All SCIM errors use the body of RFC 7644, 3.12. */
export function writeScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail, scimType } = known(error)
  if (status === 500) request.log.error({ err: error }, 'unforeseen error')
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="scim"')
  if (error instanceof Problem) reply.headers(error.headers)
  return reply
    .code(status)
    .type(SCIM_TYPE)
    .send(
      JSON.stringify({ schemas: [ERROR], status: String(status), ...(scimType ? { scimType } : {}), detail }),
    )
}

function known(error: unknown): { status: number; detail: string; scimType?: ScimType | undefined } {
  if (error instanceof ScimProblem)
    return { status: error.status, detail: error.message, scimType: error.scimType }
  if (error instanceof Problem) return { status: error.status, detail: error.message }
  if (error instanceof InvalidRequest)
    return { status: 400, detail: error.message, scimType: 'invalidSyntax' }
  if (error instanceof Unavailable) return { status: 503, detail: error.message }
  if (errorCode(error) === UNIQUE_VIOLATION)
    return { status: 409, detail: 'A user with this userName exists.', scimType: 'uniqueness' }
  const isClients = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
  if (isClients) return { status: Number(error.statusCode), detail: error.message, scimType: 'invalidSyntax' }
  return { status: 500, detail: 'Internal Server Error' }
}
