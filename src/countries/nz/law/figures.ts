import { sum, ZERO } from '../../../kernel/values/money.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import type { Trace } from '../../../payroll/trace.ts'
import type { NzFigures } from './result.ts'

/** The step that gives each figure its amount. A figure of zero may have none. */
export const FIGURE_STEPS: Readonly<Record<keyof NzFigures, string>> = {
  gross: 'gross',
  tax: 'tax',
  net: 'net',
  deductions: 'deductions',
  workersCompensation: 'earnings.workers-compensation',
  ordinary: 'ordinary',
  extraPay: 'extra-pay',
  paye: 'paye',
  payeOrdinary: 'paye.ordinary',
  payeExtraPay: 'paye.extra-pay',
  payrollGivingCredit: 'tax.payroll-giving-credit',
  nzStudentLoan: 'student-loan',
  studentLoanCir: 'student-loan.cir-taken',
  studentLoanBor: 'student-loan.bor-taken',
  studentLoanBase: 'student-loan.base',
  taxPlusStudentLoan: 'tax-plus-student-loan',
  kiwisaverEmployee: 'kiwisaver.employee',
  kiwisaverEmployer: 'kiwisaver.employer',
  kiwisaverEsct: 'kiwisaver.esct',
  kiwisaverPayeGrossUplift: 'kiwisaver.uplift',
  kiwisaverContributionTax: 'kiwisaver.contribution-tax',
  kiwisaverEmployeeRate: 'kiwisaver.employee-rate',
  kiwisaverEmployerRate: 'kiwisaver.employer-rate',
  totalKiwiSaver: 'kiwisaver.total',
  complyingFundEmployer: 'complying-fund.employer',
  complyingFundEsct: 'complying-fund.esct',
  sacrificedSuper: 'sacrifices.super',
  sacrificedSuperEsct: 'sacrifices.super-esct',
  childSupport: 'child-support',
  payrollGiving: 'payroll-giving',
  levyLiable: 'levy-liable',
  hoursPaid: 'hours-paid',
  filedGross: 'filed.gross',
  notLiableForAcc: 'filed.not-liable',
  filedEss: 'filed.share-scheme',
  holidayGrossEarnings: 'holidays.gross-earnings',
}

/**
 * Closes the pay: net is gross less all deductions, to the cent, and every figure equals the step with its name. A pay that fails
 * this check shows a bug in this program and must not be paid.
 */
export function figuresOf(figures: NzFigures, trace: Trace): NzFigures {
  const taken = sum([
    figures.tax,
    figures.nzStudentLoan,
    figures.studentLoanCir,
    figures.studentLoanBor,
    figures.kiwisaverEmployee,
    figures.deductions,
  ])
  if (!figures.gross.minus(taken).eq(figures.net)) {
    throw new Error(`net ${figures.net} is not gross ${figures.gross} less ${taken}`)
  }
  const { reached } = trace
  for (const [key, name] of STEPS) {
    const amount = reached.get(name) ?? ZERO
    if (figures[key] !== amount && !figures[key].eq(amount)) {
      throw new Error(`${key} ${figures[key]} is not the amount of step ${name}, ${reached.get(name)}`)
    }
  }
  return figures
}

const STEPS = keysOf(FIGURE_STEPS).map((key) => [key, FIGURE_STEPS[key]] as const)
