import { type Decimal, sum } from '../money.ts'
import { redistributeByGross } from '../redistribute.ts'
import type { AuPayInput } from './input.ts'
import { calculateAuPay } from './pay.ts'
import type { AuRates } from './rates.ts'
import type { AuPayResult } from './result.ts'

export type CalculatedPay = { input: AuPayInput; result: AuPayResult }

/**
 * Calculates several pays of one employee in one period, one after the other: each starts from what the ones before it
 * left. With `redistributeTax` the tax of the combined earnings is then shared out by gross. The inputs come back as they
 * were used, so that each pay can be replayed on its own.
 */
export function calculateAuPays(
  inputs: readonly AuPayInput[],
  rates: AuRates,
  options: { redistributeTax: boolean },
): CalculatedPay[] {
  const pays: CalculatedPay[] = []
  for (const input of inputs) {
    const chained = pays.reduce((next, pay) => carryOver(next, pay.result, input), input)
    const last = pays.at(-1)
    const own = last ? { ...chained, leaveBalances: last.result.leaveBalances } : chained
    pays.push({ input: own, result: calculateAuPay(own, rates) })
  }
  return options.redistributeTax && pays.length > 1 ? shareOut(pays, rates) : pays
}

/** The facts of a later pay once an earlier pay of the same period has been calculated. */
function carryOver(next: AuPayInput, { figures }: AuPayResult, original: AuPayInput): AuPayInput {
  const { yearToDate, earlierInPeriod } = next
  return {
    ...next,
    earlierInPeriod: {
      taxable: earlierInPeriod.taxable.plus(figures.periodTaxable),
      tax: earlierInPeriod.tax.plus(figures.periodTax),
    },
    yearToDate: {
      // One rate for the period's pays of a working holiday maker: they were made together.
      taxableGross: original.declaration.isWorkingHolidayMaker
        ? yearToDate.taxableGross
        : yearToDate.taxableGross.plus(figures.taxableGross),
      tax: yearToDate.tax.plus(figures.tax),
      superBaseInYear: yearToDate.superBaseInYear.plus(figures.superBase),
      superBaseInQuarter: yearToDate.superBaseInQuarter.plus(figures.superBase),
      extras: {
        amount: yearToDate.extras.amount.plus(figures.methodB2.amount),
        tax: yearToDate.extras.tax.plus(figures.methodB2.tax),
        studyLoan: yearToDate.extras.studyLoan.plus(figures.methodB2.studyLoan),
      },
    },
  }
}

/** The tax of an ending stays with its pay; everything else is shared out by what was paid beside it. */
function shareOut(pays: readonly CalculatedPay[], rates: AuRates): CalculatedPay[] {
  const ownTax = ({ result }: CalculatedPay): Decimal =>
    result.figures.tax.minus(result.figures.terminationTax)
  const ownGross = ({ result }: CalculatedPay): Decimal =>
    result.termination ? result.figures.gross.minus(result.termination.totalAmount) : result.figures.gross
  const shares = redistributeByGross(sum(pays.map(ownTax)), pays.map(ownGross))
  return pays.map((pay, index) => {
    const taxShare = shares[index]
    const input = taxShare ? { ...pay.input, taxShare } : pay.input
    return { input, result: calculateAuPay(input, rates) }
  })
}
