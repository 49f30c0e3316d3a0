import { type Decimal, notBelowZero, smaller, toCent, toCentDown, toDollarDown, ZERO } from '../money.ts'
import type { Dated } from '../rates.ts'
import { cite, given } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { NzFrequency, NzStudentLoan, NzTaxCode } from './input.ts'
import type { StudentLoanRates } from './rates.ts'
import { isPrimary } from './tax-table.ts'

export type StudentLoanBasis = {
  code: NzTaxCode
  frequency: NzFrequency
  /** Ordinary and extra pay of the period so far and of this pay. */
  base: Decimal
  /** An extra pay outside a normal pay has no threshold. */
  isExtraPayAlone: boolean
  /** Taken by earlier pays of the same period. */
  takenBefore: Decimal
  cirTakenBefore: Decimal
}

export type StudentLoanAmounts = { standard: Decimal; cir: Decimal; bor: Decimal }

const CODES: readonly NzTaxCode[] = ['M', 'ME', 'SB', 'S', 'SH', 'ST', 'SA', 'STC']

/** Whether a tax code can carry student loan deductions at all. */
export function canRepayStudentLoan(code: NzTaxCode): boolean {
  return CODES.includes(code)
}

/** The three student loan members of a pay: the standard deduction, the Commissioner's extra and the borrower's own. */
export function repayStudentLoan(
  loan: NzStudentLoan,
  basis: StudentLoanBasis,
  table: Dated<StudentLoanRates>,
  trace: Trace,
): StudentLoanAmounts {
  const threshold = thresholdFor(loan, basis, table)
  const dollars = toDollarDown(notBelowZero(basis.base))
  const above = notBelowZero(dollars.minus(threshold))
  const standard = standardDeduction(loan, basis, { dollars, threshold, above }, table, trace)
  const isDue = standard.gt(ZERO) || basis.takenBefore.gt(ZERO)
  const cir = isDue ? compulsoryExtra(loan, basis, above, table, trace) : ZERO
  return { standard, cir, bor: borrowersExtra(loan, dollars, trace) }
}

function thresholdFor(loan: NzStudentLoan, basis: StudentLoanBasis, table: Dated<StudentLoanRates>): Decimal {
  const hasThreshold = isPrimary(basis.code) || (basis.code === 'STC' && !loan.isOnEveryDollar)
  return hasThreshold && !basis.isExtraPayAlone ? table.value.thresholds[basis.frequency] : ZERO
}

function standardDeduction(
  loan: NzStudentLoan,
  basis: StudentLoanBasis,
  pay: { dollars: Decimal; threshold: Decimal; above: Decimal },
  table: Dated<StudentLoanRates>,
  trace: Trace,
): Decimal {
  const rate = loan.specialRate ?? table.value.rate
  return trace.step({
    name: 'student-loan.standard',
    amount: notBelowZero(toCentDown(pay.above.times(rate)).minus(basis.takenBefore)),
    formula: '(whole dollars − threshold of the period) × rate, cut to the cent, less what the period took',
    inputs: { ...pay, rate, takenBefore: basis.takenBefore },
    rule: loan.specialRate === null ? 'Student loan, standard deduction' : 'Student loan, special rate',
    source: cite(table),
  })
}

/** Rounded half up: the one published figure that shows it (49.467 filed as 49.47) is. */
function compulsoryExtra(
  loan: NzStudentLoan,
  basis: StudentLoanBasis,
  above: Decimal,
  table: Dated<StudentLoanRates>,
  trace: Trace,
): Decimal {
  if (loan.cirRate === null) return ZERO
  const rate = smaller(loan.cirRate, table.value.compulsoryExtraMaximum)
  const asked = notBelowZero(toCent(above.times(rate)).minus(basis.cirTakenBefore))
  return trace.step({
    name: 'student-loan.cir',
    amount: loan.cirLeft === null ? asked : smaller(asked, notBelowZero(loan.cirLeft)),
    formula: '(whole dollars − threshold) × rate, at most 5%, to the cent, within what is left to recover',
    inputs: { above, rate, takenBefore: basis.cirTakenBefore },
    rule: 'Student loan, compulsory extra deduction (SLCIR)',
    source: cite(table),
  })
}

function borrowersExtra(loan: NzStudentLoan, dollars: Decimal, trace: Trace): Decimal {
  if (loan.borAmount === null && loan.borRate === null) return ZERO
  const amount = loan.borAmount ?? dollars.times(loan.borRate ?? ZERO)
  return trace.step({
    name: 'student-loan.bor',
    amount: notBelowZero(toCentDown(amount)),
    formula: 'the amount or share that the borrower named, also below the threshold',
    inputs: { amount: loan.borAmount ?? '', rate: loan.borRate ?? '', dollars },
    rule: 'Student loan, extra deduction of the borrower (SLBOR)',
    source: given('Wish of the employee'),
  })
}
