// npm run openapi -- file: writes the OpenAPI document that the service serves. Needs no database.
import { writeFileSync } from 'node:fs'
import { userPath } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { servedDocument } from './served-document.ts'

const {
  words: [file = '/dev/stdout'],
} = readArguments({ usage: 'npm run openapi -- [file]', words: ['[file]'] })
writeFileSync(
  file === '/dev/stdout' ? file : userPath(file),
  `${JSON.stringify(await servedDocument(), null, 2)}\n`,
)
process.exit(0)
