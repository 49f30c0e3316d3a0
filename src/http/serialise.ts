import fastJson, { type Schema } from 'fast-json-stringify'
import { isRecord } from '../kernel/is-record.ts'
import { SCHEMA_CODE } from './schema-code.ts'

type Serialise = (data: unknown) => string

/** Compiles a serialiser when its first response is sent, which keeps the start fast. */
export function serialiseLazily({ schema }: { schema: unknown }): Serialise {
  let serialise: Serialise | undefined
  return (data) => {
    serialise ??= fastJson(withoutChoices(schema) as Schema, { ajv: { code: SCHEMA_CODE } })
    return serialise(data)
  }
}

/**
 * Rewrites "this or null" as `nullable`. For a choice, the serialiser would compile a validator for each side
 * and run it on every value. It can check for null directly.
 */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices)
  if (!isRecord(schema)) return schema
  const { anyOf, ...rest } = schema
  const shape = shapeBesideNull(anyOf)
  const members = shape ? { ...shape, ...rest, nullable: true } : schema
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, withoutChoices(value)]))
}

/** The shape in a choice between a shape and null, if the shape has one type. */
function shapeBesideNull(choice: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(choice) || choice.length !== 2) return undefined
  const [shape, nothing]: unknown[] = choice
  const isNullable = isRecord(nothing) && nothing.type === 'null'
  return isNullable && isRecord(shape) && typeof shape.type === 'string' ? shape : undefined
}
