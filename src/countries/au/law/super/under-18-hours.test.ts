import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/* Tests each limit of a regular pay at, below and above its value. */

const pay = (change: Partial<AuPayInput>) => calculateAuPay(auPay(change), auRates)

describe('under 18', () => {
  const owed = (change: Partial<AuPayInput>) =>
    pay({ dateOfBirth: civilDate('2009-11-13'), ...change }).figures.super.gt(ZERO)

  it('spreads the hours of a fortnight or a month evenly over its weeks', () => {
    const fortnight = (hours: string) => owed({ payPeriod: 'FORTNIGHTLY', hours: [hoursLine(hours, '20')] })
    expect([fortnight('60'), fortnight('60.01')]).toEqual([false, true])
    const month = (hours: string) => owed({ payPeriod: 'MONTHLY', hours: [hoursLine(hours, '20')] })
    expect([month('130'), month('130.01')]).toEqual([false, true])
  })

  it('counts the hours of all pays of the period where they are known', () => {
    expect(owed({ hours: [hoursLine('10', '20')], hoursInPeriod: decimal('31') })).toBe(true)
    expect(owed({ hours: [hoursLine('10', '20')], hoursInPeriod: decimal('30') })).toBe(false)
  })

  it('needs one week of more than 30 hours', () => {
    const week = (number: number, hours: string) => ({ ...hoursLine(hours, '20'), week: number })
    const fortnight = { payPeriod: 'FORTNIGHTLY' } as const
    expect(owed({ ...fortnight, hours: [week(1, '30'), week(2, '30')] })).toBe(false)
    expect(owed({ ...fortnight, hours: [week(1, '1'), week(2, '30.5')] })).toBe(true)
  })

  it('ends on the eighteenth birthday, and is not asked where no birthday is known', () => {
    const hours = [hoursLine('5', '20')]
    expect(owed({ hours, dateOfBirth: civilDate('2008-11-13') })).toBe(false)
    expect(owed({ hours, dateOfBirth: civilDate('2008-11-12') })).toBe(true)
    expect(owed({ hours, dateOfBirth: null })).toBe(true)
  })
})
