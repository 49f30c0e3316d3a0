import { describe, expect, it } from 'vitest'
import { hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import { workDaysFor } from '../../../../payroll/work-days.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import type { NzHolidayHistory } from '../input/input.ts'
import { calculateNzPay } from '../pay.ts'
import { bereavementDays, familyViolenceDays } from './limited-leave.ts'

/* Leave with a limit, tested at, below and above each limit (Holidays Act 2003 ss 16, 28A, 70 and 72A to 72J). */

const on = civilDate

const row = (leaveType: LeaveType, date: string, quantity: string) =>
  ({ kind: 'leave', leaveType, date: on(date), quantity }) as PastLine

const past = (...lines: PastLine[]) =>
  ({ details: { hoursPerDay: '8', daysPerWeek: '5', workDays: null, lines } }) as unknown as NzPastPay

const week = { ratePerHour: decimal('25'), hours: [hoursLine('40', '25')] }

const history = (change: Partial<NzHolidayHistory>) => ({
  holidayHistory: { ...nzPay().holidayHistory, ...change },
})

describe('family violence leave (ss 72A to 72J)', () => {
  const asked = (periodEnd: string) =>
    ({ startDate: on('2025-02-03'), timing: { periodEnd: on(periodEnd) } }) as Parameters<
      typeof familyViolenceDays
    >[1]
  const pays = [
    past(row('NZ_FAMILY_VIOLENCE', '2026-08-02', '8')),
    past(row('NZ_FAMILY_VIOLENCE', '2026-08-03', '16'), row('SICK', '2026-08-04', '40')),
    { details: null } as NzPastPay,
  ]

  it('counts from the day the year began, six months after the start and then every year', () => {
    expect(familyViolenceDays(pays, asked('2026-08-02'), 6, decimal('8')).toFixed()).toBe('3')
    expect(familyViolenceDays(pays, asked('2026-08-03'), 6, decimal('8')).toFixed()).toBe('2')
    // Before six months of employment no entitlement year has begun. Leave dated later belongs to the first year.
    expect(familyViolenceDays(pays, asked('2025-03-02'), 6, decimal('8')).toFixed()).toBe('3')
  })

  it('says when it passes ten days, and not before', () => {
    const told = (hours: string, before?: string) =>
      calculateNzPay(
        nzPay({
          ...week,
          leave: [{ ...leaveLine('NZ_FAMILY_VIOLENCE', hours, '25'), date: on('2026-10-01') }],
          ...(before ? history({ familyViolenceDays: decimal(before) }) : {}),
        }),
        nzRates,
      ).warnings.join()
    expect([told('80'), told('40', '5')]).toEqual(['', ''])
    expect(told('40', '5.125')).toContain('comes to 10.13 days; the Act owes 10')
    expect(told('88')).toContain('comes to 11 days')
  })
})

describe('bereavement leave (s 70)', () => {
  const days = workDaysFor(decimal('5'))
  const own = (date: string, hours: string) => ({
    ...leaveLine('NZ_BEREAVEMENT', hours, '25'),
    date: on(date),
  })
  const of = (leave: ReturnType<typeof own>[], ...pays: NzPastPay[]) =>
    bereavementDays(pays, leave, {
      ...{ hoursPerDay: decimal('8'), daysPerWeek: decimal('5'), days },
    }).toFixed()

  it('goes on over a weekend, and ends with a day of work', () => {
    const friday = past(row('NZ_BEREAVEMENT', '2026-10-02', '8'), row('SICK', '2026-10-01', '8'))
    expect(of([own('2026-10-05', '16')], friday)).toBe('3')
    expect(of([own('2026-10-06', '16')], friday)).toBe('2')
    expect(of([own('2026-10-05', '16'), own('2026-10-08', '8')], friday)).toBe('3')
    expect(of([], friday)).toBe('0')
    expect(of([own('2026-10-05', '8')], { details: null } as NzPastPay)).toBe('1')
  })

  it('is said once: for the row that is too long, else for the days together', () => {
    const told = (hours: string, together: string) =>
      calculateNzPay(
        nzPay({
          ...week,
          leave: [own('2026-10-01', hours)],
          ...history({ bereavementDays: decimal(together) }),
        }),
        nzRates,
      ).warnings
    expect([told('24', '3'), told('8', '3')]).toEqual([[], []])
    expect(told('32', '4')).toEqual([
      expect.stringContaining('takes 4 days; for one bereavement the Act grants at most 3'),
    ])
    expect(told('8', '4')).toEqual([expect.stringContaining('without a break comes to 4 days')])
  })
})
