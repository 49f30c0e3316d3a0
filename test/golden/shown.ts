import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PureAnswer } from './pure-stories.ts'

type Country = 'AU' | 'NZ'

/*
 * Everything that a story's answers show, every step with its words, inputs, rule and source, every figure and warning, as one short
 * sum: a change of a word or a cent that no expectation of the story names is noticed too. A change that is meant is taken over
 * by `UPDATE_SHOWN=1 npx vitest run test/golden/pure-stories.test.ts`; the figures of the stories themselves are never taken over.
 */

type Sums = Record<string, string>

const pathOf = (country: Country) =>
  join(import.meta.dirname, 'stories', `shown-${country.toLowerCase()}.json`)

/** The sums that are kept; none: this country's are not. */
export function readShown(country: Country): Sums | null {
  const path = pathOf(country)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

export function shownSum(answers: readonly PureAnswer[]): string {
  const text = JSON.stringify(answers.map(({ place, body, steps }) => ({ place, body, steps })))
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Takes a sum over, where that was asked for. */
export function keepShown(country: Country, name: string, sum: string): void {
  if (process.env.UPDATE_SHOWN === undefined || !existsSync(pathOf(country))) return
  const sums = { ...readShown(country), [name]: sum }
  const sorted = Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(pathOf(country), `${JSON.stringify(sorted, null, 2)}\n`)
}
