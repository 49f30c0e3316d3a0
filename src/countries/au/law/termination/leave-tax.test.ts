import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending } from '../../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../../test/support/step-check.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { AuPayInput, AuTerminationInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

function end(change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) {
  const result = calculateAuPay(auPay({ ...facts, termination: ending(change) }), auRates)
  if (!result.termination) throw new Error('no termination')
  expect(wrongSteps(result.steps, SHOWN_ONLY.AU)).toEqual([])
  const step = (name: string) => result.steps.find((one) => one.name === `termination.${name}`)
  const shown = (name: string) => {
    const found = step(name)
    const inputs = Object.entries(found?.inputs ?? {}).map(([key, value]) => `${key} ${value}`)
    return found && `${found.amount} (${inputs.join(', ')})`
  }
  return { ...result, ended: result.termination, step, shown }
}

const declared = (change: Partial<AuPayInput['declaration']>) => ({
  declaration: { ...auPay().declaration, ...change },
})

describe('nothing is withheld', () => {
  it('from a contractor who is paid super only, and the steps say so', () => {
    const facts = {
      isSuperOnlyContractor: true,
      leaveBalances: { ...auPay().leaveBalances, holiday: decimal('10') },
    }
    const left = end({ isUnusedLslPaid: false, etpAmount: decimal('1000') }, facts)
    expect(left.figures.tax.toFixed()).toBe('0')
    expect([left.shown('etp-tax.O'), left.step('etp-tax.O')?.formula]).toEqual([
      '0 ()',
      'nothing is withheld',
    ])
    expect([left.shown('leave-tax.marginal'), left.step('leave-tax.flat')?.formula]).toEqual([
      '0 (amount 400)',
      'nothing is withheld',
    ])
  })

  it('from leave on a death', () => {
    const facts = { leaveBalances: { ...auPay().leaveBalances, holiday: decimal('10') } }
    const dead = end({ isUnusedLslPaid: false, reason: 'DEATH_ESTATE' }, facts)
    expect([dead.shown('leave-tax.marginal'), dead.shown('leave-tax.flat')]).toEqual([
      '0 (amount 400)',
      '0 (amount 0)',
    ])
  })
})

describe('leave at one rate', () => {
  const manual = {
    isManualLeaveAmounts: true,
    isUnusedHolidayPaid: true,
    isUnusedLslPaid: true,
    normalEarnings: decimal('1520'),
    unusedHolidayAmount: decimal('1000.50'),
    unusedLslAugust1978ToAugust1993: decimal('500.90'),
  }

  it('bears the rate on all of it, shared out by what is at the margin and what is flat', () => {
    const maker = end(manual, declared({ isWorkingHolidayMaker: true }))
    // 15% of 1,501 is 225.15, rounded to 225. 15% of 500 is 75, which leaves 150.
    expect(maker.shown('leave-tax.marginal')).toBe(
      '150 (amount 1000.5, rate 15%, cents to the nearest dollar, onAll 225, flat 75)',
    )
    expect(maker.shown('leave-tax.flat')).toBe('75 (amount 500.9, rate 0.15, cents to the nearest dollar)')
    const unknown = end(manual, declared({ tfn: 'NOT_QUOTED' }))
    expect(unknown.shown('leave-tax.flat')).toBe('235 (amount 500.9, rate 0.47, cents dropped)')
    expect(unknown.shown('leave-tax.marginal')).toContain('rate 47%, cents dropped, onAll 705, flat 235')
  })

  it('of a resident has the flat rate on the old part and marginal rates on the rest, each to its own leave', () => {
    const { shown } = end({ ...manual, nonEtpAmount: decimal('520') })
    expect(shown('leave-tax.flat')).toBe('160 (amount 500.9, rate 0.32)')
    // (1,000.50 + 520) ÷ 52 = 29; 0.32 × 1,549.99 − 181.7319 = 314.26; (314 − 305) × 52 = 468.
    expect(shown('leave-tax.marginal')).toContain('468 ')
    expect(shown('leave-tax.long-service')).toBe('160 (marginal 0, flat 160)')
    expect(shown('leave-tax.holiday-and-loading')).toBe('307.95 (marginal 307.95, flat 0)')
    expect(shown('leave-tax.other')).toBe('160.05 (marginal 160.05, flat 0)')
    expect(end(manual).shown('leave-tax.other')).toBeUndefined()
  })

  it('of a redundancy is all flat, what is no leave at the margin', () => {
    const { shown } = end({ ...manual, reason: 'REDUNDANCY', nonEtpAmount: decimal('5200') })
    expect(shown('leave-tax.flat')).toBe('480 (amount 1501.4, rate 0.32)')
    expect(shown('leave-tax.other')).toBe('1664 (marginal 1664, flat 0)')
    expect(shown('leave-tax.holiday-and-loading')).toBe('319.86 (marginal 0, flat 319.86)')
    const foreign = end({ ...manual, reason: 'REDUNDANCY' }, declared({ isForeignResident: true }))
    expect(foreign.shown('leave-tax.flat')).toBe('450 (amount 1501.4, rate 0.3)')
  })

  it('takes 5% of the oldest long service leave to the margin', () => {
    const { shown } = end({ ...manual, unusedLslPreAugust1978: decimal('10000'), unusedHolidayAmount: null })
    // 5% of 10,000 = 500; ÷ 52 = 9; 0.32 × 1,529.99 − 181.7319 = 307.86; (308 − 305) × 52 = 156.
    expect(shown('leave-tax.marginal')).toContain('156 (amount 500,')
    expect(shown('leave-tax.long-service')).toBe('316 (marginal 156, flat 160)')
  })
})
