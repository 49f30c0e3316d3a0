import { describe, expect, it } from 'vitest'
import { hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { cashedUpHours } from '../history/cash-up.ts'
import type { NzHolidayHistory, NzPayInput } from '../input/input.ts'
import { calculateNzPay } from '../pay.ts'

/* Leave with a limit, tested at, below and above each limit (Holidays Act 2003 ss 16, 28A, 70 and 72A to 72J). */

const on = civilDate

const row = (leaveType: LeaveType, date: string, quantity: string) =>
  ({ kind: 'leave', leaveType, date: on(date), quantity }) as PastLine

const past = (...lines: PastLine[]) => ({ details: { lines } }) as unknown as NzPastPay

const week = { ratePerHour: decimal('25'), hours: [hoursLine('40', '25')] }

const owed = (weeks: string) => ({
  leaveBalances: { annualHolidaysWeeks: decimal(weeks), altHolidayDays: ZERO, sickDays: ZERO },
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
    expect(() => pay('40', owed('0.99'))).toThrow('the balance is not enough')
    expect(() =>
      pay('40', {
        ...owed('1.5'),
        leave: [leaveLine('NZ_CASHED_UP_HOLIDAYS', '40', '25'), leaveLine('ANNUAL_HOLIDAYS', '40', '25')],
      }),
    ).toThrow('the balance is not enough')
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
