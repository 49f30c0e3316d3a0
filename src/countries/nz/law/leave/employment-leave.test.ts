import { describe, expect, it } from 'vitest'
import { nzRates } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { accrueLeave, leaveCompensation, leavePayment, NO_LEAVE_HOURS } from './employment-leave.ts'
import { convertBalances } from './employment-leave-transition.ts'
import { leaveActOn } from './leave-acts.ts'

const on = civilDate
const FIRST = on('2028-08-06')
const next = nzRates.employmentLeave.at(FIRST)
const before = nzRates.holidays.at(on('2028-08-05'))
const hours = (standard: string, change: { notCounted?: string; additional?: string } = {}) => ({
  standard: decimal(standard),
  notCounted: decimal(change.notCounted ?? '0'),
  additional: decimal(change.additional ?? '0'),
})
const plain = ({ annual, sick }: { annual: { toFixed(): string }; sick: { toFixed(): string } }) => [
  annual.toFixed(),
  sick.toFixed(),
]

describe('leave of the Employment Leave Act 2026', () => {
  it('arises by the standard hour, not rounded (the example of s 24)', () => {
    const week = accrueLeave(NO_LEAVE_HOURS, hours('37.5'), next, new Trace())
    expect(plain(week)).toEqual(['2.88375', '1.44375'])
  })

  it('does not arise for unpaid leave, nor sick leave beyond 160 hours (ss 25, 74 and 75)', () => {
    const trace = new Trace()
    expect(plain(accrueLeave(NO_LEAVE_HOURS, hours('40', { notCounted: '16' }), next, trace))).toEqual([
      '1.8456',
      '0.924',
    ])
    const nearly = { annual: ZERO, sick: decimal('159.5') }
    expect(plain(accrueLeave(nearly, hours('40'), next, trace))).toEqual(['3.076', '0.5'])
    expect(plain(accrueLeave({ ...nearly, sick: decimal('160') }, hours('40'), next, trace))).toEqual([
      '3.076',
      '0',
    ])
    expect(plain(accrueLeave(NO_LEAVE_HOURS, hours('8', { notCounted: '40' }), next, trace))).toEqual([
      '0',
      '0',
    ])
  })

  it('is paid by the hourly rate, at least the minimum wage (ss 118 and 120)', () => {
    const pay = (of: string, hourly: string) =>
      leavePayment(
        decimal(of),
        { hourly: decimal(hourly), minimumWage: decimal('23.95') },
        next,
        new Trace(),
      ).toFixed(2)
    expect([pay('8', '31.25'), pay('7.6', '20')]).toEqual(['250.00', '182.02'])
  })

  it('is compensated for additional hours (the example of s 126)', () => {
    const paid = leaveCompensation(hours('40', { additional: '3' }), decimal('30'), next, new Trace())
    expect(paid.toFixed(2)).toBe('11.25')
  })
})

describe('balances on the first day', () => {
  const held = {
    startDate: on('2024-05-06'),
    annualWeeks: decimal('2.5'),
    sickDays: decimal('12'),
    hoursPerWeek: decimal('32'),
    hoursPerDay: decimal('8'),
  }

  it('are what is entitled in ordinary hours, and the year that has begun by its days (Schedule 1 cl 12 and 18)', () => {
    // 2.5 × 32 = 80. 92 days since 6 May 2028: 32 × 4 × 92 ÷ 366 = 32.17486. 12 × 8 = 96. 274 days since 6 November 2027:
    // 8 × 10 × 274 ÷ 366 = 59.89071.
    expect(plain(convertBalances(held, FIRST, { before, next }))).toEqual(['112.17486', '155.89071'])
  })

  it('count from the start in the first year, without the days that do not count', () => {
    // 97 − 20 = 77 days since 1 May 2028: 32 × 4 × 77 ÷ 366 = 26.92896. Sick leave: 8 × 10 × 77 ÷ 366 = 16.8306.
    const started = {
      ...held,
      ...{ startDate: on('2028-05-01'), annualWeeks: ZERO, sickDays: ZERO, daysNotCounted: decimal('20') },
    }
    expect(plain(convertBalances(started, FIRST, { before, next }))).toEqual(['26.92896', '16.8306'])
  })

  it('stay an advance where more was taken', () => {
    const ahead = { ...held, startDate: on('2027-08-06'), annualWeeks: decimal('-1'), sickDays: ZERO }
    // −32 on the day that a year is complete. 10 sick days were granted on 6 February 2028, 182 days ago:
    // 8 × 10 × 182 ÷ 366 = 39.78142.
    expect(plain(convertBalances(ahead, FIRST, { before, next }))).toEqual(['-32', '39.78142'])
  })
})

describe('the Act of a day', () => {
  const week = {
    ...{ hoursPerWeek: decimal('37.5'), hoursPerDay: decimal('7.5'), hourly: decimal('30') },
    ...{ regularWeekly: decimal('120'), minimumWage: decimal('23.95') },
  }

  it('is the Holidays Act up to 5 August 2028', () => {
    const act = leaveActOn(on('2028-08-05'), nzRates)
    expect([act.name, act.isVerified, act.weekPays(week).toFixed(2)]).toEqual([
      'Holidays Act 2003',
      true,
      '1245.00',
    ])
    expect(plain(act.yearOf(week))).toEqual(['150', '75'])
  })

  it('is the Employment Leave Act from 6 August 2028, unverified', () => {
    const act = leaveActOn(FIRST, nzRates)
    expect([act.name, act.isVerified, act.weekPays(week).toFixed(2)]).toEqual([
      ...['Employment Leave Act 2026', false, '1125.00'],
    ])
    // 0.0769 and 0.0385 of 1,950 hours.
    expect(plain(act.yearOf(week))).toEqual(['149.955', '75.075'])
  })
})
