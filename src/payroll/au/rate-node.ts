import { type CivilDate, isCivilDate } from '../dates.ts'
import { type Decimal, decimal } from '../money.ts'
import type { Dated, RateFile, RateNode, Source } from '../rates.ts'

export type RateMap = { [key: string]: RateNode }

/** One band of a withholding table: holds while x is below `below`; null is the open top. */
export type Band = { below: Decimal | null; a: Decimal; b: Decimal }

/** A rate file is wrong; the message names the file and the reason. */
export class RateFileError extends Error {
  override readonly name = 'RateFileError'
}

const STATUSES: readonly string[] = ['published', 'third-party', 'derived', 'unverified']

/** Reads a dated rate file: its dates and source are checked here, its figures by `read`. */
export function datedFile<T>(file: RateFile, read: (data: RateMap) => T): Dated<T> {
  try {
    const data = mapAt(file.data, 'the file')
    const from = dateAt(data, 'effective_from')
    const source = mapAt(data.source, 'source')
    const status = textAt(source, 'status')
    if (!STATUSES.includes(status)) throw new RangeError(`${status} is no status`)
    if (data.check_by !== undefined) dateAt(data, 'check_by')
    const dated = {
      from,
      value: read(data),
      source: {
        title: textAt(source, 'title'),
        publisher: textAt(source, 'publisher'),
        href: textAt(source, 'href'),
        status: status as Source['status'],
      },
    }
    if (data.effective_to === undefined) return dated
    const to = dateAt(data, 'effective_to')
    if (to < from) throw new RangeError('effective_to lies before effective_from')
    return { ...dated, to }
  } catch (error) {
    throw new RateFileError(`${file.path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export function mapAt(node: RateNode | undefined, name: string): RateMap {
  if (node === undefined || typeof node === 'string' || Array.isArray(node)) {
    throw new RangeError(`${name} is not a map`)
  }
  return node
}

export function listAt(data: RateMap, key: string): RateMap[] {
  const node = data[key]
  if (!Array.isArray(node) || node.length === 0) throw new RangeError(`${key} is not a list with entries`)
  return node.map((entry, index) => mapAt(entry, `${key}[${index}]`))
}

export function textAt(data: RateMap, key: string): string {
  const node = data[key]
  if (typeof node !== 'string' || node === '') throw new RangeError(`${key} is missing`)
  return node
}

export function dateAt(data: RateMap, key: string): CivilDate {
  const text = textAt(data, key)
  if (!isCivilDate(text)) throw new RangeError(`${key}: ${text} is not a date`)
  return text
}

export function decimalAt(data: RateMap, key: string): Decimal {
  const text = textAt(data, key)
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError(`${key}: ${text} is not a figure`)
  return decimal(text)
}

export function wholeAt(data: RateMap, key: string): number {
  const text = textAt(data, key)
  if (!/^\d+$/.test(text)) throw new RangeError(`${key}: ${text} is not a whole number`)
  return Number.parseInt(text, 10)
}

export function flagAt(data: RateMap, key: string, yes: string, no: string): boolean {
  const text = textAt(data, key)
  if (text !== yes && text !== no) throw new RangeError(`${key}: ${text} is neither ${yes} nor ${no}`)
  return text === yes
}

/** Reads withholding bands: their limits rise, and only the last is open at the top. */
export function bandsAt(data: RateMap, key: string): Band[] {
  const bands = listAt(data, key).map((row) => ({
    below: row.below === undefined ? null : decimalAt(row, 'below'),
    a: decimalAt(row, 'a'),
    b: decimalAt(row, 'b'),
  }))
  for (const [index, band] of bands.entries()) {
    const next = bands[index + 1]
    if ((next === undefined) !== (band.below === null)) {
      throw new RangeError(`${key}: only the last band is open at the top`)
    }
    if (next?.below && band.below?.gte(next.below)) throw new RangeError(`${key}: the limits do not rise`)
  }
  return bands
}
