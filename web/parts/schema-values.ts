import type { FieldSchema, ObjectSchema } from '../api/types.ts'
import { plainWords } from '../plain-words.ts'
import { typedNumber, unitOf } from '../typed-numbers.ts'

/* The values and helps of a form that is built from the API's schema. */

/** The values of a form described by the API's schema. A checkbox is a boolean, everything else is text. */
export type SchemaValues = Record<string, string | boolean>

const typesOf = ({ type }: FieldSchema): string[] => [type ?? []].flat()

export type FieldKind = 'flag' | 'maybe-flag' | 'choice' | 'date' | 'number' | 'percent' | 'text'

export function kindOf(schema: FieldSchema, name = ''): FieldKind {
  const types = typesOf(schema)
  if (types.includes('boolean')) return types.includes('null') ? 'maybe-flag' : 'flag'
  if (schema.enum) return 'choice'
  if (schema.format === 'date') return 'date'
  if (types.includes('number') && schema.maximum === 1 && SHARES.test(name)) return 'percent'
  if (types.includes('number') || types.includes('integer')) return 'number'
  return 'text'
}

/** Fractions: the API uses 0.175, people write 17.5%. */
const SHARES = /(_rate|_percentage|_fraction)$/

/** The form values of a record. */
export function toValues(schema: ObjectSchema, record: Readonly<Record<string, unknown>>): SchemaValues {
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => {
      const value = record[name]
      if (kindOf(field) === 'flag') return [name, value === true]
      if (value === null || value === undefined) return [name, '']
      return [name, kindOf(field, name) === 'percent' ? timesHundred(value) : String(value)]
    }),
  )
}

/** The service's default for each field of a new record, as its description says. */
export function defaultsOf(schema: ObjectSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, { description }]) => {
      const [, text] = /Default `([^`]*)`/.exec(description ?? '') ?? []
      if (text === undefined) return []
      return [[name, text === 'true' ? true : text === 'false' ? false : text]]
    }),
  )
}

/** The API value of an input. An empty input is null. */
export function toWire(schema: FieldSchema, value: string | boolean | undefined, name = ''): unknown {
  if (kindOf(schema) === 'flag') return value === true
  if (kindOf(schema) === 'maybe-flag') return value === '' ? null : value === 'true' || value === true
  if (value === '' || value === undefined) return null
  const kind = kindOf(schema, name)
  if (kind === 'number') return typedNumber(String(value), unitOf(name))
  if (kind !== 'percent') return value
  const share = Number(typedNumber(String(value).replace('%', ''))) / 100
  return Number.isNaN(share) ? value : String(Number(share.toFixed(10)))
}

const timesHundred = (share: unknown) => String(Number((Number(share) * 100).toFixed(8)))

/** The members of the request body: only those that differ from the initial values. */
export function changedMembers(schema: ObjectSchema, start: SchemaValues, values: SchemaValues) {
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => name in values && values[name] !== start[name])
      .map(([name, field]) => [name, toWire(field, values[name], name)]),
  )
}

/** The schema's description without what the input shows anyway: its default, its choices, and whether it is required. */
export function helpOf(field: FieldSchema, name: string): string {
  const kind = kindOf(field, name)
  const text = (field.description ?? '')
    .replace(/Default (`[^`]*`|true|false|\d+)\./, '')
    .replace(/Null: [^.]*\./, '')
    .replace(/(AU|NZ): required on create[^.]*\./, '')
    .replace(/^(AU|NZ): |\((AU|NZ)\)/, '')
    .replaceAll('`', '')
    .trim()
    .replace(/^True:/, 'Ticked:')
    .replace(/^False:/, 'Not ticked:')
  // A rule is only shown when a value breaks it. As help text it would distract.
  if (/^This must/.test(text) || /\/api\//.test(text)) return ''
  return plainWords(kind === 'percent' ? inPercent(text) : text)
}

/** The API's help names the stored fraction, and the input takes percent: "0.1 is 10%" becomes "10 is 10%". */
const inPercent = (text: string): string =>
  text.replace(/^0\.\d+ is [\d.]+%\.?$/, '').replace(/\b(?:0?\.\d+|[01]) is (\d+(?:\.\d+)?)%/g, '$1 is $1%')

/** Whether the user probably typed a fraction where the input takes percent. */
export function belowOnePercent(value: string): string | null {
  const typed = Number(value.replace('%', ''))
  if (!(typed > 0 && typed < 1)) return null
  return `This is ${value.replace('%', '')}%, less than one percent. For ${timesHundred(typed)}%, enter ${timesHundred(typed)}.`
}
