import type { FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { FORM } from '../../../http/form-body.ts'
import { HIDDEN } from '../../../http/schema.ts'
import { isRecord } from '../../../kernel/is-record.ts'
import { InvalidRequest, invalid } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { checkFormToken } from './cookies.ts'

/** Route options of the pages: public, rate-limited by address, and not part of the API document. */
export const PAGE = {
  schema: HIDDEN,
  config: { scope: 'public', limit: 'lookup' },
} as const

const FIELD_MAX = 4000

const AnyLine = Type.String({ maxLength: FIELD_MAX })
/** A one-line field without other rules. */
export const TextField = Type.Optional(AnyLine)
/** A password may contain any character. */
export const PasswordField = Type.Optional(Type.String({ maxLength: FIELD_MAX, 'x-text': 'any' }))

/**
 * Route options of a page that receives a form. The fields have a schema, like every request. Unknown fields
 * are limited too.
 */
export function takesForm<T extends TProperties>(fields: T) {
  const body = Type.Object({ form_token: TextField, ...fields }, { additionalProperties: AnyLine })
  return { ...PAGE, schema: { ...HIDDEN, consumes: [FORM], body }, attachValidation: true } as const
}

/** The fields of a form that this service issued to this browser. A missing field reads as empty. */
export function readForm(service: Service, request: FastifyRequest): (name: string) => string {
  const { form, problem } = readFields(service, request)
  if (problem) throw problem
  return form
}

/**
 * As `readForm`, for a page that shows the form again with the problem. Do not use the fields while there is
 * a problem.
 */
export function readFields(service: Service, request: FastifyRequest) {
  const fields = isRecord(request.body) ? request.body : {}
  checkFormToken(service, request, fields.form_token)
  const { validationError: error } = request
  if (error && !(error instanceof InvalidRequest)) throw error
  return { form: (name: string) => readField(fields, name), problem: error }
}

/** Reads one text field of a form or query. */
export function readField(fields: unknown, name: string): string {
  const value = isRecord(fields) ? (fields[name] ?? '') : ''
  if (typeof value !== 'string' || value.length > FIELD_MAX || value.includes('\0'))
    throw invalid(['body', name], `${name} is not valid`)
  return value
}

/** Allows only local paths, so a sign-in link cannot redirect to another site. */
export function localPath(next: string): string {
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)) return '/app'
  return next
}
