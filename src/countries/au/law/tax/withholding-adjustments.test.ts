import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, bonusLine, hoursLine, otherPays } from '../../../../../test/support/au-pay.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput, TaxDeclaration } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/* Tests each limit of a regular pay at, below and above its value. */

const pay = (change: Partial<AuPayInput>) => calculateAuPay(auPay(change), auRates)

const declared = (change: Partial<TaxDeclaration>): Partial<AuPayInput> => ({
  declaration: { ...auPay().declaration, ...change },
})

const stepOf = (result: ReturnType<typeof pay>, name: string) =>
  result.steps.find((step) => step.name === name)?.amount.toFixed(2)

describe('adjustments of the withholding', () => {
  const hours = [hoursLine('38', '40')]
  const plain = pay({ hours }).figures.tax

  it('take an annual offset off where the threshold is claimed, never going below nothing', () => {
    const offset = (annual: string, change: Partial<TaxDeclaration> = {}) =>
      pay({ hours, ...declared({ annualTaxOffset: decimal(annual), ...change }) }).figures.tax
    expect(offset('1000').lt(plain)).toBe(true)
    expect(offset('1000000').toFixed()).toBe('0')
    const notClaimed = { claimsTaxFreeThreshold: false }
    expect(offset('1000', notClaimed).toFixed()).toBe(
      pay({ hours, ...declared(notClaimed) }).figures.tax.toFixed(),
    )
    for (const medicareExemption of ['FULL', 'HALF'] as const) {
      const without = pay({ hours, ...declared({ medicareExemption }) }).figures.tax
      expect(offset('1000', { medicareExemption }).lt(without)).toBe(true)
    }
  })

  it('add the extra of a year with 53 pays only where it was asked for and something is withheld', () => {
    const asked = declared({ hasAskedForExtraPayWithholding: true })
    expect(pay({ hours, ...asked }).figures.tax.gt(plain)).toBe(true)
    expect(pay({ hours: [hoursLine('1', '100')], ...asked }).figures.tax.toFixed()).toBe('0')
  })

  it('name the tables they were read from', () => {
    const result = pay({
      hours,
      ...declared({ annualTaxOffset: decimal('1000'), hasAskedForExtraPayWithholding: true }),
    })
    const source = result.steps.find((step) => step.name === 'tax.period')?.source
    expect(source?.kind === 'tables' && source.tables.length).toBe(3)
  })
})

describe('earlier pays of the period', () => {
  // Decision I (order of pays in a period) replaces "not below zero" of decision G: excess withholding is refunded.
  it('are settled on this pay, whichever way', () => {
    const hours = [hoursLine('1', '40')]
    expect(pay({ hours, otherPays: otherPays('100', '500') }).figures.tax.toFixed()).toBe('-500')
    expect(stepOf(pay({ hours }), 'tax.period.remaining')).toBeUndefined()
    expect(stepOf(pay({ hours, otherPays: otherPays('0', '1') }), 'tax.period.remaining')).toBe('-1.00')
  })
})

describe('a return to work payment', () => {
  it('has the rate of Schedule 4, to the nearest dollar, or the flat rate without a number', () => {
    const bonuses = [bonusLine('101', { isReturnToWork: true })]
    const { rate, noTfn } = auRates.schedule4.at(auPay().payDate).value
    expect(stepOf(pay({ bonuses }), 'tax.return-to-work')).toBe(
      decimal('101').times(rate).round(0).toFixed(2),
    )
    expect(noTfn.resident.gt(ZERO)).toBe(true)
    expect(stepOf(pay({ bonuses, ...declared({ tfn: 'NOT_QUOTED' }) }), 'tax.return-to-work')).toBe('47.00')
    expect(stepOf(pay({}), 'tax.return-to-work')).toBeUndefined()
  })
})
