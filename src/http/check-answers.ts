import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import formatsPlugin from 'ajv-formats'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './types.ts'

/** In tests, every answer is held against the schema its route declares: an answer that differs is our fault, a 500. */
export function checkAnswers(app: App): void {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  formatsPlugin.default(ajv)
  const validators = new WeakMap<object, ValidateFunction>()

  const seen = new WeakSet<object>()
  const check = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const responses = request.routeOptions.schema?.response as Record<string, object> | undefined
    if (!responses || request.is404) return
    const schema = responses[reply.statusCode]
    const where = `${request.method} ${request.routeOptions.url} ${reply.statusCode}`
    if (!schema) throw new Error(`${where}: this status is not declared`)
    const validate = validators.get(schema) ?? ajv.compile(schema as AnySchema)
    validators.set(schema, validate)
    if (!validate(payload))
      throw new Error(`${where}: the answer does not fit its schema: ${ajv.errorsText(validate.errors)}`)
  }

  app.addHook('preSerialization', async (request, reply, payload) => {
    seen.add(request)
    check(request, reply, JSON.parse(JSON.stringify(payload)))
    return payload
  })
  // Routes that write their own text are read back.
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type') ?? '').includes('application/json')
    if (isJson && typeof payload === 'string' && !seen.has(request) && reply.statusCode < 400)
      check(request, reply, JSON.parse(payload))
    return payload
  })
}
