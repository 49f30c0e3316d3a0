import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { type AuRates, parseAuRates } from './countries/au/law/rates.ts'
import { type NzRates, parseNzRates } from './countries/nz/law/rates.ts'
import { type CivilDate, civilDate } from './kernel/values/dates.ts'
import type { RateFile, RateNode } from './payroll/rates/node.ts'

/** Reads every rate file below a folder as text nodes; figures become decimals only in the country's own reader. */
export function readRateFiles(folder: string): RateFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: relative(folder, file).replaceAll('\\', '/'),
      data: parse(readFileSync(file, 'utf8'), { schema: 'failsafe' }) as RateNode,
    }))
}

/** A table and the day after which somebody should look whether a newer one was published. */
export type RateCheck = { table: string; checkBy: CivilDate }

/** The law's numbers for both countries. */
export type RateBook = { au: AuRates; nz: NzRates; checks: readonly RateCheck[] }

const FOLDER = join(import.meta.dirname, '../rates')
let book: RateBook | undefined

/** Reads and checks all rate files, once for the process; refuses to start on a bad one. */
export function loadRates(): RateBook {
  book ??= readRates()
  return book
}

/** The tables whose day of checking has passed. */
export function staleTables({ checks }: RateBook, today: CivilDate): string[] {
  return checks.filter((check) => check.checkBy < today).map((check) => check.table)
}

function readRates(): RateBook {
  const au = readRateFiles(join(FOLDER, 'au'))
  const nz = readRateFiles(join(FOLDER, 'nz'))
  return {
    au: parseAuRates(au),
    nz: parseNzRates(nz),
    checks: [...au.flatMap((file) => checkOf('au', file)), ...nz.flatMap((file) => checkOf('nz', file))],
  }
}

function checkOf(country: string, { path, data }: RateFile): RateCheck[] {
  if (typeof data === 'string' || Array.isArray(data) || typeof data.check_by !== 'string') return []
  return [{ table: `${country}/${path.replace(/\.yaml$/, '')}`, checkBy: civilDate(data.check_by) }]
}
