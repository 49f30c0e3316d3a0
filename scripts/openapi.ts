// npm run openapi -- file: writes the OpenAPI document as the service serves it. It needs no database.
import { writeFileSync } from 'node:fs'
import { buildApp } from '../src/app.ts'
import { createService } from '../src/create-service.ts'
import { documentOf } from '../src/http/openapi.ts'
import { readSettings } from '../src/settings.ts'

const NOWHERE = 'postgres://127.0.0.1:1/none'
const settings = { ...readSettings({}), logLevel: 'silent' as const }
const encryptionKeys = [{ id: 'none', key: Buffer.alloc(32, 7) }]
const service = createService({ settings, databaseUrl: NOWHERE, encryptionKeys })
const document = documentOf(await buildApp(service))
writeFileSync(process.argv[2] ?? '/dev/stdout', `${JSON.stringify(document, null, 2)}\n`)
// Nothing was opened that would have to be closed; waiting for the absent database would only take time.
process.exit(0)
