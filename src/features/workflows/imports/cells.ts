import type { TSchema } from 'typebox'
import { textProblem } from '../../../http/bounded-schema.ts'
import { escapeFormula, isFormula, unescapeFormula } from '../../../kernel/values/formula-text.ts'
import { factsOf } from './kinds.ts'

/* Parses one cell of a file into the value of its field. */

export type DateFormat = 'YMD' | 'DMY'
export type ReadCell = { value: unknown } | { problem: string }

/** Negative amounts and phone numbers start with such a sign too. */
const PLAIN_SIGNED = /^[+-][\d\s().,-]+$/
const GROUPED = /^(-?)\$?(\d{1,3}(?:,\d{3})+)(\.\d+)?$/
const PRICED = /^(-?)\$(\d+(?:\.\d+)?)$/
const TRUE = new Set(['true', 'yes', 'y', '1'])
const FALSE = new Set(['false', 'no', 'n', '0'])

/** Puts an apostrophe before text that a spreadsheet would run as a formula. The import removes it. */
export function escapeCell(text: string): string {
  return PLAIN_SIGNED.test(text) ? text : escapeFormula(text)
}

export function readCell(schema: TSchema, given: unknown, dates: DateFormat): ReadCell {
  if (typeof given !== 'string') return { value: given }
  const unescaped = unescapeFormula(given)
  if (unescaped === given && isFormula(given) && !PLAIN_SIGNED.test(given))
    return { problem: 'looks like a spreadsheet formula. Send its value as text' }
  const problem = textProblem(unescaped, 'lines')
  if (problem) return { problem }
  if (isDate(schema)) return readDate(unescaped, dates)
  const types = typesOf(schema)
  if (types.has('boolean')) return readFlag(unescaped)
  if (types.has('number') || types.has('integer')) return readNumber(unescaped, types)
  return { value: unescaped }
}

function readFlag(text: string): ReadCell {
  const word = text.trim().toLowerCase()
  if (TRUE.has(word)) return { value: true }
  if (FALSE.has(word)) return { value: false }
  return { problem: `must be true or false, not "${text}"` }
}

/** Amounts stay text if the field accepts text, so no digits are lost. */
function readNumber(text: string, types: ReadonlySet<string>): ReadCell {
  const plain = text.replace(
    GROUPED,
    (_, sign, digits, rest = '') => `${sign}${digits.replaceAll(',', '')}${rest}`,
  )
  const number = plain.replace(PRICED, '$1$2')
  if (types.has('string') || !/^-?\d+(\.\d+)?$/.test(number)) return { value: number }
  return { value: Number(number) }
}

const SERIAL = /^\d{5}(\.\d+)?$/
const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/

function readDate(text: string, dates: DateFormat): ReadCell {
  if (/^\d{8}$/.test(text)) return { value: `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` }
  const [, day = '', month = '', year = ''] = SLASHED.exec(text) ?? []
  if (day !== '' && dates === 'DMY' && year.length === 4)
    return { value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }
  if (day !== '')
    return {
      problem: `"${text}" is a date in a spreadsheet format. Write it as YYYY-MM-DD, or send date_format=DMY for day/month/year`,
    }
  if (SERIAL.test(text))
    return {
      problem: `"${text}" is a spreadsheet’s day number. Write the date as YYYY-MM-DD`,
    }
  return { value: text }
}

/** The types of a schema, including those of its branches. */
function typesOf(schema: TSchema): Set<string> {
  const { type, anyOf } = factsOf(schema)
  return new Set([...[type ?? []].flat(), ...(anyOf ?? []).flatMap((branch) => [...typesOf(branch)])])
}

function isDate(schema: TSchema): boolean {
  const { format, anyOf } = factsOf(schema)
  return format === 'date' || (anyOf ?? []).some(isDate)
}

/** The value type of a field, for clients that parse files themselves. */
export function valueType(schema: TSchema): {
  value_type: 'text' | 'date' | 'number' | 'flag' | 'choice'
  choices: string[]
} {
  const choices = choicesOf(schema)
  const types = typesOf(schema)
  if (choices.length > 0) return { value_type: 'choice', choices }
  if (isDate(schema)) return { value_type: 'date', choices }
  if (types.has('boolean')) return { value_type: 'flag', choices }
  return { value_type: types.has('number') || types.has('integer') ? 'number' : 'text', choices }
}

function choicesOf(schema: TSchema): string[] {
  const { enum: values = [], anyOf = [] } = factsOf(schema)
  return [...values.filter((value) => typeof value === 'string'), ...anyOf.flatMap(choicesOf)]
}
