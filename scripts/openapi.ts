// npm run openapi -- file: writes the OpenAPI document as the service serves it. It needs no database.
import { writeFileSync } from 'node:fs'
import { servedDocument } from './served-document.ts'

writeFileSync(process.argv[2] ?? '/dev/stdout', `${JSON.stringify(await servedDocument(), null, 2)}\n`)
process.exit(0)
