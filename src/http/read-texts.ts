import { isRecord } from '../kernel/is-record.ts'
import type { InvalidRequest } from '../kernel/problem.ts'
import { givenTwice } from './repeated-members.ts'

type Kinds = { name: string; kinds: ReadonlySet<unknown>; isList: boolean }

const WHOLE = /^(0|-?[1-9]\d{0,15})$/
/** A long integer. One that is not a safe integer is a path id that no row can have. */
const LONG_WHOLE = /^-?[1-9]\d{15,}$/
const DECIMAL = /^-?\d{1,15}(\.\d{1,10})?$/

/**
 * Creates the reader of a query or path, where all values are text. Numbers are plain decimals (no `0x1`,
 * `1e3`, ` 1`, `Infinity`). Booleans are accepted as common languages write them, a list may be a single
 * value, and strings are normalised. Returns the problem, if any. A path id too large for any column is read as
 * one that no row has, so the handler responds with "not found".
 */
export function createTextReader(
  schema: unknown,
  { isPath = false } = {},
): (values: unknown) => InvalidRequest | undefined {
  const { properties = {} } = schema as { properties?: Record<string, JsonSchema> }
  const members = Object.entries(properties).map(([name, member]) => kindsOf(name, member))
  return (values) => {
    if (!isRecord(values)) return undefined
    for (const { name, kinds, isList } of members) {
      const sent = values[name]
      if (sent === undefined) continue
      const read = (text: unknown) => (typeof text === 'string' ? readText(text, kinds, isPath) : text)
      if (isList) values[name] = [sent].flat().map(read)
      else if (Array.isArray(sent)) return givenTwice(['query', name])
      else values[name] = read(sent)
    }
    return undefined
  }
}

type JsonSchema = { type?: unknown; anyOf?: JsonSchema[]; items?: JsonSchema }

function kindsOf(name: string, schema: JsonSchema): Kinds {
  const branches = schema.anyOf ?? [schema]
  const list = branches.find(({ type }) => type === 'array')
  const kinds = new Set((list?.items ? [list.items] : branches).flatMap(({ type }) => type))
  return { name, kinds, isList: list !== undefined }
}

function readText(text: string, kinds: ReadonlySet<unknown>, isPath: boolean): unknown {
  if (kinds.has('boolean')) return readBoolean(text, kinds.has('null'))
  if (isPath && kinds.has('integer') && LONG_WHOLE.test(text) && !Number.isSafeInteger(Number(text)))
    return outermost(text)
  if (kinds.has('integer') && WHOLE.test(text)) return Number(text)
  if (kinds.has('number') && DECIMAL.test(text)) return Number(text)
  return text.normalize('NFC')
}

/** Restores oversized path ids in a message to the form in which the caller sent them. */
export function withIdsAsSent(sentence: string, url: string): string {
  const [path = ''] = url.split('?')
  const sent = path.split('/').filter((part) => LONG_WHOLE.test(part) && !Number.isSafeInteger(Number(part)))
  return sent.reduce((text, id) => text.replace(String(outermost(id)), id), sentence)
}

const outermost = (text: string) => (text.startsWith('-') ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER)

/** Python sends True, others send 1 or null. All are accepted. */
function readBoolean(text: string, takesNull: boolean): unknown {
  const word = text.toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  return takesNull && (word === 'null' || word === 'none') ? null : text
}
