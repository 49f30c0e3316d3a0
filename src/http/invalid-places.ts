import type { ErrorObject } from 'ajv'
import { type InvalidPlace, PLACES_MAX } from '../kernel/problem.ts'
import { type Bounds, type TextKind, textProblem } from './bounded-schema.ts'

/**
 * Each check returns the problem with a string, or null. Each becomes a JSON Schema format of the same name.
 */
export type Checks = Record<string, (text: string) => string | null>

/**
 * Converts the validator's errors into places with messages. At most fifty, in time linear in the number of
 * errors.
 */
export function placesOf(errors: readonly ErrorObject[], part: string, checks: Checks): InvalidPlace[] {
  const places = new Map<string, InvalidPlace>()
  const isNoise = findNoise(errors)
  for (const error of errors) {
    if (error.keyword !== 'x-text' && isNoise(error)) continue
    const place = placeOf(error, part, checks)
    const key = place.loc.join('\u0001')
    if (!places.has(key)) places.set(key, place)
    if (places.size >= PLACES_MAX) break
  }
  return [...places.values()]
}

/**
 * A failed anyOf reports each branch and itself. The error of the whole helps the caller, those of the
 * branches do not. For a nullable shape, the errors inside it help, and "must be null" does not.
 */
function findNoise(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const exact = new Set<string>()
  const wholes = new Map<string, Set<string>>()
  for (const error of errors) {
    const { instancePath, schemaPath, keyword, schema } = error
    if (isNullableWhole(error)) {
      const branch = Array.isArray(schema) ? schema.findIndex(({ type }) => type === 'null') : -1
      exact.add(`${instancePath}\u0001${schemaPath}`).add(`${instancePath}\u0001${schemaPath}/${branch}/type`)
    } else if (keyword === 'anyOf' || keyword === 'oneOf') {
      wholes.set(instancePath, (wholes.get(instancePath) ?? new Set()).add(schemaPath))
    }
  }
  return ({ instancePath, schemaPath }) => {
    if (exact.has(`${instancePath}\u0001${schemaPath}`)) return true
    if (wholes.size === 0) return false
    for (let path = instancePath; ; path = path.slice(0, path.lastIndexOf('/'))) {
      for (const whole of wholes.get(path) ?? []) if (schemaPath.startsWith(`${whole}/`)) return true
      if (path === '') return false
    }
  }
}

function isNullableWhole(error: ErrorObject): boolean {
  if (error.keyword !== 'anyOf' || !Array.isArray(error.schema) || error.schema.length !== 2) return false
  const types = error.schema.map((branch: { type?: unknown }) => branch.type)
  if (!types.includes('null') || error.data === null || types.includes(undefined)) return false
  const hasSentence = error.parentSchema?.['x-problem'] !== undefined
  return !hasSentence || typeof error.data === 'object'
}

const TYPES: Record<string, string> = {
  required: 'missing',
  additionalProperties: 'extra_forbidden',
  enum: 'enum',
  type: 'type_error',
  minLength: 'string_too_short',
  maxLength: 'string_too_long',
  pattern: 'string_pattern_mismatch',
  format: 'format',
  minimum: 'greater_than_equal',
  exclusiveMinimum: 'greater_than',
  maximum: 'less_than_equal',
  minItems: 'too_short',
  maxItems: 'too_long',
}

function placeOf(error: ErrorObject, part: string, checks: Checks): InvalidPlace {
  const loc: (string | number)[] = [part]
  for (const piece of error.instancePath.split('/').slice(1)) {
    const name = piece.replaceAll('~1', '/').replaceAll('~0', '~')
    loc.push(/^\d+$/.test(name) ? Number(name) : name)
  }
  const params: Readonly<Record<string, unknown>> = error.params
  if (error.keyword === 'required') loc.push(String(params.missingProperty))
  if (error.keyword === 'additionalProperties') loc.push(String(params.additionalProperty))
  const name = loc.length > 1 ? nameOf(loc) : `The ${part}`
  return { loc, msg: sentenceOf(error, name, params, checks), type: TYPES[error.keyword] ?? 'value_error' }
}

/** The name of the field at a location. A list item is named with its list, as in events[0]. */
function nameOf(loc: (string | number)[]): string {
  const last = loc.at(-1)
  if (typeof last === 'string') return last
  const list = loc.at(-2)
  return typeof list === 'string' && loc.length > 2 ? `${list}[${last}]` : `Item ${last}`
}

function sentenceOf(
  error: ErrorObject,
  name: string,
  params: Record<string, unknown>,
  checks: Checks,
): string {
  if (error.keyword === 'required') return `${name} is required`
  if (error.keyword === 'additionalProperties') return `Unknown field: ${name}`
  if (error.keyword === 'x-text')
    return `${name} ${textProblem(String(error.data), error.schema as TextKind)}`
  if (error.keyword === 'format' && params.format === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(error.data)))
    if (!/^(19|20|21)/.test(String(error.data))) return `${name} must be between 1900 and 2199`
  const own = error.parentSchema?.['x-problem']
  if (typeof own === 'string' && error.keyword !== 'type') return `${name} ${own}`
  if (error.keyword === 'x-decimal') return `${name} ${boundsSentence(error.schema as Bounds)}`
  if (error.keyword === 'enum')
    return `${name} must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`
  if (error.keyword === 'format') {
    const check = checks[String(params.format)]
    if (check && typeof error.data === 'string') return `${name}: ${check(error.data) ?? 'is not valid'}`
  }
  return `${name} ${(error.message ?? 'is not valid').replace('must NOT', 'must not')}`
}

function boundsSentence({ minimum, maximum, exclusiveMinimum }: Bounds): string {
  const least =
    exclusiveMinimum !== undefined
      ? `above ${exclusiveMinimum}`
      : minimum !== undefined && `at least ${minimum}`
  return `must be ${[least, maximum !== undefined && `at most ${maximum}`].filter(Boolean).join(' and ')}`
}
