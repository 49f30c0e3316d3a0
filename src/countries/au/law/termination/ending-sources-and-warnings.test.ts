import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending, fullPay } from '../../../../../test/support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../../../../../test/support/step-check.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { sourceText } from '../../../../payroll/sources.ts'
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

const manual = { isManualLeaveAmounts: true, isUnusedLslPaid: false, normalEarnings: decimal('3000') }

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
      end(
        { ...none, etpAmount: decimal('1'), ...change },
        { startDate: civilDate(startDate) },
      ).warnings.filter((warning) => warning.includes('invalidity segment')).length
    const reason = 'INVALIDITY'
    expect([warned({}), warned({}, '1983-06-30'), warned({ reason })]).toEqual([0, 0, 1])
    expect(warned({ reason, etpAmount: null })).toBe(0)
    expect(warned({ reason, taxSummaries: [] })).toBe(0)
  })

  it('speak of a negative leave balance, whether or not annual leave is paid', () => {
    const facts = { leaveBalances: { ...auPay().leaveBalances, holiday: decimal('-1') } }
    expect(end({ ...none, isUnusedHolidayPaid: true }, facts).warnings.join()).toContain('negative')
    expect(end({ ...none, isUnusedHolidayPaid: true }, facts).ended.unusedHolidayAmount.toFixed()).toBe('0')
    expect(end(none, facts).warnings.join()).toContain('negative (-1 hours, 40.00 at the ordinary rate)')
  })
})
