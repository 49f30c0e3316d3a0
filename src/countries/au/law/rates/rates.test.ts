import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { readRateFiles } from '../../../../load-rates.ts'
import type { RateFile, RateNode } from '../../../../payroll/rates/node.ts'
import { parseAuRates } from './rates.ts'

const files = readRateFiles(join(import.meta.dirname, '../../../../../rates/au'))

function changed(path: string, change: (data: { [key: string]: RateNode }) => void): RateFile[] {
  return structuredClone(files).map((file) => {
    if (file.path === path) change(file.data as { [key: string]: RateNode })
    return file
  })
}

describe('the Australian rate files', () => {
  const rates = parseAuRates(files)

  it('cover the three income years, and Schedule 8 also from 24 September 2025', () => {
    for (const day of ['2024-07-01', '2025-06-30', '2025-07-01', '2026-06-30', '2026-07-01', '2027-06-30']) {
      for (const table of [
        rates.schedule1,
        rates.schedule8,
        rates.etpCaps,
        rates.superRate,
        rates.superMaximum,
      ]) {
        expect(table.at(civilDate(day)).from <= day).toBe(true)
      }
    }
    expect(rates.schedule8.at(civilDate('2025-09-23')).from).toBe('2025-07-01')
    expect(rates.schedule8.at(civilDate('2025-09-24')).from).toBe('2025-09-24')
  })

  it('refuse a date that no table covers', () => {
    expect(() => rates.schedule8.at(civilDate('2024-06-30'))).toThrow(/No Schedule 8 table covers 2024-06-30/)
    expect(() => rates.extraPays.at(civilDate('2020-01-01'))).toThrow(
      /No 53 or 27 pays table covers 2020-01-01/,
    )
  })

  it('meet at the border of two bands within a dollar', () => {
    for (const { value } of rates.schedule1.entries) {
      for (const bands of Object.values(value.scales)) {
        for (const [index, band] of bands.entries()) {
          const next = bands[index + 1]
          if (!next || band.below === null) continue
          const gap = band.a.times(band.below).minus(band.b).minus(next.a.times(band.below).minus(next.b))
          expect(gap.abs().lt('1'), `${band.below}: ${gap}`).toBe(true)
        }
      }
    }
  })

  it('are refused with path and reason when one is wrong', () => {
    const path = 'payg-schedule-1/2026-07-01.yaml'
    const noSource = changed(path, (data) => delete data.source)
    expect(() => parseAuRates(noSource)).toThrow(`${path}: source is not a map`)
    const badFigure = changed('payg-schedule-4/2017-07-01.yaml', (data) => {
      data.rate = '32%'
    })
    expect(() => parseAuRates(badFigure)).toThrow(
      'payg-schedule-4/2017-07-01.yaml: rate: 32% is not a figure',
    )
    const falling = changed(path, (data) => {
      const bands = (data.scales as { [key: string]: { [key: string]: string }[] })['scale-1'] as {
        [key: string]: string
      }[]
      ;(bands[1] as { [key: string]: string }).below = '100'
    })
    expect(() => parseAuRates(falling)).toThrow(`${path}: scale-1: the limits do not increase`)
    const twice = changed('payg-schedule-15/2020-10-13.yaml', (data) => {
      data.effective_to = '2024-07-01'
    })
    expect(() => parseAuRates(twice)).toThrow(/overlap/)
  })

  it('are refused when one is missing or unknown', () => {
    expect(() => parseAuRates(files.filter((file) => !file.path.startsWith('payg-schedule-5/')))).toThrow(
      'payg-schedule-5: there is no rate file',
    )
    const stray = { path: 'payg-schedule-99/2026-07-01.yaml', data: {} }
    expect(() => parseAuRates([...files, stray])).toThrow(
      'payg-schedule-99/2026-07-01.yaml: there is no table with this name',
    )
  })
})

describe('portable long service leave', () => {
  const rates = parseAuRates(files)
  const levyOn = (day: string, scheme: string) =>
    rates.portableLongService.at(civilDate(day)).value.schemes.find((each) => each.scheme === scheme)

  it('has the levies of Queensland by date', () => {
    expect(levyOn('2020-12-31', 'QLD_COMMUNITY_SERVICES')).toBeUndefined()
    expect(levyOn('2021-01-01', 'QLD_COMMUNITY_SERVICES')?.rate?.toFixed()).toBe('0.0135')
    expect(levyOn('2026-06-30', 'QLD_CONTRACT_CLEANING')?.rate?.toFixed()).toBe('0.0075')
    // The regulation of June 2026 was not read, so there is no rate instead of an old one.
    expect(levyOn('2026-07-01', 'QLD_CONTRACT_CLEANING')?.rate).toBeNull()
  })

  it('has the services industry of the Capital Territory in two steps, and no scheme of the Northern Territory', () => {
    expect(levyOn('2026-06-30', 'ACT_SERVICES')?.name).toBe('Services industry: contract cleaning')
    expect(levyOn('2026-07-01', 'ACT_SERVICES')?.name).toContain('accommodation and food')
    expect(levyOn('2026-07-01', 'ACT_SERVICES')?.rate?.toFixed()).toBe('0.0107')
    expect(levyOn('2026-07-01', 'NT_COMMUNITY_SERVICES')).toBeUndefined()
  })
})
