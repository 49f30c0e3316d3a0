import { type Decimal, isZero, sum } from '../money.ts'
import { FIGURES_OF_THIS_PAY, type StepSource } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { NzFigures } from './result.ts'

/** The step that each figure is the amount of. A figure of zero may have none, apart from the four that every pay shows. */
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

const ALWAYS: ReadonlySet<string> = new Set(['tax', 'net', 'deductions'])
/** The figures that a table stands behind at once; the others add up steps that name their own. */
const FROM_TABLES: ReadonlySet<string> = new Set(['tax', 'paye', 'payeExtraPay', 'taxPlusStudentLoan'])

type Explanation = { formula: string; rule: string }

const EXPLANATIONS: Readonly<Partial<Record<keyof NzFigures, Explanation>>> = {
  tax: {
    formula: 'PAYE − payroll-giving credit − PAYE paid out of the KiwiSaver contribution',
    rule: 'Tax taken from the pay, levy included',
  },
  net: { formula: 'gross − tax − student loan − KiwiSaver employee − deductions', rule: 'Net pay' },
  deductions: { formula: 'sum of the deduction lines', rule: 'Rows of the pay' },
  workersCompensation: {
    formula: 'sum of the accident leave rows, and of the hours of a workers compensation pay',
    rule: 'Rows of the pay',
  },
  ordinary: {
    formula: 'earnings + taxable allowances + ordinary bonuses − sacrifices',
    rule: 'PAYE income without extra pays',
  },
  extraPay: { formula: 'sum of the lump sums', rule: 'Extra pay' },
  paye: { formula: 'PAYE on ordinary pay + regular bonuses + extra pays', rule: 'PAYE with the levy' },
  payeExtraPay: { formula: 'tax on the extra pays together', rule: 'Extra pay' },
  nzStudentLoan: { formula: 'standard deduction, as far as the pay has it', rule: 'Student loan' },
  studentLoanCir: {
    formula: 'compulsory extra deduction, as far as the pay has it',
    rule: 'Student loan, SLCIR',
  },
  studentLoanBor: {
    formula: "the borrower's extra deduction, as far as the pay has it",
    rule: 'Student loan, SLBOR',
  },
  studentLoanBase: { formula: 'ordinary pay + extra pays + uplift of this pay', rule: 'Student loan' },
  taxPlusStudentLoan: { formula: 'tax + student loan members', rule: 'Figure of the pay' },
  kiwisaverEmployee: { formula: 'employee share, as far as the pay has it', rule: 'KiwiSaver' },
  kiwisaverEmployer: {
    formula: 'employer share before ESCT − PAYE paid out of it',
    rule: 'KiwiSaver',
  },
  kiwisaverEsct: { formula: 'ESCT on the part that is not treated as salary', rule: 'KiwiSaver' },
  kiwisaverContributionTax: {
    formula:
      "PAYE with the uplift − PAYE without − levy on the uplift (cut to the cent), from the employer's part",
    rule: 'Income Tax Act 2007 s RD 68, net contribution to the fund',
  },
  totalKiwiSaver: { formula: 'employee + employer − ESCT', rule: 'KiwiSaver' },
  complyingFundEmployer: {
    formula: "employer's contribution to the existing scheme",
    rule: 'Complying fund',
  },
  complyingFundEsct: { formula: 'ESCT on that contribution alone', rule: 'Complying fund' },
  sacrificedSuper: { formula: 'sacrifices paid into super', rule: 'Salary sacrifice' },
  sacrificedSuperEsct: { formula: 'ESCT on the sacrificed super alone', rule: 'Salary sacrifice' },
  childSupport: { formula: 'sum of the child support lines', rule: 'Child support' },
  payrollGiving: { formula: 'sum of the donations', rule: 'Payroll giving' },
  levyLiable: { formula: 'taxed gross − what is not liable', rule: "ACC earners' levy" },
  hoursPaid: { formula: 'hours worked + hours of paid leave', rule: 'Employment information, field 10' },
  filedGross: {
    formula: 'ordinary pay + bonuses + cash extra pays + uplift',
    rule: 'Employment information, field 11',
  },
  notLiableForAcc: {
    formula: 'redundancy + share scheme benefits, or all of a schedular payment',
    rule: 'Employment information, field 13',
  },
  filedEss: { formula: 'share scheme benefits in shares', rule: 'Employment information, field 27' },
  holidayGrossEarnings: {
    formula: 'earnings + taxable allowances + bonuses that are not discretionary + back payments',
    rule: 'Holidays Act 2003 s 14',
  },
}

const EXPLAINED = Object.entries(EXPLANATIONS) as [keyof NzFigures, Explanation][]

/** Closes the pay: writes a step for each figure that has none yet, and asserts that net adds up to the cent. */
export function figuresOf(figures: NzFigures, source: StepSource, trace: Trace): NzFigures {
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
  for (const [key, { formula, rule }] of EXPLAINED) {
    const amount = figures[key]
    if (isZero(amount) && !ALWAYS.has(key)) continue
    const inputs = INPUTS[key]?.(figures) ?? {}
    trace.step({
      name: FIGURE_STEPS[key],
      amount,
      formula,
      inputs,
      rule,
      source: FROM_TABLES.has(key) ? source : FIGURES_OF_THIS_PAY,
    })
  }
  return figures
}

const INPUTS: Readonly<Partial<Record<keyof NzFigures, (f: NzFigures) => Record<string, Decimal>>>> = {
  tax: (f) => ({ paye: f.paye, credit: f.payrollGivingCredit, contributionTax: f.kiwisaverContributionTax }),
  net: (f) => ({
    gross: f.gross,
    tax: f.tax,
    studentLoan: f.nzStudentLoan,
    studentLoanCir: f.studentLoanCir,
    studentLoanBor: f.studentLoanBor,
    kiwisaver: f.kiwisaverEmployee,
    deductions: f.deductions,
  }),
  paye: (f) => ({
    ordinary: f.payeOrdinary,
    regularBonuses: f.paye.minus(f.payeOrdinary).minus(f.payeExtraPay),
    extraPay: f.payeExtraPay,
  }),
  levyLiable: (f) => ({ taxed: f.filedGross }),
  filedGross: (f) => ({ ordinary: f.ordinary, extraPay: f.extraPay, shares: f.filedEss }),
  kiwisaverEmployer: (f) => ({
    rate: f.kiwisaverEmployerRate,
    contributionTax: f.kiwisaverContributionTax,
  }),
  kiwisaverEmployee: (f) => ({ rate: f.kiwisaverEmployeeRate }),
  taxPlusStudentLoan: (f) => ({
    tax: f.tax,
    studentLoan: f.nzStudentLoan,
    cir: f.studentLoanCir,
    bor: f.studentLoanBor,
  }),
  totalKiwiSaver: (f) => ({
    employee: f.kiwisaverEmployee,
    employer: f.kiwisaverEmployer,
    esct: f.kiwisaverEsct,
  }),
  kiwisaverContributionTax: (f) => ({ uplift: f.kiwisaverPayeGrossUplift }),
}
