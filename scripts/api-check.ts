// npm run api:check: compares the served schema with that of the last release and fails on a breaking change.
// npm run api:check -- --release saves the served schema as that of the new release.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Json, JsonObject } from '../src/http/json.ts'
import { breakingChanges } from './breaking-changes.ts'
import { readArguments } from './read-arguments.mjs'
import { servedDocument } from './served-document.ts'

const FILE = join(import.meta.dirname, '../docs/released-schema.json.gz')
const WORDS_ONLY = new Set(['description', 'summary', 'example', 'examples', 'title'])

const { values } = readArguments({
  usage: 'npm run api:check -- [--release]',
  options: { release: { type: 'boolean' } },
})

/**
 * The parts of the schema that a client depends on, without descriptions and examples. A property may be named like one of these
 * keywords, so all names in `properties` are kept.
 */
function contractOf(node: Json, isNamed = false): Json {
  if (Array.isArray(node)) return node.map((item) => contractOf(item))
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(([key]) => isNamed || !WORDS_ONLY.has(key))
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      contractOf(value, !isNamed && (key === 'properties' || key === 'schemas')),
    ]),
  )
}

const served = contractOf(await servedDocument()) as JsonObject
if (values.release) {
  writeFileSync(FILE, gzipSync(JSON.stringify(served), { level: 9 }))
  console.log('Wrote docs/released-schema.json.gz.')
} else {
  const released = JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) as JsonObject
  const found = breakingChanges(released, served)
  for (const line of found) console.error(line)
  console.log(
    found.length === 0
      ? 'The served schema is compatible with the last release.'
      : `${found.length} breaking changes. Keep the old form next to the new one and deprecate it: docs/guides/versions.md.`,
  )
  process.exitCode = found.length === 0 ? 0 : 1
}
process.exit()
