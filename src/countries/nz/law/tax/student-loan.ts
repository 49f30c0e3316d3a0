import {
  type Decimal,
  notBelowZero,
  percent,
  smaller,
  toCent,
  toCentDown,
  toDollarDown,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, given } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzFrequency, NzStudentLoan, NzTaxCode } from '../input/input.ts'
import { LOAN_CODES } from '../input/words.ts'
import type { StudentLoanRates } from '../rates/rates.ts'
import { isPrimary } from './tax-table.ts'

export type StudentLoanBasis = {
  code: NzTaxCode
  frequency: NzFrequency
  /** Ordinary and extra pay of the period so far, including this pay. */
  base: Decimal
  /** An extra pay outside a normal pay has no threshold. */
  isExtraPayAlone: boolean
  /** Deducted by earlier pays of the same period. */
  takenBefore: Decimal
  cirTakenBefore: Decimal
}

export type StudentLoanAmounts = { standard: Decimal; cir: Decimal; bor: Decimal }

const CODES: readonly NzTaxCode[] = [...LOAN_CODES, 'STC']

/** Whether a tax code allows student loan deductions at all. */
export function canRepayStudentLoan(code: NzTaxCode): boolean {
  return CODES.includes(code)
}

/** The three student loan deductions of a pay: the standard one, the Commissioner's extra and the borrower's own. */
export function repayStudentLoan(
  loan: NzStudentLoan,
  basis: StudentLoanBasis,
  table: Dated<StudentLoanRates>,
  trace: Trace,
): StudentLoanAmounts {
  const threshold = thresholdFor(loan, basis, table)
  const pay = { dollars: toDollarDown(notBelowZero(basis.base)), threshold }
  const standard = standardDeduction(loan, basis, pay, table, trace)
  const isDue = standard.gt(ZERO) || basis.takenBefore.gt(ZERO)
  const cir = isDue ? compulsoryExtra(loan, basis, pay, table, trace) : ZERO
  return { standard, cir, bor: borrowersExtra(loan, pay.dollars, trace) }
}

/** Whole dollars of the period's pays, and the part of them that is free of deductions. */
type LoanPay = { dollars: Decimal; threshold: Decimal }

function aboveThreshold({ dollars, threshold }: LoanPay): Decimal {
  return notBelowZero(dollars.minus(threshold))
}

function thresholdFor(loan: NzStudentLoan, basis: StudentLoanBasis, table: Dated<StudentLoanRates>): Decimal {
  const hasThreshold = isPrimary(basis.code) || (basis.code === 'STC' && !loan.isOnEveryDollar)
  return hasThreshold && !basis.isExtraPayAlone ? table.value.thresholds[basis.frequency] : ZERO
}

function standardDeduction(
  loan: NzStudentLoan,
  basis: StudentLoanBasis,
  pay: LoanPay,
  table: Dated<StudentLoanRates>,
  trace: Trace,
): Decimal {
  const rate = loan.specialRate ?? table.value.rate
  return trace.made({
    name: 'student-loan.standard',
    formula:
      '(whole dollars − threshold of the period, not below zero) × rate, cut to the cent, − what was deducted earlier in the period, not below zero',
    inputs: { ...pay, rate, takenBefore: basis.takenBefore },
    make: (of) => notBelowZero(toCentDown(aboveThreshold(of).times(of.rate)).minus(of.takenBefore)),
    rule: loan.specialRate === null ? 'Student loan, standard deduction' : 'Student loan, special rate',
    source: loan.specialRate === null ? cite(table) : given('Special deduction rate of the employee'),
  })
}

/** Rounds half up, as in the only published example (49.467 filed as 49.47). */
function compulsoryExtra(
  loan: NzStudentLoan,
  basis: StudentLoanBasis,
  pay: LoanPay,
  table: Dated<StudentLoanRates>,
  trace: Trace,
): Decimal {
  if (loan.cirRate === null) return ZERO
  const most = table.value.compulsoryExtraMaximum
  return trace.made({
    name: 'student-loan.cir',
    formula: `(whole dollars − threshold) × rate, at most ${percent(most)}, to the cent, − what was deducted earlier in the period, within what is left to recover`,
    inputs: {
      ...pay,
      rate: smaller(loan.cirRate, most),
      takenBefore: basis.cirTakenBefore,
      ...(loan.cirLeft === null ? {} : { leftToRecover: notBelowZero(loan.cirLeft) }),
    },
    make: (of) => {
      const asked = notBelowZero(toCent(aboveThreshold(of).times(of.rate)).minus(of.takenBefore))
      return of.leftToRecover ? smaller(asked, of.leftToRecover) : asked
    },
    rule: 'Student loan, compulsory extra deduction (SLCIR)',
    source: cite(table),
  })
}

function borrowersExtra(loan: NzStudentLoan, dollars: Decimal, trace: Trace): Decimal {
  const words = {
    name: 'student-loan.bor',
    rule: 'Student loan, extra deduction of the borrower (SLBOR)',
    source: given('Request of the employee'),
  }
  const to = (amount: Decimal) => notBelowZero(toCentDown(amount))
  if (loan.borAmount !== null) {
    const formula = 'the amount that the borrower named, even below the threshold'
    return trace.sum({ ...words, formula, add: { amount: loan.borAmount }, to })
  }
  if (loan.borRate === null) return ZERO
  const formula =
    'whole dollars × the share that the borrower named, even below the threshold, cut to the cent'
  return trace.product({ ...words, formula, multiply: { dollars, rate: loan.borRate }, to })
}
