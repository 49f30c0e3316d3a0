import { describe, expect, it } from 'vitest'
import { coalesce, type Outcome, type Verb } from './coalesce.ts'

const VERBS: readonly Verb[] = ['created', 'updated', 'deleted']
type Case = [earlier: Verb, next: Verb, outcome: Outcome]

const table = (cases: Case[], isSameCommit: boolean, isUnattempted: boolean) => {
  it('covers every pair of events', () => expect(cases).toHaveLength(VERBS.length ** 2))
  it.each(cases)('%s then %s: %s', (verb, next, outcome) => {
    expect(coalesce({ verb, isSameCommit, isUnattempted }, next)).toBe(outcome)
  })
}

describe('the first event of an entity', () => {
  it.each(VERBS)('%s is queued', (verb) => expect(coalesce(undefined, verb)).toBe('add'))
})

describe('within one commit', () => {
  table(
    [
      ['created', 'created', 'rewrite'],
      ['created', 'updated', 'rewrite'],
      ['created', 'deleted', 'cancel'],
      ['updated', 'created', 'add'],
      ['updated', 'updated', 'rewrite'],
      ['updated', 'deleted', 'replace'],
      ['deleted', 'created', 'add'],
      ['deleted', 'updated', 'add'],
      ['deleted', 'deleted', 'rewrite'],
    ],
    true,
    true,
  )
})

describe('in a later commit, while the earlier delivery is queued and unattempted', () => {
  table(
    [
      ['created', 'created', 'rewrite'],
      ['created', 'updated', 'add'],
      ['created', 'deleted', 'add'],
      ['updated', 'created', 'add'],
      ['updated', 'updated', 'rewrite'],
      ['updated', 'deleted', 'add'],
      ['deleted', 'created', 'add'],
      ['deleted', 'updated', 'add'],
      ['deleted', 'deleted', 'rewrite'],
    ],
    false,
    true,
  )
})

describe('in a later commit, once the earlier delivery was attempted', () => {
  table(
    VERBS.flatMap((earlier) => VERBS.map((next): Case => [earlier, next, 'add'])),
    false,
    false,
  )
})
