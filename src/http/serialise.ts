import fastJson, { type Schema } from 'fast-json-stringify'
import { isRecord } from '../kernel/is-record.ts'
import { SCHEMA_CODE } from './schema-code.ts'

type Serialise = (data: unknown) => string

/** Compiles an answer's serialiser when the first such answer is sent, which keeps the start short. */
export function serialiseLazily({ schema }: { schema: unknown }): Serialise {
  let serialise: Serialise | undefined
  return (data) => {
    serialise ??= fastJson(withoutChoices(schema) as Schema, { ajv: { code: SCHEMA_CODE } })
    return serialise(data)
  }
}

/**
 * The schema with "this or null" written as `nullable`. For a choice the serialiser compiles a check of each side and asks it of every
 * value; whether a value is null it sees for itself.
 */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices)
  if (!isRecord(schema)) return schema
  const { anyOf, ...rest } = schema
  const shape = shapeBesideNull(anyOf)
  const members = shape ? { ...shape, ...rest, nullable: true } : schema
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, withoutChoices(value)]))
}

/** The shape of a choice between it and null, where it is of one type. */
function shapeBesideNull(choice: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(choice) || choice.length !== 2) return undefined
  const [shape, nothing]: unknown[] = choice
  const isNullable = isRecord(nothing) && nothing.type === 'null'
  return isNullable && isRecord(shape) && typeof shape.type === 'string' ? shape : undefined
}
