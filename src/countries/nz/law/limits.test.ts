import { describe, expect, it } from 'vitest'
import { hoursLine, leaveLine } from '../../../../test/support/au-pay.ts'
import { nzPay, nzRates } from '../../../../test/support/nz-pay.ts'
import { addDays, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { PastLine } from '../../../payroll/history.ts'
import type { LeaveType } from '../../../payroll/input.ts'
import { anniversariesUpTo, leaveYearStart, yearMovesOf } from './anniversaries.ts'
import { cashedUpHours } from './cash-up.ts'
import type { NzHolidayHistory, NzPayInput } from './input.ts'
import { bereavementDays, familyViolenceHours } from './limited-leave.ts'
import type { NzPastPay } from './past-pay.ts'
import { calculateNzPay } from './pay.ts'
import { workDaysFor } from './work-days.ts'

/* Leave that is owed up to a limit: at, below and above each (Holidays Act 2003 ss 16, 28A, 70 and 72A to 72J). */

const on = civilDate
const row = (leaveType: LeaveType, date: string, quantity: string) =>
  ({ kind: 'leave', leaveType, date: on(date), quantity }) as PastLine
const past = (...lines: PastLine[]) => ({ details: { lines } }) as unknown as NzPastPay
const week = { ratePerHour: decimal('25'), hours: [hoursLine('40', '25')] }
const owed = (weeks: string) => ({
  leaveBalances: { annualHolidaysWeeks: decimal(weeks), altHolidayDays: ZERO, sickHours: ZERO },
})
const history = (change: Partial<NzHolidayHistory>) => ({
  holidayHistory: { ...nzPay().holidayHistory, ...change },
})

describe('holidays paid out (s 28A)', () => {
  const pay = (hours: string, change: Partial<NzPayInput> = {}) =>
    calculateNzPay(
      nzPay({ ...week, ...owed('4'), leave: [leaveLine('NZ_CASHED_UP_HOLIDAYS', hours, '25')], ...change }),
      nzRates,
    ).figures.gross.toFixed(2)

  it('are at most a week of an entitlement year, with what other pays paid out', () => {
    expect(pay('40')).toBe('2000.00')
    expect(() => pay('40.01')).toThrow('At most one week of annual holidays')
    expect(pay('24', history({ cashedUpHours: decimal('16') }))).toBe('1600.00')
    expect(() => pay('24', history({ cashedUpHours: decimal('20') }))).toThrow('it would be 1.1 weeks')
    expect(() => pay('8', { leave: [leaveLine('AU_CASHED_OUT_HOLIDAY', '8', '25')] })).toThrow(
      'In New Zealand send NZ_CASHED_UP_HOLIDAYS',
    )
  })

  it('are weeks that are owed', () => {
    expect(pay('40', owed('1'))).toBe('2000.00')
    expect(() => pay('40', owed('0.99'))).toThrow('the balance does not reach')
    expect(() =>
      pay('40', {
        ...owed('1.5'),
        leave: [leaveLine('NZ_CASHED_UP_HOLIDAYS', '40', '25'), leaveLine('ANNUAL_HOLIDAYS', '40', '25')],
      }),
    ).toThrow('the balance does not reach')
  })

  it('are not asked about where there are none, or no week is known', () => {
    expect(pay('0', owed('-1'))).toBe('1000.00')
    expect(pay('80', { daysPerWeek: decimal('0') })).toBe('3000.00')
  })

  it('of other pays count since the last anniversary', () => {
    const pays = [
      past(row('NZ_CASHED_UP_HOLIDAYS', '2026-08-01', '8'), row('ANNUAL_HOLIDAYS', '2026-08-01', '40')),
      past(row('NZ_CASHED_UP_HOLIDAYS', '2026-07-31', '16')),
      { details: null } as NzPastPay,
    ]
    expect(cashedUpHours(pays, on('2026-08-01')).toFixed()).toBe('8')
    expect(cashedUpHours(pays, on('2026-07-31')).toFixed()).toBe('24')
  })
})

describe('family violence leave (ss 72A to 72J)', () => {
  const asked = (periodEnd: string) =>
    ({ startDate: on('2025-02-03'), timing: { periodEnd: on(periodEnd) } }) as Parameters<
      typeof familyViolenceHours
    >[1]
  const pays = [
    past(row('NZ_FAMILY_VIOLENCE', '2026-08-02', '8')),
    past(row('NZ_FAMILY_VIOLENCE', '2026-08-03', '16'), row('SICK', '2026-08-04', '40')),
    { details: null } as NzPastPay,
  ]

  it('counts from the day the year began, six months after the start and then every year', () => {
    expect(familyViolenceHours(pays, asked('2026-08-02'), 6).toFixed()).toBe('24')
    expect(familyViolenceHours(pays, asked('2026-08-03'), 6).toFixed()).toBe('16')
    // Before six months nothing has begun; what is dated later belongs to the first year.
    expect(familyViolenceHours(pays, asked('2025-03-02'), 6).toFixed()).toBe('24')
  })

  it('says when it passes ten days, and not before', () => {
    const told = (hours: string, before?: string) =>
      calculateNzPay(
        nzPay({
          ...week,
          leave: [{ ...leaveLine('NZ_FAMILY_VIOLENCE', hours, '25'), date: on('2026-10-01') }],
          ...(before ? history({ familyViolenceHours: decimal(before) }) : {}),
        }),
        nzRates,
      ).warnings.join()
    expect([told('80'), told('40', '40')]).toEqual(['', ''])
    expect(told('40', '41')).toContain('comes to 10.13 days; the Act owes 10')
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
    bereavementDays(pays, { leave, hoursPerDay: decimal('8') }, days).toFixed()

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
      expect.stringContaining('takes 4 days; for one bereavement the Act owes at most 3'),
    ])
    expect(told('8', '4')).toEqual([expect.stringContaining('without a break comes to 4 days')])
  })
})

describe('anniversaries (s 16)', () => {
  const start = on('2024-02-29')
  const moves = (...pairs: [string, string][]) =>
    pairs.map(([first, upTo]) => ({ first: on(first), upTo: on(upTo) }))

  it('are reached on their day', () => {
    expect(anniversariesUpTo(start, on('2025-02-27'))).toEqual([])
    expect(anniversariesUpTo(start, on('2025-02-28'))).toEqual(['2025-02-28'])
    expect(anniversariesUpTo(start, on('2028-02-29'))).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  it('move by the leave that lies before them, and so do all after', () => {
    const moved = moves(['2024-06-10', '2024-06-17'], ['2025-05-05', '2025-05-08'])
    expect(anniversariesUpTo(start, on('2026-12-31'), moved)).toEqual(['2025-03-07', '2026-03-10'])
    // Leave that only the move itself brings before the anniversary counts too; leave on its day does not.
    const chain = moves(['2024-06-10', '2024-06-17'], ['2025-03-05', '2025-03-07'])
    expect(anniversariesUpTo(start, on('2025-12-31'), chain)).toEqual(['2025-03-09'])
    expect(anniversariesUpTo(start, on('2025-12-31'), moves(['2025-02-28', '2025-03-10']))).toEqual([
      '2025-02-28',
    ])
  })

  it('move by what goes beyond a week, in days of the calendar', () => {
    const of = (days: string, perWeek = '5') =>
      yearMovesOf([{ first: on('2026-06-01'), days: decimal(days) }], decimal(perWeek)).map(
        ({ first, upTo }) => `${first} ${upTo}`,
      )
    expect([of('5'), of('5.7'), of('10', '0')]).toEqual([[], [], []])
    // Five working days beyond the first week are seven days; six of three a week are two weeks, so seven beyond one.
    expect([of('10'), of('6', '3'), of('6')]).toEqual([
      ['2026-06-08 2026-06-15'],
      ['2026-06-08 2026-06-15'],
      ['2026-06-08 2026-06-09'],
    ])
  })

  it('of sick leave begin six months after the start, clipped to the month', () => {
    const of = (day: string, from = '2025-08-31') => leaveYearStart(on(from), on(day), 6)
    expect([
      of('2026-02-27'),
      of('2026-02-28'),
      of('2027-02-27'),
      of('2027-02-28'),
      of('2028-02-28'),
      of('2028-02-29'),
    ]).toEqual([null, '2026-02-28', '2026-02-28', '2027-02-28', '2027-02-28', '2028-02-29'])
    const next: CivilDate = addDays(on('2026-02-28'), 1)
    expect(leaveYearStart(on('2025-08-31'), next, 6)).toBe('2026-02-28')
  })
})
