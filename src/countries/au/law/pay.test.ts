import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import {
  auPay,
  backPayment,
  bonusLine,
  hoursLine,
  leaveLine,
  otherPays,
} from '../../../../test/support/au-pay.ts'
import { addDays, civilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { DeductionLine, SacrificeLine } from '../../../payroll/input.ts'
import { Timeline } from '../../../payroll/rates/timeline.ts'
import type { AuPayInput } from './input/input.ts'
import { calculateAuPay } from './pay.ts'

const FULL_WEEK = [hoursLine('38', '40')]

function figuresFor(change: Partial<AuPayInput>, rates = auRates) {
  const result = calculateAuPay(auPay(change), rates)
  const { figures } = result
  return {
    result,
    gross: figures.gross.toFixed(2),
    tax: figures.tax.toFixed(2),
    net: figures.net.toFixed(2),
    super: figures.super.toFixed(2),
    compulsory: figures.compulsorySuper.toFixed(2),
    resc: figures.rescSuper.toFixed(2),
  }
}

function deduction(change: Partial<DeductionLine>): DeductionLine {
  return {
    description: 'Deduction',
    amountType: 'FIXED',
    amount: decimal('100'),
    limitPerPay: null,
    limitLeft: null,
    classification: 'NORMAL',
    isInSuper: true,
    ...change,
  }
}

function sacrifice(change: Partial<SacrificeLine>): SacrificeLine {
  return {
    description: 'Sacrifice',
    amountType: 'FIXED',
    amount: decimal('100'),
    limitPerPay: null,
    limitLeft: null,
    isInSuper: true,
    isSuper: true,
    sacrificedFrom: null,
    ...change,
  }
}

describe('an ordinary week', () => {
  it('is withheld by scale 2 and carries 12% super', () => {
    expect(figuresFor({ hours: FULL_WEEK })).toMatchObject({
      gross: '1520.00',
      tax: '305.00',
      net: '1215.00',
      super: '182.40',
      compulsory: '182.40',
      resc: '0.00',
    })
  })

  it('takes overtime into tax but not into super', () => {
    const week = figuresFor({ hours: [...FULL_WEEK, hoursLine('2', '60', true)] })
    expect(week).toMatchObject({ gross: '1640.00', tax: '343.00', super: '182.40' })
    expect(week.result.reporting.overtime.toFixed(2)).toBe('120.00')
  })

  it('has the table of its pay date: the same pay a day before the income year changes', () => {
    const june = figuresFor({ hours: FULL_WEEK, payDate: civilDate('2026-06-30') })
    expect(june.tax).toBe('310.00')
  })

  it('refuses a date with no table in one clear sentence', () => {
    const after = addDays(auRates.schedule1.entries.at(-1)?.to ?? civilDate('2099-01-01'), 1)
    expect(() => figuresFor({ hours: FULL_WEEK, payDate: after })).toThrow(
      new RegExp(`No .* table covers ${after}; the last one before it ends on ${addDays(after, -1)}`),
    )
    expect(() => figuresFor({ payDate: civilDate('2019-01-01') })).toThrow(/No .* table covers 2019-01-01/)
  })

  it('withholds 47% without a tax file number, and after 28 days of a pending one', () => {
    const declaration = auPay().declaration
    const notQuoted = { ...declaration, tfn: 'NOT_QUOTED' as const }
    const pending = { ...declaration, tfn: 'PENDING' as const, declarationDate: civilDate('2026-10-15') }
    expect(figuresFor({ hours: FULL_WEEK, declaration: notQuoted }).tax).toBe('714.00')
    expect(figuresFor({ hours: FULL_WEEK, declaration: pending }).tax).toBe('305.00')
    const late = figuresFor({
      hours: FULL_WEEK,
      declaration: { ...pending, declarationDate: civilDate('2026-10-14') },
    })
    expect(late.tax).toBe('714.00')
    expect(late.result.warnings.join()).toMatch(/28 days/)
  })

  it('takes a study loan by the combined table', () => {
    const declaration = { ...auPay().declaration, hasStudyLoan: true }
    expect(
      figuresFor({ hours: FULL_WEEK, declaration }).result.steps.find((step) => step.name === 'tax.period')
        ?.rule,
    ).toBe('Schedule 8 combined table, scale-2')
  })

  it('withholds nothing from a super-only contractor but pays the super', () => {
    expect(figuresFor({ hours: FULL_WEEK, isSuperOnlyContractor: true })).toMatchObject({
      tax: '0.00',
      net: '1520.00',
      super: '182.40',
    })
  })

  it('taxes a working holiday maker on the whole pay at the rate the year has reached', () => {
    const declaration = { ...auPay().declaration, isWorkingHolidayMaker: true }
    const yearToDate = { ...auPay().yearToDate, taxableGross: decimal('45000') }
    const bonuses = [bonusLine('100.60', { taxMethod: 'METHOD_A_WHOLE_YEAR' })]
    expect(figuresFor({ hours: FULL_WEEK, declaration, yearToDate }).tax).toBe('228.00')
    expect(figuresFor({ hours: FULL_WEEK, declaration, yearToDate, bonuses }).tax).toBe('243.00')
    const above = { ...yearToDate, taxableGross: decimal('45000.01') }
    expect(figuresFor({ hours: FULL_WEEK, declaration, yearToDate: above }).tax).toBe('456.00')
  })
})

describe('several pays of one period', () => {
  it('are taxed on what the period has earned so far, less what was withheld', () => {
    const whole = figuresFor({ hours: FULL_WEEK })
    const later = figuresFor({
      hours: [hoursLine('8', '40')],
      otherPays: otherPays('1200', '200'),
    })
    expect(whole.tax).toBe('305.00')
    expect(later.tax).toBe('105.00')
    // Decision I, order of pays in a period: excess withholding by the other pays is refunded.
    const givenBack = figuresFor({
      hours: [hoursLine('8', '40')],
      otherPays: otherPays('1200', '400'),
    })
    expect(givenBack.tax).toBe('-95.00')
  })

  it('keep each its own rate for a working holiday maker', () => {
    const declaration = { ...auPay().declaration, isWorkingHolidayMaker: true }
    const yearToDate = { ...auPay().yearToDate, taxableGross: decimal('46000') }
    expect(
      figuresFor({
        hours: [hoursLine('8', '40')],
        declaration,
        yearToDate,
        otherPays: otherPays('1200', '180'),
      }).tax,
    ).toBe('96.00')
  })
})

describe('leave in a pay', () => {
  it('pays annual leave with the employee’s loading unless the row gives its own', () => {
    const leaveSettings = { ...auPay().leaveSettings, loadingPercentage: decimal('0.175') }
    const leave = [leaveLine('HOLIDAY', '7.6', '40')]
    expect(figuresFor({ leave, leaveSettings }).gross).toBe('357.20')
    const given = [{ ...leaveLine('HOLIDAY', '7.6', '40'), loadingAmount: decimal('0') }]
    expect(figuresFor({ leave: given, leaveSettings }).gross).toBe('304.00')
  })

  it('keeps loading out of super unless the employee’s setting takes it in', () => {
    const leaveSettings = { ...auPay().leaveSettings, loadingPercentage: decimal('0.175') }
    const leave = [leaveLine('HOLIDAY', '10', '40')]
    expect(figuresFor({ leave, leaveSettings }).super).toBe('48.00')
    expect(
      figuresFor({ leave, leaveSettings: { ...leaveSettings, includeLoadingInSuper: true } }).super,
    ).toBe('56.40')
  })

  it('pays unpaid leave nothing, and workers compensation at its own hourly amount', () => {
    const leaveSettings = { ...auPay().leaveSettings, workersCompPerHour: decimal('35.50') }
    const leave = [leaveLine('UNPAID', '7.6', '40'), leaveLine('WORKERS_COMP', '10', '40')]
    const pay = figuresFor({ leave, leaveSettings })
    expect(pay.gross).toBe('355.00')
    expect(pay.super).toBe('0.00')
    expect(pay.result.figures.workersCompensation.toFixed(2)).toBe('355.00')
    expect(pay.result.reporting.paidLeave.W?.toFixed(2)).toBe('355.00')
    const own = [{ ...leaveLine('WORKERS_COMP', '10', '41'), hasOwnRate: true }]
    expect(figuresFor({ leave: own, leaveSettings }).gross).toBe('410.00')
  })

  it('pays every hour of a workers compensation pay at that amount', () => {
    const leaveSettings = { ...auPay().leaveSettings, workersCompPerHour: decimal('35') }
    const pay = figuresFor({ hours: FULL_WEEK, leaveSettings, isWorkersCompensationPay: true })
    expect(pay.gross).toBe('1330.00')
    expect(pay.result.figures.workersCompensation.toFixed(2)).toBe('1330.00')
  })
})

describe('sacrifices and deductions', () => {
  it('take a super sacrifice before tax, keep it in the super base and report it', () => {
    const pay = figuresFor({ hours: FULL_WEEK, sacrifices: [sacrifice({})] })
    expect(pay).toMatchObject({
      gross: '1420.00',
      tax: '273.00',
      net: '1147.00',
      super: '282.40',
      compulsory: '182.40',
      resc: '100.00',
    })
  })

  it('price a percentage on gross and stop at the limits', () => {
    const share = sacrifice({ amountType: 'PERCENT_OF_GROSS', amount: decimal('0.1') })
    expect(figuresFor({ hours: FULL_WEEK, sacrifices: [share] }).gross).toBe('1368.00')
    expect(
      figuresFor({ hours: FULL_WEEK, sacrifices: [{ ...share, limitPerPay: decimal('50') }] }).gross,
    ).toBe('1470.00')
    expect(figuresFor({ hours: FULL_WEEK, sacrifices: [{ ...share, limitLeft: decimal('20') }] }).gross).toBe(
      '1500.00',
    )
  })

  it('take a sacrifice kept out of super from the base', () => {
    expect(
      figuresFor({ hours: FULL_WEEK, sacrifices: [sacrifice({ isInSuper: false, isSuper: false })] }).super,
    ).toBe('170.40')
  })

  it('take shares of gross and of net after tax', () => {
    const deductions = [
      deduction({ amountType: 'PERCENT_OF_GROSS', amount: decimal('0.05') }),
      deduction({ amountType: 'PERCENT_OF_NET', amount: decimal('0.10') }),
    ]
    const pay = figuresFor({ hours: FULL_WEEK, deductions })
    expect(pay.result.lines.deductions.map((amount) => amount.toFixed(2))).toEqual(['76.00', '121.50'])
    expect(pay.net).toBe('1017.50')
  })

  it('never take more than the net, and say so', () => {
    const pay = figuresFor({ hours: [hoursLine('1', '40')], deductions: [deduction({})] })
    expect(pay.net).toBe('0.00')
    expect(pay.result.warnings.join()).toMatch(/reduced to 40.00/)
  })

  it('leave what child support must leave, and go on with the last amount that is known', () => {
    const support = (amount: string) => [
      deduction({ classification: 'CHILD_SUPPORT_DEDUCTION', amount: decimal(amount) }),
    ]
    const deductions = support('900')
    const unknown = { hours: FULL_WEEK, deductions }
    // Calculated by the formula in the Child Support Guide (1.1.P.120).
    expect(figuresFor({ ...unknown, payDate: civilDate('2026-08-11') }).net).toBe('544.88')
    expect(figuresFor({ ...unknown, payDate: civilDate('2025-08-12') }).net).toBe('534.23')
    const { name, entries } = auRates.protectedEarnings
    const until2024 = {
      ...auRates,
      protectedEarnings: new Timeline(
        name,
        entries.filter(({ from }) => from < '2025'),
      ),
    }
    expect(figuresFor(unknown, until2024).result.warnings.join()).toContain(
      'that of the year from 2024-01-01 was used',
    )
    expect(figuresFor({ ...unknown, deductions: [] }).net).toBe('1215.00')
    const kept = figuresFor({ ...unknown, childSupportProtectedEarnings: decimal('500') })
    expect(kept.net).toBe('500.00')
    const garnishee = [deduction({ classification: 'CHILD_SUPPORT_GARNISHEE', amount: decimal('900') })]
    expect(figuresFor({ hours: FULL_WEEK, deductions: garnishee }).net).toBe('315.00')
  })

  it('leave the amount of a fortnight or a month, as Services Australia prints it for 2024', () => {
    const left = (payPeriod: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY') =>
      figuresFor({
        hours: [hoursLine('1', '9000')],
        payDate: civilDate('2024-11-12'),
        payPeriod,
        deductions: [deduction({ classification: 'CHILD_SUPPORT_DEDUCTION', amount: decimal('9000') })],
      }).net
    expect([left('WEEKLY'), left('FORTNIGHTLY'), left('MONTHLY')]).toEqual(['514.50', '1029.00', '2237.16'])
  })
})

describe('what is reported', () => {
  it('a child support deduction of zero, and nothing where there is none', () => {
    const reported = (
      hours: string,
      classification: 'CHILD_SUPPORT_DEDUCTION' | 'CHILD_SUPPORT_GARNISHEE',
    ) => {
      const deductions = [deduction({ classification, amount: decimal('50') })]
      const { reporting } = figuresFor({ hours: [hoursLine(hours, '40')], deductions }).result
      return reporting.deductions[classification]?.toFixed(2)
    }
    expect(reported('5', 'CHILD_SUPPORT_DEDUCTION')).toBe('0.00')
    expect(reported('38', 'CHILD_SUPPORT_DEDUCTION')).toBe('50.00')
    expect(reported('38', 'CHILD_SUPPORT_GARNISHEE')).toBe('50.00')
    expect(reported('0', 'CHILD_SUPPORT_GARNISHEE')).toBeUndefined()
    expect(figuresFor({ hours: FULL_WEEK }).result.reporting.deductions).toEqual({})
  })

  it('keeps directors’ fees, bonuses and return to work payments apart', () => {
    const bonuses = [
      bonusLine('500'),
      bonusLine('300', { isReturnToWork: true, isInSuper: false }),
      bonusLine('200', { isDirectorsFees: true }),
    ]
    const pay = figuresFor({ hours: FULL_WEEK, bonuses })
    const { reporting } = pay.result
    expect(reporting.gross.toFixed(2)).toBe('1520.00')
    expect(reporting.bonusesAndCommissions.toFixed(2)).toBe('500.00')
    expect(reporting.directorsFees.toFixed(2)).toBe('200.00')
    expect(reporting.lumpSumW.toFixed(2)).toBe('300.00')
    expect(pay.result.steps.find((step) => step.name === 'tax.return-to-work')?.amount.toFixed(0)).toBe('96')
  })

  it('puts back pay older than a year into lump sum E by income year; the minimum of $1,200 ended on 30 June 2025', () => {
    const range = { startDate: civilDate('2024-01-01'), endDate: civilDate('2024-12-31') }
    const large = figuresFor({ hours: FULL_WEEK, backPayments: [backPayment('3000', range)] }).result
      .reporting
    expect(large.lumpSumE.map((row) => [row.incomeYear, row.amount.toFixed(2)])).toEqual([
      ['2024', '1491.80'],
      ['2025', '1508.20'],
    ])
    expect(large.gross.toFixed(2)).toBe('1520.00')
    const small = (payDate: string, periodEnd: string) =>
      figuresFor({
        ...{ payDate: civilDate(payDate), periodEnd: civilDate(periodEnd) },
        hours: FULL_WEEK,
        backPayments: [
          backPayment('1199.99', { startDate: civilDate('2023-10-02'), endDate: civilDate('2023-10-29') }),
        ],
      }).result.reporting
    expect(small('2025-06-27', '2025-06-29').lumpSumE).toEqual([])
    expect(small('2025-06-27', '2025-06-29').gross.toFixed(2)).toBe('2719.99')
    expect(small('2025-07-04', '2025-07-06').lumpSumE.map((row) => row.amount.toFixed(2))).toEqual([
      '1199.99',
    ])
  })

  it('leaves a reimbursement that is neither taxed nor itemised out', () => {
    const allowances = [
      {
        description: 'Parking paid back',
        amountPerUnit: decimal('25'),
        units: decimal('1'),
        category: null,
        isTaxable: false,
        isItemised: false,
        isInSuper: false,
      },
    ]
    const pay = figuresFor({ hours: FULL_WEEK, allowances })
    expect(pay).toMatchObject({ gross: '1545.00', tax: '305.00', super: '182.40' })
    expect(pay.result.reporting.gross.toFixed(2)).toBe('1520.00')
  })
})
