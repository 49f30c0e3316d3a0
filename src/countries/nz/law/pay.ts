import { type Decimal, isZero, sum, ZERO } from '../../../kernel/values/money.ts'
import { FIGURES_OF_THIS_PAY } from '../../../payroll/sources.ts'
import { rowsAsTerms, Trace } from '../../../payroll/trace.ts'
import { actOfPay } from './acts-of-pays.ts'
import { applyNzDeductions, type NzDeductions } from './deductions/deductions.ts'
import { figuresOf } from './figures/figure-steps.ts'
import { type Filed, fileFigures } from './filing.ts'
import { refuseAustralianCashOut } from './history/cash-up.ts'
import { isRestarted } from './history/holiday-history.ts'
import type { NzPayInput } from './input/input.ts'
import type { NzFigures, NzPayResult } from './input/result.ts'
import { contribute, esctOn, type KiwiSaverAmounts, payContributions } from './kiwisaver/retirement.ts'
import { isClosedown } from './leave/closedown.ts'
import { paidInAdvance } from './leave/holiday-counts.ts'
import { holidayPayIn } from './leave/holiday-pay-with-wages.ts'
import type { LeaveMoves } from './leave/leave.ts'
import { explainAccidentLeave } from './leave/not-owed.ts'
import { publicHolidaysWorked } from './public-holidays/public-holiday-work.ts'
import type { NzRates } from './rates/rates.ts'
import { advancesOf, type LoanRepayment, repay } from './repayment.ts'
import { addRows, extraPaysIn, hoursPaidIn, ordinaryOf, type Rows, workersCompensationIn } from './rows.ts'
import { addExtraPays } from './tax/extra-pay.ts'
import type { PayeTables } from './tax/tax-table.ts'
import { type Parts, type Paye, payeTablesAt, withhold } from './tax.ts'
import { type OwnOfFinalPay, type TerminationAmounts, valueTermination } from './termination/amounts.ts'
import { terminationResult } from './termination/result.ts'
import { warningsOf } from './warnings.ts'

/** Calculates one New Zealand pay. The payment date selects every table, and a step explains every figure. */
export function calculateNzPay(given: NzPayInput, rates: NzRates, trace = new Trace()): NzPayResult {
  refuseAustralianCashOut(given)
  const input = withUsableCode(given, rates)
  const act = actOfPay(input, rates)
  const tables = payeTablesAt(input, rates)

  const rows = addRows(input, rates, trace)
  explainAccidentLeave(input, rates, trace)
  act.explainRows(input, rows, trace)
  const worked = publicHolidaysWorked(input, rates)
  const leave = act.move(input, worked, trace)
  const { termination: ending } = input
  const ended = ending
    ? valueTermination(
        ending,
        input,
        act.atTheEnd({ input, termination: ending }, leave, ownOf(input, rows, leave), trace),
        trace,
      )
    : null
  const parts = partsOf(input, rows, ended, rates, trace)
  const paye = withhold(input, parts, tables, rates, trace)
  const gross = grossOf(rows, ended, trace)
  const filed = fileFigures(input, parts, trace)
  const loan = repay(input, parts, rates, trace)
  const pay = { ...parts, gross, paye, filed, loan }
  const taken = deduct(input, pay, tables, rates, trace)
  const figures = figuresOf(close(input, pay, taken, trace), trace)

  const termination =
    input.termination && ended ? terminationResult(input.termination, ended, paye.extra, trace) : null
  const leaveMovements = ended ? [...leave.movements, ...act.payOut(leave)] : leave.movements
  act.explainBalances(input, leaveMovements, trace)
  return {
    figures,
    lines: { ...rows.amounts, deductions: taken.amounts },
    leaveMovements,
    lowRateIndicator: paye.extra.isLowRate,
    childSupportCode: taken.childSupportCode,
    advances: advancesOf(paye, loan),
    termination,
    steps: trace.steps,
    warnings: [
      ...rows.sacrifices.warnings,
      ...rows.leaveWarnings,
      ...parts.kiwiSaver.warnings,
      ...(ended?.warnings ?? []),
      ...taken.warnings,
      ...warningsOf(given, figures, rates),
      ...act.warnings(given, { figures, rows, moves: leave, worked }),
    ],
  }
}

function ownOf(input: NzPayInput, rows: Rows, { movements }: LeaveMoves): OwnOfFinalPay {
  return {
    gross: rows.holidayGross,
    inAdvance: paidInAdvance(input, rows.amounts.leave, movements).plus(closedownIn(input, rows)),
    withWages: holidayPayIn(input, rows.amounts),
  }
}

/** The pay's own closedown rows, unless the twelve months began again with them (s 35). */
const closedownIn = ({ leaveSettings, leave }: NzPayInput, { amounts }: Rows): Decimal =>
  sum(
    leave.flatMap((line, index) =>
      isClosedown(line) && !isRestarted(line.date, leaveSettings) ? (amounts.leave[index]?.amount ?? []) : [],
    ),
  )

/** A pay in progress: taxed, with no deductions taken yet. */
type TaxedPay = Parts & { gross: Decimal; paye: Paye; filed: Filed; loan: LoanRepayment }

/**
 * A special tax code without its certificate's rate is treated as no notification. A schedular activity has its own
 * rate.
 */
function withUsableCode(input: NzPayInput, rates: NzRates): NzPayInput {
  const { code, schedularRate, schedularActivity } = input.tax
  if (code === 'WT' && schedularRate === null && schedularActivity !== undefined) {
    const rate = rates.schedular.at(input.payDate).value.activities[schedularActivity] ?? null
    return { ...input, tax: { ...input.tax, schedularRate: rate } }
  }
  if (input.tax.code !== 'STC' || input.tax.certificateRate !== null) return input
  return { ...input, tax: { ...input.tax, code: 'ND' } }
}

/** The taxed parts of the pay: ordinary pay with any contribution treated as salary, and the lump sums. */
function partsOf(
  input: NzPayInput,
  rows: Rows,
  ended: TerminationAmounts | null,
  rates: NzRates,
  trace: Trace,
): Parts {
  const extraPays = extraPaysIn(input, rows, ended)
  const kiwiSaver = contributeOn(input, rows, ended, rates, trace)
  return {
    rows,
    kiwiSaver,
    ordinary: ordinaryOf(input, rows, kiwiSaver.uplift, trace),
    extraPays,
    extraPay: addExtraPays(extraPays, trace),
  }
}

function contributeOn(
  input: NzPayInput,
  rows: Rows,
  ended: TerminationAmounts | null,
  rates: NzRates,
  trace: Trace,
): KiwiSaverAmounts {
  return contribute(
    {
      kiwiSaver: input.kiwiSaver,
      taxCode: input.tax.code,
      dateOfBirth: input.dateOfBirth,
      payDate: input.payDate,
      base: { ...rows.kiwiSaver, termination: ended ? ended.total.minus(ended.levyFree) : ZERO },
    },
    rates.kiwiSaver.at(input.payDate),
    trace,
  )
}

function grossOf(rows: Rows, ended: TerminationAmounts | null, trace: Trace): Decimal {
  return trace.sum({
    name: 'gross',
    formula: 'earnings + allowances + bonuses + back payments + termination − sacrifices',
    add: {
      earnings: rows.earnings.total,
      allowances: rows.allowances,
      bonuses: rows.bonuses.cash,
      backPayments: rows.backPay,
      termination: ended?.total ?? ZERO,
    },
    subtract: { sacrifices: rows.sacrifices.total },
    rule: 'Cash gross; share scheme benefits in shares are not cash',
    source: FIGURES_OF_THIS_PAY,
  })
}

function deduct(
  input: NzPayInput,
  pay: TaxedPay,
  tables: PayeTables,
  rates: NzRates,
  trace: Trace,
): NzDeductions {
  return applyNzDeductions(
    input.deductions,
    {
      gross: pay.gross,
      taxedGross: pay.filed.gross.plus(pay.filed.taxedShares),
      levyLiable: pay.filed.levyLiable,
      paye: pay.paye.total,
      contributionTax: pay.paye.contributionTax,
      studentLoan: pay.loan,
      kiwiSaver: pay.kiwiSaver.employee,
      isFinalPay: input.termination !== null,
      payPeriod: input.payPeriod,
      ...(input.protectedNet ? { protectedNet: input.protectedNet } : {}),
    },
    { deductions: rates.deductions.at(input.payDate), levy: tables.levy },
    trace,
  )
}

/** The figures of the pay after all deductions. */
function close(input: NzPayInput, pay: TaxedPay, taken: NzDeductions, trace: Trace): NzFigures {
  const { gross, rows, kiwiSaver, paye, filed, loan } = pay
  const { standard, cir, bor } = taken.studentLoan
  const tax = taxOf(paye, taken.payrollGivingCredit, trace)
  const contributed = payContributions(kiwiSaver, taken.kiwiSaver, paye.contributionTax, trace)
  const sacrificedSuper = sacrificedSuperOf(input, rows, trace)
  return {
    gross,
    tax,
    net: netOf(gross, tax, taken, trace),
    deductions: taken.total,
    workersCompensation: workersCompensationIn(input, rows, trace),
    ordinary: pay.ordinary,
    extraPay: pay.extraPay,
    paye: paye.total,
    payeOrdinary: paye.ordinary,
    payeExtraPay: paye.extra.total,
    payrollGivingCredit: taken.payrollGivingCredit,
    nzStudentLoan: standard,
    studentLoanCir: cir,
    studentLoanBor: bor,
    studentLoanBase: loan.base,
    taxPlusStudentLoan: taxPlusStudentLoanOf(tax, taken, trace),
    kiwisaverEmployee: taken.kiwiSaver,
    kiwisaverEmployer: contributed.employer,
    kiwisaverEsct: kiwiSaver.esct,
    kiwisaverPayeGrossUplift: kiwiSaver.uplift,
    kiwisaverContributionTax: paye.contributionTax,
    kiwisaverEmployeeRate: kiwiSaver.employeeRate,
    kiwisaverEmployerRate: kiwiSaver.employerRate,
    totalKiwiSaver: contributed.total,
    complyingFundEmployer: kiwiSaver.complyingFund,
    complyingFundEsct: kiwiSaver.complyingFundEsct,
    sacrificedSuper,
    sacrificedSuperEsct: esctOn(sacrificedSuper, input.kiwiSaver.esctRate, 'sacrifices.super-esct', trace),
    childSupport: taken.childSupport,
    payrollGiving: taken.payrollGiving,
    levyLiable: filed.levyLiable,
    hoursPaid: hoursPaidIn(input, trace),
    filedGross: filed.gross,
    notLiableForAcc: filed.notLiableForAcc,
    filedEss: filed.ess,
    holidayGrossEarnings: rows.holidayGross,
  }
}

function taxOf(paye: Paye, credit: Decimal, trace: Trace): Decimal {
  return trace.sum({
    name: 'tax',
    formula: 'PAYE − payroll-giving credit − PAYE paid out of the KiwiSaver contribution',
    add: { paye: paye.total },
    subtract: { credit, contributionTax: paye.contributionTax },
    rule: 'Tax deducted from the pay, including the levy',
    source: FIGURES_OF_THIS_PAY,
  })
}

function taxPlusStudentLoanOf(tax: Decimal, { studentLoan }: NzDeductions, trace: Trace): Decimal {
  return trace.sum({
    name: 'tax-plus-student-loan',
    formula: 'tax + student loan + compulsory extra + extra of the borrower',
    add: { tax, studentLoan: studentLoan.standard, cir: studentLoan.cir, bor: studentLoan.bor },
    rule: 'Figure of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

function netOf(gross: Decimal, tax: Decimal, taken: NzDeductions, trace: Trace): Decimal {
  return trace.sum({
    name: 'net',
    formula:
      'gross − tax − student loan − compulsory extra − extra of the borrower − KiwiSaver employee − deductions',
    add: { gross },
    subtract: {
      tax,
      studentLoan: taken.studentLoan.standard,
      studentLoanCir: taken.studentLoan.cir,
      studentLoanBor: taken.studentLoan.bor,
      kiwisaver: taken.kiwiSaver,
      deductions: taken.total,
    },
    rule: 'Net pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

function sacrificedSuperOf(input: NzPayInput, { sacrifices }: Rows, trace: Trace): Decimal {
  if (isZero(sacrifices.superTotal)) return ZERO
  return trace.sum({
    name: 'sacrifices.super',
    formula: 'sum of the sacrifices paid into super',
    add: rowsAsTerms(sacrifices.amounts.filter((_, index) => input.sacrifices[index]?.isSuper)),
    rule: 'Salary sacrifice',
    source: FIGURES_OF_THIS_PAY,
  })
}
