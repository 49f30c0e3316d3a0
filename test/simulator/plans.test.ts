import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'
import { describeFailure } from './report.ts'
import { liveRound } from './round.ts'
import { startInProcess } from './targets/in-process.ts'

/*
 * The tables of ten thousand employers are never read completely. Runs a few weeks with sequential scans forbidden: a
 * plan that still has one lacks an index for its rows.
 */

const SETTINGS = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  "auto_explain.log_level = 'notice'",
  'enable_seqscan = off',
]

/** The list of cells has only a few rows, and jobs need all of them. */
const READ_WHOLE = new Set(['cells'])

it('every statement finds its rows by an index', { timeout: 400_000 }, async () => {
  const database = await createTestDatabase()
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of SETTINGS) await execute(database.url, `alter database ${name} set ${setting}`)
  const whole = new Map<string, string>()
  let plans = 0
  const stop = onNotice((text) => {
    if (text.includes('plan:')) plans += 1
    for (const [, table = ''] of text.matchAll(/Seq Scan on (\w+)/g))
      if (!READ_WHOLE.has(table) && !whole.has(table)) whole.set(table, text)
  })
  const target = await startInProcess(database.url)
  const until = Date.now() + 40_000
  try {
    for (const country of ['AU', 'NZ'] as const) {
      const isOver = () => Date.now() > until
      const round = {
        seed: 11,
        country,
        companies: 2,
        most: 6,
        years: 0.2,
        atOnce: 2,
        isOver,
        isStopped: isOver,
      }
      const failed = await liveRound(target, round)
      expect(failed && describeFailure(failed, failed, '(plans)').join('\n')).toBeUndefined()
    }
    expect(plans).toBeGreaterThan(500)
    expect(Object.fromEntries(whole)).toEqual({})
  } finally {
    stop()
    await target.stop()
    await database.drop()
  }
})

/** Receives the database's notices to every connection of this process. */
function onNotice(hear: (text: string) => void): () => void {
  const { emit } = pg.Client.prototype
  pg.Client.prototype.emit = function (event: string | symbol, ...args) {
    if (event === 'notice') hear(String(args[0]?.message))
    return Reflect.apply(emit, this, [event, ...args])
  }
  return () => {
    pg.Client.prototype.emit = emit
  }
}
