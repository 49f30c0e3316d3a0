import type { JsonObject } from '../src/http/json.ts'
import { isRecord } from '../src/kernel/is-record.ts'
import { servedDocument } from './served-document.ts'

/**
 * The facts about the API that packages/client needs at run time. Its types are generated from the same document when it is
 * built.
 */
export async function clientFacts(): Promise<string> {
  const document = await servedDocument()
  return [
    '/* Written by npm run docs from the served schema. */',
    '',
    '/** Members of answers that are decimals: money, hours, rates. */',
    listing('DECIMAL_MEMBERS', decimalMembers(document)),
    '/** Operations that take an Idempotency-Key. */',
    listing('KEYED', keyedOperations(document)),
    '/** Lists that come in pages, each with the parameter that leads to the next one. */',
    listing('PAGED', pagedLists(document)),
    '/** The members of a pay that an update accepts back. A dot leads into the rows of a list. */',
    listing('EDITABLE_PAY_MEMBERS', editableMembers(document)),
  ].join('\n')
}

function listing(name: string, values: readonly string[]): string {
  const lines = values.map((value) => `  '${value}',`)
  return `export const ${name}: ReadonlySet<string> = new Set([\n${lines.join('\n')}\n])\n`
}

/** Names that are a decimal in every answer. A name that is also a count or an object somewhere is skipped. */
function decimalMembers(document: JsonObject): string[] {
  const kinds = new Map<string, Set<unknown>>()
  const note = (name: string, member: unknown) => {
    const schema = isRecord(member) ? member : {}
    const branches: Record<string, unknown>[] = Array.isArray(schema.anyOf)
      ? schema.anyOf.filter(isRecord)
      : []
    const found = [schema.type, ...branches.map((branch) => branch.type)].flat()
    kinds.set(name, new Set([...(kinds.get(name) ?? []), ...found]))
  }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) walk(item)
    if (!isRecord(node)) return
    if (isRecord(node.properties))
      for (const [name, member] of Object.entries(node.properties)) note(name, member)
    for (const value of Object.values(node)) walk(value)
  }
  walk((document.components as JsonObject).schemas)
  walk(document.paths)
  return [...kinds]
    .filter(([, found]) => found.has('number') && !found.has('integer') && !found.has('object'))
    .map(([name]) => name)
    .sort()
}

/**
 * The members of `PayUpdate` and of its rows. Excludes the termination, because its result and its request have different
 * members.
 */
function editableMembers(document: JsonObject): string[] {
  const { schemas } = document.components as {
    schemas: Record<string, { properties: Record<string, unknown> }>
  }
  return Object.entries(schemas.PayUpdate?.properties ?? {})
    .filter(([name]) => name !== 'termination')
    .flatMap(([name, member]) => {
      const row = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(member))?.[1]
      const members = Object.keys(schemas[row ?? '']?.properties ?? {})
      return [name, ...members.map((inner) => `${name}.${inner}`)]
    })
    .sort()
}

const CURSORS = ['before', 'after', 'offset']

function pagedLists(document: JsonObject): string[] {
  const paths = document.paths as Record<string, { get?: { parameters?: { name: string }[] } }>
  return Object.entries(paths)
    .flatMap(([path, { get }]) => {
      const cursor = get?.parameters?.find(({ name }) => CURSORS.includes(name))
      return cursor ? [`${path}?${cursor.name}`] : []
    })
    .sort()
}

function keyedOperations(document: JsonObject): string[] {
  return Object.entries(document.paths as Record<string, Record<string, { parameters?: { name: string }[] }>>)
    .flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    .sort()
}
