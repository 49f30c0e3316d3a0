import { describe, expect, it } from 'vitest'
import { bonus, nzPay, nzRates, paidHours } from '../../../../../test/support/nz-pay.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { NzPayInput, NzTerminationInput } from '../input/input.ts'
import type { NzPayResult, NzTerminationResult } from '../input/result.ts'
import { ONLY_HOLIDAYS_OWED } from '../input/termination.ts'
import { calculateNzPay } from '../pay.ts'

const FRIDAY_BEFORE_LABOUR_DAY = civilDate('2026-10-23')

/**
 * Paid 1,000 a week. Ends on the Friday before Labour Day with two weeks and a day owed, and 10,000 earned since the anniversary.
 */
function finalPay(end: Partial<NzTerminationInput> = {}, changes: Partial<NzPayInput> = {}): NzPayResult {
  const payDate = FRIDAY_BEFORE_LABOUR_DAY
  const input = nzPay({
    payDate,
    periodEnd: civilDate('2026-10-25'),
    ratePerHour: decimal('25'),
    hours: paidHours(decimal('1000')),
    earlierPays: [7, 14, 21].map((days) => ({
      payDate: addDays(payDate, -days),
      periodEnd: addDays(civilDate('2026-10-25'), -days),
      ordinary: decimal('1000'),
    })),
    holidayHistory: {
      grossLast4Weeks: decimal('4000'),
      irregularLast4Weeks: ZERO,
      grossLast52Weeks: decimal('54600'),
      unpaidWeeksLast52: ZERO,
      daysPaidLast52Weeks: decimal('260'),
      grossSinceAnniversary: decimal('10000'),
      paidInAdvance: ZERO,
    },
    leaveBalances: { annualHolidaysWeeks: whole(2), altHolidayDays: whole(1), sickDays: whole(40) },
    termination: {
      terminationDate: FRIDAY_BEFORE_LABOUR_DAY,
      ...ONLY_HOLIDAYS_OWED,
      ...end,
    },
    ...changes,
  })
  return calculateNzPay(input, nzRates)
}

function endOf(result: NzPayResult): NzTerminationResult {
  if (!result.termination) throw new Error('this pay ends nothing')
  return result.termination
}

describe('a termination', () => {
  it('pays entitled weeks at the greater weekly rate, and the public holiday that falls in them', () => {
    // 2 × (54,600 ÷ 52 = 1,050) + Labour Day at 8 × 25.
    expect(endOf(finalPay()).unusedHolidayAmount.toFixed(2)).toBe('2300.00')
  })

  it('pays 8% of gross since the anniversary with the final pay and the entitled weeks inside', () => {
    expect(endOf(finalPay()).nonEtpAmount.toFixed(2)).toBe('1064.00')
  })

  it('pays alternative holidays in days, and never sick leave', () => {
    const result = finalPay()
    expect(endOf(result).unusedAltHolidayAmount.toFixed(2)).toBe('200.00')
    expect(endOf(result).totalAmount.toFixed(2)).toBe('3564.00')
    expect(result.figures.gross.toFixed(2)).toBe('4564.00')
  })

  it('taxes every part at the one rate of their sum, each with its own levy', () => {
    const { unusedHoliday, altHoliday, other, totalTax } = endOf(finalPay()).nzExtraPayTaxBreakdown
    expect(unusedHoliday.appliedPersonalRate).toBe('0.3')
    expect([unusedHoliday.tax, altHoliday.tax, other.tax].map((tax) => tax.toFixed(2))).toEqual([
      '730.25',
      '63.50',
      '337.82',
    ])
    expect(totalTax.toFixed(2)).toBe('1131.57')
  })

  it('empties the balances it paid out', () => {
    const movements = finalPay().leaveMovements.map(({ balance, kind, amount }) => [
      balance,
      kind,
      `${amount}`,
    ])
    expect(movements).toEqual([
      ['annual_holidays_weeks', 'paid-out', '-2'],
      ['alt_holiday_days', 'paid-out', '-1'],
    ])
  })

  it('takes no levy and no KiwiSaver from redundancy', () => {
    const member = { ...nzPay().kiwiSaver, statusCode: 'AK' as const }
    const without = finalPay({}, { kiwiSaver: member }).figures
    const result = finalPay({ redundancyAmount: decimal('5000') }, { kiwiSaver: member })
    expect(endOf(result).nzExtraPayTaxBreakdown.redundancy.components.earners_levy.eq(ZERO)).toBe(true)
    expect(result.figures.kiwisaverEmployee.eq(without.kiwisaverEmployee)).toBe(true)
    expect(result.figures.notLiableForAcc.toFixed(2)).toBe('5000.00')
  })

  it('taxes payment in lieu of notice as an extra pay, liable for levy and KiwiSaver', () => {
    const member = { ...nzPay().kiwiSaver, statusCode: 'AK' as const, employeeRate: decimal('0.04') }
    const result = finalPay(
      { isPaymentInLieuPaid: true, paymentInLieuAmount: decimal('1000') },
      { kiwiSaver: member },
    )
    expect(endOf(result).nzExtraPayTaxBreakdown.other.amount.toFixed(2)).toBe('2064.00')
    expect(result.figures.notLiableForAcc.eq(ZERO)).toBe(true)
    expect(result.figures.kiwisaverEmployee.toFixed(2)).toBe('222.56')
  })

  it('looks at the year to date for the levy when it is given', () => {
    const nothingLeft = finalPay({ nzYtdTaxable: decimal('155641') })
    expect(endOf(nothingLeft).taxAmount.toFixed(2)).toBe('1069.20')
    // 156,641 − 155,000 − this pay's 1,000 leaves 641 liable: 11.2175.
    const someLeft = finalPay({ nzYtdTaxable: decimal('155000') })
    expect(endOf(someLeft).taxAmount.toFixed(2)).toBe('1080.41')
  })

  it('accepts a negative holiday amount in manual mode and lets it lower gross and tax', () => {
    const manual = { isManualLeaveAmounts: true, nonEtpAmount: decimal('500') }
    const result = finalPay({
      ...manual,
      unusedHolidayAmount: decimal('-150'),
      unusedAltHolidayAmount: ZERO,
    })
    expect(endOf(result).totalAmount.toFixed(2)).toBe('350.00')
    expect(result.figures.gross.toFixed(2)).toBe('1350.00')
    // 350 × (17.5% + 1.75%), because 52,000 + 350 is in the second band.
    expect(endOf(result).taxAmount.toFixed(2)).toBe('67.37')
    const owing = finalPay({
      isManualLeaveAmounts: true,
      nonEtpAmount: ZERO,
      unusedHolidayAmount: decimal('-150'),
      unusedAltHolidayAmount: ZERO,
    })
    expect(endOf(owing).taxAmount.eq(ZERO)).toBe(true)
    expect(owing.figures.gross.toFixed(2)).toBe('850.00')
  })

  it('subtracts holidays paid in advance from the 8%, not below zero', () => {
    const history = { ...nzPay().holidayHistory, grossSinceAnniversary: decimal('10000') }
    const none = { annualHolidaysWeeks: whole(-1), altHolidayDays: ZERO, sickDays: ZERO }
    const some = finalPay(
      {},
      { leaveBalances: none, holidayHistory: { ...history, paidInAdvance: decimal('800') } },
    )
    expect(endOf(some).nonEtpAmount.toFixed(2)).toBe('80.00')
    const more = finalPay(
      {},
      { leaveBalances: none, holidayHistory: { ...history, paidInAdvance: decimal('1000') } },
    )
    expect(endOf(more).nonEtpAmount.eq(ZERO)).toBe(true)
    expect(more.warnings.join(' ')).toContain('120.00')
  })

  it('in the first year pays 8% of everything earned and no weeks', () => {
    const result = finalPay(
      {},
      {
        startDate: civilDate('2026-08-01'),
        leaveBalances: { annualHolidaysWeeks: ZERO, altHolidayDays: ZERO, sickDays: ZERO },
      },
    )
    expect(endOf(result).nonEtpAmount.toFixed(2)).toBe('880.00')
    expect(endOf(result).isUnusedHolidayPaid).toBe(false)
  })

  it('owes no holiday pay where 8% went out with each pay', () => {
    const settings = { ...nzPay().leaveSettings, isHolidayPayPaidWithWages: true }
    const result = finalPay({}, { leaveSettings: settings })
    expect(endOf(result).unusedHolidayAmount.eq(ZERO)).toBe(true)
    expect(endOf(result).nonEtpAmount.eq(ZERO)).toBe(true)
  })
})

describe('annualised income at the end of employment', () => {
  const annualised = (result: NzPayResult): string | undefined =>
    result.steps.find((step) => step.name === 'tax.extra-pay.annualised')?.amount.toFixed(2)

  it('skips unpaid periods', () => {
    const pay = (days: number, ordinary: string) => {
      const periodEnd = addDays(civilDate('2026-10-25'), -days)
      return { payDate: periodEnd, periodEnd, ordinary: decimal(ordinary) }
    }
    const result = finalPay(
      {},
      { earlierPays: [pay(7, '0'), pay(14, '550'), pay(21, '650'), pay(28, '9000')] },
    )
    expect(annualised(result)).toBe('31200.00')
  })

  it('takes the one paid period there is, else the final pay, else nothing', () => {
    const periodEnd = civilDate('2026-10-18')
    const one = [{ payDate: periodEnd, periodEnd, ordinary: decimal('900') }]
    expect(annualised(finalPay({}, { earlierPays: one }))).toBe('46800.00')
    expect(annualised(finalPay({}, { earlierPays: [] }))).toBe('52000.00')
    expect(annualised(finalPay({}, { earlierPays: [], hours: [] }))).toBe('0.00')
  })

  it('before April 2025 looks at four weeks, like any other extra pay', () => {
    const payDate = civilDate('2025-03-28')
    const input = nzPay({
      payDate,
      periodEnd: payDate,
      hours: paidHours(decimal('1000')),
      bonuses: [bonus(decimal('100'), { taxAsNzExtraPay: true })],
      earlierPays: [7, 14, 21, 28].map((days) => {
        const day = addDays(payDate, -days)
        return { payDate: day, periodEnd: day, ordinary: decimal('1000') }
      }),
    })
    expect(annualised(calculateNzPay(input, nzRates))).toBe('52000.00')
  })
})
