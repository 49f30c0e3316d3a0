import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRateFiles } from '../src/load-rates.ts'
import { RateTables } from '../src/payroll/rates/tables.ts'
import type { Dated } from '../src/payroll/rates/timeline.ts'

const FOLDER = join(import.meta.dirname, '../rates')

/** rates/README.md with its coverage tables generated from the rate files. */
export function ratesPage(): string {
  const page = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  return (['au', 'nz'] as const).reduce((text, country) => {
    const [start, end] = [`<!-- coverage of ${country}, by npm run docs -->\n`, '<!-- end of coverage -->']
    const from = text.indexOf(start)
    const to = text.indexOf(end, from)
    if (from < 0 || to < 0) throw new Error(`rates/README.md has no place for the coverage of ${country}`)
    return text.slice(0, from + start.length) + coverageOf(country) + text.slice(to)
  }, page)
}

function coverageOf(country: 'au' | 'nz'): string {
  const files = readRateFiles(join(FOLDER, country))
  const of = new RateTables(country, files)
  const names = new Set(files.map(({ path }) => path.replace(/(\/.*|\.yaml)$/, '')))
  const rows = [...names].map((name) => {
    const timeline = of.table(name, name, (data) => data.ignoreRest())
    return `| \`${name}\` | ${timeline.covered()} | ${statusesOf(timeline.entries)} |`
  })
  return ['| Table | Days covered | Status |', '|---|---|---|', ...rows, ''].join('\n')
}

/** One status when all entries agree, otherwise each status with its start date. */
function statusesOf(entries: readonly Dated<unknown>[]): string {
  const first = entries[0]?.source.status ?? ''
  if (entries.every(({ source }) => source.status === first)) return first
  return entries.map(({ from, source }) => `${from} ${source.status}`).join(', ')
}
