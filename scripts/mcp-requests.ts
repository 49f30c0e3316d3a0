import { OPERATIONS, type RequestSchema } from '../packages/mcp/src/operations.ts'
import type { JsonObject } from '../src/http/json.ts'
import { isRecord } from '../src/kernel/is-record.ts'
import { servedDocument } from './served-document.ts'

type Parameter = { name: string; in: string; description?: string; schema: JsonObject }
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonObject }> }
}

/** The requests of the MCP server's write tools, from the served schema, so that no tool lacks a member of the API. */
export async function mcpRequests(): Promise<string> {
  const document = await servedDocument()
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
    (item) => Object.values(item),
  )
  const requests = OPERATIONS.map((id) => {
    const operation = operations.find(({ operationId }) => operationId === id)
    if (!operation) throw new Error(`The served schema has no operation ${id}.`)
    return [id, requestOf(operation, document)] as const
  })
  return `${JSON.stringify(Object.fromEntries(requests), null, 1)}\n`
}

/** Without the dry run, which the tool decides itself. */
function requestOf({ parameters = [], requestBody }: Operation, document: JsonObject): RequestSchema {
  const named = (place: string) => parameters.filter((each) => each.in === place && each.name !== 'dry_run')
  const body = inlined(
    requestBody?.content['application/json']?.schema ?? null,
    document,
  ) as JsonObject | null
  const item = (body?.type === 'array' ? body.items : body) as JsonObject | null
  const { dry_run: _, ...properties } = (item?.properties ?? {}) as JsonObject
  return {
    path: named('path').map(({ name }) => name),
    query: Object.fromEntries(
      named('query').map(({ name, description, schema }) => [
        name,
        inlined({ ...(description ? { description } : {}), ...schema }, document) as JsonObject,
      ]),
    ),
    body: item && { ...item, properties },
  }
}

/** Replaces references with what they name, and drops examples and our own keywords. */
function inlined(node: unknown, document: JsonObject): unknown {
  if (Array.isArray(node)) return node.map((each) => inlined(each, document))
  if (!isRecord(node)) return node
  if (typeof node.$ref === 'string') {
    const name = node.$ref.slice(node.$ref.lastIndexOf('/') + 1)
    const { schemas } = document.components as { schemas: JsonObject }
    const { $ref: _, ...beside } = node
    return inlined({ ...(schemas[name] as JsonObject), ...beside }, document)
  }
  const kept = Object.entries(node).filter(([name]) => !/^(?:x-|examples?$|default$)/.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, inlined(value, document)]))
}
