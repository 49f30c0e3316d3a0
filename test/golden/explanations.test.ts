import { describe, expect, it } from 'vitest'
import { calculateNzPay } from '../../src/countries/nz/law/pay.ts'
import { knownNzPays } from '../support/nz-any-pay.ts'
import { nzRates } from '../support/nz-pay.ts'
import { collectExplanations, type Explanations, readExpected, writeExpected } from './explanations.ts'
import { playPurely } from './pure-stories.ts'
import { readStories } from './stories.ts'

type Country = 'AU' | 'NZ'

/*
 * Compares every step and warning of the stories, and of sixty further New Zealand pays of every kind, with
 * the text files in `explanations/`. The stories, golden tables and properties check the figures; these files
 * show any other change. After an intended change, write them with `UPDATE_EXPLANATIONS=1 npx vitest run
 * test/golden/explanations.test.ts` and review the diff like law: that run itself fails.
 */

const FURTHER_NZ_PAYS = 60

function explain(country: Country): Explanations {
  const explanations = collectExplanations()
  for (const { stories } of readStories(country))
    for (const story of stories)
      for (const { steps, body } of playPurely(country, story)) {
        explanations.addSteps(steps)
        explanations.addWarnings(body.warnings ?? [])
      }
  if (country === 'NZ')
    for (const pay of knownNzPays(FURTHER_NZ_PAYS)) {
      const { steps, warnings } = calculateNzPay(pay, nzRates)
      explanations.addSteps(steps)
      explanations.addWarnings(warnings)
    }
  return explanations.read()
}

describe.each(['AU', 'NZ'] as const)('the explanations of %s', (country) => {
  const expected = readExpected(country)
  const found = explain(country)
  const changed = [...new Set([...expected.keys(), ...found.keys()])].filter(
    (name) => expected.get(name) !== found.get(name),
  )

  it.each([...expected.keys()])('%s', (name) => {
    expect(found.get(name)).toBe(expected.get(name))
  })

  it('are all expected', () => {
    if (process.env.UPDATE_EXPLANATIONS) writeExpected(country, found)
    expect(changed, 'files whose text changed').toEqual([])
  })
})
