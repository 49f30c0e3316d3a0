import { z } from 'zod'
import { mask } from './mask.ts'

/** The maximum size of a list. A response contains the list twice, as text and as structured content. */
const MAX_BYTES = 9000

export const PAGING = {
  limit: z.number().int().min(1).max(200).optional().describe('Entries per response. Default 100.'),
  offset: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Entries to skip: next_offset of the previous response.'),
  fields: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Fields to show, by their API names. Default: a short selection.'),
}
export type Paging = z.infer<z.ZodObject<typeof PAGING>>

export const PAGE = {
  items: z.array(z.looseObject({})).describe('Entries of this page.'),
  total: z.number().int().describe('Total number of entries.'),
  next_offset: z.number().int().nullable().describe('Where the next page starts; null on the last page.'),
}

/** One page of a list with the requested members, cut before it gets too long. */
export function pageOf(all: readonly object[], paging: Paging, usual: readonly string[]) {
  const { limit = 100, offset = 0, fields = usual } = paging
  requireKnown(fields, all)
  const items: object[] = []
  let bytes = 0
  for (const entry of all.slice(offset, offset + limit)) {
    const item = mask(pick(entry, fields)) as object
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    if (bytes > MAX_BYTES && items.length > 0) break
    items.push(item)
  }
  const next = offset + items.length
  return { items, total: all.length, next_offset: next < all.length ? next : null }
}

/** Refuses a field that no entry has. Otherwise the entries would be empty. */
function requireKnown(fields: readonly string[], all: readonly object[]): void {
  const known = new Set(all.flatMap((entry) => Object.keys(entry)))
  const unknown = fields.filter((name) => !known.has(name))
  if (known.size > 0 && unknown.length > 0)
    throw new Error(`422: Unknown field: ${unknown.join(', ')}. The fields are ${[...known].join(', ')}.`)
}

function pick(entry: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => fields.includes(name)))
}
