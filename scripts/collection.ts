// npm run collection -- tasman.postman_collection.json: writes every operation of the served schema as a collection for Postman,
// Bruno and Insomnia, with examples, grouped by tag, with OAuth sign-in.
import { writeFileSync } from 'node:fs'
import { collectionOf } from './collection-of.ts'
import { userPath } from './embedded-folder.ts'
import { readArguments } from './read-arguments.mjs'
import { servedDocument } from './served-document.ts'

const {
  words: [given = 'tasman.postman_collection.json'],
} = readArguments({ usage: 'npm run collection -- [file]', words: ['[file]'] })
const file = userPath(given)
writeFileSync(file, `${JSON.stringify(collectionOf(await servedDocument()), null, 2)}\n`)
console.log(file)
process.exit(0)
