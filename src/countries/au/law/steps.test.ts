import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import { auPay, backPayment, bonusLine, hoursLine, sacrificeLine } from '../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../test/support/step-check.ts'
import type { AuPayInput } from './input/input.ts'
import { calculateAuPay } from './pay.ts'

describe('the steps of a pay', () => {
  const stepsOf = (input: AuPayInput) => {
    const { steps } = calculateAuPay(input, auRates)
    expect(wrongSteps(steps, SHOWN_ONLY.AU)).toEqual([])
    return new Map(steps.map((step) => [step.name, step]))
  }
  const shown = (steps: ReturnType<typeof stepsOf>, name: string) =>
    Object.fromEntries(
      Object.entries(steps.get(name)?.inputs ?? {}).map(([key, value]) => [key, value.toString()]),
    )

  it('show the bonuses and back payments that are taxed as earnings', () => {
    const input = auPay({
      hours: [hoursLine('38', '41.428947')],
      bonuses: [bonusLine('250')],
      backPayments: [backPayment('36.96')],
    })
    const steps = stepsOf(input)
    expect(steps.get('taxable')?.amount.toFixed(2)).toBe('1861.26')
    expect(shown(steps, 'taxable')).toEqual({
      earnings: '1574.3',
      allowances: '0',
      bonuses: '250',
      backPayments: '36.96',
      sacrifices: '0',
    })
  })

  it('show what sacrifices leave of the extras', () => {
    const input = auPay({
      hours: [hoursLine('1', '100')],
      bonuses: [
        bonusLine('1000', { taxMethod: 'METHOD_A_WHOLE_YEAR' }),
        bonusLine('500', { taxMethod: 'METHOD_B2' }),
      ],
      sacrifices: [sacrificeLine('300')],
    })
    const steps = stepsOf(input)
    expect(steps.get('taxable')?.amount.toFixed()).toBe('100')
    expect(shown(steps, 'taxable.extras')).toEqual({ row1: '1000', row2: '500', sacrifices: '300' })
  })

  it('take the numbers of the law from the tables', () => {
    const texts = [
      ...stepsOf(auPay({ bonuses: [bonusLine('1000', { taxMethod: 'METHOD_A_WHOLE_YEAR' })] })).values(),
    ]
    expect(texts.find((step) => step.name === 'tax.extra')?.formula).toContain('at most 47% of the payment')
  })
})
