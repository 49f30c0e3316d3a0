import { type Decimal, sum } from '../../../kernel/values/money.ts'

/** The amounts of one employee line of the employment information, in field order. */
export type PaydayLine = {
  gross: Decimal
  priorGross: Decimal
  notLiableForAcc: Decimal
  paye: Decimal
  priorPaye: Decimal
  childSupport: Decimal
  studentLoan: Decimal
  studentLoanCir: Decimal
  studentLoanBor: Decimal
  kiwisaverDeductions: Decimal
  kiwisaverEmployerNet: Decimal
  esct: Decimal
  donationCredit: Decimal
  familyTaxCredit: Decimal
  ess: Decimal
}

export type PaydayTotals = PaydayLine & {
  lines: number
  /** Field 23: the amount that the employer owes Inland Revenue for these lines. */
  deducted: Decimal
}

/** The header totals over the employee lines. Donation credits reduce the amount owed. */
export function paydayTotals(lines: readonly PaydayLine[]): PaydayTotals {
  const total = (key: keyof PaydayLine): Decimal => sum(lines.map((line) => line[key]))
  const totals: PaydayLine = {
    gross: total('gross'),
    priorGross: total('priorGross'),
    notLiableForAcc: total('notLiableForAcc'),
    paye: total('paye'),
    priorPaye: total('priorPaye'),
    childSupport: total('childSupport'),
    studentLoan: total('studentLoan'),
    studentLoanCir: total('studentLoanCir'),
    studentLoanBor: total('studentLoanBor'),
    kiwisaverDeductions: total('kiwisaverDeductions'),
    kiwisaverEmployerNet: total('kiwisaverEmployerNet'),
    esct: total('esct'),
    donationCredit: total('donationCredit'),
    familyTaxCredit: total('familyTaxCredit'),
    ess: total('ess'),
  }
  const deducted = sum([
    totals.paye,
    totals.priorPaye,
    totals.donationCredit.times('-1'),
    totals.childSupport,
    totals.studentLoan,
    totals.studentLoanCir,
    totals.studentLoanBor,
    totals.kiwisaverDeductions,
    totals.kiwisaverEmployerNet,
    totals.esct,
  ])
  return { ...totals, lines: lines.length, deducted }
}
