import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { type AuRates, parseAuRates } from './countries/au/law/rates/rates.ts'
import { type NzRates, parseNzRates } from './countries/nz/law/rates/rates.ts'
import { type CivilDate, civilDate, daysBetween } from './kernel/values/dates.ts'
import { type RateFile, RateFileError, RateMap, type RateNode } from './payroll/rates/node.ts'
import { RateTables } from './payroll/rates/tables.ts'
import type { Dated } from './payroll/rates/timeline.ts'

/** A file of `rates/`, with its path relative to that folder. */
export type RateText = { path: string; text: string }

/** A table, and the day by which to check whether a newer one was published. */
export type RateCheck = { table: string; checkBy: CivilDate }

/** A table by its entries. `to` is null if the law has no end date. */
export type RateTable = {
  table: string
  from: CivilDate
  to: CivilDate | null
  checkBy: CivilDate | null
  entries: readonly Pick<Dated<unknown>, 'from' | 'to' | 'source'>[]
}

/** Identifies a set of tables. `digest` is the SHA-256 of their contents. */
export type LawBundle = { version: string; released: CivilDate; changes: readonly string[]; digest: string }

/** The statutory figures of both countries, as one bundle. */
export type RateBook = {
  au: AuRates
  nz: NzRates
  checks: readonly RateCheck[]
  bundle: LawBundle
  tables: readonly RateTable[]
}

const FOLDER = join(import.meta.dirname, '../rates')
const COUNTRIES = ['au', 'nz'] as const
const BUNDLE_FILE = 'bundle.yaml'
const VERSION = /^20\d\d\.\d{1,2}\.\d{1,4}$/
let book: RateBook | undefined

/** Reads and checks all rate files of this release, once per process. With a bad file, the service does not start. */
export function loadRates(): RateBook {
  book ??= parseRates(readRateTexts())
  return book
}

/** All files of `rates/`, by path. */
export function readRateTexts(folder = FOLDER): RateText[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(folder, file).replaceAll('\\', '/'),
      text: readFileSync(file, 'utf8'),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Reads every rate file below a folder as text nodes. Only the country's own reader converts figures to decimals. */
export const readRateFiles = (folder: string): RateFile[] => readRateTexts(folder).map(toFile)

/** Parses and checks the files of a bundle. Throws a RateFileError that names the file and the reason. */
export function parseRates(texts: readonly RateText[]): RateBook {
  const of = (country: string): RateFile[] =>
    texts
      .filter(({ path }) => path.startsWith(`${country}/`))
      .map(({ path, text }) => toFile({ path: path.slice(country.length + 1), text }))
  const files = { au: of('au'), nz: of('nz') }
  return {
    au: parseAuRates(files.au),
    nz: parseNzRates(files.nz),
    checks: COUNTRIES.flatMap((country) => files[country].flatMap((file) => checkOf(country, file))),
    bundle: bundleOf(texts),
    tables: COUNTRIES.flatMap((country) => tablesOf(country, files[country])),
  }
}

/** The tables that are overdue for a check. */
export function staleTables({ checks }: Pick<RateBook, 'checks'>, today: CivilDate): string[] {
  return checks.filter((check) => check.checkBy < today).map((check) => check.table)
}

/** Days until a table ends or is due for a check, whichever comes first. Null if neither has a date. */
export function daysLeft({ to, checkBy }: RateTable, today: CivilDate): number | null {
  const [first] = [to, checkBy].flatMap((day) => day ?? []).sort()
  return first ? daysBetween(today, first) : null
}

/** Whether `version` is newer than `than`. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

const toFile = ({ path, text }: RateText): RateFile => ({
  path,
  data: parse(text, { schema: 'failsafe' }) as RateNode,
})

function bundleOf(texts: readonly RateText[]): LawBundle {
  const own = texts.find(({ path }) => path === BUNDLE_FILE)
  if (!own) throw new RateFileError(`rates/${BUNDLE_FILE}: there is no such file`)
  try {
    const data = new RateMap(toFile(own).data)
    const version = data.text('version')
    if (!VERSION.test(version)) throw new RangeError(`version: ${version} is not year.month.number`)
    const bundle = { version, released: data.date('released'), changes: data.texts('changes') }
    data.refuseUnread()
    return { ...bundle, digest: digestOf(texts) }
  } catch (error) {
    throw new RateFileError(
      `rates/${BUNDLE_FILE}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

function digestOf(texts: readonly RateText[]): string {
  const hash = createHash('sha256')
  for (const { path, text } of texts) hash.update(JSON.stringify([path, text]))
  return hash.digest('hex')
}

function tablesOf(country: (typeof COUNTRIES)[number], files: readonly RateFile[]): RateTable[] {
  const tables = new RateTables(country, files)
  const names = new Set(files.map(({ path }) => path.replace(/(\/.*|\.yaml)$/, '')))
  return [...names].sort().map((name) => {
    const { entries } = tables.table(name, name, (data) => data.ignoreRest())
    const checks = files
      .filter(({ path }) => path === `${name}.yaml` || path.startsWith(`${name}/`))
      .flatMap((file) => checkOf(country, file))
    return {
      table: `${country}/${name}`,
      from: entries[0]?.from ?? civilDate('1900-01-01'),
      to: entries.at(-1)?.to ?? null,
      checkBy:
        checks
          .map(({ checkBy }) => checkBy)
          .sort()
          .at(-1) ?? null,
      entries: entries.map(({ from, to, source }) => ({ from, source, ...(to ? { to } : {}) })),
    }
  })
}

function checkOf(country: string, { path, data }: RateFile): RateCheck[] {
  if (typeof data === 'string' || Array.isArray(data) || typeof data.check_by !== 'string') return []
  return [{ table: `${country}/${path.replace(/\.yaml$/, '')}`, checkBy: civilDate(data.check_by) }]
}
