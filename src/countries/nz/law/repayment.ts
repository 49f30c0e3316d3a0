import { type Decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import { FIGURES_OF_THIS_PAY } from '../../../payroll/sources.ts'
import type { Trace } from '../../../payroll/trace.ts'
import type { NzPayInput } from './input/input.ts'
import type { NzAdvance } from './input/result.ts'
import type { NzRates } from './rates/rates.ts'
import { laterOf } from './rows.ts'
import { canRepayStudentLoan, repayStudentLoan, type StudentLoanAmounts } from './tax/student-loan.ts'
import { type Parts, type Paye, regularBonusesOf } from './tax.ts'

/* The student loan deductions of a pay, including those for the later periods of a holiday. */

export type LoanRepayment = StudentLoanAmounts & {
  /** The deductions for holidays of later periods, one entry per period. */
  later: readonly StudentLoanAmounts[]
  /** The earnings of this pay that deductions are based on. */
  base: Decimal
}

/** The student loan deductions of the pay. An extra pay on its own has no threshold. */
export function repay(input: NzPayInput, parts: Parts, rates: NzRates, trace: Trace): LoanRepayment {
  const { studentLoan, tax, periodSoFar } = input
  const base = studentLoan.hasLoan ? loanBaseOf(input, parts, trace) : ZERO
  if (!studentLoan.hasLoan || !canRepayStudentLoan(tax.code)) {
    return { base, standard: ZERO, cir: ZERO, bor: ZERO, later: [] }
  }
  const hasNormalPay =
    parts.ordinary.gt(ZERO) || parts.rows.bonuses.spread.length > 0 || periodSoFar.ordinary.gt(ZERO)
  const amounts = repayStudentLoan(
    studentLoan,
    {
      code: tax.code,
      frequency: input.payPeriod,
      base: periodSoFar.studentLoanBase.plus(base),
      isExtraPayAlone: !hasNormalPay,
      takenBefore: periodSoFar.studentLoan,
      cirTakenBefore: periodSoFar.studentLoanCir,
    },
    rates.studentLoan.at(input.payDate),
    trace,
  )
  const later = laterOf(input, parts.rows).map(({ amount }) =>
    repayStudentLoan(
      { ...studentLoan, borAmount: null, borRate: null },
      { ...NOTHING_TAKEN, code: tax.code, frequency: input.payPeriod, base: amount },
      rates.studentLoan.at(input.payDate),
      trace,
    ),
  )
  if (later.length === 0) return { base, ...amounts, later }
  return {
    base,
    later,
    standard: sum([amounts.standard, ...later.map((each) => each.standard)]),
    cir: sum([amounts.cir, ...later.map((each) => each.cir)]),
    bor: amounts.bor,
  }
}

/** The starting point for a later period of holidays, of which nothing else is known yet. */
const NOTHING_TAKEN = { isExtraPayAlone: false, takenBefore: ZERO, cirTakenBefore: ZERO }

function loanBaseOf(input: NzPayInput, parts: Parts, trace: Trace): Decimal {
  return trace.sum({
    name: 'student-loan.base',
    formula: 'ordinary pay + regular bonuses + extra pays of this pay',
    add: {
      ordinary: parts.ordinary,
      regularBonuses: regularBonusesOf(input, parts),
      extraPay: parts.extraPay,
    },
    rule: 'Student loan',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** Holidays paid and taxed before their periods, as later pays see them. */
export function advancesOf({ later }: Paye, loan: LoanRepayment): NzAdvance[] {
  return later.map(({ period, tax }, index) => ({
    periodEnd: period.periodEnd,
    amount: period.amount.toFixed(),
    paye: tax.toFixed(),
    studentLoan: (loan.later[index]?.standard ?? ZERO).toFixed(),
    studentLoanCir: (loan.later[index]?.cir ?? ZERO).toFixed(),
  }))
}
