import { describe, expect, it } from 'vitest'
import { checkHistoryFile } from '../../../src/features/reports/holidays-act-report/check-history.ts'
import { loadRates } from '../../../src/load-rates.ts'
import data from './planted.json' with { type: 'json' }

/*
 * Invented histories with planted faults: public holidays that were not paid, were paid at the plain rate
 * when worked, or used up sick leave; alternative holidays that were not granted; sick and bereavement days
 * that were underpaid; and final pays. Each fault must be found to the cent, and histories without faults
 * must have no findings.
 */

type History = {
  name: string
  pattern: string
  region: string
  rate: string
  rows: string[]
  faults: unknown[][]
}

const FIRST = Date.UTC(2024, 11, 30)
const DAY = 86_400_000
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
const rates = loadRates().nz

function csvOf({ name, pattern, region, rate, rows }: History): string {
  const hours = pattern.split(',').reduce((total, day) => total + Number(day.split(' ')[1]), 0)
  const weekly = (hours * Number(rate)).toFixed(2)
  const weeks = Array.from({ length: 52 }, (_, index) => {
    const start = iso(FIRST + index * 7 * DAY)
    const own = rows.filter((row) => row.startsWith(start))
    if (own.length > 0) return own
    return [`${start},${iso(FIRST + (index * 7 + 6) * DAY)},${weekly},${hours},${weekly},,,,,*,`]
  })
  const lines = weeks.flat().map((row) => `${name},2024-12-30,${row.replace('*', `"${pattern}",${region}`)}`)
  return [data.header, ...lines].join('\n')
}

const FLAGGED = ['PUBLIC_HOLIDAY_AS_LEAVE', 'ALTERNATIVE_DAY_NOT_GRANTED']

async function found(history: History) {
  const { rows, unchecked } = await checkHistoryFile(new TextEncoder().encode(csvOf(history)), rates)
  expect(unchecked).toEqual([])
  return rows
    .filter(({ type, difference }) => difference > 0 || FLAGGED.includes(type))
    .map(({ type, date, difference }) => [type, date, difference])
    .sort((a, b) => (a.join() < b.join() ? -1 : 1))
}

describe('planted faults', () => {
  it('are at least 60 in 20 histories', () => {
    expect(data.planted.length).toBe(20)
    expect(data.planted.flatMap(({ faults }) => faults).length).toBeGreaterThanOrEqual(60)
  })

  it.each(data.planted)(
    'of $name ($pattern, $region, $rate an hour) are all found to the cent',
    async (history) => {
      const expected = history.faults.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))
      expect(await found(history)).toEqual(expected)
    },
  )
})

describe('clean histories', () => {
  it.each(data.clean)('of $name ($pattern, $region, $rate an hour) have no claim', async (history) => {
    expect(await found(history)).toEqual([])
  })
})
