import { gzipSync } from 'node:zlib'
import { contentTag } from '../../../http/etag.ts'
import type { JsonObject } from '../../../http/json.ts'
import { documentOf, resolveReferences } from '../../../http/openapi.ts'
import type { App } from '../../../http/types.ts'

/** Reads the OpenAPI document, built once from the routes. */
export function createDocumentReader(app: App) {
  const read = () => documentOf(app)
  const schemas = () => (read().components as JsonObject).schemas as JsonObject
  const headers = () => (read().components as JsonObject).headers as JsonObject
  let file: { plain: Buffer; packed: Buffer; tag: string } | undefined
  return {
    document: read,
    /** The document as it is sent, serialised and compressed once. */
    file() {
      if (file) return file
      const text = JSON.stringify(read())
      file = { plain: Buffer.from(text), packed: gzipSync(text), tag: contentTag(text) }
      return file
    },
    component(name: string, resolved: boolean) {
      const schema = Object.hasOwn(schemas(), name) ? schemas()[name] : undefined
      if (schema === undefined || !resolved) return schema
      return resolveReferences(schema, schemas())
    },
    /** An operation by its slug (the operation id in kebab-case), with all references resolved. */
    endpoint(slug: string) {
      for (const [path, item] of Object.entries(read().paths as JsonObject))
        for (const [method, operation] of Object.entries(item as JsonObject)) {
          const { operationId } = operation as { operationId?: string }
          if (operationId && slugOf(operationId) === slug)
            return { path, method, operation: resolveReferences(operation, { ...headers(), ...schemas() }) }
        }
      return undefined
    },
  }
}

function slugOf(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
