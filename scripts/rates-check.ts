// npm run rates:check: reads every rate file, says what each table covers and which wait for a check.
import { join } from 'node:path'
import { createClock } from '../src/kernel/clock.ts'
import { loadRates, readRateFiles, staleTables } from '../src/load-rates.ts'
import { Timeline } from '../src/payroll/rates/timeline.ts'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run rates:check' })

try {
  const book = loadRates()
  const today = createClock('Australia/Sydney').today()
  for (const country of ['au', 'nz'] as const) {
    console.log(`${country.toUpperCase()}: ${readRateFiles(join('rates', country)).length} files`)
    for (const [name, table] of Object.entries(book[country]))
      if (table instanceof Timeline) console.log(`  ${name.padEnd(28)} ${coverage(table)}`)
  }
  const unchecked = ['au', 'nz'].flatMap((country) =>
    readRateFiles(join('rates', country)).filter((file) => JSON.stringify(file.data).includes('"unchecked"')),
  )
  if (unchecked.length > 0) console.log(`${unchecked.length} files name an address that nobody has opened.`)
  const stale = staleTables(book, today)
  console.log(
    stale.length === 0
      ? `All ${book.checks.length} tables with a day of checking are current on ${today}.`
      : `Stale on ${today}, look for newer publications:\n  ${stale.join('\n  ')}`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** From when to when a table holds, and where it is not certain. */
function coverage({ entries }: Timeline<unknown>): string {
  const last = entries.at(-1)
  const doubts = entries.filter((entry) => entry.source.status !== 'published')
  const doubt =
    doubts.length > 0 ? `  (${doubts.map((entry) => `${entry.from} ${entry.source.status}`).join(', ')})` : ''
  return `${entries.map((entry) => entry.from).join(', ')} to ${last?.to ?? 'now'}${doubt}`
}
