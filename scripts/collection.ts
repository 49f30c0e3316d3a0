// npm run collection -- tasman.postman_collection.json: every operation of the served schema as a collection that Postman, Bruno and
// Insomnia import, with examples, by tags, signed in by OAuth.
import { writeFileSync } from 'node:fs'
import { collectionOf } from './collection-of.ts'
import { servedDocument } from './served-document.ts'

const file = process.argv[2] ?? 'tasman.postman_collection.json'
writeFileSync(file, `${JSON.stringify(collectionOf(await servedDocument()), null, 2)}\n`)
console.log(file)
process.exit(0)
