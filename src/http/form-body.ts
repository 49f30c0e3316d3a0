import type { FastifyRequest } from 'fastify'
import { invalid } from '../problem.ts'
import { decodeUtf8 } from './json-body.ts'
import { givenTwice } from './repeated-members.ts'
import type { App } from './types.ts'

const FIELDS_MAX = 100

/** Reads the forms of the pages and of OAuth: UTF-8, few fields, each given once (RFC 6749, 3.2). */
export function readFormBodies(app: App): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      const text = decodeUtf8(body)
      if (text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX)
        throw invalid(['body'], `The form has more than ${FIELDS_MAX} fields`, 'too_long')
      const fields: Record<string, string> = Object.create(null)
      for (const [name, value] of new URLSearchParams(text)) {
        if (value.includes('\ufffd')) throw invalid(['body', name], `${name} is not UTF-8`, 'encoding')
        if (name in fields) throw givenTwice(['body', name])
        fields[name] = value
      }
      return fields
    },
  )
}
