// npm run rates:check: reads every rate file and reports the coverage of each table. Lists tables that end soon, are not verified
// or are due for a check.
import { join } from 'node:path'
import { createClock } from '../src/kernel/clock.ts'
import { addDays } from '../src/kernel/values/dates.ts'
import { loadRates, type RateTable, readRateFiles, staleTables } from '../src/load-rates.ts'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run rates:check' })

const SOON_DAYS = 60

try {
  const book = loadRates()
  const today = createClock('Australia/Sydney').today()
  console.log(`Bundle ${book.bundle.version} of ${book.bundle.released}: ${book.tables.length} tables.`)
  for (const country of ['au', 'nz'] as const) {
    const own = book.tables.filter(({ table }) => table.startsWith(`${country}/`))
    const files = readRateFiles(join('rates', country)).length
    console.log(`${country.toUpperCase()}: ${own.length} tables in ${files} files`)
    for (const table of own) console.log(`  ${table.table.padEnd(36)} ${coverage(table)}`)
  }
  const unchecked = ['au', 'nz'].flatMap((country) =>
    readRateFiles(join('rates', country)).filter((file) => JSON.stringify(file.data).includes('"unchecked"')),
  )
  if (unchecked.length > 0) console.log(`${unchecked.length} files name an address that no one has checked.`)
  const soon = addDays(today, SOON_DAYS)
  list(
    `End within ${SOON_DAYS} days of ${today}, and need a successor:`,
    book.tables.flatMap(({ table, to }) =>
      to && to <= soon ? [`${table}: ${to < today ? 'ended' : 'ends'} on ${to}`] : [],
    ),
  )
  list(
    `In force on ${today} and not verified:`,
    book.tables.flatMap(({ table, entries }) => {
      const now = entries.findLast(({ from, to }) => from <= today && (!to || today <= to))
      return now?.source.status === 'unverified' ? [`${table}: ${now.source.title} (${now.source.href})`] : []
    }),
  )
  const stale = staleTables(book, today)
  console.log(
    stale.length === 0
      ? `All ${book.checks.length} tables with a check date are current on ${today}.`
      : `Stale on ${today}, look for newer publications:\n  ${stale.join('\n  ')}`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

function list(title: string, lines: readonly string[]): void {
  console.log(lines.length === 0 ? `${title} none.` : `${title}\n  ${lines.join('\n  ')}`)
}

/** The period that a table covers, and the entries that are not certain. */
function coverage({ entries, to }: RateTable): string {
  const doubts = entries.filter((entry) => entry.source.status !== 'published')
  const doubt =
    doubts.length > 0 ? `  (${doubts.map((entry) => `${entry.from} ${entry.source.status}`).join(', ')})` : ''
  return `${entries.map((entry) => entry.from).join(', ')} to ${to ?? 'now'}${doubt}`
}
