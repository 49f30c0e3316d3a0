import { describe, expect, it } from 'vitest'
import { askedOf, pastPay, TIMING } from '../../../../../test/support/nz-past.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import {
  annualHolidaysFrom,
  earlierPays,
  lastPaidPeriodEnd,
  needsOfPast,
  periodSoFar,
  sickLeaveFrom,
  yearToDate,
} from './history.ts'

const on = civilDate
const timing = TIMING
const asked = askedOf
const past = pastPay

describe('what must be read', () => {
  it('is 430 days, or from before the last anniversary where that is longer ago', () => {
    expect(needsOfPast(asked()).from).toBe(addDays(timing.payDate, -430))
    const long = { ...timing, periodEnd: on('2026-01-05'), payDate: on('2026-02-20') }
    // Paid late: the period's anniversary was in 2025, more than a year ago.
    expect(needsOfPast(asked({ timing: long })).from).toBe(addDays(on('2025-01-06'), -62))
  })

  it('is two years more for annual holidays and at the end, counted from the last day where that is earlier', () => {
    const from = (change: Partial<PastQuestion>) => needsOfPast(asked(change)).from
    expect(from({ leaveTypes: ['ANNUAL_HOLIDAYS'] })).toBe('2023-07-28')
    expect(from({ leaveTypes: ['SICK'] })).toBe('2025-07-28')
    expect(from({ lastDay: on('2026-10-01') })).toBe('2023-07-28')
    expect(from({ lastDay: on('2026-10-02') })).toBe('2023-07-28')
    expect(from({ lastDay: on('2026-09-30') })).toBe('2023-07-27')
  })

  it('has details for holidays, leave that is paid by the day, closedowns, extras and the end', () => {
    const has = (change: Partial<PastQuestion>) => needsOfPast(asked(change)).hasDetails
    expect(has({})).toBe(false)
    expect(has({ mayHaveExtras: true })).toBe(true)
    expect(has({ leaveTypes: ['SICK'] })).toBe(true)
    expect(has({ leaveTypes: ['NZ_CLOSEDOWN'] })).toBe(true)
    expect(has({ leaveTypes: ['UNPAID'] })).toBe(false)
    expect(has({ lastDay: on('2026-10-01') })).toBe(true)
    expect(has({ leaveSince: on('2026-01-01') })).toBe(true)
    expect(has({ leaveTypes: ['UNPAID', 'ANNUAL_HOLIDAYS'] })).toBe(true)
  })

  it('reaches back to where all leave or all pays matter, if that is earlier', () => {
    const from = (change: Partial<PastQuestion>) => needsOfPast(asked(change)).from
    expect(from({ leaveSince: on('2020-01-06') })).toBe('2020-01-06')
    expect(from({ paysSince: on('2021-01-06') })).toBe('2021-01-06')
    expect(from({ leaveSince: on('2021-01-06'), paysSince: on('2020-01-06') })).toBe('2020-01-06')
    expect(from({ leaveSince: on('2026-09-01'), paysSince: on('2026-09-01') })).toBe('2025-07-28')
    // The period is long before its payment date.
    const late = { ...timing, periodEnd: on('2025-01-05') }
    expect(from({ timing: late, startDate: on('2024-06-03') })).toBe('2024-04-02')
    const { to, hasDetailsOfPeriod, hasHours } = needsOfPast(asked())
    expect([to, hasDetailsOfPeriod, hasHours]).toEqual([null, false, false])
  })

  it('has the last pay before that, where the employment is older', () => {
    const has = (startDate: string) => needsOfPast(asked({ startDate: on(startDate) })).hasLastPay
    expect([has('2025-07-27'), has('2025-07-28'), has('2026-01-05')]).toEqual([true, false, false])
  })
})

describe('sums over the past', () => {
  it('of the tax year start on 1 April and end before this pay', () => {
    const pays = [
      past('2026-03-31'),
      past('2026-04-01', { gross: '1', levyLiable: '10' }),
      past('2026-09-24', { gross: '2', levyLiable: '20' }),
      past('2026-10-01', { id: 999, gross: '4', levyLiable: '40' }),
      past('2026-10-01', { id: 1000 }),
      past('2026-10-08'),
    ]
    const { gross, levyLiable } = yearToDate(pays, asked())
    expect([gross, levyLiable].map(String)).toEqual(['7', '70'])
  })

  it('of the period hold its other pays, whenever they were made', () => {
    const pays = [past('2026-10-01', { id: 1 }), past('2026-10-01', { id: 2000 }), past('2026-09-24')]
    expect(JSON.parse(JSON.stringify(periodSoFar(pays, asked())))).toEqual({
      ordinary: '1600',
      payeOrdinary: '300',
      studentLoanBase: '1400',
      studentLoan: '120',
      studentLoanCir: '10',
    })
  })

  it('of the period hold holiday pay that went out for it before, and none of other periods', () => {
    const advance = (periodEnd: string) => ({
      ...{ periodEnd: on(periodEnd), amount: '400', paye: '60', studentLoan: '30', studentLoanCir: '2' },
    })
    const paidBefore = past('2026-09-17', { advances: [advance('2026-10-04'), advance('2026-10-11')] })
    expect(JSON.parse(JSON.stringify(periodSoFar([paidBefore], asked())))).toEqual({
      ...{
        ordinary: '400',
        payeOrdinary: '60',
        studentLoanBase: '400',
        studentLoan: '30',
        studentLoanCir: '2',
      },
    })
    const other = past('2026-09-17', { payPeriod: 'MONTHLY', advances: [advance('2026-10-04')] })
    expect(JSON.parse(JSON.stringify(periodSoFar([other], asked())))).toMatchObject({ ordinary: '0' })
    // Amounts that this period's pay withheld for later periods do not count in this period.
    const own = past('2026-10-01', { id: 1, advances: [advance('2026-10-11'), advance('2026-10-18')] })
    expect(JSON.parse(JSON.stringify(periodSoFar([own], asked())))).toEqual({
      ...{
        ordinary: '800',
        payeOrdinary: '150',
        studentLoanBase: '700',
        studentLoan: '0',
        studentLoanCir: '1',
      },
    })
  })

  it('for an extra pay look at the regular pays of 200 days, newest first', () => {
    const pays = [
      past('2026-03-14', { id: 1 }),
      past('2026-03-15', { id: 2, ordinary: '1' }),
      past('2026-09-24', { id: 3, ordinary: '2' }),
      past('2026-09-24', { id: 4, ordinary: '3' }),
      past('2026-09-17', { id: 5, isTermination: true }),
      past('2026-09-10', { id: 7, isSum: true }),
      past('2026-10-01', { id: 1000 }),
      past('2026-10-08', { id: 6 }),
    ]
    for (const order of [pays, pays.toReversed()])
      expect(
        earlierPays(order, asked()).map((pay) => `${pay.payDate} ${pay.periodEnd} ${pay.ordinary}`),
      ).toEqual(['2026-09-24 2026-09-27 3', '2026-09-24 2026-09-27 2', '2026-03-15 2026-03-18 1'])
  })

  it('know the end of the last paid period', () => {
    expect(lastPaidPeriodEnd([], asked())).toBeNull()
    expect(lastPaidPeriodEnd([past('2026-09-24'), past('2026-09-17')], asked())).toBe('2026-09-27')
    expect(lastPaidPeriodEnd([past('2026-09-17'), past('2026-09-24'), past('2026-10-08')], asked())).toBe(
      '2026-09-27',
    )
    // The last pay counts however old it is, because weeks paid by ACC have no pay here (s 16(2)).
    expect(lastPaidPeriodEnd([past('2023-07-27')], asked())).toBe('2023-07-30')
  })
})

describe('the day that anniversaries count from', () => {
  /** Started on this day. The weeks before are paid unless the case says otherwise. */
  const from = (startDate: string, pays: NzPastPay[]) =>
    annualHolidaysFrom(pays, asked({ startDate: on(startDate) }))

  it('is the start of the period without an earlier pay, else the day after the last paid one', () => {
    expect(from('2026-06-01', [])).toBe('2026-09-28')
    expect(from('2026-06-01', [past('2026-09-17')])).toBe('2026-09-21')
  })

  it('is the anniversary where no pay has dealt with it', () => {
    const before = past('2026-09-10')
    expect(from('2025-09-16', [before, past('2026-09-17', { annualHolidaysFrom: on('2026-09-17') })])).toBe(
      '2026-09-16',
    )
    expect(from('2025-09-16', [before])).toBe('2026-09-14')
  })

  it('is after the anniversary where a pay gave its weeks', () => {
    const before = past('2026-09-10')
    const gave = past('2026-09-17')
    expect(from('2025-09-16', [before, gave])).toBe('2026-09-21')
    const later = past('2026-10-08', { annualHolidaysFrom: on('2026-09-14') })
    expect(from('2025-09-30', [past('2026-09-24'), later])).toBe('2026-10-01')
  })

  it('passes an anniversary over that fell before the first pay', () => {
    expect(from('2025-09-16', [past('2026-09-24', { annualHolidaysFrom: on('2026-09-24') })])).toBe(
      '2026-09-28',
    )
  })

  it('takes a pay for having dealt with it that counted the day, gave weeks in the year after, or had leave off', () => {
    const before = past('2026-09-10')
    const counted = (change: Partial<NzPastPay>) =>
      from('2025-09-16', [before, past('2026-09-17', change)]) === '2026-09-21'
    const after = { annualHolidaysFrom: on('2026-09-17') }
    expect(counted({ annualHolidaysFrom: on('2026-09-16') })).toBe(true)
    expect(counted(after)).toBe(false)
    expect(counted({ ...after, annualWeeksEarned: '4' })).toBe(true)
    expect(counted({ ...after, isLeaveEnabled: false })).toBe(true)
    expect(counted({ isTermination: true })).toBe(false)
    expect(counted({ isTermination: true, lastDay: on('2026-09-15') })).toBe(false)
    expect(counted({ isTermination: true, lastDay: on('2026-09-16') })).toBe(true)
  })
})

describe('a later pay with leave disabled', () => {
  it('leaves an anniversary before its own period to a pay that is entered late', () => {
    const before = past('2026-09-24')
    const later = past('2026-10-08', {
      annualHolidaysFrom: on('2026-09-30'),
      sickLeaveFrom: on('2026-09-30'),
      isLeaveEnabled: false,
    })
    expect(annualHolidaysFrom([before, later], asked({ startDate: on('2025-09-30') }))).toBe('2026-09-28')
    expect(sickLeaveFrom([before, later], asked({ startDate: on('2026-03-30') }), 6)).toBe('2026-09-28')
  })
})

describe('the day that years of sick leave count from', () => {
  /** Started on this day, so a year of sick leave begins six months later. */
  const from = (startDate: string, pays: NzPastPay[], lastDay: string | null = null) =>
    sickLeaveFrom(
      pays,
      asked({ startDate: on(startDate), lastDay: lastDay === null ? null : on(lastDay) }),
      6,
    )

  it('is after the last paid period, or where a year began that no pay dealt with', () => {
    expect(from('2026-06-01', [past('2026-09-17')])).toBe('2026-09-21')
    const before = past('2026-09-10')
    const counted = (change: Partial<NzPastPay>) => from('2026-03-16', [before, past('2026-09-17', change)])
    // The year began on Wednesday 16 September 2026.
    expect(counted({})).toBe('2026-09-21')
    expect(counted({ sickLeaveFrom: on('2026-09-16') })).toBe('2026-09-21')
    expect(counted({ sickLeaveFrom: on('2026-09-17') })).toBe('2026-09-16')
    expect(counted({ sickLeaveFrom: on('2026-09-17'), isLeaveEnabled: false })).toBe('2026-09-21')
    expect(
      counted({ sickLeaveFrom: on('2026-09-17'), periodStart: on('2026-09-17'), isLeaveEnabled: false }),
    ).toBe('2026-09-16')
    // A pay whose period ended before the year began cannot have granted it.
    expect(from('2026-03-16', [before])).toBe('2026-09-14')
    expect(from('2026-03-16', [past('2026-09-10', { sickLeaveFrom: on('2026-01-01') })])).toBe('2026-09-14')
  })

  it('is reached with the last day of service', () => {
    const before = past('2026-09-24')
    expect(from('2026-04-01', [before], '2026-09-30')).toBe('2026-09-28')
    const gave = past('2026-10-08', { sickLeaveFrom: on('2026-09-28') })
    expect(from('2026-04-01', [before, gave], '2026-09-30')).toBe('2026-10-02')
    expect(from('2026-04-02', [before, gave], '2026-09-30')).toBe('2026-09-28')
  })
})
