import type { FastifyRequest } from 'fastify'
import { HIDDEN } from '../../http/schema.ts'
import { isRecord } from '../../is-record.ts'
import { invalid } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { checkFormToken } from './cookies.ts'

/** How the pages stand in the route table: open to anybody, counted per address, not part of the API document. */
export const PAGE = {
  schema: HIDDEN,
  config: { scope: 'public', limit: 'lookup' },
} as const

const FIELD_MAX = 4000

/** The fields of a form that this browser got from us; a field that is missing reads as empty. */
export function readForm(service: Service, request: FastifyRequest): (name: string) => string {
  const fields = isRecord(request.body) ? request.body : {}
  checkFormToken(service, request, fields.form_token)
  return (name) => readField(fields, name)
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
