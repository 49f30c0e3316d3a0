import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { invalid, preconditionFailed } from '../kernel/problem.ts'

/** The ETag of a record with a version number. */
export function versionTag(version: number): string {
  return `"${version}"`
}

/** The ETag of a list without a version number. It changes with any row. */
export function contentTag(content: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`
}

const CHANGED = 'The record has changed since it was read. Read it again, then repeat the change.'

/** Refuses a write that names an outdated version of the record. */
export function requireMatch(ifMatch: string | undefined, tag: string, problem = CHANGED): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const named = ifMatch.split(',').map((part) => part.trim().replace(/^W\//, ''))
  if (!named.includes(tag)) throw preconditionFailed(problem)
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Refuses `If-Match` where nothing would be compared: the caller would believe that the write is guarded. `*` asks
 * for no comparison.
 */
export function refuseUnguarded({
  method,
  headers,
  routeOptions: { url = '', config },
}: FastifyRequest): void {
  const named = headers['if-match']
  if (named === undefined || named.trim() === '*' || !WRITES.has(method) || !url.startsWith('/api/')) return
  if (!config.errors?.includes(412))
    throw invalid(
      ['header', 'if-match'],
      'If-Match is not supported here: there is no ETag to compare. Omit If-Match.',
    )
}
