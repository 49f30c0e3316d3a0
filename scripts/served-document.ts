import { buildApp } from '../src/app.ts'
import { createService } from '../src/create-service.ts'
import type { JsonObject } from '../src/http/json.ts'
import { documentOf } from '../src/http/openapi.ts'
import { readSettings } from '../src/settings/index.ts'

const NOWHERE = 'postgres://127.0.0.1:1/none'
let made: Promise<JsonObject> | undefined

/**
 * The OpenAPI document that the service serves, built without a database. The caller must exit the process, because parts of the
 * service wait for a database.
 */
export function servedDocument(): Promise<JsonObject> {
  made ??= make()
  return made
}

async function make(): Promise<JsonObject> {
  const settings = { ...readSettings({}), logLevel: 'silent' as const }
  const encryptionKeys = [{ id: 'none', key: Buffer.alloc(32, 7) }]
  return documentOf(await buildApp(createService({ settings, databaseUrl: NOWHERE, encryptionKeys })))
}
