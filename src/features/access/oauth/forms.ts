import type { FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { FORM } from '../../../http/form-body.ts'
import { HIDDEN } from '../../../http/schema.ts'
import { isRecord } from '../../../kernel/is-record.ts'
import { InvalidRequest, invalid } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { checkFormToken } from './cookies.ts'

/** How the pages are declared as routes: open to anyone, counted per address, not part of the API document. */
export const PAGE = {
  schema: HIDDEN,
  config: { scope: 'public', limit: 'lookup' },
} as const

const FIELD_MAX = 4000

const AnyLine = Type.String({ maxLength: FIELD_MAX })
/** A field without rules of its own: one line. */
export const TextField = Type.Optional(AnyLine)
/** Every character counts in a password. */
export const PasswordField = Type.Optional(Type.String({ maxLength: FIELD_MAX, 'x-text': 'any' }))

/** The same for a page that takes a form: its fields have a schema, as every request has. Fields that no one reads are bounded too. */
export function takesForm<T extends TProperties>(fields: T) {
  const body = Type.Object({ form_token: TextField, ...fields }, { additionalProperties: AnyLine })
  return { ...PAGE, schema: { ...HIDDEN, consumes: [FORM], body }, attachValidation: true } as const
}

/** The fields of a form that this browser got from us; a field that is missing reads as empty. */
export function readForm(service: Service, request: FastifyRequest): (name: string) => string {
  const { form, problem } = readFields(service, request)
  if (problem) throw problem
  return form
}

/** The same for a page that shows its form again with what is wrong: nothing of it is to be used while there is a problem. */
export function readFields(service: Service, request: FastifyRequest) {
  const fields = isRecord(request.body) ? request.body : {}
  checkFormToken(service, request, fields.form_token)
  const { validationError: error } = request
  if (error && !(error instanceof InvalidRequest)) throw error
  return { form: (name: string) => readField(fields, name), problem: error }
}

/** One text of a form or query. */
export function readField(fields: unknown, name: string): string {
  const value = isRecord(fields) ? (fields[name] ?? '') : ''
  if (typeof value !== 'string' || value.length > FIELD_MAX || value.includes('\0'))
    throw invalid(['body', name], `${name} is not valid`)
  return value
}

/** Only an address of our own: a sign-in link must not lead anywhere else afterwards. */
export function localPath(next: string): string {
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next)) return '/app'
  return next
}
