import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { conformancePage } from '../../scripts/conformance-page.ts'
import { decisionsPage, numbersPage, strayDecisionFiles } from '../../scripts/decisions-page.ts'
import { ratesPage } from '../../scripts/rates-page.ts'

const ROOT = join(import.meta.dirname, '..', '..')

it.each([
  ['rates/README.md', ratesPage],
  ['docs/conformance.md', conformancePage],
  ['docs/decisions/README.md', decisionsPage],
  ['docs/decisions/numbers.md', numbersPage],
])('%s is what npm run docs writes', (page, write) => {
  expect(readFileSync(join(ROOT, page), 'utf8')).toBe(write())
})

it('the decision book has chapters, indexes, and numbered pages that wait for their chapter', () => {
  expect(strayDecisionFiles()).toEqual([])
})
