import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stpRulesPage } from '../../scripts/stp-rules-page.ts'

it('docs/stp-rules.md names every rule with its source and how sure it is', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/stp-rules.md'), 'utf8')
  expect(page).toBe(stpRulesPage())
})
