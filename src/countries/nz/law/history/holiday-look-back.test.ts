import { describe, expect, it } from 'vitest'
import { askedOf, detailed, pastLeave, pastPay } from '../../../../../test/support/nz-past.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { holidayHistory } from './holiday-history.ts'
import { reversedWeeks } from './reversed-leave.ts'

/* Tests at, below and above the limits that no story or golden case covers. */

const on = civilDate

describe('what holidays look back at', () => {
  type Question = Parameters<typeof holidayHistory>[1]
  const row = (leaveType: LeaveType): LeaveLine => ({
    ...{ description: 'Away', leaveType, date: on('2026-09-30'), hours: decimal('8') },
    ...{ ratePerHour: decimal('25'), loadingAmount: null },
  })
  const historyOf = (pays: readonly NzPastPay[], change: Partial<Question> = {}) =>
    holidayHistory(pays, {
      ...{ past: askedOf(), leave: [], hoursPerDay: decimal('8'), daysPerWeek: decimal('5') },
      ...{ settings: { workDays: null } },
      ...change,
    })

  it('is asked for the leave that is among the rows', () => {
    const keys = (...leave: LeaveType[]) => {
      const history = historyOf([], { leave: leave.map(row) })
      return ['cashedUpHours', 'familyViolenceDays', 'bereavementDays'].filter((key) => key in history)
    }
    expect(keys()).toEqual([])
    expect(keys('SICK', 'NZ_FAMILY_VIOLENCE')).toEqual(['familyViolenceDays'])
    expect(keys('SICK', 'NZ_BEREAVEMENT')).toEqual(['bereavementDays'])
    expect(keys('SICK', 'NZ_CASHED_UP_HOLIDAYS')).toEqual(['cashedUpHours'])
  })

  it('counts a period that ends with the anniversary by its last day', () => {
    // Friday 4 September 2026 is the anniversary and the last day of that period.
    const pay = pastPay('2026-09-01', { periodStart: on('2026-08-31'), periodEnd: on('2026-09-04') })
    const { grossSinceAnniversary } = historyOf([pay], { past: askedOf({ startDate: on('2025-09-04') }) })
    expect(grossSinceAnniversary.toFixed()).toBe('200')
  })

  it('meets the hours test by an hour in every week, where months are short of forty', () => {
    const settings = { workDays: null, isCasual: true }
    /** Takes the hours of each week, counted back from the period of 28 September. */
    const met = (hours: (week: number) => string, lastEnd = '2026-09-27') => {
      const pays = Array.from({ length: 27 }, (_, week) => {
        const periodEnd = addDays(on(lastEnd), -7 * week)
        const periodStart = addDays(periodEnd, -6)
        return pastPay('2026-09-24', {
          ...{ id: week + 1, payDate: addDays(periodEnd, -3), periodStart, periodEnd },
          hoursPaid: decimal(hours(week)).toFixed(),
        })
      })
      return historyOf(pays, { settings }).isHoursTestMet
    }
    // Five hours a week for the last thirteen weeks are less than forty a month. With twenty a week before that, the average is
    // above ten.
    expect(met((week) => (week < 13 ? '5' : '20'))).toBe(true)
    expect(met((week) => (week === 4 ? '0.5' : week < 13 ? '5' : '20'))).toBe(false)
    // Every second week has no hours, but each month has more than forty.
    expect(met((week) => (week % 2 ? '0' : '30'))).toBe(true)
    expect(met((week) => (week < 13 ? '1' : '15'))).toBe(false)
    // Periods that end on a Monday count in the week that begins on that Monday.
    expect(met((week) => (week < 13 ? '5' : '20'), '2026-09-21')).toBe(true)
    expect(met((week) => (week === 4 ? '0' : week < 13 ? '5' : '20'), '2026-09-21')).toBe(false)
  })

  it('has weeks averaged that arose within a year of parental leave, its last day counted', () => {
    const isAveraged = (date: string) => {
      const pay = pastPay('2025-09-04', detailed(pastLeave('PAID_PARENTAL', date, '8')))
      return historyOf([pay], { past: askedOf({ startDate: on('2024-09-08') }) }).isAveragedAfterParentalLeave
    }
    expect([isAveraged('2025-09-05'), isAveraged('2025-09-08'), isAveraged('2025-09-07')]).toEqual([
      undefined,
      true,
      undefined,
    ])
  })

  it('takes weeks back by the anniversaries that a pay gave, in the order of the periods', () => {
    const back = (pays: readonly NzPastPay[], startDate: string, weeksLeft = '4') => {
      const asked = askedOf({ startDate: on(startDate), lastDay: on('2026-09-29') })
      const found = reversedWeeks(pays, asked, [], decimal(weeksLeft))
      return found && [found.weeks.toFixed(), found.inAdvance.toFixed()]
    }
    const gave = (change: Partial<NzPastPay>) =>
      pastPay('2026-10-01', { annualWeeksEarned: '4', id: 10, ...change })
    // Two anniversaries, the first of them on the first day counted.
    expect(
      back([gave({ annualWeeksEarned: '8', annualHolidaysFrom: on('2025-10-01') })], '2024-10-01'),
    ).toEqual(['4', '0'])
    // Two pays granted weeks too early, and each took two days. The remaining balance covers the days of the earlier period.
    const holiday = (amount: string) => detailed(pastLeave('ANNUAL_HOLIDAYS', '2026-09-29', '16', amount))
    const first = gave({ annualHolidaysFrom: on('2026-09-28'), id: 20, ...holiday('400') })
    const next = { payDate: on('2027-10-01'), periodStart: on('2027-09-27'), periodEnd: on('2027-10-03') }
    const second = gave({
      ...first,
      ...next,
      annualHolidaysFrom: on('2027-09-27'),
      ...holiday('800'),
      id: 10,
    })
    for (const pays of [
      [first, second],
      [second, first],
    ]) {
      expect(back(pays, '2025-10-01', '7.6')).toEqual(['8', '800'])
      expect(back(pays, '2025-10-01', '7.2')).toEqual(['8', '1200'])
    }
    // Weeks without an anniversary were entered by hand, so they stay.
    expect(back([gave({ annualHolidaysFrom: on('2026-09-28') })], '2025-12-01')).toBeNull()
  })
})
