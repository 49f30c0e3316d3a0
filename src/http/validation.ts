import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import formatsPlugin from 'ajv-formats'
import { InvalidRequest } from '../kernel/problem.ts'
import { addBoundedKeywords } from './bounded-schema.ts'
import { type Checks, placesOf } from './invalid-places.ts'
import { createTextReader } from './read-texts.ts'
import { SCHEMA_CODE } from './schema-code.ts'
import { createYielder } from './yield-to-event-loop.ts'

const PARTS: Record<string, string> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
}
/** A body up to this size is checked for all its errors, a larger one only up to its first. */
const SEARCHED = { values: 5000, characters: 200_000 }
/** A longer list is checked in chunks, so other requests are served in between. */
const PART_ITEMS = 100

type Result = { value: unknown } | { error: InvalidRequest }
type Validator = (data: unknown) => Result | Promise<boolean>

/**
 * Creates Fastify's validator compiler. Bodies are validated as they are, while query and path values are
 * converted from text. A body is first checked up to its first error, which is cheap. Only a small body is
 * then checked for all errors. Collecting every error of a huge body would be an easy way to keep the service
 * busy.
 */
export function createValidatorCompiler(checks: Checks) {
  const untilFirst = createAjv(checks, false)
  const untilLast = createAjv(checks, true)

  return ({ schema, httpPart }: { schema: unknown; httpPart?: string }): Validator => {
    const part = PARTS[httpPart ?? 'body'] ?? 'body'
    const check = createCheck(untilFirst, untilLast, part, checks)
    if (part === 'query' || part === 'path') {
      const readTexts = createTextReader(schema, { isPath: part === 'path' })
      const whole = check(schema)
      return (data) => toResult(readTexts(data) ?? whole(data), data)
    }
    const { items, ...list } = schema as { type?: unknown; items?: unknown }
    const whole = check(schema)
    if (list.type !== 'array') return (data) => toResult(whole(data), data)
    const outer = check(list)
    const inner = check({ type: 'array', items })
    return (data) => {
      if (!Array.isArray(data) || data.length <= PART_ITEMS) return toResult(whole(data), data)
      const error = outer(data)
      return error ? { error } : checkInParts(data, inner)
    }
  }
}

type Check = (data: unknown, offset?: number) => InvalidRequest | undefined

async function checkInParts(list: readonly unknown[], check: Check): Promise<boolean> {
  const yieldIfDue = createYielder()
  for (let start = 0; start < list.length; start += PART_ITEMS) {
    const error = check(list.slice(start, start + PART_ITEMS), start)
    if (error) throw error
    await yieldIfDue()
  }
  return true
}

const toResult = (error: InvalidRequest | undefined, value: unknown): Result =>
  error ? { error } : { value }

function createAjv(checks: Checks, allErrors: boolean): Ajv {
  const ajv = new Ajv({
    coerceTypes: false,
    allErrors,
    removeAdditional: false,
    useDefaults: true,
    strict: true,
    strictNumbers: true,
    strictTypes: false,
    strictTuples: false,
    allowUnionTypes: true,
    verbose: true,
    code: SCHEMA_CODE,
  })
  formatsPlugin.default(ajv)
  for (const name of ['x-component', 'x-problem', 'example', 'x-sensitive']) ajv.addKeyword(name)
  for (const [name, check] of Object.entries(checks))
    ajv.addFormat(name, { type: 'string', validate: (text) => check(text) === null })
  addBoundedKeywords(ajv)
  return ajv
}

/** Compiles at the first request, so a start does not pay for two hundred unused routes. */
function createCheck(untilFirst: Ajv, untilLast: Ajv, part: string, checks: Checks) {
  return (schema: unknown): Check => {
    let first: ValidateFunction | undefined
    let all: ValidateFunction | undefined
    return (data, offset = 0) => {
      first ??= untilFirst.compile(schema as AnySchema)
      if (first(data)) return undefined
      let errors = first.errors ?? []
      if (isSmall(data)) {
        all ??= untilLast.compile(schema as AnySchema)
        all(data)
        errors = all.errors ?? errors
      }
      const places = placesOf(errors, part, checks)
      return new InvalidRequest(offset === 0 ? places : places.map((place) => moveBy(place, offset)))
    }
  }
}

/** The position of an item in the whole list, after a chunk of the list was checked. */
function moveBy<T extends { loc: (string | number)[]; msg: string }>(place: T, offset: number): T {
  const [part = 'body', index, ...rest] = place.loc
  if (typeof index !== 'number') return place
  const msg = rest.length === 0 ? place.msg.replace(`Item ${index}`, `Item ${index + offset}`) : place.msg
  return { ...place, loc: [part, index + offset, ...rest], msg }
}

function isSmall(data: unknown): boolean {
  const waiting = [data]
  let characters = 0
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > SEARCHED.values || characters > SEARCHED.characters) return false
    const value = waiting.pop()
    if (typeof value === 'string') characters += value.length
    if (value === null || typeof value !== 'object') continue
    const members = Object.values(value)
    if (members.length > SEARCHED.values) return false
    waiting.push(...members)
  }
  return true
}
