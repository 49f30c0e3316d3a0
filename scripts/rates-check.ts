// npm run rates:check: reads every rate file and reports the coverage of each table. Lists tables that end soon, are not verified
// or are due for a check.
import { join } from 'node:path'
import { createClock } from '../src/kernel/clock.ts'
import { addDays } from '../src/kernel/values/dates.ts'
import { loadRates, readRateFiles, staleTables } from '../src/load-rates.ts'
import { Timeline } from '../src/payroll/rates/timeline.ts'
import { readArguments } from './read-arguments.mjs'

readArguments({ usage: 'npm run rates:check' })

const SOON_DAYS = 60

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
  if (unchecked.length > 0) console.log(`${unchecked.length} files name an address that no one has checked.`)
  const tables = (['au', 'nz'] as const).flatMap((country) =>
    Object.entries(book[country]).flatMap(([name, table]) =>
      table instanceof Timeline ? [{ name: `${country}/${name}`, table }] : [],
    ),
  )
  const soon = addDays(today, SOON_DAYS)
  list(
    `End within ${SOON_DAYS} days of ${today}, and need a successor:`,
    tables.flatMap(({ name, table }) => {
      const { to } = table.entries.at(-1) ?? {}
      return to && to <= soon ? [`${name}: ${to < today ? 'ended' : 'ends'} on ${to}`] : []
    }),
  )
  list(
    `In force on ${today} and not verified:`,
    tables.flatMap(({ name, table }) => {
      const now = table.find(today)
      return now?.source.status === 'unverified' ? [`${name}: ${now.source.title} (${now.source.href})`] : []
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
function coverage({ entries }: Timeline<unknown>): string {
  const last = entries.at(-1)
  const doubts = entries.filter((entry) => entry.source.status !== 'published')
  const doubt =
    doubts.length > 0 ? `  (${doubts.map((entry) => `${entry.from} ${entry.source.status}`).join(', ')})` : ''
  return `${entries.map((entry) => entry.from).join(', ')} to ${last?.to ?? 'now'}${doubt}`
}
