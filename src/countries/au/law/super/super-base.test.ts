import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import {
  allowanceLine,
  auPay,
  backPayment,
  bonusLine,
  deductionLine,
  hoursLine,
  sacrificeLine,
} from '../../../../../test/support/au-pay.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { AuPayInput, SuperSettings } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/* Tests each limit of a regular pay at, below and above its value. */

const pay = (change: Partial<AuPayInput>) => calculateAuPay(auPay(change), auRates)

const withSuper = (change: Partial<AuPayInput>, settings: Partial<SuperSettings>) =>
  pay({ ...change, superannuation: { ...auPay().superannuation, ...settings } })

describe('the super base', () => {
  const base = (change: Partial<AuPayInput>) =>
    pay({ hours: [hoursLine('10', '50')], ...change }).figures.superBase.toFixed(2)

  it('counts allowances, bonuses and back pay that say so, and no overtime back pay', () => {
    expect(base({ allowances: [allowanceLine('20'), allowanceLine('5', { isInSuper: false })] })).toBe(
      '520.00',
    )
    expect(base({ bonuses: [bonusLine('30'), bonusLine('5', { isInSuper: false })] })).toBe('530.00')
    const backPayments = [
      backPayment('40'),
      backPayment('5', { isInSuper: false }),
      backPayment('6', { stpCategory: 'OVERTIME' }),
    ]
    expect(base({ backPayments })).toBe('540.00')
  })

  it('loses sacrifices and deductions kept out of super, never going below zero', () => {
    expect(base({ sacrifices: [sacrificeLine('100', { isInSuper: false })] })).toBe('400.00')
    expect(base({ deductions: [deductionLine('100', { isInSuper: false })] })).toBe('400.00')
    const hours = [hoursLine('1', '10'), hoursLine('10', '50', true)]
    expect(base({ hours, sacrifices: [sacrificeLine('100', { isInSuper: false })] })).toBe('0.00')
    const gross = withSuper(
      { hours, sacrifices: [sacrificeLine('100', { isInSuper: false })] },
      { basedOn: 'GROSS' },
    )
    expect(gross.figures.superBase.toFixed(2)).toBe('410.00')
  })

  it('has nothing of the hours of a workers compensation pay', () => {
    expect(base({ isWorkersCompensationPay: true })).toBe('0.00')
  })
})

describe('the maximum base', () => {
  const counted = (before: string) =>
    pay({
      hours: [hoursLine('10', '100')],
      yearToDate: { ...auPay().yearToDate, superBaseInYear: decimal(before) },
    }).figures.superBaseCounted.toFixed(2)
  const maximum = auRates.superMaximum.at(auPay().payDate).value.amount

  it('bounds what is counted at, below and above it', () => {
    expect(counted(maximum.minus('1000').toFixed())).toBe('1000.00')
    expect(counted(maximum.minus('999.99').toFixed())).toBe('999.99')
    expect(counted(maximum.toFixed())).toBe('0.00')
    expect(counted(maximum.plus('1').toFixed())).toBe('0.00')
  })
})

describe('the rate of super', () => {
  const hours = [hoursLine('10', '100')]

  it('warns below the law’s, not at it', () => {
    expect(withSuper({ hours }, { compulsoryRate: decimal('0.12') }).warnings).toEqual([])
    expect(withSuper({ hours }, { compulsoryRate: decimal('0.1199') }).warnings.length).toBe(1)
    expect(withSuper({ hours }, { compulsoryRate: decimal('0.1'), isEnabled: false }).warnings).toEqual([])
  })

  it('adds nothing where the whole rate is not above the compulsory one', () => {
    const resc = (rate: string) => withSuper({ hours }, { rate: decimal(rate) }).figures.rescSuper.toFixed(2)
    expect([resc('0.11'), resc('0.12'), resc('0.13')]).toEqual(['0.00', '0.00', '10.00'])
  })
})
