import type { RouteOptions } from 'fastify'
import type { App } from './types.ts'

const KB = 1024
/** For a page's form, an OAuth request, or a route without a body. */
const FORM_BYTES = 16 * KB
/** For one record. */
const RECORD_BYTES = 128 * KB
/** For one record with long lists, such as the ids of a hundred thousand pays. */
const LIST_BYTES = 2 * KB * KB
/** A list up to this length counts as part of a record. */
const SHORT_LIST = 100

type Schema = { body?: JsonSchema; consumes?: string[]; 'x-body'?: string[]; 'x-body-limit'?: number }
type JsonSchema = { type?: unknown; maxItems?: number } & Record<string, unknown>

/**
 * Sets every route's body limit from its schema, before it is registered. A list of thousands of records gets
 * `bulkBytes`. A route with its own limit keeps it. The limit of a content type parser has no effect. The
 * served document shows the enforced limit.
 */
export function limitBodies(app: App, bulkBytes: number): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const schema = route.schema as Schema | undefined
    route.bodyLimit ??= Math.min(limitOf(schema, bulkBytes), bulkBytes)
    if (schema?.body || schema?.['x-body']) schema['x-body-limit'] = route.bodyLimit
  })
}

/** The largest body of a route with this schema, in bytes. */
function limitOf(schema: Schema | undefined, bulkBytes: number): number {
  if (!schema?.body || schema.consumes?.includes('application/x-www-form-urlencoded')) return FORM_BYTES
  if (isLongList(schema.body)) return bulkBytes
  return holdsLongList(schema.body) ? LIST_BYTES : RECORD_BYTES
}

const isLongList = ({ type, maxItems = Number.POSITIVE_INFINITY }: JsonSchema) =>
  [type].flat().includes('array') && maxItems > SHORT_LIST

function holdsLongList(node: unknown): boolean {
  if (node === null || typeof node !== 'object') return false
  return isLongList(node as JsonSchema) || Object.values(node).some(holdsLongList)
}
