import { describe, expect, it } from 'vitest'
import { nzRates } from '../../../../../test/support/nz-pay.ts'
import { addDays, dayOfWeek } from '../../../../kernel/values/dates.ts'
import { readWorkDays } from '../../../../payroll/work-days.ts'
import { ANNIVERSARY_REGIONS, WORKPLACE_REGIONS } from '../input/words.ts'
import { holidaysOfYear, isListedYear } from './public-holiday-dates.ts'
import { observedHolidays } from './public-holidays.ts'
import { anniversaryRegionOf } from './regions.ts'

/* The calendar of 2015 to 2052 (Holidays Act 2003 ss 44 to 45A). */

const WEEK = readWorkDays('MO,TU,WE,TH,FR')
const EVERY_DAY = readWorkDays('MO,TU,WE,TH,FR,SA,SU')
const YEARS = Array.from({ length: 38 }, (_, index) => 2015 + index)
const on = (year: number, name: string, region: string | null = null) =>
  holidaysOfYear(year, region, nzRates).find((holiday) => holiday.name === name)?.date
const anniversary = (region: string) => (year: number) => on(year, 'anniversary', region)?.slice(5)

describe('national holidays', () => {
  it('follow Easter', () => {
    // Western Easter Sundays: 5 April 2015, 31 March 2024, 16 April 2028, 25 April 2038, 21 April 2052.
    const easter = (year: number) => {
      const monday = on(year, 'easter_monday')
      return monday && addDays(monday, -1).slice(5)
    }
    expect([2015, 2024, 2028, 2038, 2052].map(easter)).toEqual([
      ...['04-05', '03-31', '04-16', '04-25', '04-21'],
    ])
  })

  it('have Matariki from 2022 to 2052, always on a Friday, and Memorial Day once', () => {
    expect([2021, 2053].map((year) => on(year, 'matariki'))).toEqual([undefined, undefined])
    for (const year of YEARS.filter((each) => each >= 2022)) {
      const day = on(year, 'matariki')
      expect([year, day && dayOfWeek(day)]).toEqual([year, 5])
    }
    expect(YEARS.filter((year) => on(year, 'memorial_day'))).toEqual([2022])
    expect(on(2022, 'memorial_day')).toBe('2022-09-26')
  })

  it('number ten until 2021, eleven from 2022, and one more in 2022', () => {
    const count = (year: number) => holidaysOfYear(year, null, nzRates).length
    expect([2015, 2021, 2022, 2023, 2052].map(count)).toEqual([10, 10, 12, 11, 11])
    expect([2014, 2015, 2052, 2053].map((year) => isListedYear(year, nzRates))).toEqual([
      ...[false, true, true, false],
    ])
  })
})

describe('Mondayisation', () => {
  const moved = (year: number, days = WEEK) => observedHolidays(year, days, null, nzRates)

  it('moves Waitangi and ANZAC Day to the Monday (s 45A)', () => {
    // Saturdays: 25 April 2015 and 2020, 6 February 2016 and 2021. Sundays: 25 April 2021, 6 February 2022.
    expect(moved(2015)).toContain('2015-04-27')
    expect(moved(2016)).toContain('2016-02-08')
    expect(moved(2021)).toEqual(expect.arrayContaining(['2021-02-08', '2021-04-26']))
    expect(moved(2022)).toContain('2022-02-07')
    expect(moved(2022, EVERY_DAY)).toContain('2022-02-06')
  })

  it('moves the first days of January and Christmas to the Monday or Tuesday (s 45)', () => {
    // 2022: 1 and 2 January are Saturday and Sunday, and 25 December is a Sunday.
    expect(moved(2022).slice(0, 2)).toEqual(['2022-01-03', '2022-01-04'])
    expect(moved(2022).slice(-2)).toEqual(['2022-12-26', '2022-12-27'])
    expect(moved(2021).slice(-2)).toEqual(['2021-12-27', '2021-12-28'])
  })

  it('gives one public holiday where two meet: ANZAC Day of 2038 on Easter Monday', () => {
    const days = moved(2038)
    expect(days.filter((day) => day === '2038-04-26')).toHaveLength(1)
    expect(days).toHaveLength(10)
  })
})

describe('anniversary days', () => {
  // 2025 to 2027 as published by Employment New Zealand, 2023 and 2024 as observed by the councils.
  it.each([
    ['auckland', '01-30', '01-29', '01-27', '01-26', '02-01'],
    ['taranaki', '03-13', '03-11', '03-10', '03-09', '03-08'],
    ['hawkes_bay', '10-20', '10-25', '10-24', '10-23', '10-22'],
    ['wellington', '01-23', '01-22', '01-20', '01-19', '01-25'],
    ['marlborough', '10-30', '11-04', '11-03', '11-02', '11-01'],
    ['nelson', '01-30', '01-29', '02-03', '02-02', '02-01'],
    ['canterbury', '11-17', '11-15', '11-14', '11-13', '11-12'],
    ['south_canterbury', '09-25', '09-23', '09-22', '09-28', '09-27'],
    ['westland', '12-04', '12-02', '12-01', '11-30', '11-29'],
    ['otago', '03-20', '03-25', '03-24', '03-23', '03-22'],
    ['southland', '04-11', '04-02', '04-22', '04-07', '03-30'],
    ['chatham_islands', '11-27', '12-02', '12-01', '11-30', '11-29'],
  ])('of %s are those that its councils observe', (region, ...days) => {
    expect([2023, 2024, 2025, 2026, 2027].map(anniversary(region))).toEqual(days)
  })

  it('give way to another holiday of their day', () => {
    // Easter Monday is 26 March in 2035 and 2046. South Canterbury moved its day away from Memorial Day.
    expect([2034, 2035, 2046].map(anniversary('otago'))).toEqual(['03-20', '03-27', '03-27'])
    expect([2021, 2022, 2023].map(anniversary('south_canterbury'))).toEqual(['09-27', '11-11', '09-25'])
  })

  it('never fall on another public holiday of a working week', () => {
    for (const year of YEARS) {
      const national = observedHolidays(year, WEEK, null, nzRates).length
      for (const region of ANNIVERSARY_REGIONS)
        expect([year, region, observedHolidays(year, WEEK, region, nzRates).length]).toEqual([
          year,
          region,
          national + 1,
        ])
    }
  })

  it('are those of the workplace, else of the home address', () => {
    expect(anniversaryRegionOf('HOME_ADDRESS', 'CAN')).toBe('canterbury')
    expect(anniversaryRegionOf('HOME_ADDRESS', 'XX')).toBeNull()
    expect(WORKPLACE_REGIONS.slice(1).map((region) => anniversaryRegionOf(region, 'AUK'))).toEqual([
      ...ANNIVERSARY_REGIONS,
    ])
    expect(observedHolidays(2026, WEEK, 'nowhere', nzRates)).toHaveLength(11)
  })
})
