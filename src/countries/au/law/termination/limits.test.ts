import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending, fullPay } from '../../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../../test/support/step-check.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, percent } from '../../../../kernel/values/money.ts'
import { sourceText } from '../../../../payroll/sources.ts'
import type { AuPayInput, AuTerminationInput } from '../input.ts'
import { calculateAuPay } from '../pay.ts'

/* Every limit of an ending: its case at, below and above. */

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

describe('the sources of an ending', () => {
  const balances = { leaveBalances: { ...auPay().leaveBalances, holiday: decimal('10'), sick: decimal('5') } }
  const sourceOf = (result: ReturnType<typeof end>, name: string) => {
    const source = result.step(name)?.source
    return source && sourceText(source)
  }

  it('are the request for what it gives, the employee for balances and rates, the table for the eras', () => {
    const asked = end(
      {
        ...manual,
        isPaymentInLieuPaid: true,
        paymentInLieuType: 'NOTICE_LUMP_SUM',
        noticeLumpSum: decimal('900'),
        redundancyAmount: decimal('10'),
        isUnusedHolidayPaid: true,
        unusedHolidayAmount: decimal('50'),
      },
      balances,
    )
    for (const name of ['payment-in-lieu', 'redundancy', 'unused-holiday', 'normal-earnings'])
      expect(sourceOf(asked, name)).toBe('Amounts of the termination request')
    const own = end(
      {
        isUnusedSickPaid: true,
        isUnusedLslPaid: true,
        isPaymentInLieuPaid: true,
        paymentInLieuType: 'NOTICE_HOURS',
        noticeHours: decimal('38'),
      },
      balances,
    )
    for (const name of ['unused-holiday', 'unused-sick', 'normal-earnings'])
      expect(sourceOf(own, name)).toBe('Balances and rates of the employee')
    expect(sourceOf(own, 'payment-in-lieu')).toContain('at the employee’s rate')
    expect(own.amount('payment-in-lieu')).toBe('1520.00')
    expect(sourceOf(own, 'unused-lsl.post-august-1993')).toContain('Schedule 7')
    expect(sourceOf(end(none, { lastFullPay: fullPay('1234.5') }), 'normal-earnings')).toBe(
      'Taxable earnings of the employee’s last full pay',
    )
  })

  it('give normal earnings by the period where no full pay is known', () => {
    const normal = (payPeriod: AuPayInput['payPeriod']) => end(none, { payPeriod }).amount('normal-earnings')
    expect([normal('WEEKLY'), normal('FORTNIGHTLY'), normal('MONTHLY')]).toEqual([
      '1520.00',
      '3040.00',
      '6586.67',
    ])
  })
})

describe('warnings of an ending', () => {
  it('speak of the retirement age behind an invalidity segment, where there is a payment', () => {
    const warned = (change: Partial<AuTerminationInput>, startDate = '1983-07-01') =>
      end({ ...none, etpAmount: decimal('1'), ...change }, { startDate: civilDate(startDate) }).warnings
        .length
    const reason = 'INVALIDITY'
    expect([warned({}), warned({}, '1983-06-30'), warned({ reason })]).toEqual([0, 0, 1])
    expect(warned({ reason, etpAmount: null })).toBe(0)
    expect(warned({ reason, taxSummaries: [] })).toBe(0)
  })

  it('speak of a negative leave balance only where annual leave is paid', () => {
    const facts = { leaveBalances: { ...auPay().leaveBalances, holiday: decimal('-1') } }
    expect(end({ ...none, isUnusedHolidayPaid: true }, facts).warnings.join()).toContain('negative')
    expect(end({ ...none, isUnusedHolidayPaid: true }, facts).ended.unusedHolidayAmount.toFixed()).toBe('0')
    expect(end(none, facts).warnings).toEqual([])
  })
})
