import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

/* The pages that an operator hands to an authority name tests by file and title: `test/….test.ts` “title”, “another title”. */
const COMPLIANCE = join(ROOT, 'docs/compliance')

it.each(readdirSync(COMPLIANCE))('docs/compliance/%s names tests that exist', (page) => {
  const text = readFileSync(join(COMPLIANCE, page), 'utf8').replaceAll('\n', ' ')
  const wrong: string[] = []
  for (const [, file = '', after = ''] of text.matchAll(/`(test\/[^`]*)`((?:,? ?“[^”]+”)*)/g)) {
    const titles = [...after.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title)
    const path = join(ROOT, file)
    if (!file.endsWith('.test.ts') || !existsSync(path)) wrong.push(`${file} is no test file`)
    else if (titles.length === 0) wrong.push(`${file}: no test is named`)
    else {
      const source = readFileSync(path, 'utf8')
      wrong.push(...titles.filter((title) => !hasTest(source, title)).map((title) => `${file}: ${title}`))
    }
  }
  expect(wrong).toEqual([])
})

/** The title of an `it`, also of one that runs for each row of a table. */
const hasTest = (source: string, title: string): boolean =>
  ["'", '`', '"'].some((quote) => source.includes(`(${quote}${title}${quote},`))

it('the decision book has chapters, indexes, and numbered pages that wait for their chapter', () => {
  expect(strayDecisionFiles()).toEqual([])
})
