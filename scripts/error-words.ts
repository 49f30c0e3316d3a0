// npm run docs:errors -- recorded.ndjson: keeps one error message from the tests per operation and status, for the examples of
// the served schema. Record them with TASMAN_RECORD_ERRORS=recorded.ndjson npm test. Running only some test files adds to the
// existing ones. test/api/isolation.test.ts calls every operation.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './read-arguments.mjs'

type ErrorAnswer = { operationId: string; status: number; sentence?: string }

const FILE = join(import.meta.dirname, '../src/http/error-words.json')
const known = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Record<string, string>>
const {
  words: [recorded = ''],
} = readArguments({ usage: 'npm run docs:errors -- <recorded.ndjson>', words: ['<recorded.ndjson>'] })
const lines = readFileSync(recorded, 'utf8').trim().split('\n')
for (const { operationId, status, sentence } of lines.map((line) => JSON.parse(line) as ErrorAnswer)) {
  // Without a token every operation gives the same message, which the schema already contains.
  if (!sentence || sentence.length > 200 || status >= 500 || status === 401) continue
  const own = known[operationId] ?? {}
  known[operationId] = own
  const before = own[status]
  // The shortest message is the clearest, and this choice does not depend on the order of the tests.
  if (!before || sentence.length < before.length || (sentence.length === before.length && sentence < before))
    own[status] = sentence
}
const ordered = Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`)
