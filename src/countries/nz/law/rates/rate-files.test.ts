import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { readRateFiles } from '../../../../load-rates.ts'
import type { RateFile } from '../../../../payroll/rates/node.ts'
import { parseNzRates } from './rates.ts'

/* Tests at, below and above the limits that no story or golden case covers. */

const on = civilDate

describe('the rate files, read again', () => {
  const files = readRateFiles(join(import.meta.dirname, '../../../../../rates/nz'))
  const changed = (path: string, from: string, to: string): RateFile[] =>
    files.map((file) =>
      file.path === path
        ? { ...file, data: JSON.parse(JSON.stringify(file.data).replace(`"${from}"`, `"${to}"`)) }
        : file,
    )

  it('give the days that averages look back, and each year its public holidays', () => {
    const rates = parseNzRates(files)
    const { averagingDays, ordinaryDays } = rates.holidays.at(on('2026-10-01')).value
    expect([averagingDays, ordinaryDays]).toEqual([364, 28])
    expect(rates.publicHolidays.at(on('2026-07-10')).value.matariki).toContain('2026-07-10')
    const late = changed('public-holidays/2015.yaml', '2036-07-18', '2036-07-21')
    expect(() => parseNzRates(late)).toThrow('matariki: 2036-07-21 is no Friday')
  })

  it('are refused where bands do not meet, or the largest levy is not rate × maximum within a cent', () => {
    const paye = (subtract: string) => parseNzRates(changed('paye/2026-04-01.yaml', '1092', subtract))
    expect(() => paye('1092.01')).toThrow('bands do not meet at 15600')
    expect(() => paye('1092.00')).not.toThrow()
    // 156,641 × 1.75% = 2,741.2175.
    const levy = (most: string) => parseNzRates(changed('earners-levy.yaml', '2741.22', most))
    expect(() => levy('2741.21')).not.toThrow()
    for (const bad of ['2741.2275', '2741.2075', '2741.23'])
      expect(() => levy(bad)).toThrow(`the maximum levy ${bad} is not rate × maximum`)
  })

  it('are refused where no one reads one', () => {
    const [first] = files
    const stranger = { path: 'stranger/2026-04-01.yaml', data: first?.data ?? {} }
    expect(() => parseNzRates([...files, stranger])).toThrow('stranger')
  })
})
