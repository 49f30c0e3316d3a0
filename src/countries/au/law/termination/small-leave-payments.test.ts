import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending } from '../../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../../test/support/step-check.ts'
import { decimal, percent } from '../../../../kernel/values/money.ts'
import type { AuPayInput, AuTerminationInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/* Tests each limit of a termination at, below and above its value. */

function end(change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) {
  const result = calculateAuPay(auPay({ ...facts, termination: ending(change) }), auRates)
  if (!result.termination) throw new Error('no termination')
  expect(wrongSteps(result.steps, SHOWN_ONLY.AU)).toEqual([])
  const step = (name: string) => result.steps.find((one) => one.name === `termination.${name}`)
  return {
    ...result,
    ended: result.termination,
    step,
    amount: (name: string) => step(name)?.amount.toFixed(2),
  }
}

const manual = { isManualLeaveAmounts: true, isUnusedLslPaid: false, normalEarnings: decimal('3000') }

describe('a small payment of leave', () => {
  const { smallPaymentLimit, flatRate } = auRates.schedule7.at(auPay().payDate).value
  const tax = (amount: string, change: Partial<AuTerminationInput> = {}) =>
    end({ ...manual, isUnusedHolidayPaid: true, unusedHolidayAmount: decimal(amount), ...change }).step(
      'leave-tax.marginal',
    )

  it('bears at most the flat rate below the limit, not at it', () => {
    const below = tax(smallPaymentLimit.minus('0.01').toFixed())
    expect(below?.formula).toContain(`under $${smallPaymentLimit} at most ${percent(flatRate)}`)
    expect(below?.inputs.flatRate?.toString()).toBe(flatRate.toString())
    expect(tax(smallPaymentLimit.toFixed())?.inputs.flatRate).toBeUndefined()
  })

  it('is no matter for a redundancy, which has the flat rate anyway', () => {
    const redundancy = end({
      ...manual,
      reason: 'REDUNDANCY',
      isUnusedHolidayPaid: true,
      unusedHolidayAmount: decimal('100'),
    })
    expect([redundancy.amount('leave-tax.marginal'), redundancy.amount('leave-tax.flat')]).toEqual([
      '0.00',
      decimal('100').times(flatRate).toFixed(2),
    ])
  })
})
