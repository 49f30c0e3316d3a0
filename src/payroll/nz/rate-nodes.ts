import { type CivilDate, isCivilDate } from '../dates.ts'
import { type Decimal, decimal } from '../money.ts'
import type { Dated, RateFile, RateNode, Source } from '../rates.ts'

export type RateMap = { [key: string]: RateNode }

const FIGURE = /^-?\d+(\.\d+)?$/
const STATUSES: readonly string[] = ['published', 'third-party', 'derived', 'unverified']

/** A rate file that cannot be used: says which file, and why. */
export function badRate(path: string, reason: string): Error {
  return new Error(`rates/nz/${path}: ${reason}`)
}

export function mapIn(node: RateNode | undefined, path: string, name: string): RateMap {
  if (node === undefined || typeof node === 'string' || Array.isArray(node)) {
    throw badRate(path, `${name} is not a map`)
  }
  return node
}

export function listIn(node: RateNode | undefined, path: string, name: string): RateNode[] {
  if (!Array.isArray(node)) throw badRate(path, `${name} is not a list`)
  return node
}

export function textIn(node: RateNode | undefined, path: string, name: string): string {
  if (typeof node !== 'string' || node === '') throw badRate(path, `${name} is missing`)
  return node
}

export function figureIn(map: RateMap, key: string, path: string): Decimal {
  const text = textIn(map[key], path, key)
  if (!FIGURE.test(text)) throw badRate(path, `${key} is not a figure: ${text}`)
  return decimal(text)
}

export function dateIn(text: string, path: string): CivilDate {
  if (!isCivilDate(text)) throw badRate(path, `${text} is not a date`)
  return text
}

export function sourceIn(node: RateNode | undefined, path: string): Source {
  const map = mapIn(node, path, 'source')
  const status = textIn(map.status, path, 'source status')
  if (!STATUSES.includes(status)) throw badRate(path, `${status} is no status of a source`)
  return {
    title: textIn(map.title, path, 'source title'),
    publisher: textIn(map.publisher, path, 'source publisher'),
    href: textIn(map.href, path, 'source href'),
    status: status as Source['status'],
  }
}

/** A table that is one file for each date: `effective_from`, `source` and the table itself. */
export function datedFile<T>(file: RateFile, read: (data: RateMap, path: string) => T): Dated<T> {
  const data = mapIn(file.data, file.path, 'the file')
  return {
    from: dateIn(textIn(data.effective_from, file.path, 'effective_from'), file.path),
    value: read(data, file.path),
    source: sourceIn(data.source, file.path),
  }
}

/** A few figures through time: `values` holds a map with its own source for each date. */
export function datedValues<T>(file: RateFile, read: (data: RateMap, path: string) => T): Dated<T>[] {
  const values = mapIn(mapIn(file.data, file.path, 'the file').values, file.path, 'values')
  const dates = Object.keys(values)
  if (dates.some((date, index) => index > 0 && date <= (dates[index - 1] ?? ''))) {
    throw badRate(file.path, 'dates do not ascend')
  }
  return dates.map((date) => {
    const entry = mapIn(values[date], file.path, date)
    return {
      from: dateIn(date, file.path),
      value: read(entry, file.path),
      source: sourceIn(entry.source, file.path),
    }
  })
}
