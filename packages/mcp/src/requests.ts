import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { JsonSchema, OperationId, RequestSchema } from './operations.ts'

export type Shape = Record<string, z.ZodType>

const REQUESTS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'request-schemas.json'), 'utf8'),
) as Record<OperationId, RequestSchema>

/** Arguments of a tool. An unknown one is refused: dropping it could change what is paid. */
export const closed = (shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `422: Unknown field: ${issue.keys.join(', ')}` : undefined,
  })

/** Published as the API describes it. The API checks the value, so its own 422 names every fault. */
const asServed = (schema: JsonSchema) => z.unknown().meta({ description: 'As in the API.', ...schema })
const objectAsServed = (schema: JsonSchema) => z.looseObject({}).meta(schema)

/** The path and query parameters of an operation, without those that the tool sets itself. */
export function parametersOf(operation: OperationId, without: readonly string[] = []): Shape {
  const { path, query } = REQUESTS[operation]
  return {
    ...Object.fromEntries(
      path.map((name) => [
        name,
        z
          .number()
          .int()
          .describe(`${sentence(name)}, from a list tool.`),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(query)
        .filter(([name]) => !without.includes(name))
        .map(([name, schema]) => [name, asServed(schema).optional()]),
    ),
  }
}

/** The members of a body as separate arguments. */
export function membersOf(...operations: readonly OperationId[]): Shape {
  const bodies = operations.map((operation) => REQUESTS[operation].body).filter((body) => body !== null)
  const properties: Record<string, JsonSchema> = Object.assign({}, ...bodies.map((body) => body.properties))
  const isRequired = (name: string) =>
    bodies.every(({ required }) => ((required ?? []) as string[]).includes(name))
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const member = asServed(schema)
      return [name, isRequired(name) ? member : member.optional()]
    }),
  )
}

/** One item of a body that is a list, without the members that the tool sets itself. */
export function itemOf(operation: OperationId, without: readonly string[] = []) {
  const body = REQUESTS[operation].body ?? {}
  const properties = Object.entries((body.properties ?? {}) as Record<string, JsonSchema>)
  const required = ((body.required ?? []) as string[]).filter((name) => !without.includes(name))
  return objectAsServed({
    ...body,
    properties: Object.fromEntries(properties.filter(([name]) => !without.includes(name))),
    ...(required.length > 0 ? { required } : {}),
  })
}

/** Splits the arguments of a tool into the parts of a request. */
export function partsOf(operation: OperationId, args: Record<string, unknown>) {
  const { path, query } = REQUESTS[operation]
  const chosen = (isPart: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== undefined && isPart(name)))
  return {
    path: chosen((name) => path.includes(name)),
    query: chosen((name) => name in query),
    rest: chosen((name) => !path.includes(name) && !(name in query)),
  }
}

const sentence = (name: string) => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
