import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { conformancePage } from '../../scripts/conformance-page.ts'
import { ratesPage } from '../../scripts/rates-page.ts'

const ROOT = join(import.meta.dirname, '..', '..')

it.each([
  ['rates/README.md', ratesPage],
  ['docs/conformance.md', conformancePage],
])('%s is what npm run docs writes', (page, write) => {
  expect(readFileSync(join(ROOT, page), 'utf8')).toBe(write())
})
