import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, leaveLine } from '../../../../../test/support/au-pay.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import { calculateAuPay } from '../pay.ts'
import { cashedOutOf } from './cash-out.ts'

/* Cashed-out leave: the balance that must remain, and the leave type of New Zealand. */

const paidOut = (type: LeaveType, hours: string, balance: string, taken: string = '0') =>
  calculateAuPay(
    auPay({
      leave: [leaveLine(type, hours, '40'), leaveLine('HOLIDAY', taken, '40')],
      leaveBalances: { ...auPay().leaveBalances, holiday: decimal(balance), sick: decimal(balance) },
      leaveSettings: { ...auPay().leaveSettings, isEnabled: false },
    }),
    auRates,
  ).warnings.join()

describe('leave that is cashed out', () => {
  it('leaves four weeks of annual leave: 152 hours', () => {
    expect(paidOut('AU_CASHED_OUT_HOLIDAY', '8', '160')).toBe('')
    expect(paidOut('AU_CASHED_OUT_HOLIDAY', '8', '159.99')).toContain('less than 4 weeks are left')
    expect(paidOut('AU_CASHED_OUT_HOLIDAY', '8', '159.99')).toContain('151.99 of 152 hours')
  })

  it('leaves fifteen days of personal leave: 114 hours', () => {
    expect(paidOut('AU_CASHED_OUT_SICK', '6', '120')).toBe('')
    expect(paidOut('AU_CASHED_OUT_SICK', '6', '119.99')).toContain('less than 15 days are left')
  })

  it('speaks only of the balance that it came from, and of hours that were paid', () => {
    expect(paidOut('AU_CASHED_OUT_SICK', '6', '120', '8')).toBe('')
    expect(paidOut('AU_CASHED_OUT_LONG_SERVICE', '8', '10', '8')).toMatch(
      /^[^.]*long service leave was cashed out[^.]*\.$/i,
    )
    expect(paidOut('AU_CASHED_OUT_LONG_SERVICE', '0', '10')).toBe('')
    expect(paidOut('AU_CASHED_OUT_HOLIDAY', '0', '10')).toBe('')
    expect(paidOut('SICK', '8', '10')).toBe('')
  })

  it('is of three kinds, and not New Zealand’s', () => {
    const types = [
      'AU_CASHED_OUT_HOLIDAY',
      'AU_CASHED_OUT_SICK',
      'AU_CASHED_OUT_LONG_SERVICE',
      'HOLIDAY',
    ] as const
    expect(types.map(cashedOutOf)).toEqual(['holiday', 'sick', 'lsl', undefined])
    expect(() => paidOut('NZ_CASHED_UP_HOLIDAYS', '8', '100')).toThrow('send AU_CASHED_OUT_HOLIDAY')
  })
})
