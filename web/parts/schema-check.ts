import type { FieldSchema, ObjectSchema } from '../api/types.ts'
import { kindOf, type SchemaValues, toWire } from './schema-values.ts'

/** Checks all fields against the published schema at once. The service has the final say. */
export function checkValues(
  schema: ObjectSchema,
  values: SchemaValues,
  fields: readonly string[],
  options: { required: readonly string[]; labelOf: (field: string) => string },
): Record<string, string> {
  const required = new Set([...(schema.required ?? []), ...options.required])
  const problems: Record<string, string> = {}
  for (const name of fields) {
    const field = schema.properties[name]
    if (!field) continue
    const problem = checkValue(field, name, values[name], required.has(name))
    if (problem) problems[name] = `${options.labelOf(name)} ${problem}`
  }
  return problems
}

function checkValue(
  field: FieldSchema,
  name: string,
  value: string | boolean | undefined,
  isRequired: boolean,
): string | null {
  if (typeof value === 'boolean') return null
  const text = String(value ?? '').trim()
  if (text === '') return isRequired ? 'is required' : null
  // A masked number is unchanged.
  if (text.startsWith('***')) return null
  const kind = kindOf(field, name)
  const wire = String(toWire(field, text, name))
  const isNumber = kind === 'number' || kind === 'percent'
  if (field.pattern && !new RegExp(field.pattern, 'u').test(wire)) return rule(field, kind)
  if (isNumber && (Number(wire) < (field.minimum ?? -Infinity) || Number(wire) > (field.maximum ?? Infinity)))
    return rule(field, kind)
  if (text.length < (field.minLength ?? 0)) return `must have at least ${field.minLength} characters`
  // The input does not cut a long text, because half a number could be saved without anyone noticing.
  if (!isNumber && field.maxLength !== undefined && text.length > field.maxLength)
    return `has ${text.length} characters and must have at most ${field.maxLength}`
  return null
}

/** The rule in the schema's own words, where it has them. */
function rule(field: FieldSchema, kind: ReturnType<typeof kindOf>): string {
  if (kind === 'percent') return `must be a percentage from 0 to ${(field.maximum ?? 1) * 100}`
  const [, said] = /^This (must .*)\.$/.exec(field.description ?? '') ?? []
  if (said) return said
  if (kind === 'number' && field.minimum !== undefined && field.maximum !== undefined)
    return `must be a number from ${field.minimum} to ${field.maximum}`
  return 'does not have the expected format'
}
