import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_OTHER_PAYS } from '../../src/countries/au/law/history/other-pays.ts'
import type { AuPayInput, TerminationReason } from '../../src/countries/au/law/input/input.ts'
import type { AuPayResult } from '../../src/countries/au/law/input/result.ts'
import { calculateAuPay } from '../../src/countries/au/law/pay.ts'
import { withholderFor, withholdingOn } from '../../src/countries/au/law/tax/withholder.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import { type Decimal, decimal, sum, toCent, ZERO } from '../../src/kernel/values/money.ts'
import type { TaxMethod } from '../../src/payroll/input.ts'
import type { PayPeriod } from '../../src/payroll/pay-periods.ts'
import { redistributeByGross } from '../../src/payroll/redistribute.ts'
import { sourceText } from '../../src/payroll/sources.ts'
import { auRates, declarationFor } from '../golden/au-kinds.ts'
import { auPay, backPayment, bonusLine, ending, hoursLine, leaveLine } from '../support/au-pay.ts'
import { SHOWN_ONLY, wrongSteps } from '../support/step-check.ts'

/** Under mutation, these run again for every changed operator: fewer pays, and always the same ones. */
const PAYS = process.env.TASMAN_MUTATION ? { numRuns: 12, seed: 1 } : { numRuns: 300 }
const cents = (most: number) =>
  fc.integer({ min: 0, max: most }).map((value) => decimal((value / 100).toFixed(2)))
const payDates = fc.constantFrom(
  '2024-07-10',
  '2025-08-15',
  '2025-10-03',
  '2026-06-30',
  '2026-07-01',
  '2027-05-14',
)
const methods = fc.constantFrom<TaxMethod>(
  'NORMAL_EARNINGS',
  'METHOD_A_WHOLE_YEAR',
  'METHOD_A_SPECIFIC_RANGE',
  'METHOD_B2',
  'SPREAD_OVER_FINANCIAL_YEAR',
  'SPREAD_OVER_SPECIFIC_RANGE',
)

const anyPay: fc.Arbitrary<AuPayInput> = fc
  .record({
    payDate: payDates.map(civilDate),
    payPeriod: fc.constantFrom<PayPeriod>('WEEKLY', 'FORTNIGHTLY', 'MONTHLY'),
    rate: cents(25_000),
    hours: cents(20_000),
    overtime: cents(2_000),
    leave: cents(4_000),
    allowance: cents(50_000),
    isTaxable: fc.boolean(),
    bonus: cents(3_000_000),
    method: methods,
    backPay: cents(500_000),
    sacrifice: cents(300_000),
    percent: fc.integer({ min: 0, max: 100 }).map((value) => decimal((value / 100).toFixed(2))),
    deduction: cents(100_000),
    scale: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    hasStudyLoan: fc.boolean(),
    isWorkingHolidayMaker: fc.boolean(),
    paidBefore: cents(25_000_000),
  })
  .map((any) =>
    auPay({
      payDate: any.payDate,
      periodEnd: any.payDate,
      payPeriod: any.payPeriod,
      ratePerHour: any.rate,
      hours: [
        hoursLine(any.hours.toFixed(2), any.rate.toFixed(2)),
        hoursLine(any.overtime.toFixed(2), any.rate.toFixed(2), true),
      ],
      leave: [leaveLine('HOLIDAY', any.leave.toFixed(2), any.rate.toFixed(2))],
      allowances: [
        {
          description: 'Tools',
          amountPerUnit: any.allowance,
          units: decimal('1.5'),
          category: 'TD',
          isTaxable: any.isTaxable,
          isItemised: true,
          isInSuper: false,
        },
      ],
      bonuses: [
        bonusLine(any.bonus.toFixed(2), {
          taxMethod: any.method,
          startDate: civilDate('2024-07-01'),
          endDate: civilDate('2024-09-15'),
        }),
      ],
      backPayments: [backPayment(any.backPay.toFixed(2))],
      sacrifices: [
        {
          description: 'Super',
          amountType: 'FIXED',
          amount: any.sacrifice,
          limitPerPay: null,
          limitLeft: null,
          isInSuper: true,
          isSuper: true,
          sacrificedFrom: null,
        },
      ],
      deductions: [
        {
          description: 'Share of net',
          amountType: 'PERCENT_OF_NET',
          amount: any.percent,
          limitPerPay: null,
          limitLeft: null,
          classification: 'NORMAL',
          isInSuper: true,
        },
        {
          description: 'Fixed',
          amountType: 'FIXED',
          amount: any.deduction,
          limitPerPay: null,
          limitLeft: null,
          classification: 'UNION_FEES',
          isInSuper: true,
        },
      ],
      declaration: declarationFor(any.scale, {
        hasStudyLoan: any.hasStudyLoan,
        isWorkingHolidayMaker: any.isWorkingHolidayMaker,
        isEmployerRegistered: true,
      }),
      yearToDate: {
        ...auPay().yearToDate,
        taxableGross: any.paidBefore,
        tax: ZERO,
        superBaseInYear: any.paidBefore,
        superBaseInQuarter: any.paidBefore,
        extras: { amount: ZERO, tax: ZERO, studyLoan: ZERO },
      },
    }),
  )

const anyEnding = fc
  .record({
    reason: fc.constantFrom<TerminationReason>(
      'TERMINATION',
      'INVALIDITY',
      'DEATH_DEPENDENT',
      'DEATH_NON_DEPENDENT',
      'DEATH_ESTATE',
      'REDUNDANCY',
    ),
    startDate: fc.constantFrom('1975-02-03', '1985-07-01', '1999-12-31', '2021-05-06').map(civilDate),
    dateOfBirth: fc.constantFrom('1955-01-01', '1964-06-30', '1990-03-04').map(civilDate),
    holiday: cents(60_000),
    lsl: cents(90_000),
    sick: cents(90_000),
    notice: cents(2_000_000).map((value) => value.plus('0.01')),
    redundancy: cents(40_000_000),
    etp: cents(40_000_000),
    nonEtp: cents(500_000),
    loading: fc.constantFrom('0', '0.175').map(decimal),
    scale: fc.constantFrom('1', '2', '3', '4'),
  })
  .map((any) =>
    auPay({
      startDate: any.startDate,
      dateOfBirth: any.dateOfBirth,
      declaration: declarationFor(any.scale),
      hours: [hoursLine('38', '40')],
      leaveBalances: { holiday: any.holiday, sick: any.sick, lsl: any.lsl, rdo: ZERO, toil: ZERO },
      leaveSettings: { ...auPay().leaveSettings, loadingPercentage: any.loading },
      termination: ending({
        reason: any.reason,
        isPaymentInLieuPaid: true,
        paymentInLieuType: 'NOTICE_LUMP_SUM',
        noticeLumpSum: any.notice,
        isUnusedSickPaid: true,
        isUnusedLslPaid: true,
        redundancyAmount: any.redundancy,
        etpAmount: any.etp,
        nonEtpAmount: any.nonEtp,
      }),
    }),
  )

describe('for any Australian pay', () => {
  it('net is gross less tax less deductions, to the cent, and never negative', () => {
    fc.assert(
      fc.property(anyPay, (input) => {
        const { figures, lines } = calculateAuPay(input, auRates)
        expect(figures.net.toFixed()).toBe(
          figures.gross.minus(figures.tax).minus(sum(lines.deductions)).toFixed(),
        )
        expect(toCent(figures.net).eq(figures.net)).toBe(true)
        expect(figures.tax.gte(ZERO)).toBe(true)
        expect(figures.net.gte(ZERO)).toBe(true)
      }),
      PAYS,
    )
  })

  it('gross is its rows less the sacrifices, and super its three parts', () => {
    fc.assert(
      fc.property(anyPay, (input) => {
        const { figures, lines } = calculateAuPay(input, auRates)
        const rows = sum([
          ...lines.hours,
          ...lines.leave.flatMap((row) => [row.amount, row.loading]),
          ...lines.allowances,
          ...lines.bonuses,
          ...lines.backPayments,
        ])
        expect(figures.gross.toFixed()).toBe(rows.minus(sum(lines.sacrifices)).toFixed())
        expect(figures.super.toFixed()).toBe(figures.compulsorySuper.plus(figures.rescSuper).toFixed())
        expect(figures.sacrificedSuper.toFixed()).toBe(sum(lines.sacrifices).toFixed())
      }),
      PAYS,
    )
  })

  it('what is reported adds up to the gross before sacrifices, less allowances that are neither taxed nor itemised', () => {
    fc.assert(
      fc.property(anyPay, (input) => {
        const { reporting, lines } = calculateAuPay(input, auRates)
        const parts = [
          reporting.gross,
          reporting.overtime,
          reporting.bonusesAndCommissions,
          reporting.directorsFees,
          reporting.lumpSumW,
          ...Object.values(reporting.paidLeave),
          ...Object.values(reporting.allowances),
          ...reporting.lumpSumE.map((row) => row.amount),
        ]
        const rows = [
          ...lines.hours,
          ...lines.leave.flatMap((row) => [row.amount, row.loading]),
          ...lines.allowances,
          ...lines.bonuses,
          ...lines.backPayments,
        ]
        expect(sum(parts).toFixed()).toBe(sum(rows).toFixed())
      }),
      PAYS,
    )
  })

  it('every figure is the amount of a step made from what it shows, and calculating again gives the same steps', () => {
    fc.assert(
      fc.property(fc.oneof(anyPay, anyEnding), (input) => {
        const result = calculateAuPay(input, auRates)
        const amounts = new Set(result.steps.map((step) => step.amount.toFixed()))
        for (const [name, figure] of figuresOf(result)) {
          expect(figure.eq(ZERO) || amounts.has(figure.toFixed()), `${name} ${figure}`).toBe(true)
        }
        const again = calculateAuPay(input, auRates)
        expect(JSON.stringify(again.steps)).toBe(JSON.stringify(result.steps))
        expect(wrongSteps(result.steps, SHOWN_ONLY.AU)).toEqual([])
        for (const step of result.steps) {
          expect(step.formula).not.toBe('')
          expect(step.rule).not.toBe('')
          expect(sourceText(step.source)).not.toBe('')
        }
      }),
      PAYS,
    )
  })
})

describe('for any Australian ending', () => {
  it('the parts add up to the total, and the tax to its parts', () => {
    fc.assert(
      fc.property(anyEnding, (input) => {
        const { termination: result, figures } = calculateAuPay(input, auRates)
        if (!result) throw new Error('no termination')
        expect(result.totalEtpAmount.plus(result.totalNonEtpAmount).toFixed()).toBe(
          result.totalAmount.toFixed(),
        )
        expect(
          result.etpTaxableComponent.plus(result.etpTaxFreeComponent).plus(result.lumpSumD).toFixed(),
        ).toBe(result.totalEtpAmount.toFixed())
        expect(
          sum([
            result.unusedLslPreAugust1978,
            result.unusedLslAugust1978ToAugust1993,
            result.unusedLslPostAugust1993,
          ]).toFixed(),
        ).toBe(result.unusedLslAmount.toFixed())
        expect(sum(result.taxSummaries.map((row) => row.taxWithheld)).toFixed()).toBe(
          result.etpTaxWithheld.toFixed(),
        )
        const known = sum([
          result.etpTaxWithheld,
          result.unusedHolidayAndLoadingTaxAmount,
          result.unusedLslTaxAmount,
        ])
        expect(known.lte(result.taxAmount)).toBe(true)
        expect(figures.tax.gte(result.taxAmount)).toBe(true)
        expect(result.taxAmount.lte(result.totalAmount)).toBe(true)
      }),
      PAYS,
    )
  })

  it('paid-out balances end at zero', () => {
    fc.assert(
      fc.property(anyEnding, (input) => {
        const { leaveBalances } = calculateAuPay(input, auRates)
        expect(
          [leaveBalances.holiday, leaveBalances.sick, leaveBalances.lsl].map((hours) => hours.toFixed()),
        ).toEqual(['0', '0', '0'])
      }),
      PAYS,
    )
  })
})

describe('for any scale', () => {
  const scales = fc.constantFrom('1', '2', '3', '4', '5', '6')

  it('withholding is never negative and never falls as earnings rise', () => {
    fc.assert(
      fc.property(
        payDates.map(civilDate),
        scales,
        fc.boolean(),
        fc.integer({ min: 0, max: 600_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (payDate, scale, hasStudyLoan, from, rise) => {
          const by = withholderFor(declarationFor(scale, { hasStudyLoan }), payDate, 'WEEKLY', auRates, ZERO)
          const [low, high] = [from, from + rise].map((value) => decimal((value / 100).toFixed(2))) as [
            Decimal,
            Decimal,
          ]
          const [less, more] = [withholdingOn(low, by), withholdingOn(high, by)]
          expect(less.gte(ZERO)).toBe(true)
          expect(more.gte(less)).toBe(true)
        },
      ),
      { ...PAYS, numRuns: PAYS.numRuns * 10 },
    )
  })
})

describe('for any two pays of one period', () => {
  const anyTwo = (check: (one: AuPayInput, two: AuPayInput, whole: AuPayResult) => void) =>
    fc.assert(
      fc.property(cents(300_000), cents(300_000), (first, second) => {
        const one = auPay({ hours: [hoursLine('1', first.toFixed(2))] })
        const two = auPay({ hours: [hoursLine('1', second.toFixed(2))] })
        check(one, two, calculateAuPay(auPay({ hours: [...one.hours, ...two.hours] }), auRates))
      }),
      PAYS,
    )

  it('redistributing shares out exactly the tax of the combined earnings', () => {
    anyTwo((one, two, whole) => {
      const grosses = [one, two].map((pay) => calculateAuPay(pay, auRates).figures.gross)
      const shares = redistributeByGross(whole.figures.tax, grosses)
      const pays = [one, two].map((pay, index) =>
        calculateAuPay(shares[index] ? { ...pay, taxShare: shares[index] } : pay, auRates),
      )
      expect(sum(pays.map((pay) => pay.figures.tax)).toFixed()).toBe(whole.figures.tax.toFixed())
      expect(sum(pays.map((pay) => pay.figures.net)).toFixed()).toBe(whole.figures.net.toFixed())
    })
  })

  it('the second is taxed with what the first has earned, so that both come to the tax of all', () => {
    anyTwo((one, two, whole) => {
      const first = calculateAuPay(one, auRates).figures
      const otherPays = { ...NO_OTHER_PAYS, taxable: first.periodTaxable, tax: first.periodTax }
      const second = calculateAuPay({ ...two, otherPays }, auRates).figures
      // Tax that a small second pay cannot cover is carried to the next pay of the year.
      expect(first.tax.plus(second.tax).plus(second.taxCarried).toFixed()).toBe(whole.figures.tax.toFixed())
    })
  })
})

function figuresOf(result: AuPayResult): [string, Decimal][] {
  const found: [string, Decimal][] = []
  const walk = (name: string, value: unknown) => {
    if (value === null || typeof value !== 'object') return
    if ('toFixed' in value) found.push([name, value as Decimal])
    else for (const [key, inner] of Object.entries(value)) walk(`${name}.${key}`, inner)
  }
  walk('figures', result.figures)
  walk('reporting', result.reporting)
  if (result.termination) {
    const { noticeHours: _hours, noticeLumpSum: _lump, ...members } = result.termination
    walk('termination', members)
  }
  return found
}
