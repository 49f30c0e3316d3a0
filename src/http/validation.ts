import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv'
import formatsPlugin from 'ajv-formats'
import { type InvalidPlace, InvalidRequest } from '../problem.ts'

/** Says what is wrong with a text, or null. Each becomes a JSON Schema format of its name. */
export type Checks = Record<string, (text: string) => string | null>

const PARTS: Record<string, string> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
}
const ALL_ERRORS_MAX_CHARS = 200_000
const ERRORS_MAX = 50

type AjvErrors = ErrorObject[] | null | undefined

/**
 * Makes Fastify's validator compiler: bodies are taken as they are, query and path are read from text.
 * A body is first checked up to its first fault, which is cheap; only a small one is then searched for all of them,
 * because collecting every fault of a huge body would be an easy way to keep the service busy.
 */
export function createValidatorCompiler(checks: Checks) {
  const make = (coerceTypes: boolean | 'array', allErrors: boolean) => {
    const ajv = new Ajv({
      coerceTypes,
      allErrors,
      removeAdditional: false,
      useDefaults: true,
      strict: true,
      strictNumbers: true,
      strictTypes: false,
      strictTuples: false,
      allowUnionTypes: true,
      verbose: true,
    })
    formatsPlugin.default(ajv)
    for (const name of ['x-component', 'x-problem', 'example', 'x-sensitive']) ajv.addKeyword(name)
    for (const [name, check] of Object.entries(checks))
      ajv.addFormat(name, { type: 'string', validate: (text) => check(text) === null })
    return ajv
  }
  const body = make(false, false)
  const bodyAll = make(false, true)
  const text = make('array', true)

  return ({ schema, httpPart }: { schema: unknown; httpPart?: string }) => {
    const part = PARTS[httpPart ?? 'body'] ?? 'body'
    // Compiled at the first request: a start need not pay for two hundred routes that nobody calls yet.
    let first: ValidateFunction | undefined
    let all: ValidateFunction | undefined
    const booleans = part === 'query' ? booleanNames(schema) : []
    return (data: unknown) => {
      for (const [name, takesNull] of booleans) readBoolean(data as Record<string, unknown>, name, takesNull)
      first ??= (part === 'body' ? body : text).compile(schema as AnySchema)
      if (first(data)) return { value: data }
      let errors: AjvErrors = first.errors
      if (part === 'body' && isSmall(data)) {
        all ??= bodyAll.compile(schema as AnySchema)
        all(data)
        errors = all.errors ?? errors
      }
      return { error: new InvalidRequest(placesOf(errors, part, checks)) }
    }
  }
}

/** The members of a query that are booleans, each with whether it may be null. */
function booleanNames(schema: unknown): [string, boolean][] {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown; anyOf?: unknown[] }> }
  return Object.entries(properties).flatMap(([name, { type, anyOf = [] }]): [string, boolean][] => {
    const types = [type, ...anyOf.map((branch) => (branch as { type?: unknown }).type)].flat()
    return types.includes('boolean') ? [[name, types.includes('null')]] : []
  })
}

/** Languages write booleans differently into a query (Python sends True, others 1 or null): each is understood. */
function readBoolean(query: Record<string, unknown>, name: string, takesNull: boolean): void {
  const sent = query[name]
  if (typeof sent !== 'string') return
  const word = sent.toLowerCase()
  if (word === 'true' || word === '1') query[name] = true
  else if (word === 'false' || word === '0') query[name] = false
  else if (takesNull && (word === 'null' || word === 'none')) query[name] = null
}

function isSmall(data: unknown): boolean {
  try {
    return (JSON.stringify(data)?.length ?? 0) <= ALL_ERRORS_MAX_CHARS
  } catch {
    // Nested deeper than the stack reaches.
    return false
  }
}

function placesOf(errors: AjvErrors, part: string, checks: Checks): InvalidPlace[] {
  const places = new Map<string, InvalidPlace>()
  for (const error of foldAlternatives(errors ?? [])) {
    const place = placeOf(error, part, checks)
    const key = place.loc.join('\u0001')
    if (!places.has(key)) places.set(key, place)
    if (places.size >= ERRORS_MAX) break
  }
  return [...places.values()]
}

/** A failed anyOf reports each branch and itself; the caller is helped by the whole, not by its branches. */
function foldAlternatives(reported: ErrorObject[]): ErrorObject[] {
  const errors = unfoldNullable(reported)
  const wholes = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')
  if (wholes.length === 0) return errors
  return errors.filter(
    (error) =>
      !wholes.some(
        (whole) =>
          whole !== error &&
          error.instancePath.startsWith(whole.instancePath) &&
          error.schemaPath.startsWith(`${whole.schemaPath}/`),
      ),
  )
}

/** A shape that may also be null: what is wrong with it, or inside it, helps; that it is not null does not. */
function unfoldNullable(errors: ErrorObject[]): ErrorObject[] {
  const noise = errors.filter(isNullableWhole).flatMap(({ schemaPath, instancePath, schema }) => {
    const branch = (schema as { type?: unknown }[]).findIndex(({ type }) => type === 'null')
    return [
      { instancePath, schemaPath },
      { instancePath, schemaPath: `${schemaPath}/${branch}/type` },
    ]
  })
  if (noise.length === 0) return errors
  return errors.filter(
    (error) => !noise.some((n) => n.instancePath === error.instancePath && n.schemaPath === error.schemaPath),
  )
}

function isNullableWhole(error: ErrorObject): boolean {
  if (error.keyword !== 'anyOf' || !Array.isArray(error.schema) || error.schema.length !== 2) return false
  const types = error.schema.map((branch: { type?: unknown }) => branch.type)
  if (!types.includes('null') || error.data === null || types.includes(undefined)) return false
  const hasSentence = (error.parentSchema as Record<string, unknown> | undefined)?.['x-problem'] !== undefined
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
  const params = error.params as Record<string, unknown>
  if (error.keyword === 'required') loc.push(String(params.missingProperty))
  if (error.keyword === 'additionalProperties') loc.push(String(params.additionalProperty))
  const name = loc.length > 1 ? nameOf(loc) : `The ${part}`
  return { loc, msg: sentenceOf(error, name, params, checks), type: TYPES[error.keyword] ?? 'value_error' }
}

/** The member a place speaks of; one of a list is named with its list, as in events[0]. */
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
  const own = (error.parentSchema as Record<string, unknown> | undefined)?.['x-problem']
  if (typeof own === 'string' && error.keyword !== 'type') return `${name} ${own}`
  if (error.keyword === 'enum')
    return `${name} must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}`
  if (error.keyword === 'format') {
    const check = checks[String(params.format)]
    if (check && typeof error.data === 'string') return `${name}: ${check(error.data) ?? 'is not valid'}`
  }
  return `${name} ${(error.message ?? 'is not valid').replace('must NOT', 'must not')}`
}
