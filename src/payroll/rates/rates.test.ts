import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAuRates } from '../../countries/au/law/rates/rates.ts'
import { parseNzRates } from '../../countries/nz/law/rates/rates.ts'
import { CalculationError } from '../../kernel/values/calculation-error.ts'
import { civilDate } from '../../kernel/values/dates.ts'
import { decimal } from '../../kernel/values/money.ts'
import { readRateFiles } from '../../load-rates.ts'
import { bandFor } from './bands.ts'
import type { RateFile, RateNode } from './node.ts'
import { type Dated, type Source, Timeline } from './timeline.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'rates')
const COUNTRIES = [
  { country: 'au', parse: parseAuRates, files: readRateFiles(join(FOLDER, 'au')) },
  { country: 'nz', parse: parseNzRates, files: readRateFiles(join(FOLDER, 'nz')) },
] as const

/** The front page of an authority, or the index of all its tax tables. */
const GENERAL_PAGE = /^https:\/\/[^/]*\/?(tax-rates-and-codes\/?)?$/

type Key = { path: string; keys: (string | number)[] }

/** The location of every key of every map in these files. Calendar days contain lists, so they are not maps. */
function keysOf(files: readonly RateFile[]): Key[] {
  const below = (node: RateNode, keys: Key['keys']): Key['keys'][] => {
    if (typeof node === 'string') return []
    if (Array.isArray(node)) return node.flatMap((entry, index) => below(entry, [...keys, index]))
    return Object.keys(node).flatMap((key) => [[...keys, key], ...below(node[key] ?? '', [...keys, key])])
  }
  return files.flatMap(({ path, data }) => below(data, []).map((keys) => ({ path, keys })))
}

/** The same files with a change to the map that contains the key. */
function changed(
  files: readonly RateFile[],
  { path, keys }: Key,
  change: (map: Record<string, RateNode>) => void,
) {
  return files.map((file) => {
    if (file.path !== path) return file
    const data = structuredClone(file.data)
    let node = data as Record<string, RateNode>
    for (const key of keys.slice(0, -1)) node = node[key] as Record<string, RateNode>
    change(node)
    return { path, data }
  })
}

describe.each(COUNTRIES)('the rate files of $country', ({ country, parse, files }) => {
  it('are all read, down to the last key', () => {
    expect(() => parse(files)).not.toThrow()
  })

  // Days, regions and activities are themselves data, so a wrong one is not a wrong key.
  const FREE = ['days', 'part_of_state', 'anniversary', 'activities', 'values']
  const isFree = ({ keys }: Key) => FREE.includes(`${keys.at(-2)}`)
  // One key per name and table is enough, because the same reader reads the others.
  const kindOf = ({ path, keys }: Key) =>
    [path.split('/')[0], ...keys.filter((key) => typeof key === 'string')].join('.')
  const named = [
    ...new Map(
      keysOf(files)
        .filter((key) => !isFree(key))
        .map((key) => [kindOf(key), key]),
    ).values(),
  ]

  it('refuse a key that nothing reads, by file and key, in each of their maps', () => {
    const maps = new Map(named.map((key) => [kindOf({ ...key, keys: key.keys.slice(0, -1) }), key]))
    for (const key of maps.values()) {
      const odd = changed(files, key, (map) => {
        map.effectve_to = '2030-12-31'
      })
      expect(() => parse(odd), `${key.path}: ${key.keys.join('.')}`).toThrow(
        new RegExp(`^rates/${country}/${key.path}: .*effectve_to is not a known key$`),
      )
    }
    expect(maps.size).toBeGreaterThan(25)
  })

  it('refuse a mistyped key, whichever it is', () => {
    for (const key of named) {
      const odd = changed(files, key, (map) => {
        const name = `${key.keys.at(-1)}`
        map[`${name}x`] = map[name] ?? ''
        delete map[name]
      })
      expect(() => parse(odd), `${key.path}: ${key.keys.join('.')}`).toThrow(`rates/${country}/${key.path}: `)
    }
  })

  it('name the very page they were read from', () => {
    const sources = JSON.stringify(files.map((file) => file.data)).matchAll(/"href":"([^"]*)"/g)
    for (const [, href = ''] of sources) expect(href).not.toMatch(GENERAL_PAGE)
  })

  it('refuse a file that is not named by the day it takes effect', () => {
    const file = files.find(({ path }) => path.endsWith('-01.yaml'))
    const moved = [...files, { path: `${file?.path.split('/')[0]}/2031-01-01.yaml`, data: file?.data ?? '' }]
    expect(() => parse(moved)).toThrow('2031-01-01.yaml: effective_from: ')
  })
})

describe('a timeline', () => {
  const source: Source = { title: 'Tables', publisher: 'P', href: 'https://example.com', status: 'published' }
  const entry = (from: string, to?: string): Dated<string> => ({
    from: civilDate(from),
    ...(to ? { to: civilDate(to) } : {}),
    value: from,
    source,
  })
  const gap = (from: string, to: string) => ({
    from: civilDate(from),
    to: civilDate(to),
    reason: 'None was printed.',
  })

  it('refuses two tables for one day, wherever they meet', () => {
    const overlap = /the tables from 2025-07-01 and .* overlap/
    expect(() => new Timeline('X', [entry('2025-07-01'), entry('2025-07-01')])).toThrow(overlap)
    expect(() => new Timeline('X', [entry('2025-07-01', '2026-07-01'), entry('2026-07-01')])).toThrow(overlap)
    expect(() => new Timeline('X', [entry('2025-07-01', '2026-06-30'), entry('2026-07-01')])).not.toThrow()
  })

  it('refuses days without a table that no one declared, and a declaration that is no gap', () => {
    const entries = [entry('2024-07-01', '2025-06-30'), entry('2026-07-01')]
    expect(() => new Timeline('X', entries)).toThrow('no table covers 2025-07-01 to 2026-06-30; declare')
    expect(() => new Timeline('X', entries, [gap('2025-07-01', '2026-06-29')])).toThrow('no table covers')
    const declared = [gap('2025-07-01', '2026-06-30')]
    expect(() => new Timeline('X', entries, [...declared, gap('2020-01-01', '2020-12-31')])).toThrow(
      'is not a gap',
    )
    expect(() => new Timeline('X', entries, declared)).not.toThrow()
  })

  it('refuses a day outside with the days it covers, and a declared gap with its reason', () => {
    const entries = [
      entry('2024-07-01', '2025-06-30'),
      entry('2026-07-01'),
      entry('2027-07-01', '2028-06-30'),
    ]
    const line = new Timeline('X', entries, [gap('2025-07-01', '2026-06-30')])
    const days = 'Days covered: 2024-07-01 to 2025-06-30 and 2026-07-01 to 2028-06-30.'
    const at = (date: string) => () => line.at(civilDate(date))
    expect(at('2024-06-30')).toThrow(
      new CalculationError(`No X table covers 2024-06-30; the first one starts on 2024-07-01. ${days}`),
    )
    expect(at('2025-07-01')).toThrow(
      new CalculationError(
        `No X table covers 2025-07-01; the last one before it ends on 2025-06-30. None was printed. ${days}`,
      ),
    )
    expect(at('2028-07-01')).toThrow(
      new CalculationError(
        `No X table covers 2028-07-01; the last one before it ends on 2028-06-30. ${days}`,
      ),
    )
    expect(
      ['2024-07-01', '2025-06-30', '2026-07-01', '2027-06-30', '2027-07-01', '2028-06-30'].map(
        (day) => at(day)().value,
      ),
    ).toEqual(['2024-07-01', '2024-07-01', '2026-07-01', '2026-07-01', '2027-07-01', '2027-07-01'])
  })

  it('without a last day holds for good', () => {
    const line = new Timeline('X', [entry('2024-07-01')])
    expect(line.at(civilDate('2031-01-01')).value).toBe('2024-07-01')
    expect(line.covered()).toBe('from 2024-07-01')
  })
})

describe('bandFor', () => {
  it('leaves a limit named `below` to the next band and keeps one named `to`', () => {
    const below = [
      { below: decimal('100'), n: 1 },
      { below: null, n: 2 },
    ]
    const to = [
      { to: decimal('100'), n: 1 },
      { to: null, n: 2 },
    ]
    const pick = (text: string) => [bandFor(below, decimal(text)).n, bandFor(to, decimal(text)).n]
    expect(['99.99', '100', '100.01'].map(pick)).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
    ])
  })
})
