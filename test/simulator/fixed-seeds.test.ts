import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { describeFailure } from './report.ts'
import { liveRound } from './round.ts'
import { startInProcess } from './targets/in-process.ts'

/*
 * Runs a few weeks of companies of both countries with fixed seeds. `npm run simulate` runs years (docs/simulator.md).
 */

const SECONDS = Number(process.env.SIMULATOR_SECONDS ?? 30)
const ROUNDS = [
  { seed: 2, country: 'AU' },
  { seed: 3, country: 'NZ' },
] as const

it('companies live with fixed seeds, and every invariant holds every week', {
  timeout: 400_000,
}, async () => {
  const database = await createTestDatabase()
  const target = await startInProcess(database.url, { checksAnswers: true })
  const until = Date.now() + SECONDS * 1000
  const isLate = () => Date.now() > until + 150_000
  let weeks = 0
  try {
    for (const { seed, country } of ROUNDS) {
      const failed = await liveRound(target, {
        seed,
        country,
        companies: 2,
        most: 10,
        years: 0.1,
        atOnce: 2,
        // A slow machine runs fewer weeks and does not fail because of that. The first week of each is always run.
        isOver: (company) => isLate() || (company.weeks > 0 && Date.now() > until),
        isStopped: isLate,
        onLife: ({ company }) => {
          weeks += company.weeks
        },
      })
      expect(failed && describeFailure(failed, failed, '(fixed seeds)').join('\n')).toBeUndefined()
    }
    if (!isLate()) expect(weeks).toBeGreaterThanOrEqual(ROUNDS.length * 2)
  } finally {
    await target.stop()
    await database.drop()
  }
})
