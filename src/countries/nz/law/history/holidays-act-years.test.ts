import { describe, expect, it } from 'vitest'
import { askedOf, pastPay, TIMING } from '../../../../../test/support/nz-past.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import { workDaysFor } from '../../../../payroll/work-days.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { holidayHistory, lastAnniversary, shareFrom } from './holiday-history.ts'

const on = civilDate
const timing = TIMING
const asked = askedOf
const past = pastPay

describe('anniversaries', () => {
  const last = (startDate: string, change: Partial<PastQuestion> = {}) =>
    lastAnniversary(asked({ startDate: on(startDate), ...change }))

  it('are reached with the period, and with the last day of service', () => {
    expect(last('2025-10-04')).toBe('2026-10-04')
    expect(last('2025-10-05')).toBe('2025-10-05')
    expect(last('2020-10-04')).toBe('2026-10-04')
    expect(last('2025-10-01', { lastDay: on('2026-09-30') })).toBe('2026-10-01')
    expect(last('2025-10-01', { lastDay: on('2026-09-29') })).toBe('2025-10-01')
  })

  it('share the period that holds them by working days', () => {
    const share = (day: string, change: { startDate?: string; lastDay?: string } = {}) =>
      shareFrom(
        on(day),
        timing,
        {
          startDate: on(change.startDate ?? '2020-01-06'),
          lastDay: change.lastDay === undefined ? null : on(change.lastDay),
        },
        workDaysFor(decimal('5')),
      ).toFixed()
    expect(['2026-09-28', '2026-09-29', '2026-10-02', '2026-10-03'].map((day) => share(day))).toEqual([
      '1',
      '0.8',
      '0.2',
      '0',
    ])
    expect(share('2026-09-30', { startDate: '2026-09-30' })).toBe('1')
    expect(share('2026-10-01', { startDate: '2026-09-29' })).toBe('0.5')
    expect(share('2026-09-30', { lastDay: '2026-10-01' })).toBe('0.5')
    expect(share('2026-09-30', { lastDay: '2026-09-27' })).toBe('0.6')
    // Employed on a Saturday and a Sunday only, so there is no working day to prorate by.
    expect(share('2026-10-04', { startDate: '2026-10-03' })).toBe('1')
    expect(share('2026-10-04', { startDate: '2026-10-03', lastDay: '2026-10-03' })).toBe('0')
  })
})

describe('the history of the Holidays Act', () => {
  const of = (pays: readonly NzPastPay[], change: Partial<Parameters<typeof holidayHistory>[1]> = {}) =>
    holidayHistory(pays, {
      past: asked(),
      leave: [],
      hoursPerDay: decimal('8'),
      daysPerWeek: decimal('5'),
      settings: { workDays: null },
      ...change,
    })

  it('sums four weeks and 52 weeks before the period', () => {
    const weeks = [
      past('2025-09-25', { holidayGross: '1' }),
      past('2025-10-02', { holidayGross: '10' }),
      past('2026-08-27', { holidayGross: '100' }),
      past('2026-09-03', { holidayGross: '1000', irregular: '7', daysPaid: '4' }),
      past('2026-09-24', { holidayGross: '10000' }),
      past('2026-10-01', { id: 1, holidayGross: '100000' }),
    ]
    const { countedTo, grossLast4Weeks, grossLast52Weeks, irregularLast4Weeks, daysPaidLast52Weeks } =
      of(weeks)
    expect(countedTo).toBe('2026-09-27')
    expect([grossLast4Weeks, grossLast52Weeks, irregularLast4Weeks, daysPaidLast52Weeks].map(String)).toEqual(
      ['11000', '11110', '7', '19'],
    )
  })

  it('sums gross earnings and advances since the anniversary', () => {
    const pays = [
      past('2026-01-02', { holidayGross: '1', inAdvance: '1' }),
      past('2026-01-08', { holidayGross: '10', inAdvance: '2' }),
      past('2026-09-24', { holidayGross: '100', inAdvance: '4' }),
    ]
    // The week of Tuesday 6 January counts at four of its five days.
    const { grossSinceAnniversary, paidInAdvance } = of(pays)
    expect([grossSinceAnniversary, paidInAdvance].map(String)).toEqual(['108', '6'])
    const casual = of(pays, { settings: { workDays: null, isCasual: true } })
    expect(casual.grossSinceAnniversary.toFixed()).toBe('111')
  })

  it('rounds the share of the anniversary’s period once, however many pays it came in', () => {
    const shareOf = (...parts: string[]) =>
      of(parts.map((holidayGross) => past('2026-01-08', { holidayGross }))).grossSinceAnniversary.toFixed()
    // Four fifths of 10.02 are 8.016. Four fifths of 3.34 are 2.672, and three of those rounded one by one would be 8.01.
    expect([shareOf('10.02'), shareOf('5.01', '5.01'), shareOf('3.34', '3.34', '3.34')]).toEqual([
      '8.02',
      '8.02',
      '8.02',
    ])
  })

  it('knows the days of the week from the record, else by their number', () => {
    expect(of([])).toMatchObject({ workDays: 'MO,TU,WE,TH,FR', workDaysKnownFrom: 'number' })
    expect(of([], { settings: { workDays: 'MO,SA' } })).toMatchObject({
      workDays: 'MO,SA',
      workDaysKnownFrom: 'record',
    })
  })

  describe('of a casual', () => {
    /** 26 weeks up to the period, each with the given hours. */
    const met = (hours: (week: number) => number) =>
      of(
        Array.from({ length: 26 }, (_, week) =>
          past(addDays(on('2026-09-24'), -7 * week), { hoursPaid: String(hours(week)) }),
        ).filter((pay) => pay.hoursPaid !== '0'),
        { settings: { workDays: null, isCasual: true } },
      ).isHoursTestMet

    it('asks for ten hours a week on average over six months (s 63)', () => {
      expect(met(() => 10)).toBe(true)
      expect(met((week) => (week === 3 ? 9 : 10))).toBe(false)
      expect(met((week) => (week === 3 ? 11 : 10))).toBe(true)
      expect(of([])).not.toHaveProperty('isHoursTestMet')
    })

    it('and for an hour in every week, or 40 in every month', () => {
      expect(met((week) => (week === 3 ? 1 : 11))).toBe(true)
      // A week without work: the other four weeks of its month have 40 hours in the first case, but not in the second.
      const without = (hours: number) => met((week) => (week === 3 ? 0 : week < 5 ? hours : 12))
      expect([without(10), without(9.5)]).toEqual([true, false])
    })
  })
})
