import { appendFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRecord } from '../kernel/is-record.ts'
import { present } from '../kernel/values/present.ts'
import { documentOf } from './openapi.ts'
import { SCHEMA_CODE } from './schema-code.ts'
import type { App } from './types.ts'

type Answers = Record<string, { headers?: object; content?: Record<string, { schema?: object }> }>

/**
 * In tests, checks every response against the served document: status, media type, headers and body. A
 * mismatch is a bug of ours and becomes a 500.
 */
export function checkAnswers(app: App): void {
  const contract = createContract(app)
  app.addHook('onSend', async (request, reply, payload) => {
    contract.check(request, reply, payload)
    return payload
  })
}

function createContract(app: App) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, code: SCHEMA_CODE })
  const validators = new Map<string, ValidateFunction>()
  let paths: Record<string, Record<string, { operationId: string; responses: Answers }>> | undefined

  const read = () => {
    if (paths) return paths
    const document = documentOf(app)
    ajv.addSchema({ $id: 'document', components: document.components })
    paths = document.paths as never
    return present(paths)
  }
  // Each validator is compiled once, when it is first needed.
  const validatorOf = (key: string, schema: object): ValidateFunction => {
    const known = validators.get(key)
    if (known) return known
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
    const made = ajv.compile(JSON.parse(text))
    validators.set(key, made)
    return made
  }

  return {
    check(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
      const { url = '', schema } = request.routeOptions
      if (request.is404 || !schema?.response) return
      const path = url.replace(/:(\w+)/g, '{$1}')
      const operation = read()[path]?.[request.method.toLowerCase()]
      const where = `${request.method} ${path} ${reply.statusCode}`
      if (!operation) return
      const answer = operation.responses[reply.statusCode]
      if (!answer) throw new Error(`${where}: this status is not declared`)
      if ([429, 503].includes(reply.statusCode) && url !== '/api/health' && !reply.hasHeader('retry-after'))
        throw new Error(`${where}: Retry-After is missing`)
      if (reply.hasHeader('etag') && !('ETag' in (answer.headers ?? {})))
        throw new Error(`${where}: the ETag is not declared`)
      const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? ''
      const body =
        type === 'application/json' && typeof payload === 'string' ? JSON.parse(payload) : undefined
      if (reply.statusCode >= 400) recordError(operation.operationId, reply.statusCode, body)
      if (!answer.content) {
        if (payload && ![204, 304].includes(reply.statusCode))
          throw new Error(`${where}: a body is not declared`)
        return
      }
      const media = answer.content[type]
      if (!media) throw new Error(`${where}: the media type ${type} is not declared`)
      if (body === undefined || !media.schema) return
      const validate = validatorOf(where, media.schema)
      if (!validate(body))
        throw new Error(
          `${where}: the response does not match its schema: ${ajv.errorsText(validate.errors)}`,
        )
    },
  }
}

/** With TASMAN_RECORD_ERRORS=file, error messages are recorded for `npm run docs:errors`. */
function recordError(operationId: string, status: number, body: unknown): void {
  const file = process.env.TASMAN_RECORD_ERRORS
  if (!file || !isRecord(body)) return
  const sentence = body.detail ?? body.message ?? body.error
  appendFileSync(file, `${JSON.stringify({ operationId, status, sentence })}\n`)
}
