import type { Json, JsonObject } from '../src/http/json.ts'
import { isRecord } from '../src/kernel/is-record.ts'
import { type Direction, narrower } from './narrower-schema.ts'

type Part = Record<string, unknown>

const asPart = (value: unknown): Part => (isRecord(value) ? value : {})
const entries = (value: unknown) =>
  Object.entries(asPart(value)).map(([key, part]) => [key, asPart(part)] as const)

/**
 * Lists the breaking changes between a released schema and a new one, with rules like those of oasdiff. Requests that follow the
 * old schema must still be accepted, and its clients must still be able to read the answers. Allowed are new operations, optional
 * request members, answer members and values, and error statuses.
 */
export function breakingChanges(before: JsonObject, after: JsonObject): string[] {
  const found: string[] = []
  for (const [path, item] of entries(before.paths))
    for (const [method, old] of entries(item)) {
      const name = `${method.toUpperCase()} ${path}`
      const now = asPart(asPart(asPart(after.paths)[path])[method])
      if (Object.keys(now).length === 0) found.push(`${name}: removed`)
      else found.push(...compareOperation(name, old, now, { before, after }))
    }
  return found
}

type Documents = { before: JsonObject; after: JsonObject }

function compareOperation(name: string, old: Part, now: Part, documents: Documents): string[] {
  const found: string[] = []
  const compare = (place: string, a: unknown, b: unknown, direction: Direction) =>
    found.push(
      ...narrower(a as Json, b as Json, direction, documents).map((line) => `${name} ${place}${line}`),
    )
  if (old.operationId !== now.operationId)
    found.push(`${name}: operationId is ${now.operationId}, was ${old.operationId}`)
  const [scope, oldScope] = [scopeOf(now), scopeOf(old)]
  if (scope !== oldScope) found.push(`${name}: needs the scope ${scope}, was ${oldScope}`)
  const parameters = new Map(parametersOf(now).map((entry) => [keyOf(entry), entry]))
  for (const entry of parametersOf(old)) {
    const match = parameters.get(keyOf(entry))
    parameters.delete(keyOf(entry))
    if (!match) found.push(`${name}: the parameter ${entry.name} was removed`)
    else {
      if (match.required && !entry.required) found.push(`${name}: the parameter ${entry.name} is required`)
      compare(`parameter ${entry.name}`, entry.schema, match.schema, 'request')
    }
  }
  for (const entry of parameters.values())
    if (entry.required) found.push(`${name}: the new parameter ${entry.name} is required`)
  const [body, oldBody] = [asPart(now.requestBody), asPart(old.requestBody)]
  if (body.required && !oldBody.required) found.push(`${name}: the body is required`)
  for (const [type, media] of entries(oldBody.content)) {
    const match = asPart(asPart(body.content)[type])
    if (!('schema' in match)) found.push(`${name}: no longer accepts ${type}`)
    else compare('body', media.schema, match.schema, 'request')
  }
  for (const [status, answer] of entries(old.responses)) {
    if (!status.startsWith('2')) continue
    const match = asPart(now.responses)[status]
    if (!match) found.push(`${name}: no longer answers ${status}`)
    for (const [type, media] of entries(answer.content)) {
      const schema = asPart(asPart(asPart(match).content)[type]).schema
      if (match && schema === undefined) found.push(`${name} ${status}: no longer answers ${type}`)
      else if (match) compare(`${status}`, media.schema, schema, 'answer')
    }
  }
  return found
}

const parametersOf = (operation: Part): Part[] =>
  Array.isArray(operation.parameters) ? operation.parameters.map(asPart) : []
const keyOf = ({ in: place, name }: Part) => `${place} ${name}`

function scopeOf({ security }: Part): string {
  if (!Array.isArray(security) || security.length === 0) return 'none'
  const [scope] = (asPart(security[0]).oauth2 as string[] | undefined) ?? []
  return scope ?? 'any'
}
