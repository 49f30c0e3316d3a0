// Generates src/generated/schema.d.ts from the served schema with openapi-typescript.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapi, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { findNode, root } from '../../../scripts/install.mjs'

const generated = join(import.meta.dirname, '../src/generated')
const document = readDocument()
const DECIMAL = ts.factory.createTypeReferenceNode('Decimal')

const types = await openapi(forTypes(), {
  // A member with a default is optional.
  defaultNonNullable: false,
  inject: "import type { Decimal } from '../decimals.ts'",
  // A decimal has the type the caller chose: number, string or big.js.
  transform: (schema) => (schema.type === 'number' && schema.enum === undefined ? DECIMAL : undefined),
})
mkdirSync(generated, { recursive: true })
writeFileSync(join(generated, 'schema.d.ts'), astToString(types))
function readDocument() {
  const folder = mkdtempSync(join(tmpdir(), 'tasman-schema-'))
  try {
    const file = join(folder, 'openapi.json')
    execFileSync(findNode(), [join(root, 'scripts/openapi.ts'), file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return JSON.parse(readFileSync(file, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Drops errors, which are classes of the client, and examples, which belong in the docs. This makes the types
 * several times shorter.
 */
function forTypes() {
  const short = structuredClone(document)
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return
    if (!Array.isArray(node) && (node.type || node.schema || node.anyOf)) {
      delete node.example
      delete node.examples
    }
    for (const value of Object.values(node)) walk(value)
  }
  walk(short)
  for (const item of Object.values(short.paths))
    for (const operation of Object.values(item)) {
      const wanted = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status))
      operation.responses = Object.fromEntries(
        wanted.map(([status, { headers, ...answer }]) => [status, answer]),
      )
    }
  delete short.components.headers
  return short
}
