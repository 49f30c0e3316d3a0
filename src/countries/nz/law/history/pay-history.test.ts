import { describe, expect, it } from 'vitest'
import { askedOf, pastPay, TIMING } from '../../../../../test/support/nz-past.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { workDaysFor } from '../../../../payroll/work-days.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { annualHolidaysFrom, earlierPays, lastPaidPeriodEnd, sickLeaveFrom } from './history.ts'
import { shareFrom } from './holiday-history.ts'

/* Tests at, below and above the limits that no story or golden case covers. */

const on = civilDate

const weekdays = workDaysFor(decimal('5'))

describe('earlier pays, on the first and last day that count', () => {
  it('knows a period that was paid on the same day as this one', () => {
    const other = pastPay('2026-10-01', { id: 1, periodStart: on('2026-09-21'), periodEnd: on('2026-09-27') })
    expect(lastPaidPeriodEnd([other], askedOf())).toBe('2026-09-27')
    expect(lastPaidPeriodEnd([{ ...other, id: 1000 }], askedOf())).toBeNull()
  })

  it('puts regular pays in the order of their days, not of their making', () => {
    const pays = [
      pastPay('2026-09-24', { id: 9 }),
      pastPay('2026-09-10', { id: 11 }),
      pastPay('2026-09-17', { id: 10 }),
    ]
    expect(earlierPays(pays, askedOf()).map(({ payDate }) => payDate)).toEqual([
      '2026-09-24',
      '2026-09-17',
      '2026-09-10',
    ])
  })

  const from = (startDate: string, pays: NzPastPay[]) =>
    annualHolidaysFrom(pays, askedOf({ startDate: on(startDate) }))

  it('gives no weeks a second time for an anniversary on the first day of the period', () => {
    const later = pastPay('2026-10-08', { annualHolidaysFrom: on('2026-09-14') })
    // The last period ended on 27 September.
    expect(from('2025-09-28', [pastPay('2026-09-24'), later])).toBe('2026-09-29')
    expect(from('2025-09-28', [pastPay('2026-09-24')])).toBe('2026-09-28')
  })

  it('takes no pay of the same day that came later for the first one', () => {
    const later = pastPay('2026-10-01', { id: 2000 })
    expect(from('2025-09-30', [later])).toBe('2026-09-28')
  })

  it('takes leave that was off, and weeks given, for an answer only within their limits', () => {
    // The anniversary is Wednesday 16 September 2026, and no other pay has dealt with it.
    const before = pastPay('2026-09-10')
    const counted = (payDate: string, change: Partial<NzPastPay>) =>
      from('2025-09-16', [before, pastPay(payDate, { annualHolidaysFrom: on('2026-09-17'), ...change })]) !==
      '2026-09-16'
    const off = { isLeaveEnabled: false, periodEnd: on('2026-09-20') }
    expect(counted('2026-09-17', { ...off, periodStart: on('2026-09-16') })).toBe(true)
    expect(counted('2026-09-17', { ...off, periodStart: on('2026-09-17') })).toBe(false)
    // Paid two months ahead, and one day more.
    const ahead = { annualHolidaysFrom: on('2026-09-16'), periodEnd: on('2026-09-20') }
    const day = (days: number) => addDays(on('2026-09-16'), -days)
    expect(counted(day(62), ahead)).toBe(true)
    expect(counted(day(63), ahead)).toBe(false)
    // Weeks granted in the next year do not belong to this anniversary.
    const year = (periodEnd: string) =>
      annualHolidaysFrom(
        [
          pastPay('2026-09-10'),
          pastPay('2027-09-16', {
            annualHolidaysFrom: on('2026-09-17'),
            annualWeeksEarned: '4',
            periodEnd: on(periodEnd),
          }),
        ],
        askedOf({ startDate: on('2025-09-16') }),
      )
    expect([year('2027-09-15'), year('2027-09-16')]).toEqual(['2026-09-17', '2026-09-14'])
  })

  it('has the year of sick leave passed over by leave that was off on its first day', () => {
    // The year began on Wednesday 16 September 2026.
    const off = (periodStart: string) =>
      sickLeaveFrom(
        [
          pastPay('2026-09-10'),
          pastPay('2026-09-17', {
            sickLeaveFrom: on('2026-09-17'),
            periodStart: on(periodStart),
            isLeaveEnabled: false,
          }),
        ],
        askedOf({ startDate: on('2026-03-16') }),
        6,
      )
    expect([off('2026-09-16'), off('2026-09-17')]).toEqual(['2026-09-21', '2026-09-16'])
  })

  it('shares a period whole from a day before the employment', () => {
    const service = { startDate: on('2026-10-01'), lastDay: null }
    expect(shareFrom(on('2026-09-30'), TIMING, service, weekdays).toFixed()).toBe('1')
  })
})
