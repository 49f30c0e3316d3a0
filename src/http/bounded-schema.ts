import type { Ajv } from 'ajv'

type Schema = Record<string, unknown>
/** The least and the greatest value of a number. */
export type Bounds = { minimum?: number; maximum?: number; exclusiveMinimum?: number }

const CONTROL = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'
const FORBIDDEN = new RegExp(`[${CONTROL}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}]`, 'u')
const LINE = /[\t\r\n\u2028\u2029]/

/** What is wrong with the characters of a text, as the end of a sentence; null when nothing is. */
export function textProblem(text: string, mayHaveLines = false): string | null {
  if (!text.isWellFormed()) return 'holds half of a character; send whole characters'
  if (FORBIDDEN.test(text)) return 'must not hold control characters or marks that turn the direction of text'
  if (!mayHaveLines && LINE.test(text)) return 'must be one line, without tabs'
  return null
}

/** From 1900 to 2199, and a day of the calendar. */
export function isCivilDate(text: string): boolean {
  const [, year, month, day] = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (!year) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/**
 * The same schema with what holds for every text and every decimal: whole, visible characters; and for a decimal that may
 * come as a number or as its text, the number's bounds on the text too.
 */
export function boundSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(boundSchema)
  if (node === null || typeof node !== 'object') return node
  const { properties, ...others } = node as Schema
  const bounded: Schema = Object.fromEntries(
    Object.entries(others).map(([key, value]) => [key, isData(key) ? value : boundSchema(value)]),
  )
  if (properties)
    bounded.properties = Object.fromEntries(
      Object.entries(properties as Schema).map(([name, member]) => [name, boundSchema(member)]),
    )
  const types = [bounded.type].flat()
  if (types.includes('string') && !bounded.enum) bounded['x-text'] = bounded['x-lines'] ? 'lines' : 'line'
  const bounds = boundsOfText(bounded, types)
  if (bounds) bounded['x-decimal'] = bounds
  return bounded
}

/** Keys whose value is an example or a choice, not a schema. */
const isData = (key: string) => ['examples', 'example', 'enum', 'const', 'default'].includes(key)

function boundsOfText(schema: Schema, types: unknown[]): Bounds | undefined {
  const isNumber = (type: unknown) => type === 'number' || type === 'integer'
  if (types.includes('string') && types.some(isNumber)) return pickBounds(schema)
  const branches = (schema.anyOf ?? []) as Schema[]
  const number = branches.find(({ type }) => isNumber(type))
  return number && branches.some(({ type }) => type === 'string') ? pickBounds(number) : undefined
}

function pickBounds({ minimum, maximum, exclusiveMinimum }: Schema): Bounds {
  return Object.fromEntries(
    Object.entries({ minimum, maximum, exclusiveMinimum }).filter(([, value]) => value !== undefined),
  )
}

/** Teaches the validator what `boundSchema` writes. */
export function addBoundedKeywords(ajv: Ajv): void {
  ajv.addKeyword('x-lines')
  ajv.addKeyword({
    keyword: 'x-text',
    type: 'string',
    validate: (kind: string, text: string) => textProblem(text, kind === 'lines') === null,
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
