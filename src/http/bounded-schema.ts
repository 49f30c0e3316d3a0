import type { Ajv } from 'ajv'
import type { RouteOptions } from 'fastify'
import { isRecord } from '../kernel/is-record.ts'
import type { App } from './types.ts'

type Schema = Record<string, unknown>
/**
 * The checks that a part of the request leaves to its handler: the characters of a string, or integers that
 * cannot be ids.
 */
type Unbounded = { hasOwnTexts: boolean; hasAnyInteger: boolean }
/** The minimum and maximum of a number. */
export type Bounds = { minimum?: number; maximum?: number; exclusiveMinimum?: number }

const CONTROL = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'
const FORBIDDEN = new RegExp(`[${CONTROL}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}]`, 'u')
const LINE = /[\t\r\n\u2028\u2029]/
/** Characters without width can make two different names look the same. */
const INVISIBLE =
  /\u034f|[\u00ad\u115f\u1160\u180e\u200b\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Co}]/u
/** A string made only of blank Braille patterns looks empty. */
const BLANK = /^[\s\u2800]*\u2800[\s\u2800]*$/u
/**
 * Joiners belong inside words of some scripts and inside emoji. They never belong beside Latin letters,
 * digits or spaces, nor at either end.
 */
const LOOSE_JOINER =
  /(?:^|[\p{Script=Latin}\p{N}\p{P}\p{Z}])[\u200c\u200d]|[\u200c\u200d](?:$|[\p{Script=Latin}\p{N}\p{P}\p{Z}])/u
/** A carriage return without a line feed. */
const LONE_RETURN = /\r(?!\n)/

/**
 * One line unless the schema sets `x-text`. `lines` allows several, and `any` leaves the characters to the
 * handler.
 */
export type TextKind = 'line' | 'lines' | 'any'

/** The problem with a string's characters, as the end of a sentence. Null when there is none. */
export function textProblem(text: string, kind: TextKind = 'line'): string | null {
  if (!text.isWellFormed()) return 'contains an incomplete character (a lone surrogate)'
  if (kind === 'any') return null
  if (FORBIDDEN.test(text) || (kind === 'lines' && LONE_RETURN.test(text)))
    return 'must not contain control characters or text-direction marks'
  if (INVISIBLE.test(text) || LOOSE_JOINER.test(text) || BLANK.test(text))
    return 'must not contain invisible characters'
  if (kind === 'line' && LINE.test(text)) return 'must be one line, without tabs'
  return null
}

/** Whether the text is a valid calendar date from 1900 to 2199. */
function isCivilDate(text: string): boolean {
  const [, year, month, day] = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (!year) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** The integer range of a database column. An id outside it is refused before it reaches the database. */
const COLUMN = { minimum: -2_147_483_648, maximum: 2_147_483_647 }

/**
 * The widest bounds: the integer range of a column, the exact range of a JSON number, and our longest list
 * and text.
 */
const WIDEST = {
  integer: COLUMN,
  number: { minimum: -999_999_999_999_999, maximum: 999_999_999_999_999 },
  array: { maxItems: 100_000 },
  string: { maxLength: 4000 },
}
const WIDEST_OF_PATH = {
  ...WIDEST,
  integer: { minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
}

/**
 * Adds the common rules to every request schema before its route is registered: whole, visible characters in
 * strings, and default bounds. So no route can forget them, and the served document shows them.
 */
export function boundRequests(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { schema } = route
    if (!isRecord(schema)) return
    // OAuth compares its strings with the values it issued, and has its own error codes for mismatches.
    const hasOwnTexts = route.url.startsWith('/api/oauth/')
    // A path id out of range gets a "not found" response.
    for (const part of ['body', 'querystring', 'params', 'headers'])
      if (schema[part])
        schema[part] = boundSchema(schema[part], { hasOwnTexts, hasAnyInteger: part === 'params' })
  })
}

function boundSchema(node: unknown, left: Unbounded): unknown {
  if (Array.isArray(node)) return node.map((item) => boundSchema(item, left))
  if (!isRecord(node)) return node
  const { properties, ...others } = node
  const bounded: Schema = Object.fromEntries(
    Object.entries(others).map(([key, value]) => [key, isData(key) ? value : boundSchema(value, left)]),
  )
  if (isRecord(properties))
    bounded.properties = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, boundSchema(member, left)]),
    )
  if (!bounded.enum && bounded.const === undefined) addBounds(bounded, left)
  return bounded
}

function addBounds(schema: Schema, { hasOwnTexts, hasAnyInteger }: Unbounded): void {
  const types = [schema.type].flat()
  for (const [type, widest] of Object.entries(hasAnyInteger ? WIDEST_OF_PATH : WIDEST))
    if (types.includes(type))
      for (const [key, bound] of Object.entries(widest))
        if (schema[key] === undefined && !(key === 'minimum' && schema.exclusiveMinimum !== undefined))
          schema[key] = bound
  if (types.includes('string') && !hasOwnTexts) schema['x-text'] ??= 'line'
  const bounds = boundsOfText(schema, types)
  if (bounds) schema['x-decimal'] = bounds
}

/** Keys whose value is an example or a choice, not a schema. */
const isData = (key: string) => ['examples', 'example', 'enum', 'const', 'default'].includes(key)

/**
 * The bounds of a decimal that may be sent as a number or as text. They apply to the text too. Text without
 * a pattern is a name.
 */
function boundsOfText(schema: Schema, types: unknown[]): Bounds | undefined {
  const isNumber = (type: unknown) => type === 'number' || type === 'integer'
  if (types.includes('string') && types.some(isNumber)) return schema.pattern ? pickBounds(schema) : undefined
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : []
  const number = branches.find(({ type }) => isNumber(type))
  return number && branches.some(({ type, pattern }) => type === 'string' && pattern)
    ? pickBounds(number)
    : undefined
}

function pickBounds({ minimum, maximum, exclusiveMinimum }: Schema): Bounds {
  return Object.fromEntries(
    Object.entries({ minimum, maximum, exclusiveMinimum }).filter(([, value]) => value !== undefined),
  )
}

/** Adds the keywords that `boundSchema` uses to the validator. */
export function addBoundedKeywords(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: 'x-text',
    type: 'string',
    validate: (kind: TextKind, text: string) => textProblem(text, kind) === null,
    errors: false,
  })
  ajv.addKeyword({
    keyword: 'x-decimal',
    type: 'string',
    validate: ({ minimum, maximum, exclusiveMinimum }: Bounds, text: string) => {
      const value = Number(text)
      if (text.trim() === '' || Number.isNaN(value)) return true
      if (minimum !== undefined && value < minimum) return false
      if (maximum !== undefined && value > maximum) return false
      return exclusiveMinimum === undefined || value > exclusiveMinimum
    },
    errors: false,
  })
  ajv.addFormat('date', { type: 'string', validate: isCivilDate })
}
