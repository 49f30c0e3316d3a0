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

const none = { isUnusedHolidayPaid: false, isUnusedLslPaid: false }

describe('twelve months after the ending', () => {
  const delayed = (terminationDate: string, change: Partial<AuTerminationInput> = {}) =>
    end({ ...none, terminationDate: civilDate(terminationDate), etpAmount: decimal('1000'), ...change })

  it('a payment is still a termination payment on the day, and income the day after', () => {
    expect(delayed('2025-11-12').ended.totalEtpAmount.toFixed()).toBe('1000')
    expect(delayed('2025-11-12').warnings).toEqual([])
    expect(delayed('2025-11-11').ended.totalEtpAmount.toFixed()).toBe('0')
    expect(delayed('2025-11-11').figures.taxableGross.toFixed()).toBe('1000')
  })

  it('a redundancy stays a termination payment, and only the rest is income', () => {
    const late = delayed('2025-11-11', { reason: 'REDUNDANCY', redundancyAmount: decimal('500') })
    expect([late.ended.totalEtpAmount, late.ended.lumpSumD].map(String)).toEqual(['500', '500'])
    expect(late.figures.taxableGross.toFixed()).toBe('1000')
  })
})

describe('the tax-free part of a redundancy', () => {
  const date = auPay().payDate
  const { redundancyBase, redundancyPerYear } = auRates.etpCaps.at(date).value
  const limit = redundancyBase.plus(redundancyPerYear.times('6'))
  const redundant = (amount: string, facts: Partial<AuPayInput> = {}) =>
    end({ ...none, reason: 'REDUNDANCY', redundancyAmount: decimal(amount) }, facts).ended

  it('ends at the limit of base and completed years', () => {
    const taxed = (amount: string) => redundant(amount).etpTaxableComponent.toFixed(2)
    expect([taxed(limit.toFixed()), taxed(limit.plus('0.01').toFixed())]).toEqual(['0.00', '0.01'])
    expect(redundant(limit.minus('0.01').toFixed()).lumpSumD.toFixed()).toBe(limit.minus('0.01').toFixed())
  })

  // ITAA 1997 s 83-170 with decision I: the first and the last day of service both count.
  it('counts a year of service on the day before its anniversary', () => {
    const free = (start: string) => redundant('1000000', { startDate: civilDate(start) }).lumpSumD
    expect(free('2025-11-13').minus(free('2025-11-14')).toFixed()).toBe(redundancyPerYear.toFixed())
  })

  it('needs the payee to be under pension age on the day of the ending', () => {
    const free = (dateOfBirth: string) =>
      redundant('1000', { dateOfBirth: civilDate(dateOfBirth) }).lumpSumD.toFixed()
    expect([free('1959-11-12'), free('1959-11-13')]).toEqual(['0', '1000'])
  })
})

describe('the ETP cap', () => {
  const { etpCap } = auRates.etpCaps.at(auPay().payDate).value
  const rates = auRates.etpRates.at(auPay().payDate).value
  const tax = (amount: string, change: Partial<AuTerminationInput> = {}) =>
    end({
      ...none,
      reason: 'REDUNDANCY',
      isPaymentInLieuPaid: true,
      paymentInLieuType: 'NOTICE_LUMP_SUM',
      noticeLumpSum: decimal(amount),
      ...change,
    }).ended.etpTaxWithheld

  it('divides the code’s rate from the top rate', () => {
    const within = etpCap.times(rates.underPreservationAge)
    expect(tax(etpCap.toFixed()).toFixed()).toBe(within.round(0).toFixed())
    expect(tax(etpCap.plus('1000').toFixed()).toFixed()).toBe(
      within.plus(rates.overCap.times('1000')).round(0).toFixed(),
    )
  })

  it('is used up by earlier payments of the same ending', () => {
    const earlierEtps = [{ taxable: etpCap, isEarlierIncomeYear: false }]
    expect(tax('1000', { earlierEtps }).toFixed()).toBe(rates.overCap.times('1000').toFixed())
    const beyond = [{ taxable: etpCap.plus('5'), isEarlierIncomeYear: false }]
    expect(tax('1000', { earlierEtps: beyond }).toFixed()).toBe(rates.overCap.times('1000').toFixed())
  })
})
