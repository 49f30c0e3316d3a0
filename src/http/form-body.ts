import type { FastifyRequest, RouteOptions } from 'fastify'
import { isRecord } from '../kernel/is-record.ts'
import { invalid } from '../kernel/problem.ts'
import { decodeUtf8 } from './json-body.ts'
import { givenTwice } from './repeated-members.ts'
import type { App } from './types.ts'

export const FORM = 'application/x-www-form-urlencoded'
const FIELDS_MAX = 100
/** Treats POST like GET (OpenID Connect, 5.3.1) and reads no body. */
const UNREAD = '/api/oauth/userinfo'

/** Reads the forms of the pages and of OAuth: UTF-8, few fields, each given once (RFC 6749, 3.2). */
export function readFormBodies(app: App): void {
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    const text = decodeUtf8(body)
    if (text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX)
      throw invalid(['body'], `The form has more than ${FIELDS_MAX} fields`, 'too_long')
    const fields: Record<string, string> = Object.create(null)
    for (const [name, value] of new URLSearchParams(text)) {
      if (value.includes('\ufffd')) throw invalid(['body', name], `${name} is not UTF-8`, 'encoding')
      if (name in fields) throw givenTwice(['body', name])
      // As in JSON, normalised so that equal names compare equal however they were typed.
      fields[name] = value.normalize('NFC')
    }
    return fields
  })
  app.addHook('onRoute', ({ url, schema }: RouteOptions) => {
    if (takesForms(schema) && !(isRecord(schema) && schema.body))
      throw new Error(`${url} takes a form and has no schema for its fields`)
  })
}

const takesForms = (schema: unknown) =>
  isRecord(schema) && Array.isArray(schema.consumes) && schema.consumes.includes(FORM)

/**
 * Only a route that declares a form with a schema accepts one, so no form bypasses the checks. The API reads
 * JSON, but curl sends a form by default.
 */
export function refuseForm({ headers, routeOptions: { url, schema } }: FastifyRequest): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody || !headers['content-type']?.toLowerCase().startsWith(FORM)) return
  if (takesForms(schema) || url === UNREAD) return
  throw invalid(['header', 'content-type'], 'Send the body as application/json', 'content_type')
}
