import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending, hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { NO_OTHER_PAYS } from '../history/other-pays.ts'
import type { AuPayInput, LeaveSettings } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'
import { salaryHours } from './salary-hours.ts'

const NOVEMBER = { payPeriod: 'MONTHLY', periodEnd: civilDate('2026-11-30') } as const
const WEEK = { hoursPerDay: decimal('7.6'), daysPerWeek: decimal('5') }

const salary = (units: string, value = '1', rate = '7500') => ({
  ...hoursLine(value, rate),
  description: 'Salary',
  units,
})

function pay(change: Partial<AuPayInput> = {}, settings: Partial<LeaveSettings> = {}) {
  const input = auPay({ ...NOVEMBER, hours: [salary('month')], ...change })
  const leaveSettings = {
    ...input.leaveSettings,
    accrueOnHoursWorked: false,
    holidayDaysPerYear: decimal('20'),
    sickDaysPerYear: decimal('10'),
    isSalaryService: true,
    ...settings,
  }
  return calculateAuPay({ ...input, leaveSettings }, auRates)
}

const lslOf = (...args: Parameters<typeof pay>) => pay(...args).leaveBalances.lsl.toFixed()

describe('a salary where leave accrues by the year', () => {
  it('earns the long service leave of its standard hours, as a row of hours does', () => {
    expect(lslOf()).toBe('2.744499')
    expect(lslOf({ hours: [hoursLine('164.666667', '45.55')] })).toBe('2.744499')
    expect(pay().leaveBalances.holiday.toFixed()).toBe('12.666667')
    expect(pay().warnings.join()).not.toContain('counts no hours')
  })

  it('earns the same whichever period its units name', () => {
    const hoursOf = (units: string, value: string) =>
      salaryHours({ units, value: decimal(value) }, 'MONTHLY', WEEK)?.toFixed()
    for (const units of ['month', 'Months', 'mth', 'period', 'salary', 'monthly salary'])
      expect([units, hoursOf(units, '1')]).toEqual([units, '164.666667'])
    expect(hoursOf('weeks', '2')).toBe('76')
    expect(hoursOf('fortnight', '1')).toBe('76')
    expect(hoursOf('year', '0.5')).toBe('988.000002')
    expect(hoursOf('p.a.', '1')).toBe('1976.000004')
    // The value of a row in units of salary may be the amount.
    expect(hoursOf('salary', '7500')).toBe('164.666667')
    for (const units of ['km', 'pieces', 'hours', 'paid']) expect(hoursOf(units, '1')).toBeUndefined()
    expect(lslOf({ hours: [salary('year', '0.083333', '90000')] })).toBe('2.744488')
    expect(lslOf({ payPeriod: 'WEEKLY', hours: [salary('week', '1', '1730')] })).toBe('0.633346')
    // Two months paid at once.
    expect(lslOf({ hours: [salary('month', '2')] })).toBe('5.488999')
  })

  it('counts paid leave once and unpaid leave not at all', () => {
    const leave = (type: 'HOLIDAY' | 'UNPAID') => [leaveLine(type, '7.6', '45.55')]
    expect(lslOf({ leave: leave('HOLIDAY') })).toBe('2.744499')
    expect(lslOf({ leave: leave('HOLIDAY'), hours: [salary('month', '0.953846')] })).toBe('2.744499')
    // 157.066667 hours × 0.016667.
    expect(lslOf({ leave: leave('UNPAID') })).toBe('2.61783')
  })

  it('counts the days employed: 13 of 21 after a start on the twelfth', () => {
    // 164.666667 × 13 ÷ 21 × 0.016667.
    expect(lslOf({ startDate: civilDate('2026-11-12') })).toBe('1.698976')
    expect(lslOf({ startDate: civilDate('2026-11-12'), hours: [salary('month', '0.5')] })).toBe('1.37225')
    const termination = ending({ terminationDate: civilDate('2026-11-17'), isUnusedLslPaid: false })
    // 12 of 21 working days.
    expect(lslOf({ termination })).toBe('1.568285')
  })

  it('counts a period once when another of its pays paid the salary', () => {
    const ordinaryHours = decimal('164.666667')
    expect(lslOf({ otherPays: { ...NO_OTHER_PAYS, hasWages: true, ordinaryHours } })).toBe('0')
  })

  it('earns nothing where long service leave is off, leave accrues by the hour, or the pay is from before the rule', () => {
    expect(lslOf({}, { isLslEnabled: false })).toBe('0')
    expect(lslOf({}, { isEnabled: false })).toBe('0')
    expect(lslOf({}, { accrueOnHoursWorked: true })).toBe('0')
    const { isSalaryService: _, ...before } = auPay().leaveSettings
    const old = { ...before, accrueOnHoursWorked: false, holidayDaysPerYear: decimal('20') }
    const made = calculateAuPay(auPay({ ...NOVEMBER, hours: [salary('month')], leaveSettings: old }), auRates)
    expect(made.leaveBalances.lsl.toFixed()).toBe('0')
  })

  it('counts workers compensation where the state does', () => {
    expect(lslOf({ isWorkersCompensationPay: true, state: 'NSW' })).toBe('2.744499')
    expect(lslOf({ isWorkersCompensationPay: true, state: 'WA' })).toBe('0')
  })

  it('says that a row whose units name no time earns none', () => {
    expect(pay({ hours: [salary('flat')] }).warnings.join()).toContain(
      '"Salary" counts no hours: the pay earns no long service leave for it, because that leave accrues by the hour. Send the hours (164.666667 in a full period), or the units that the salary pays for, such as month.',
    )
  })
})
