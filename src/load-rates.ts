import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { type AuRates, parseAuRates } from './payroll/au/rates.ts'
import { type NzRates, parseNzRates } from './payroll/nz/rates.ts'
import type { RateFile, RateNode } from './payroll/rates.ts'

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

/** The law's numbers for both countries, read once at start. */
export type RateBook = { au: AuRates; nz: NzRates }

const FOLDER = join(import.meta.dirname, '../rates')

/** Reads and checks all rate files; refuses to start on a bad one. */
export function loadRates(): RateBook {
  return {
    au: parseAuRates(readRateFiles(join(FOLDER, 'au'))),
    nz: parseNzRates(readRateFiles(join(FOLDER, 'nz'))),
  }
}
