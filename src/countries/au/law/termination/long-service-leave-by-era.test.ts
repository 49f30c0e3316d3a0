import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending } from '../../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../../test/support/step-check.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
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

describe('long service leave by era', () => {
  const eras = (startDate: string) =>
    ['pre-august-1978', 'august-1978-to-august-1993', 'post-august-1993'].map((era) =>
      end(
        { isUnusedHolidayPaid: false, isUnusedLslPaid: true },
        { startDate: civilDate(startDate), leaveBalances: { ...auPay().leaveBalances, lsl: decimal('100') } },
      ).amount(`unused-lsl.${era}`),
    )

  it('belongs to the days of service in each', () => {
    expect(eras('1993-08-18')).toEqual(['0.00', '0.00', '4000.00'])
    expect(eras('1993-08-17')[1]).not.toBe('0.00')
    expect(eras('1978-08-16')[0]).toBe('0.00')
    expect(eras('1978-08-15')[0]).not.toBe('0.00')
  })
})
