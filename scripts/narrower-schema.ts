import type { Json, JsonObject } from '../src/http/json.ts'
import { isRecord } from '../src/kernel/is-record.ts'

export type Direction = 'request' | 'answer'
type Documents = { before: JsonObject; after: JsonObject }
type Part = Record<string, unknown>
/** The two schemas to compare. `seen` stops reference cycles. */
type Pair = Documents & { direction: Direction; seen: ReadonlySet<string> }

/**
 * Lists what the old schema allowed and the new one does not, with the place. A request schema may become wider and an answer
 * schema narrower, so answers are compared in the opposite direction.
 */
export function narrower(a: Json, b: Json, direction: Direction, documents: Documents): string[] {
  return compare(a, b, '', { ...documents, direction, seen: new Set() })
}

function compare(a: unknown, b: unknown, place: string, pair: Pair): string[] {
  const key = JSON.stringify([refOf(a), refOf(b)])
  if (refOf(a) && refOf(b)) {
    if (pair.seen.has(key)) return []
    pair = { ...pair, seen: new Set([...pair.seen, key]) }
  }
  const old = resolve(a, pair.before)
  const now = resolve(b, pair.after)
  if (branchesOf(old) || branchesOf(now)) return compareBranches(old, now, place, pair)
  return [
    ...compareTypes(old, now, place, pair),
    ...compareWords(old, now, place, pair),
    ...compareBounds(old, now, place, pair),
    ...compareMembers(old, now, place, pair),
    ...(isRecord(old.items) && isRecord(now.items) ? compare(old.items, now.items, `${place}[]`, pair) : []),
  ]
}

/** In a request every old alternative must fit a new one. In an answer every new alternative must fit an old one. */
function compareBranches(old: Part, now: Part, place: string, pair: Pair): string[] {
  const isRequest = pair.direction === 'request'
  const met = branchesOf(isRequest ? old : now) ?? [isRequest ? old : now]
  const known = branchesOf(isRequest ? now : old) ?? [isRequest ? now : old]
  return met.flatMap((branch) => {
    const tries = known.map((other) =>
      isRequest ? compare(branch, other, place, pair) : compare(other, branch, place, pair),
    )
    const closest = tries.sort((a, b) => a.length - b.length)[0] ?? []
    return closest
  })
}

function compareTypes(old: Part, now: Part, place: string, { direction }: Pair): string[] {
  const [before, after] = [typesOf(old), typesOf(now)]
  if (before.length === 0 || after.length === 0) {
    const isNarrower =
      direction === 'request'
        ? before.length === 0 && after.length > 0
        : after.length === 0 && before.length > 0
    return isNarrower
      ? [`${place}: the type is ${after.join(' or ') || 'any'}, was ${before.join(' or ') || 'any'}`]
      : []
  }
  const [met, known] = direction === 'request' ? [before, after] : [after, before]
  const fits = (type: unknown) => known.includes(type) || (type === 'integer' && known.includes('number'))
  return met.every(fits) ? [] : [`${place}: the type is ${after.join(' or ')}, was ${before.join(' or ')}`]
}

function compareWords(old: Part, now: Part, place: string, { direction }: Pair): string[] {
  const [before, after] = [wordsOf(old), wordsOf(now)]
  if (!before && after && direction === 'request') return [`${place}: only certain words are allowed`]
  if (!before || !after || direction === 'answer') return []
  const gone = before.filter((word) => !after.includes(word))
  return gone.length > 0 ? [`${place}: no longer accepts ${gone.join(', ')}`] : []
}

const UPPER = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum', 'maxProperties']
const LOWER = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum', 'minProperties']

/** Compares the bounds of requests. Bounds of answers do not matter to a client. */
function compareBounds(old: Part, now: Part, place: string, { direction }: Pair): string[] {
  if (direction === 'answer') return []
  const isTighter = (name: string, sign: number) => {
    const limit = now[name]
    return limit !== undefined && (old[name] === undefined || sign * Number(limit) < sign * Number(old[name]))
  }
  const tighter = [
    ...UPPER.filter((name) => isTighter(name, 1)),
    ...LOWER.filter((name) => isTighter(name, -1)),
  ]
  const changed = ['pattern', 'format'].filter((name) => now[name] !== undefined && now[name] !== old[name])
  return [...tighter, ...changed].map(
    (name) => `${place}: ${name} is ${now[name]}, was ${old[name] ?? 'not set'}`,
  )
}

function compareMembers(old: Part, now: Part, place: string, pair: Pair): string[] {
  const [before, after] = [membersOf(old), membersOf(now)]
  const [required, wasRequired] = [requiredOf(now), requiredOf(old)]
  const isRequest = pair.direction === 'request'
  const found: string[] = []
  for (const [name, member] of Object.entries(before)) {
    const match = after[name]
    if (match === undefined) {
      const isRefused = isRequest ? now.additionalProperties === false : true
      if (isRefused) found.push(`${place}.${name}: removed`)
    } else found.push(...compare(member, match, `${place}.${name}`, pair))
    if (!isRequest && match !== undefined && wasRequired.has(name) && !required.has(name))
      found.push(`${place}.${name}: may now be missing`)
  }
  if (isRequest)
    for (const name of required) if (!wasRequired.has(name)) found.push(`${place}.${name}: is required`)
  if (
    isRequest &&
    old.additionalProperties !== false &&
    now.additionalProperties === false &&
    isRecord(old.properties)
  )
    found.push(`${place}: refuses unknown members`)
  return found
}

const refOf = (node: unknown) => (isRecord(node) && typeof node.$ref === 'string' ? node.$ref : undefined)

function resolve(node: unknown, document: JsonObject): Part {
  const name = refOf(node)?.split('/').at(-1)
  if (name === undefined) return isRecord(node) ? node : {}
  const components = isRecord(document.components) ? document.components : {}
  const schemas = isRecord(components.schemas) ? components.schemas : {}
  return resolve(schemas[name], document)
}

function branchesOf(node: Part): unknown[] | undefined {
  return [node.anyOf, node.oneOf].find(Array.isArray)
}

const typesOf = ({ type }: Part): unknown[] => (type === undefined ? [] : [type].flat())
const wordsOf = (node: Part): unknown[] | undefined =>
  Array.isArray(node.enum) ? node.enum : node.const === undefined ? undefined : [node.const]
const membersOf = ({ properties }: Part): Part => (isRecord(properties) ? properties : {})
const requiredOf = ({ required }: Part): ReadonlySet<string> =>
  new Set(Array.isArray(required) ? required : [])
