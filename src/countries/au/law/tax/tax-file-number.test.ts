import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import type { AuPayInput, TaxDeclaration } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

/* Tests each limit of a regular pay at, below and above its value. */

const pay = (change: Partial<AuPayInput>) => calculateAuPay(auPay(change), auRates)

const declared = (change: Partial<TaxDeclaration>): Partial<AuPayInput> => ({
  declaration: { ...auPay().declaration, ...change },
})

describe('the tax file number', () => {
  const date = auPay().payDate
  const tax = (days: number) => {
    const declarationDate = civilDate(
      new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10),
    )
    return pay({ hours: [hoursLine('10', '50')], ...declared({ tfn: 'PENDING', declarationDate }) })
  }

  it('is waited for as many days as the rules say, from the declaration', () => {
    const { pendingDays } = auRates.tfnRules.at(date).value
    expect(tax(pendingDays).warnings).toEqual([])
    expect(tax(pendingDays + 1).warnings.join()).toContain(`No tax file number ${pendingDays} days after`)
    expect(tax(pendingDays + 1).figures.tax.gt(tax(pendingDays).figures.tax)).toBe(true)
    // Audit B1: without a signing date, the days count from the start date.
    const started = (startDate: string) =>
      pay({
        hours: [hoursLine('10', '50')],
        startDate: civilDate(startDate),
        ...declared({ tfn: 'PENDING' }),
      }).figures.tax.toFixed()
    expect(started(date)).toBe(tax(0).figures.tax.toFixed())
    expect(started('2020-01-06')).toBe(tax(pendingDays + 1).figures.tax.toFixed())
  })

  it('is not asked of an under-18 up to the limit of the period', () => {
    const { under18Limit } = auRates.tfnRules.at(date).value
    const warns = (payPeriod: AuPayInput['payPeriod'], amount: string) =>
      pay({
        payPeriod,
        dateOfBirth: civilDate('2010-03-04'),
        hours: [hoursLine('1', amount)],
        superannuation: { ...auPay().superannuation, isAgeThresholdEnabled: false },
        ...declared({ tfn: 'UNDER_18' }),
      }).warnings.length > 0
    for (const [period, limit] of [
      ['WEEKLY', under18Limit.weekly],
      ['FORTNIGHTLY', under18Limit.fortnightly],
      ['MONTHLY', under18Limit.monthly],
    ] as const) {
      expect(warns(period, limit.toFixed())).toBe(false)
      expect(warns(period, limit.plus('0.01').toFixed())).toBe(true)
    }
    expect(pay({ hours: [hoursLine('1', '5000')] }).warnings).toEqual([])
  })
})
