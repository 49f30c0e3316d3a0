import { hoursBehind } from '../earnings.ts'
import { type Decimal, sum, ZERO } from '../money.ts'
import { cite, FIGURES_OF_THIS_PAY } from '../sources.ts'
import { Trace } from '../trace.ts'
import { applyNzDeductions, type NzDeductions } from './deductions.ts'
import { figuresOf } from './figures.ts'
import type { NzPayInput } from './input.ts'
import { explainBalances, moveLeave, payOutLeave } from './leave.ts'
import type { NzRates } from './rates.ts'
import type { NzFigures, NzPayResult } from './result.ts'
import { contribute, esctOn, type KiwiSaverAmounts } from './retirement.ts'
import { addRows, extraPaysIn, isAccident, ordinaryOf, type Rows } from './rows.ts'
import { type Parts, type Paye, payeTablesAt, repay, taxedPayOf, withhold } from './tax.ts'
import { hasLevy } from './tax-table.ts'
import { type TerminationAmounts, valueTermination } from './termination/amounts.ts'
import { terminationResult } from './termination/result.ts'
import { warningsOf } from './warnings.ts'

/** Calculates one New Zealand pay: the payment date chooses every table, and every figure is explained by a step. */
export function calculateNzPay(given: NzPayInput, rates: NzRates): NzPayResult {
  const trace = new Trace()
  const input = withUsableCode(given)
  const tables = payeTablesAt(input, rates)

  const rows = addRows(input, rates, trace)
  const leave = moveLeave(input, rates.holidays.at(input.payDate), trace)
  const ended = input.termination
    ? valueTermination(input.termination, input, leave, rows.holidayGross, rates, trace)
    : null
  const extraPays = extraPaysIn(input, rows, ended)
  const kiwiSaver = contributeOn(input, rows, ended, rates, trace)
  const ordinary = ordinaryOf(input, rows).plus(kiwiSaver.uplift)
  const paye = withhold(input, { ordinary, rows, kiwiSaver, extraPays }, tables, rates, trace)
  const gross = grossOf(rows, ended, trace)
  const filed = fileFigures(input, { ordinary, rows, kiwiSaver, extraPays })
  const studentLoan = repay(input, { ordinary, rows, kiwiSaver, extraPays }, rates, trace)
  const taken = applyNzDeductions(
    input.deductions,
    {
      gross,
      taxedGross: filed.filedGross.plus(filed.taxedShares),
      levyLiable: filed.levyLiable,
      paye: paye.total,
      contributionTax: paye.contributionTax,
      studentLoan,
      kiwiSaver: kiwiSaver.employee,
      isFinalPay: input.termination !== null,
    },
    { deductions: rates.deductions.at(input.payDate), levy: tables.levy },
    trace,
  )
  const figures = figuresOf(
    settle(input, { gross, ordinary, rows, kiwiSaver, extraPays, paye, filed, taken }, trace),
    cite(tables.paye),
    trace,
  )
  const termination =
    input.termination && ended ? terminationResult(input.termination, ended, paye.extra, trace) : null
  const leaveMovements = ended ? [...leave.movements, ...payOutLeave(leave)] : leave.movements
  explainBalances(input, leaveMovements, trace)

  return {
    figures,
    lines: { ...rows.amounts, deductions: taken.amounts },
    leaveMovements,
    lowRateIndicator: paye.extra.isLowRate,
    childSupportCode: taken.childSupportCode,
    termination,
    steps: trace.steps,
    warnings: [
      ...rows.sacrifices.warnings,
      ...kiwiSaver.warnings,
      ...(ended?.warnings ?? []),
      ...taken.warnings,
      ...warningsOf(given, figures, rates),
    ],
  }
}

/** A special tax code without its certificate's rate counts as no notification. */
function withUsableCode(input: NzPayInput): NzPayInput {
  if (input.tax.code !== 'STC' || input.tax.certificateRate !== null) return input
  return { ...input, tax: { ...input.tax, code: 'ND' } }
}

function grossOf(rows: Rows, ended: TerminationAmounts | null, trace: Trace): Decimal {
  const termination = ended?.total ?? ZERO
  return trace.step({
    name: 'gross',
    amount: rows.cash.minus(rows.sacrifices.total).plus(termination),
    formula: 'earnings + allowances + bonuses + back payments + termination − sacrifices',
    inputs: {
      earnings: rows.earnings.total,
      allowances: rows.allowances,
      bonuses: rows.bonuses.cash,
      backPayments: rows.backPay,
      termination,
      sacrifices: rows.sacrifices.total,
    },
    rule: 'Cash gross; share scheme benefits in shares are no cash',
    source: FIGURES_OF_THIS_PAY,
  })
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
      base: ended ? rows.kiwiSaverBase.plus(ended.total).minus(ended.redundancy) : rows.kiwiSaverBase,
    },
    rates.kiwiSaver.at(input.payDate),
    trace,
  )
}

type Filed = { filedGross: Decimal; notLiableForAcc: Decimal; levyLiable: Decimal; taxedShares: Decimal }

function fileFigures(input: NzPayInput, parts: Parts): Filed {
  const { sharesTaxed, sharesBenefit } = parts.rows.bonuses
  const taxedShares = hasLevy(input.tax.code) ? sharesTaxed : ZERO
  const filedGross = taxedPayOf(input, parts).minus(taxedShares)
  const outside = parts.extraPays.filter((item) => !item.isLevyLiable).map((item) => item.amount)
  const notLiable = hasLevy(input.tax.code) ? sum(outside).minus(taxedShares) : filedGross
  return {
    filedGross,
    taxedShares,
    levyLiable: filedGross.minus(notLiable),
    notLiableForAcc: notLiable.plus(sharesBenefit),
  }
}

type Calculated = Parts & { gross: Decimal; paye: Paye; filed: Filed; taken: NzDeductions }

function settle(input: NzPayInput, pay: Calculated, trace: Trace): NzFigures {
  const { gross, rows, kiwiSaver, paye, filed, taken } = pay
  const tax = paye.total.minus(taken.payrollGivingCredit).minus(paye.contributionTax)
  const loans = sum([taken.studentLoan.standard, taken.studentLoan.cir, taken.studentLoan.bor])
  const employer = kiwiSaver.employer.minus(paye.contributionTax)
  const sacrificed = rows.sacrifices.superTotal
  return {
    gross,
    tax,
    net: gross.minus(tax).minus(loans).minus(taken.kiwiSaver).minus(taken.total),
    deductions: taken.total,
    workersCompensation: sum([
      ...rows.earnings.leave.filter((row) => isAccident(row.leaveType)).map((row) => row.amount),
      ...(input.isWorkersCompensationPay ? rows.earnings.hours : []),
    ]),
    ordinary: pay.ordinary,
    extraPay: sum(pay.extraPays.map((item) => item.amount)),
    paye: paye.total,
    payeOrdinary: paye.ordinary,
    payeExtraPay: paye.extra.total,
    payrollGivingCredit: taken.payrollGivingCredit,
    nzStudentLoan: taken.studentLoan.standard,
    studentLoanCir: taken.studentLoan.cir,
    studentLoanBor: taken.studentLoan.bor,
    studentLoanBase: input.studentLoan.hasLoan ? taxedPayOf(input, pay) : ZERO,
    taxPlusStudentLoan: tax.plus(loans),
    kiwisaverEmployee: taken.kiwiSaver,
    kiwisaverEmployer: employer,
    kiwisaverEsct: kiwiSaver.esct,
    kiwisaverPayeGrossUplift: kiwiSaver.uplift,
    kiwisaverContributionTax: paye.contributionTax,
    kiwisaverEmployeeRate: kiwiSaver.employeeRate,
    kiwisaverEmployerRate: kiwiSaver.employerRate,
    totalKiwiSaver: taken.kiwiSaver.plus(employer).minus(kiwiSaver.esct),
    complyingFundEmployer: kiwiSaver.complyingFund,
    complyingFundEsct: kiwiSaver.complyingFundEsct,
    sacrificedSuper: sacrificed,
    sacrificedSuperEsct: sacrificed.gt(ZERO)
      ? esctOn(sacrificed, input.kiwiSaver.esctRate, 'sacrifices.super-esct-on-contribution', trace)
      : ZERO,
    childSupport: taken.childSupport,
    payrollGiving: taken.payrollGiving,
    levyLiable: filed.levyLiable,
    hoursPaid: hoursPaidIn(input),
    filedGross: filed.filedGross,
    notLiableForAcc: filed.notLiableForAcc,
    filedEss: rows.bonuses.sharesBenefit,
    holidayGrossEarnings: rows.holidayGross,
  }
}

function hoursPaidIn(input: NzPayInput): Decimal {
  const worked = input.hours.map((line) => hoursBehind(line, input.hoursPerDay))
  const leave = input.leave.filter((line) => line.leaveType !== 'UNPAID').map((line) => line.hours)
  return sum([...worked, ...leave])
}
