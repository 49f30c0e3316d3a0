import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import { auPay, deductionLine, hoursLine } from '../../../../test/support/au-pay.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { AuPayInput } from './input/input.ts'
import { calculateAuPay } from './pay.ts'

const pay = (change: Partial<AuPayInput> = {}, rates = auRates) =>
  calculateAuPay(auPay({ hours: [hoursLine('38', '40')], ...change }), rates)

const stepOf = (result: ReturnType<typeof pay>, name: string) =>
  result.steps.find((step) => step.name === name)

describe('child support', () => {
  it('asks for its amount only where it is deducted, and may be told it', () => {
    expect(stepOf(pay(), 'deductions.protected-earnings')).toBeUndefined()
    const deductions = [deductionLine('2000', { classification: 'CHILD_SUPPORT_DEDUCTION' })]
    expect(stepOf(pay({ deductions }), 'deductions.protected-earnings')?.amount.toFixed()).toBe('544.88')
    const told = pay({ deductions, childSupportProtectedEarnings: decimal('1000') })
    expect([told.figures.net.toFixed(), stepOf(told, 'deductions.protected-earnings')]).toEqual([
      '1000',
      undefined,
    ])
    const other = [deductionLine('2000', { classification: 'CHILD_SUPPORT_GARNISHEE' })]
    expect(stepOf(pay({ deductions: other }), 'deductions.protected-earnings')).toBeUndefined()
  })

  it('cannot be taken where no amount is known', () => {
    const deductions = [deductionLine('1', { classification: 'CHILD_SUPPORT_DEDUCTION' })]
    const early = {
      ...auRates,
      protectedEarnings: { find: () => undefined, entries: [] },
    } as unknown as typeof auRates
    expect(() => pay({ deductions }, early)).toThrow(
      'no protected earnings amount for child support is known',
    )
  })

  it('shares one amount with the period’s other pays', () => {
    const deductions = [deductionLine('2000', { classification: 'CHILD_SUPPORT_DEDUCTION' })]
    const left = (net: string, childSupport: string) =>
      stepOf(
        pay({
          deductions,
          otherPays: { ...auPay().otherPays, net: decimal(net), childSupport: decimal(childSupport) },
        }),
        'deductions.protected-earnings.left',
      )?.amount.toFixed(2)
    expect([left('394', '0'), left('800', '100'), left('0', '50'), left('0', '0')]).toEqual([
      '150.88',
      '0.00',
      '594.88',
      undefined,
    ])
  })
})
