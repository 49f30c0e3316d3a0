import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIGURE_STEPS } from '../../src/countries/nz/law/figures/figure-steps.ts'
import type { NzPayInput, NzTaxCode } from '../../src/countries/nz/law/input/input.ts'
import type { NzFigures } from '../../src/countries/nz/law/input/result.ts'
import { NZ_TAX_CODES } from '../../src/countries/nz/law/input/words.ts'
import { calculateNzPay } from '../../src/countries/nz/law/pay.ts'
import { type Decimal, decimal, sum, whole, ZERO } from '../../src/kernel/values/money.ts'
import { periodsPerYear } from '../../src/payroll/pay-periods.ts'
import { sourceText } from '../../src/payroll/sources.ts'
import { anyMoney, anyNzPay, anyPayDate } from '../support/nz-any-pay.ts'
import { nzPay, nzRates, paidHours } from '../support/nz-pay.ts'
import { wrongSteps } from '../support/step-check.ts'

// Under mutation, fewer pays and always the same ones, because a score must not depend on luck.
const RUNS = process.env.TASMAN_MUTATION ? { numRuns: 12, seed: 1 } : { numRuns: 300 }

describe('any New Zealand pay', () => {
  it('has a net that is gross less everything taken, to the cent', () => {
    fc.assert(
      fc.property(anyNzPay, (input) => {
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
      fc.property(anyNzPay, (input) => {
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
      fc.property(anyNzPay, (input) => {
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
      fc.property(anyNzPay, (input) => {
        const { steps } = calculateNzPay(input, nzRates)
        expect(wrongSteps(steps, {})).toEqual([])
      }),
      RUNS,
    )
  })

  it('gives the same figures and steps when it is calculated again', () => {
    fc.assert(
      fc.property(anyNzPay, (input) => {
        const text = (): string => JSON.stringify(calculateNzPay(input, nzRates))
        expect(text()).toBe(text())
      }),
      RUNS,
    )
  })

  it('splits the tax of a termination into parts that add up to the whole', () => {
    fc.assert(
      fc.property(anyNzPay, (input) => {
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
      payDate: anyPayDate,
      pay: anyMoney(20_000),
      more: anyMoney(500),
    })
    fc.assert(
      fc.property(facts, ({ code, payPeriod, payDate, pay, more }) => {
        const tax = { code, certificateRate: decimal('0.21'), schedularRate: null }
        const payeOn = (amount: Decimal): Decimal => {
          const input = nzPay({ tax, payPeriod, payDate, periodEnd: payDate, hours: paidHours(amount) })
          return calculateNzPay(input, nzRates).figures.paye
        }
        // Code ME: at the point where the independent earner credit begins, it applies in full, and PAYE falls by it.
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
      fc.property(anyPayDate, anyMoney(3_000), anyMoney(3_000), (payDate, first, rest) => {
        // A second pay of a few cents could not cover the whole-dollar steps of tax and loan.
        const second = rest.plus('5')
        const base = { payDate, periodEnd: payDate, studentLoan: { ...nzPay().studentLoan, hasLoan: true } }
        const at = (amount: Decimal, changes: Partial<NzPayInput> = {}): NzFigures =>
          calculateNzPay(nzPay({ ...base, hours: paidHours(amount), ...changes }), nzRates).figures
        const one = at(first)
        const two = at(second, {
          periodSoFar: {
            ...nzPay().periodSoFar,
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
