import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, civilDate, periodsPerYear } from '../../src/payroll/dates.ts'
import { type Decimal, decimal, sum, whole, ZERO } from '../../src/payroll/money.ts'
import { FIGURE_STEPS } from '../../src/payroll/nz/figures.ts'
import type { NzPayInput, NzTaxCode } from '../../src/payroll/nz/input.ts'
import { calculateNzPay } from '../../src/payroll/nz/pay.ts'
import type { NzFigures } from '../../src/payroll/nz/result.ts'
import { NZ_TAX_CODES } from '../../src/payroll/nz/words.ts'
import { sourceText } from '../../src/payroll/sources.ts'
import { bonus, deduction, nzPay, nzRates, paidHours } from '../support/nz-pay.ts'
import { wrongSteps } from '../support/step-check.ts'

// Under mutation fewer pays, always the same ones: a score must not depend on luck.
const RUNS = process.env.TASMAN_MUTATION ? { numRuns: 12, seed: 1 } : { numRuns: 300 }

const money = (most: number): fc.Arbitrary<Decimal> =>
  fc.integer({ min: 0, max: most * 100 }).map((cents) => whole(cents).div(whole(100)))

const maybe = (most: number): fc.Arbitrary<Decimal | null> => fc.option(money(most), { nil: null })

const payDates = fc.integer({ min: 0, max: 1000 }).map((days) => addDays(civilDate('2024-04-01'), days))

const taxes = fc.constantFrom(...NZ_TAX_CODES).map((code) => ({
  code,
  certificateRate: decimal('0.21'),
  schedularRate: null,
}))

const studentLoans = fc.record({ hasLoan: fc.boolean(), bor: maybe(50), cir: fc.boolean() }).map((loan) => ({
  ...nzPay().studentLoan,
  hasLoan: loan.hasLoan,
  cirRate: loan.cir ? decimal('0.05') : null,
  borAmount: loan.bor,
}))

const kiwiSavers = fc
  .record({
    statusCode: fc.constantFrom('AE', 'AK', 'OK', 'NK', 'CT'),
    existingAction: fc.constantFrom('NONE', 'CONTINUE', 'OPT_IN', 'SAVINGS_SUSPENSION'),
    cecObligation: fc.constantFrom('REQUIRED', 'NOT_REQUIRED', 'EXISTING_SCHEME'),
    taxMethod: fc.constantFrom('ESCT', 'PAYE_GROSS', 'PAYE_NET'),
    payeFraction: fc.constantFrom(decimal('0'), decimal('0.5'), decimal('1')),
    employeeRate: fc.constantFrom(null, decimal('0.04'), decimal('0.10')),
    esctRate: fc.constantFrom(decimal('0.105'), decimal('0.33')),
  } as const)
  .map((changes) => ({ ...nzPay().kiwiSaver, ...changes }))

const terminations = fc
  .record({
    unused: fc.option(fc.integer({ min: -100_000, max: 900_000 }), { nil: null }),
    redundancy: maybe(80_000),
    lieu: maybe(4_000),
    yearToDate: maybe(200_000),
  })
  .map((end) => ({
    terminationDate: civilDate('2027-02-01'),
    isManualLeaveAmounts: end.unused !== null,
    isPaymentInLieuPaid: end.lieu !== null,
    paymentInLieuAmount: end.lieu,
    redundancyAmount: end.redundancy,
    nonEtpAmount: null,
    unusedHolidayAmount: end.unused === null ? null : whole(end.unused).div(whole(100)),
    unusedAltHolidayAmount: null,
    nzYtdTaxable: end.yearToDate ?? ZERO,
  }))

/** Any pay: code, period, loan, KiwiSaver, bonuses of every kind, deductions, sacrifices, and sometimes an end. */
const pays: fc.Arbitrary<NzPayInput> = fc
  .record({
    payDate: payDates,
    payPeriod: fc.constantFrom('WEEKLY', 'FORTNIGHTLY', 'MONTHLY'),
    pay: money(9_000),
    tax: taxes,
    studentLoan: studentLoans,
    kiwiSaver: kiwiSavers,
    extra: maybe(30_000),
    shares: maybe(5_000),
    cashShares: maybe(5_000),
    spread: maybe(3_000),
    support: maybe(900),
    donation: maybe(200),
    union: maybe(3_000),
    sacrifice: maybe(400),
    weeks: fc.integer({ min: -2, max: 8 }),
    termination: fc.option(terminations, { nil: null }),
  } as const)
  .map((facts) => ({
    ...nzPay(),
    payDate: facts.payDate,
    payPeriod: facts.payPeriod,
    periodEnd: facts.payDate,
    ratePerHour: decimal('31.25'),
    hours: paidHours(facts.pay),
    tax: facts.tax,
    studentLoan: facts.studentLoan,
    kiwiSaver: facts.kiwiSaver,
    bonuses: [
      ...(facts.extra ? [bonus(facts.extra, { taxAsNzExtraPay: true })] : []),
      ...(facts.shares ? [bonus(facts.shares, { isNzEss: true, withholdPaye: facts.weeks > 0 })] : []),
      ...(facts.cashShares ? [bonus(facts.cashShares, { isNzEss: true, isNzEssCashSettled: true })] : []),
      ...(facts.spread ? [bonus(facts.spread, { taxMethod: 'SPREAD_OVER_FINANCIAL_YEAR' })] : []),
    ],
    deductions: [
      ...(facts.union ? [deduction(facts.union, 'UNION_FEES')] : []),
      ...(facts.donation ? [deduction(facts.donation, 'CHARITY')] : []),
      ...(facts.support ? [deduction(facts.support, 'CHILD_SUPPORT_DEDUCTION')] : []),
    ],
    sacrifices: facts.sacrifice
      ? [
          {
            description: 'Car park',
            amountType: 'FIXED',
            amount: facts.sacrifice,
            limitPerPay: null,
            limitLeft: null,
            isInSuper: true,
            isSuper: false,
          },
        ]
      : [],
    leaveBalances: { ...nzPay().leaveBalances, annualHolidaysWeeks: whole(facts.weeks) },
    termination: facts.termination,
  }))

describe('any New Zealand pay', () => {
  it('has a net that is gross less everything taken, to the cent', () => {
    fc.assert(
      fc.property(pays, (input) => {
        const { figures: f, lines } = calculateNzPay(input, nzRates)
        const taken = [f.tax, f.nzStudentLoan, f.studentLoanCir, f.studentLoanBor, f.kiwisaverEmployee]
        expect(f.net.eq(f.gross.minus(sum(taken)).minus(f.deductions))).toBe(true)
        expect(sum(lines.deductions).eq(f.deductions)).toBe(true)
        for (const figure of [f.net, f.tax, f.gross]) expect(figure.eq(figure.toFixed(2))).toBe(true)
      }),
      RUNS,
    )
  })

  it('withholds no negative PAYE, loan, KiwiSaver or child support', () => {
    fc.assert(
      fc.property(pays, (input) => {
        const { figures: f } = calculateNzPay(input, nzRates)
        const never = [f.paye, f.payeOrdinary, f.payeExtraPay, f.tax, f.nzStudentLoan, f.studentLoanCir]
        const negative = [...never, f.kiwisaverEmployee, f.kiwisaverEmployer, f.kiwisaverEsct, f.childSupport]
        expect(negative.filter((figure) => figure.lt(ZERO))).toEqual([])
      }),
      RUNS,
    )
  })

  it('is explained: every figure is the amount of the step that carries its name', () => {
    fc.assert(
      fc.property(pays, (input) => {
        const { figures, steps } = calculateNzPay(input, nzRates)
        const unexplained = (Object.keys(figures) as (keyof NzFigures)[]).filter((name) => {
          const own = steps.filter((step) => step.name === FIGURE_STEPS[name])
          if (own.length === 0) return !figures[name].eq(ZERO)
          return !own.some((step) => step.amount.eq(figures[name]))
        })
        expect(unexplained).toEqual([])
        expect(
          steps.filter((step) => step.formula === '' || step.rule === '' || sourceText(step.source) === ''),
        ).toEqual([])
      }),
      RUNS,
    )
  })

  it('is explained truly: the inputs of every step lead to its amount', () => {
    fc.assert(
      fc.property(pays, (input) => {
        const { steps } = calculateNzPay(input, nzRates)
        expect(wrongSteps(steps, {})).toEqual([])
      }),
      RUNS,
    )
  })

  it('gives the same figures and steps when it is calculated again', () => {
    fc.assert(
      fc.property(pays, (input) => {
        const text = (): string => JSON.stringify(calculateNzPay(input, nzRates))
        expect(text()).toBe(text())
      }),
      RUNS,
    )
  })

  it('splits the tax of a termination into parts that add up to the whole', () => {
    fc.assert(
      fc.property(pays, (input) => {
        const { figures, termination } = calculateNzPay(input, nzRates)
        if (!termination) return
        const { unusedHoliday, altHoliday, redundancy, other, totalTax } = termination.nzExtraPayTaxBreakdown
        const parts = [unusedHoliday, altHoliday, redundancy, other]
        expect(sum(parts.map((part) => part.tax)).eq(totalTax)).toBe(true)
        expect(sum(parts.map((part) => part.amount)).eq(termination.totalAmount)).toBe(true)
        for (const { tax, components } of parts) {
          expect(components.income_tax.plus(components.earners_levy).eq(tax)).toBe(true)
        }
        if (input.bonuses.length === 0) expect(totalTax.eq(figures.payeExtraPay)).toBe(true)
      }),
      RUNS,
    )
  })
})

describe('PAYE of any code', () => {
  it('never falls as the pay rises', () => {
    const facts = fc.record({
      code: fc.constantFrom<NzTaxCode>(...NZ_TAX_CODES),
      payPeriod: fc.constantFrom('WEEKLY' as const, 'FORTNIGHTLY' as const, 'MONTHLY' as const),
      payDate: payDates,
      pay: money(20_000),
      more: money(500),
    })
    fc.assert(
      fc.property(facts, ({ code, payPeriod, payDate, pay, more }) => {
        const tax = { code, certificateRate: decimal('0.21'), schedularRate: null }
        const payeOn = (amount: Decimal): Decimal => {
          const input = nzPay({ tax, payPeriod, payDate, periodEnd: payDate, hours: paidHours(amount) })
          return calculateNzPay(input, nzRates).figures.paye
        }
        // Code ME: where the independent earner credit begins, it comes whole, and PAYE falls by it.
        const { from, amount } = nzRates.paye.at(payDate).value.independentEarnerCredit
        const ofTheYear = (amount: Decimal) => amount.times(whole(periodsPerYear(payPeriod)))
        const begins = code === 'ME' && ofTheYear(pay).lt(from) && ofTheYear(pay.plus(more)).gte(from)
        const credit = begins ? amount.div(whole(periodsPerYear(payPeriod))).plus('0.02') : ZERO
        expect(payeOn(pay.plus(more)).plus(credit).gte(payeOn(pay))).toBe(true)
      }),
      RUNS,
    )
  })

  it('is the same whether the ordinary pay of a period comes at once or in two pays', () => {
    fc.assert(
      fc.property(payDates, money(3_000), money(3_000), (payDate, first, rest) => {
        // A second pay of a few cents could not bear the whole-dollar steps of tax and loan.
        const second = rest.plus('5')
        const base = { payDate, periodEnd: payDate, studentLoan: { ...nzPay().studentLoan, hasLoan: true } }
        const at = (amount: Decimal, changes: Partial<NzPayInput> = {}): NzFigures =>
          calculateNzPay(nzPay({ ...base, hours: paidHours(amount), ...changes }), nzRates).figures
        const one = at(first)
        const two = at(second, {
          periodSoFar: {
            ordinary: one.ordinary,
            payeOrdinary: one.payeOrdinary,
            studentLoanBase: one.studentLoanBase,
            studentLoan: one.nzStudentLoan,
            studentLoanCir: one.studentLoanCir,
          },
        })
        const whole = at(first.plus(second))
        expect(one.paye.plus(two.paye).eq(whole.paye)).toBe(true)
        expect(one.nzStudentLoan.plus(two.nzStudentLoan).eq(whole.nzStudentLoan)).toBe(true)
      }),
      RUNS,
    )
  })
})
