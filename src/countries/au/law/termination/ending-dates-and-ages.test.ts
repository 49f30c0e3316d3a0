import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput, AuTerminationInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'
import { hasPreservationAge, withholdOnEtp } from './etp.ts'

const on = civilDate

const end = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) => {
  const { termination } = calculateAuPay(auPay({ ...facts, termination: ending(change) }), auRates)
  if (!termination) throw new Error('no termination')
  return termination
}

describe('an ending', () => {
  it('may be on the first day, not before it', () => {
    const left = (startDate: string) => () => end({ isUnusedLslPaid: false }, { startDate: on(startDate) })
    expect(left('2026-11-12')).not.toThrow()
    expect(left('2026-11-13')).toThrow('is before the start date')
  })

  it('pays unused leave and loading by default only where there is any', () => {
    const loading = { leaveSettings: { ...auPay().leaveSettings, loadingPercentage: decimal('0.175') } }
    const balance = (holiday: string) => ({
      leaveBalances: { ...auPay().leaveBalances, holiday: decimal(holiday) },
    })
    const paid = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput>) => {
      const { isUnusedHolidayPaid, isUnusedLeaveLoadingPaid, unusedLeaveLoadingAmount } = end(
        { isUnusedLslPaid: false, ...change },
        facts,
      )
      return `${isUnusedHolidayPaid} ${isUnusedLeaveLoadingPaid} ${unusedLeaveLoadingAmount}`
    }
    expect(paid({}, balance('0'))).toBe('false false 0')
    expect(paid({}, balance('10'))).toBe('true false 0')
    expect(paid({}, { ...balance('10'), ...loading })).toBe('true true 70')
    expect(paid({}, { ...balance('0'), ...loading })).toBe('false false 0')
    expect(paid({ isUnusedHolidayPaid: false }, { ...balance('10'), ...loading })).toBe('false false 0')
    expect(paid({ isUnusedLeaveLoadingPaid: false }, { ...balance('10'), ...loading })).toBe('true false 0')
    expect(paid({}, { ...balance('10'), employmentStatus: 'CASUAL' })).toBe('false false 0')
    const manual = { isManualLeaveAmounts: true }
    const given = { ...manual, unusedHolidayAmount: decimal('50'), unusedLeaveLoadingAmount: decimal('9') }
    expect(paid(given, balance('0'))).toBe('true true 9')
    expect(paid({ ...given, isManualLeaveAmounts: false }, balance('0'))).toBe('false false 0')
    expect(paid({ ...given, unusedHolidayAmount: ZERO }, balance('0'))).toBe('false false 0')
    expect(paid({ ...given, unusedLeaveLoadingAmount: ZERO }, balance('0'))).toBe('true false 0')
  })

  it('of a death pays a non-dependant by that rate, whatever age the employee had', () => {
    const table = auRates.etpRates.at(on('2026-11-12')).value
    const by = { flat: null, scale: 'scale-2', isForeignResident: false } as const
    const rate = (code: 'N' | 'B' | 'D' | 'O', isPreserved: boolean) =>
      withholdOnEtp(decimal('1000'), code, null, isPreserved, by, table).inputs.rate.toFixed()
    expect([rate('N', true), rate('B', true), rate('N', false)]).toEqual(['0.32', '0.32', '0.32'])
    expect([rate('D', true), rate('O', true), rate('O', false)]).toEqual(['0', '0.17', '0.32'])
  })

  it('finds the preservation age by the day of birth', () => {
    const table = auRates.etpRates.at(on('2026-11-12')).value
    const ages = [
      { bornBefore: on('1960-07-01'), years: 55, months: 0 },
      { bornBefore: null, years: 60, months: 0 },
    ]
    const reached = (born: string, payDate: string) =>
      hasPreservationAge(on(born), on(payDate), { ...table, preservationAges: ages })
    expect([reached('1960-06-30', '2015-06-30'), reached('1960-07-01', '2015-06-30')]).toEqual([true, false])
    expect([reached('1960-07-01', '2020-06-30'), reached('1960-07-01', '2020-07-01')]).toEqual([false, true])
  })
})
