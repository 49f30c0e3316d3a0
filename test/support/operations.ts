import type { AnyJson, TestClient } from './app.ts'

/** One operation of the OpenAPI document, with the example of its body. */
export type Operation = {
  method: 'get' | 'put' | 'post' | 'patch' | 'delete'
  path: string
  /** `word` is the first value of an enum. */
  params: { name: string; type: string; word?: string }[]
  /** The names of its query parameters, and of those that are numbers. */
  query: string[]
  numbers: string[]
  isPublic: boolean
  body: AnyJson
}

/** Every operation of the OpenAPI document, so tests over all of them cover new ones automatically. */
export async function readOperations(client: TestClient): Promise<Operation[]> {
  const { body: document } = await client.get('/api/openapi.json')
  return Object.entries(document.paths as Record<string, AnyJson>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, AnyJson>).map(([method, operation]) => ({
      method: method as Operation['method'],
      path,
      params: (operation.parameters ?? [])
        .filter((parameter: AnyJson) => parameter.in === 'path')
        .map((parameter: AnyJson) => ({
          name: parameter.name,
          type: parameter.schema.type,
          word: parameter.schema.enum?.[0],
        })),
      query: queryOf(operation).map(({ name }) => name),
      numbers: queryOf(operation)
        .filter(({ schema }) => /"(integer|number)"/.test(JSON.stringify(schema)))
        .map(({ name }) => name),
      isPublic: operation.security === undefined || operation.security.length === 0,
      body: exampleOf(document, operation.requestBody?.content?.['application/json']),
    })),
  )
}

function exampleOf(document: AnyJson, content: AnyJson): AnyJson {
  if (content === undefined) return undefined
  const [first] = Object.values(content.examples ?? {}) as AnyJson[]
  return content.example ?? first?.value ?? exampleOfSchema(document, content.schema)
}

function exampleOfSchema(document: AnyJson, schema: AnyJson): AnyJson {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  const target = name ? document.components.schemas[name] : schema
  const example = target.example ?? target.examples?.[0]
  if (example !== undefined) return example
  return target.type === 'array' ? [exampleOfSchema(document, target.items)] : {}
}

function queryOf(operation: AnyJson): { name: string; schema: AnyJson }[] {
  return (operation.parameters ?? []).filter((parameter: AnyJson) => parameter.in === 'query')
}

/**
 * Operations only for users who signed in themselves. An application is refused before anything is read. `name` is like "POST
 * /api/people".
 */
export const isForPeople = (name: string): boolean =>
  /^\w+ \/api\/me(?:\/|$)|^(?:POST|PATCH|PUT|DELETE) \/api\/(?:people|portfolios|access)|\/approvals\/.*\/(?:approve|reject)$|^PATCH .*\/rules$|self-service-invitations$|^POST .*leave-calendar\/feeds$/i.test(
    name,
  )
