import { describe, expect, it } from 'vitest'
import { playPurely } from './pure-stories.ts'
import { readStories, shownFor } from './stories.ts'

/*
 * Runs the stories of test/golden/stories through the law alone, without service and database, so `npm run
 * mutate` can use them too.
 */

describe.each(['AU', 'NZ'] as const)('stories by the law alone, %s', (country) => {
  const stories = readStories(country).flatMap(({ subject, stories }) =>
    stories.map((story) => ({ ...story, subject })),
  )

  it.each(stories)('$subject: $name', (story) => {
    const answers = playPurely(country, story)
    for (const { call, place, body, steps } of answers) {
      // The law calculates one pay. Only the service knows which earlier pays it affects.
      if (Object.keys(call.expect ?? {}).some((name) => name.startsWith('affected_pays'))) continue
      if (call.expect) expect({ place, ...shownFor(call.expect, body) }).toEqual({ place, ...call.expect })
      for (const text of call.warns ?? [])
        expect([place, body.warnings]).toEqual([
          place,
          expect.arrayContaining([expect.stringContaining(text)]),
        ])
      const amounts = new Map(steps.map(({ name, amount }) => [name, Number(amount.toFixed())]))
      const shown = Object.fromEntries(Object.keys(call.steps ?? {}).map((name) => [name, amounts.get(name)]))
      expect({ place, ...shown }).toEqual({ place, ...call.steps })
      const due = steps.find(({ name }) => name === 'super.due')?.inputs.due
      if (call.due) expect({ place, due }).toEqual({ place, due: call.due })
    }
  })
})
