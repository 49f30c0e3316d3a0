import { describe, expect, it } from 'vitest'
import {
  periodEndFor,
  periodStartFor,
  periodsLong,
  periodsPerYear,
  periodsTouched,
} from '../../payroll/pay-periods.ts'
import {
  addDays,
  addMonths,
  addYears,
  auIncomeYear,
  type CivilDate,
  civilDate,
  civilDateOrNone,
  completedYears,
  dayNumber,
  dayOfWeek,
  daysBetween,
  daysInMonth,
  fromDayNumber,
  isCivilDate,
  makeDate,
  nzTaxYear,
  partsOf,
  yearsOfService,
} from './dates.ts'

const on = (text: string): CivilDate => civilDate(text)

describe('a date', () => {
  it('is a day that exists, written in full', () => {
    const days = ['2026-01-01', '2026-12-31', '2024-02-29', '0001-01-01', '2026-04-30']
    expect(days.filter(isCivilDate)).toEqual(days)
    const none = [
      '2026-13-01',
      '2026-00-01',
      '2026-01-00',
      '2025-02-29',
      '2026-04-31',
      '0000-01-01',
      '2026-1-01',
      '12026-01-01',
      '2026-01-011',
      ' 2026-01-01',
      '',
    ]
    expect(none.filter(isCivilDate)).toEqual([])
  })

  it('is refused by name, and may be missing where a record lacks it', () => {
    expect(() => civilDate('2026-02-30')).toThrow(
      new RangeError('2026-02-30 is not a date of the form YYYY-MM-DD'),
    )
    expect([civilDateOrNone(null), civilDateOrNone('2026-02-28')]).toEqual([null, '2026-02-28'])
    expect(() => civilDateOrNone('x')).toThrow(RangeError)
  })

  it('is made of its parts and taken apart again', () => {
    expect(makeDate(987, 6, 5)).toBe('0987-06-05')
    expect(partsOf(on('2026-11-15'))).toEqual({ year: 2026, month: 11, day: 15 })
  })

  it('is a number of days since 1970', () => {
    expect([dayNumber(on('1970-01-01')), dayNumber(on('1970-02-01')), dayNumber(on('1969-12-31'))]).toEqual([
      0, 31, -1,
    ])
    expect(fromDayNumber(dayNumber(on('2026-11-15')))).toBe('2026-11-15')
    expect([1, 2, 12].map((month) => daysInMonth(2024, month))).toEqual([31, 29, 31])
  })

  it('moves by days, months and years, and stays in its month', () => {
    expect([addDays(on('2026-02-28'), 1), addDays(on('2026-03-01'), -1)]).toEqual([
      '2026-03-01',
      '2026-02-28',
    ])
    expect([1, 2, -1, 11, 12, -12].map((months) => addMonths(on('2026-01-31'), months))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2025-12-31',
      '2026-12-31',
      '2027-01-31',
      '2025-01-31',
    ])
    expect(addYears(on('2024-02-29'), 1)).toBe('2025-02-28')
    expect(daysBetween(on('2026-01-01'), on('2026-03-01'))).toBe(59)
    expect(daysBetween(on('2026-03-01'), on('2026-01-01'))).toBe(-59)
  })

  it('falls on a day of the week, also before 1970', () => {
    expect(
      ['2026-11-15', '2026-11-16', '2026-11-21', '1969-12-28', '1969-12-29'].map((d) => dayOfWeek(on(d))),
    ).toEqual([0, 1, 6, 0, 1])
  })
})

describe('years between two dates', () => {
  it('are complete on the anniversary, not the day before', () => {
    const years = (to: string) => completedYears(on('2020-03-10'), on(to))
    expect(['2026-03-09', '2026-03-10', '2026-03-11', '2020-03-10'].map(years)).toEqual([5, 6, 6, 0])
  })

  it('of service count the first and the last day', () => {
    const years = (to: string) => yearsOfService(on('2020-03-10'), on(to))
    expect(['2026-03-08', '2026-03-09', '2026-03-10'].map(years)).toEqual([5, 6, 6])
  })
})

describe('pay periods', () => {
  it('are counted for a year', () => {
    expect(
      (['WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY', 'QUARTERLY'] as const).map(periodsPerYear),
    ).toEqual([52, 26, 13, 12, 4])
  })

  it('touched by a range count from their own ends, up to a year', () => {
    const touched = (period: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY', start: string, end: string) =>
      periodsTouched(period, on('2026-11-15'), on(start), on(end))
    // The weeks end on Sundays. Monday 9 to Sunday 15 November is one week. With the Sunday before, it touches two.
    expect([
      touched('WEEKLY', '2026-11-09', '2026-11-15'),
      touched('WEEKLY', '2026-11-08', '2026-11-15'),
    ]).toEqual([1, 2])
    expect(touched('WEEKLY', '2026-11-15', '2026-11-16')).toBe(2)
    expect(touched('FORTNIGHTLY', '2026-11-02', '2026-11-15')).toBe(1)
    expect(touched('FORTNIGHTLY', '2026-11-01', '2026-11-16')).toBe(3)
    expect(touched('MONTHLY', '2026-10-31', '2026-11-01')).toBe(2)
    expect(touched('MONTHLY', '2025-12-31', '2026-01-01')).toBe(2)
    expect(touched('WEEKLY', '2024-01-01', '2026-11-15')).toBe(52)
    expect(touched('FORTNIGHTLY', '2024-01-01', '2026-11-15')).toBe(26)
    expect(touched('MONTHLY', '2024-01-01', '2026-11-15')).toBe(12)
  })

  it('that a range is long count a part as a whole', () => {
    const long = (period: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY', start: string, end: string) =>
      periodsLong(period, on(start), on(end))
    expect(long('WEEKLY', '2026-11-10', '2026-11-16')).toBe(1)
    expect(long('WEEKLY', '2026-11-10', '2026-11-17')).toBe(2)
    expect(long('FORTNIGHTLY', '2026-11-10', '2026-11-23')).toBe(1)
    expect(long('FORTNIGHTLY', '2026-11-10', '2026-11-24')).toBe(2)
    expect(long('MONTHLY', '2024-11-30', '2026-12-01')).toBe(26)
  })

  it('end whole lengths from the anchor, or with the month', () => {
    const end = (period: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY', date: string, anchor: string) =>
      periodEndFor(period, on(date), on(anchor))
    expect(
      ['2026-11-09', '2026-11-15', '2026-11-16'].map((date) => end('WEEKLY', date, '2026-11-15')),
    ).toEqual(['2026-11-15', '2026-11-15', '2026-11-22'])
    expect(
      ['2026-11-01', '2026-11-02', '2026-11-15', '2026-12-01'].map((date) =>
        end('FORTNIGHTLY', date, '2026-11-15'),
      ),
    ).toEqual(['2026-11-01', '2026-11-15', '2026-11-15', '2026-12-13'])
    expect(end('MONTHLY', '2024-02-01', '2026-11-15')).toBe('2024-02-29')
  })

  it('start a length before their end', () => {
    expect(
      (['WEEKLY', 'FORTNIGHTLY', 'MONTHLY'] as const).map((period) =>
        periodStartFor(period, on('2026-11-30')),
      ),
    ).toEqual(['2026-11-24', '2026-11-17', '2026-11-01'])
  })
})

describe('tax years', () => {
  it('of Australia start in July, of New Zealand in April', () => {
    expect([auIncomeYear(on('2026-06-30')), auIncomeYear(on('2026-07-01'))]).toEqual([
      { start: '2025-07-01', end: '2026-06-30' },
      { start: '2026-07-01', end: '2027-06-30' },
    ])
    expect([nzTaxYear(on('2026-03-31')), nzTaxYear(on('2026-04-01'))]).toEqual([
      { start: '2025-04-01', end: '2026-03-31' },
      { start: '2026-04-01', end: '2027-03-31' },
    ])
  })
})

it('months have their days, February by the centuries too', () => {
  const months = Array.from({ length: 12 }, (_, index) => daysInMonth(2026, index + 1))
  expect(months).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  expect([1900, 2000, 2024, 2100].map((year) => daysInMonth(year, 2))).toEqual([28, 29, 29, 28])
})
