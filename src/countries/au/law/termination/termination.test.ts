import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, ending, fullPay, hoursLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal } from '../../../../kernel/values/money.ts'
import type { AuPayInput, AuTerminationInput } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'

const BALANCES = {
  holiday: decimal('100'),
  sick: decimal('50'),
  lsl: decimal('80'),
  rdo: decimal('0'),
  toil: decimal('0'),
}

function end(change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) {
  const input = auPay({ leaveBalances: BALANCES, ...facts, termination: ending(change) })
  const result = calculateAuPay(input, auRates)
  if (!result.termination) throw new Error('no termination')
  return { ...result, ended: result.termination, figure: figureOf(result.termination) }
}

function figureOf(record: object) {
  return (name: string) => ((record as Record<string, Decimal>)[name] as Decimal).toFixed(2)
}

describe('a resignation', () => {
  const loading = { leaveSettings: { ...auPay().leaveSettings, loadingPercentage: decimal('0.175') } }

  it('pays unused annual leave and loading at marginal rates', () => {
    const { figure, ended, figures, reporting } = end({}, loading)
    expect(figure('unusedHolidayAmount')).toBe('4000.00')
    expect(figure('unusedLeaveLoadingAmount')).toBe('700.00')
    expect(figure('totalAmount')).toBe('4700.00')
    // 4,700 over 52 is 90 a week: 334 on 1,610, less 305 on 1,520, × 52.
    expect(figure('unusedHolidayAndLoadingTaxAmount')).toBe('1508.00')
    expect(figure('taxAmount')).toBe('1508.00')
    expect(figure('lumpSumA')).toBe('4700.00')
    expect(ended.cessationTypeCode).toBe('V')
    expect(ended.isUnusedSickPaid).toBe(false)
    expect(figures.gross.toFixed(2)).toBe('4700.00')
    expect(figures.net.toFixed(2)).toBe('3192.00')
    expect(reporting.paidLeave.U?.toFixed(2)).toBe('4700.00')
    expect(reporting.lumpSumA).toBeNull()
  })

  it('takes the last full pay as normal earnings, or what is given', () => {
    expect(end({}, { lastFullPay: fullPay('1600') }).figure('normalEarnings')).toBe('1600.00')
    const manual = { isManualLeaveAmounts: true, normalEarnings: decimal('1234.5') }
    expect(end(manual, { lastFullPay: fullPay('1600') }).figure('normalEarnings')).toBe('1234.50')
    expect(end({}).figure('normalEarnings')).toBe('1520.00')
  })

  it('takes at most the flat rate under $300', () => {
    const small = {
      leaveBalances: { ...BALANCES, holiday: decimal('7.4') },
      lastFullPay: fullPay('4000'),
    }
    // 296 over 52 is 5 a week. At marginal rates, 3 dollars more a week × 52 is 156. At the flat rate, 32% is 95.
    expect(end({}, small).figure('taxAmount')).toBe('95.00')
  })

  it('leaves long service leave unpaid before the state’s years, unless asked', () => {
    expect(end({}).ended.isUnusedLslPaid).toBe(false)
    expect(end({}, { startDate: civilDate('2014-01-06') }).ended.isUnusedLslPaid).toBe(true)
    const asked = end({ isUnusedLslPaid: true })
    expect(asked.figure('unusedLslAmount')).toBe('3200.00')
    expect(asked.leaveBalances.lsl.toFixed()).toBe('0')
  })

  it('asks for the state where long service leave hangs on it', () => {
    expect(() => end({}, { state: null })).toThrow(/is_unused_lsl_paid/)
    expect(
      end({}, { state: null, leaveBalances: { ...BALANCES, lsl: decimal('0') } }).ended.isUnusedLslPaid,
    ).toBe(false)
  })

  it('splits long service leave by era', () => {
    const { figure } = end({ isUnusedLslPaid: true }, { startDate: civilDate('1975-08-16') })
    // 80 ÷ 7.6 = 10.526 days. 5,481 of 18,717 days give 3 whole days, 12,140 give 6; the other 1.526 belong to the oldest era.
    expect(figure('unusedLslPreAugust1978')).toBe('464.00')
    expect(figure('unusedLslAugust1978ToAugust1993')).toBe('912.00')
    expect(figure('unusedLslPostAugust1993')).toBe('1824.00')
    expect(figure('lumpSumB')).toBe('464.00')
  })

  it('gives the fraction of a day to 1978 to 1993 where the service began then', () => {
    const { figure } = end({ isUnusedLslPaid: true }, { startDate: civilDate('1985-08-18') })
    // 10.526 days: 12,140 of 15,062 days give 8 whole days since August 1993 at 304 a day; 2.526 are older.
    expect(figure('unusedLslPreAugust1978')).toBe('0.00')
    expect(figure('unusedLslAugust1978ToAugust1993')).toBe('768.00')
    expect(figure('unusedLslPostAugust1993')).toBe('2432.00')
  })

  it('pays a casual no annual leave unless asked', () => {
    expect(end({}, { employmentStatus: 'CASUAL' }).figure('totalAmount')).toBe('0.00')
    expect(end({ isUnusedHolidayPaid: true }, { employmentStatus: 'CASUAL' }).figure('totalAmount')).toBe(
      '4000.00',
    )
  })

  it('cannot be taxed without a date of birth, and not before the start', () => {
    expect(() => end({}, { dateOfBirth: null })).toThrow(/date of birth/)
    expect(() => end({ terminationDate: civilDate('2019-12-31') })).toThrow(/before the start date/)
  })

  it('pays out what the final pay itself earns', () => {
    const { leaveBalances, figure } = end({}, { hours: [hoursLine('38', '40')] })
    expect(figure('unusedHolidayAmount')).toBe('4116.92')
    expect(leaveBalances.holiday.toFixed()).toBe('0')
  })
})

describe('notice', () => {
  const notice = {
    isPaymentInLieuPaid: true,
    paymentInLieuType: 'NOTICE_HOURS' as const,
    noticeHours: decimal('76'),
  }

  it('is an ETP of code O, taxable in full, and counts for super', () => {
    const { ended, figure, figures } = end({ ...notice, isUnusedHolidayPaid: false })
    expect(figure('paymentInLieuAmount')).toBe('3040.00')
    expect(figure('totalEtpAmount')).toBe('3040.00')
    expect(figure('etpTaxWithheld')).toBe('973.00')
    expect(ended.taxSummaries.map((row) => row.etpCode)).toEqual(['O'])
    expect(figures.super.toFixed(2)).toBe('364.80')
  })

  it('is code R for redundancy and invalidity', () => {
    expect(end({ ...notice, reason: 'REDUNDANCY' }).ended.taxSummaries[0]?.etpCode).toBe('R')
    expect(end({ ...notice, reason: 'INVALIDITY' }).ended.taxSummaries[0]?.etpCode).toBe('R')
  })

  it('may be tax-free in part within a genuine redundancy, never beyond the notice', () => {
    const { figure } = end({
      ...notice,
      reason: 'REDUNDANCY',
      redundancyTaxFreePilonComponent: decimal('1000'),
    })
    expect(figure('lumpSumD')).toBe('1000.00')
    expect(figure('etpTaxableComponent')).toBe('2040.00')
    expect(() =>
      end({ ...notice, reason: 'REDUNDANCY', redundancyTaxFreePilonComponent: decimal('3040.01') }),
    ).toThrow(/may not exceed/)
  })
})

describe('a redundancy', () => {
  it('is tax-free up to the limit, code R beyond it, with leave at the flat rate', () => {
    const { figure, ended, reporting } = end({ reason: 'REDUNDANCY', redundancyAmount: decimal('60000') })
    // The tax-free limit is 13,598 + 6 × 6,801. The rest of 5,596 is taxed at 32%.
    expect(figure('lumpSumD')).toBe('54404.00')
    expect(figure('etpTaxableComponent')).toBe('5596.00')
    expect(figure('etpTaxWithheld')).toBe('1791.00')
    expect(ended.isUnusedLslPaid).toBe(true)
    expect(figure('lumpSumA')).toBe('7200.00')
    expect(figure('unusedHolidayAndLoadingTaxAmount')).toBe('1280.00')
    expect(figure('unusedLslTaxAmount')).toBe('1024.00')
    expect(reporting.lumpSumA).toMatchObject({ type: 'R' })
    expect(reporting.cessation?.code).toBe('R')
  })

  it('has no tax-free part from pension age', () => {
    const { figure } = end(
      { reason: 'REDUNDANCY', redundancyAmount: decimal('60000') },
      { dateOfBirth: civilDate('1959-11-12') },
    )
    expect(figure('lumpSumD')).toBe('0.00')
    expect(figure('etpTaxWithheld')).toBe('10200.00')
  })

  it('lets code R take the ETP cap first, and code O the smaller of the rest and the whole-of-income cap', () => {
    const yearToDate = { ...auPay().yearToDate, taxableGross: decimal('172800') }
    const { ended } = end(
      {
        reason: 'REDUNDANCY',
        redundancyAmount: decimal('54801'),
        etpAmount: decimal('17678'),
        isUnusedHolidayPaid: false,
        isUnusedLslPaid: false,
      },
      { yearToDate },
    )
    const rows = ended.taxSummaries.map((row) => [
      row.etpCode,
      row.taxableComponent.toFixed(),
      row.taxWithheld.toFixed(),
    ])
    // 397 is taxed at 32%. 7,200 of the 17,678 are within the whole-of-income cap and taxed at 32%, the rest at 47%.
    expect(rows).toEqual([
      ['R', '397', '127'],
      ['O', '17678', '7229'],
    ])
  })

  it('marks a payment whose first part fell in an earlier year as split, under what is left of the cap', () => {
    const earlierEtps = [{ taxable: decimal('260000'), isEarlierIncomeYear: true }]
    const { ended } = end({
      reason: 'REDUNDANCY',
      redundancyAmount: decimal('74404'),
      earlierEtps,
      isUnusedHolidayPaid: false,
    })
    expect(ended.taxSummaries[0]?.etpCode).toBe('S')
    expect(ended.taxSummaries[0]?.taxWithheld.toFixed()).toBe('7900')
  })
})

describe('a death', () => {
  const etp = { etpAmount: decimal('10000'), isUnusedLslPaid: true }

  it('is taxed by who is paid, and not at all on unused leave', () => {
    const taxes = (['DEATH_DEPENDENT', 'DEATH_NON_DEPENDENT', 'DEATH_ESTATE'] as const).map((reason) => {
      const { ended, reporting } = end({ ...etp, reason })
      expect(reporting.paidLeave).toEqual({})
      return [ended.taxSummaries[0]?.etpCode, ended.taxAmount.toFixed(), ended.cessationTypeCode]
    })
    expect(taxes).toEqual([
      ['D', '0', 'D'],
      ['N', '3200', 'D'],
      ['T', '0', 'D'],
    ])
  })
})

describe('manual mode', () => {
  it('takes the amounts as given', () => {
    const { figure, ended } = end({
      isManualLeaveAmounts: true,
      unusedHolidayAmount: decimal('1000'),
      unusedLeaveLoadingAmount: decimal('175'),
      unusedLslPostAugust1993: decimal('500'),
      unusedLslPreAugust1978: decimal('200'),
    })
    expect(figure('unusedHolidayAmount')).toBe('1000.00')
    expect(figure('unusedLeaveLoadingAmount')).toBe('175.00')
    expect(ended.isUnusedLslPaid).toBe(true)
    expect(figure('unusedLslAmount')).toBe('700.00')
    expect(figure('lumpSumB')).toBe('200.00')
  })

  it('replaces the whole calculated set by the tax summaries given', () => {
    const taxSummaries = [
      {
        etpCode: 'O' as const,
        taxWithheld: decimal('11'),
        taxableComponent: decimal('900'),
        taxFreeComponent: decimal('100'),
        lumpSumD: decimal('5'),
      },
    ]
    const { ended, figure } = end({
      isManualLeaveAmounts: true,
      etpAmount: decimal('1005'),
      isUnusedHolidayPaid: false,
      taxSummaries,
    })
    expect(ended.taxSummaries).toEqual(taxSummaries)
    expect(figure('etpTaxWithheld')).toBe('11.00')
    expect(figure('etpTaxFreeComponent')).toBe('100.00')
    expect(figure('lumpSumD')).toBe('5.00')
    expect(figure('taxAmount')).toBe('11.00')
  })
})

describe('other payments', () => {
  it('takes unused sick leave as an ETP of code O when it is paid', () => {
    const { figure, ended, leaveBalances } = end({ isUnusedSickPaid: true, isUnusedHolidayPaid: false })
    expect(figure('unusedSickAmount')).toBe('2000.00')
    expect(ended.taxSummaries[0]?.etpCode).toBe('O')
    expect(leaveBalances.sick.toFixed()).toBe('0')
  })

  it('taxes a payment later than a year after the ending as income', () => {
    const late = { payDate: civilDate('2026-11-12') }
    const { figure, ended, warnings } = end(
      { terminationDate: civilDate('2025-11-11'), etpAmount: decimal('1000'), isUnusedHolidayPaid: false },
      late,
    )
    expect(ended.taxSummaries).toEqual([])
    expect(figure('totalNonEtpAmount')).toBe('1000.00')
    expect(figure('taxAmount')).toBe('320.00')
    expect(warnings.join()).toMatch(/12 months/)
  })

  it('withholds 17% from preservation age and 47% without a tax file number', () => {
    const etp = { etpAmount: decimal('10000'), isUnusedHolidayPaid: false }
    expect(end(etp, { dateOfBirth: civilDate('1964-06-30') }).figure('etpTaxWithheld')).toBe('1700.00')
    const declaration = { ...auPay().declaration, tfn: 'NOT_QUOTED' as const }
    expect(end(etp, { declaration }).figure('etpTaxWithheld')).toBe('4700.00')
    const foreign = { ...auPay().declaration, isForeignResident: true }
    expect(end(etp, { declaration: foreign }).figure('etpTaxWithheld')).toBe('3000.00')
  })
})
