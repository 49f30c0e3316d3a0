import { createHash } from 'node:crypto'
import { createYielder } from '../../../http/yield-to-event-loop.ts'

/** The list in the body of a request is split into its items. Each item is small. */
const DEPTH = 2
const PART_CHARS = 64 * 1024

/** The fingerprint of a request. The order of keys in the payload does not matter. */
export async function hashPayload(endpoint: string, payload: unknown): Promise<Buffer> {
  const hash = createHash('sha256').update(endpoint).update('\n')
  const yieldIfDue = createYielder()
  // Hashes in chunks. Serialising ten thousand pays as one text would block the event loop.
  let text = ''
  for (const part of sortedJson(payload, DEPTH)) {
    text += part
    if (text.length < PART_CHARS) continue
    hash.update(text)
    text = ''
    await yieldIfDue()
  }
  return hash.update(text).digest()
}

/** Yields the JSON text of a value, with sorted keys, in chunks. */
function* sortedJson(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || value === null || typeof value !== 'object') {
    yield JSON.stringify(sortKeys(value)) ?? ''
    return
  }
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  for (const [name, member] of isList ? value.entries() : sortedMembers(value)) {
    yield isList ? before : `${before}${JSON.stringify(name)}:`
    yield* sortedJson(isList ? (member ?? null) : member, depth - 1)
    before = ','
  }
  if (before !== ',') yield before
  yield isList ? ']' : '}'
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(sortedMembers(value).map(([name, member]) => [name, sortKeys(member)]))
}

function sortedMembers(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
