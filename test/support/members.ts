import { resolveReferences } from '../../src/http/openapi.ts'
import type { AnyJson } from './app.ts'

/** One member of an operation's request, with the schemas that can describe it. */
export type Member = {
  part: 'body' | 'query' | 'path' | 'header'
  loc: (string | number)[]
  schemas: AnyJson[]
}

export type DocumentedOperation = {
  name: string
  method: 'get' | 'put' | 'post' | 'patch' | 'delete'
  path: string
  operation: AnyJson
  members: Member[]
}

/** Every operation of the document with every member of its request, for schema-driven tests. */
export function membersOf(document: AnyJson): DocumentedOperation[] {
  return Object.entries(document.paths as Record<string, AnyJson>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, AnyJson>).map(([method, raw]) => {
      const operation = resolveReferences(raw, document.components.schemas) as AnyJson
      const body = operation.requestBody?.content?.['application/json']?.schema
      const members: Member[] = (operation.parameters ?? []).map((parameter: AnyJson) => ({
        part: parameter.in,
        loc: [parameter.name],
        schemas: branchesOf(parameter.schema),
      }))
      if (body) members.push(...walk(body, []))
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method as DocumentedOperation['method'],
        path,
        operation,
        members,
      }
    }),
  )
}

function branchesOf(schema: AnyJson): AnyJson[] {
  return schema?.anyOf ? schema.anyOf.flatMap(branchesOf) : [schema]
}

function walk(schema: AnyJson, loc: (string | number)[]): Member[] {
  const schemas = branchesOf(schema)
  const inner = schemas.flatMap((branch) => [
    ...Object.entries(branch?.properties ?? {}).flatMap(([name, member]) => walk(member, [...loc, name])),
    ...(branch?.items ? walk(branch.items, [...loc, 0]) : []),
  ])
  return [{ part: 'body', loc, schemas }, ...inner]
}

export const typesOf = (schema: AnyJson): string[] => [schema?.type].flat().filter(Boolean)

/** Sets one member of the body, and creates the objects and lists around it. */
export function withMember(body: AnyJson, loc: readonly (string | number)[], value: AnyJson): AnyJson {
  const [key, ...rest] = loc
  if (key === undefined) return value
  if (typeof key === 'number') return [withMember(Array.isArray(body) ? body[key] : undefined, rest, value)]
  const own = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  return { ...own, [key]: withMember(own[key], rest, value) }
}
