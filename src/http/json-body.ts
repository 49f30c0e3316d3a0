import type { FastifyRequest } from 'fastify'
import { isRecord } from '../kernel/is-record.ts'
import { InvalidRequest, invalid } from '../kernel/problem.ts'
import { JSON_BOUNDS, JsonScan } from './json-scan.ts'
import { countMembers, findRepeated, givenTwice } from './repeated-members.ts'
import { cleanTexts } from './text-form.ts'
import type { App } from './types.ts'
import { createYielder } from './yield-to-event-loop.ts'

/** A longer list is read in chunks of about this size, each a few milliseconds. */
const PART_BYTES = 256 * 1024
const LIST = /^[\t\n\r ]*\[/

type Parse = (text: string) => unknown
type Yielder = ReturnType<typeof createYielder>
type Loc = (string | number)[]

/**
 * Reads JSON bodies: UTF-8 only, no prototype pollution, no repeated members, limits checked before parsing,
 * and strings normalised. A long list is read in chunks with yields in between. `JSON.parse` of 20 MB would
 * block the event loop for a fifth of a second.
 */
export function readJsonBodies(app: App): void {
  const fastifyParse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      requireUtf8(request)
      const bytes = body
      if (bytes.length === 0) return undefined
      // Searches the bytes. Walking ten thousand records would take longer than parsing them.
      if (bytes.includes('"***')) request.holdsMasks = true
      // The parser calls back synchronously, so the promise only turns its callback into an exception.
      const parse: Parse = (text) => {
        let answer: unknown
        fastifyParse(request, text, (error, value) => {
          if (error) throw error
          answer = value
        })
        return answer
      }
      return bytes.length <= PART_BYTES
        ? readWhole(bytes, parse)
        : readInParts(bytes, parse, itemsMaxOf(request))
    },
  )
}

/** Decodes a body, which must be UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid(['body'], 'The body is not UTF-8. Encode it as UTF-8 and send it again', 'encoding')
  }
}

function requireUtf8({ headers }: FastifyRequest): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '') ?? []
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw invalid(['header', 'content-type'], 'Send the body as UTF-8', 'encoding')
}

async function readWhole(bytes: Buffer, parse: Parse): Promise<unknown> {
  const scan = new JsonScan()
  scan.read(bytes, 0, bytes.length)
  return readPart(decodeUtf8(bytes), parse, scan.members, createYielder())
}

/**
 * The maximum number of items of the route. A longer list is refused during the scan, before anything is
 * parsed.
 */
function itemsMaxOf({ routeOptions }: FastifyRequest): number {
  const body = isRecord(routeOptions.schema) ? routeOptions.schema.body : undefined
  return isRecord(body) && typeof body.maxItems === 'number' ? body.maxItems : Number.POSITIVE_INFINITY
}

async function readInParts(bytes: Buffer, parse: Parse, itemsMax: number): Promise<unknown> {
  const yieldIfDue = createYielder()
  const opening = LIST.exec(bytes.toString('latin1', 0, 100))
  const scan = new JsonScan(opening ? itemsMax : undefined)
  for (let at = 0; at < bytes.length; await yieldIfDue())
    at = scan.read(bytes, at, Math.min(at + PART_BYTES, bytes.length))
  if (!opening && bytes.length > JSON_BOUNDS.itemBytes)
    throw invalid(['body'], 'The body is too large for one record. Send a list', 'too_long')
  if (!opening || scan.commas.length === 0)
    return readPart(decodeUtf8(bytes), parse, scan.members, yieldIfDue)
  if (!(scan.end > 0) || bytes.toString('latin1', scan.end + 1).trim() !== '') throw notJson()

  const items: unknown[] = []
  let start = opening[0].length
  let before = 0
  for (const [index, comma] of [...scan.commas, scan.end].entries()) {
    const isLast = index === scan.commas.length
    if (!isLast && comma - start < PART_BYTES) continue
    const part = decodeUtf8(bytes.subarray(start, comma))
    if (part.trim() === '') throw notJson()
    const members = scan.membersAt[index] ?? scan.members
    const read = await readPart(`[${part}]`, parse, members - before, yieldIfDue, items.length)
    if (Array.isArray(read)) for (const item of read) items.push(item)
    start = comma + 1
    before = members
    await yieldIfDue()
  }
  return items
}

/**
 * Parses JSON that was scanned and found to have this number of members. `offset` is the index of its first item in
 * the list.
 */
async function readPart(text: string, parse: Parse, members: number, yieldIfDue: Yielder, offset = 0) {
  const placeOf = ([first, ...rest]: Loc): Loc =>
    first === undefined ? ['body'] : ['body', typeof first === 'number' ? first + offset : first, ...rest]
  const value = parse(text)
  await yieldIfDue()
  // The parser keeps the last of two members with the same name, so the value has fewer members than the
  // text.
  const repeated = countMembers(value) === members ? undefined : await findRepeated(text, yieldIfDue)
  if (repeated) throw givenTwice(placeOf(repeated))
  // Most bodies are plain ASCII without escapes, and need no cleaning.
  if (!text.includes('\\') && Buffer.byteLength(text) === text.length) return value
  await yieldIfDue()
  return cleanTexts(
    value,
    (loc, problem) => new InvalidRequest([{ loc: placeOf(loc), msg: problem, type: 'text' }]),
  )
}

const notJson = () => invalid(['body'], 'The body is not valid JSON', 'json_invalid')
