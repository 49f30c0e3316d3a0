import { addAllowances } from '../allowances.ts'
import { addEarnings, type Earnings, hoursBehind } from '../earnings.ts'
import { type Decimal, notBelowZero, sum, toCent, toCentDown, ZERO } from '../money.ts'
import { cite } from '../rates.ts'
import { applySacrifices, type Sacrifices } from '../sacrifices.ts'
import { Trace } from '../trace.ts'
import { type NzBonuses, payeOnSpreadBonus, sortBonuses } from './bonuses.ts'
import { applyNzDeductions, type NzDeductions } from './deductions.ts'
import { esctOn } from './esct.ts'
import {
  annualiseFourWeeks,
  annualiseLastTwoPeriods,
  type ExtraPayItem,
  type ExtraPayTax,
  paidPeriodsBefore,
  paysInFourWeeks,
  taxExtraPays,
} from './extra-pay.ts'
import { figuresOf } from './figures.ts'
import type { NzPayInput } from './input.ts'
import { contribute, type KiwiSaverAmounts } from './kiwisaver.ts'
import { moveLeave, payOutLeave } from './leave.ts'
import { hasLevy, type PayeTables, payeOn } from './paye.ts'
import type { NzRates } from './rates.ts'
import type { NzFigures, NzPayResult } from './result.ts'
import { canRepayStudentLoan, repayStudentLoan, type StudentLoanAmounts } from './student-loan.ts'
import { extraPaysOf, type TerminationAmounts, terminationResult, valueTermination } from './termination.ts'
import { warningsOf } from './warnings.ts'

/** Calculates one New Zealand pay: the payment date chooses every table, and every figure is explained by a step. */
export function calculateNzPay(input: NzPayInput, rates: NzRates): NzPayResult {
  const trace = new Trace()
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
  const gross = rows.cash.minus(rows.sacrifices.total).plus(ended?.total ?? ZERO)
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

  return {
    figures,
    lines: { ...rows.amounts, deductions: taken.amounts },
    leaveMovements: ended ? [...leave.movements, ...payOutLeave(leave)] : leave.movements,
    lowRateIndicator: paye.extra.isLowRate,
    childSupportCode: taken.childSupportCode,
    termination,
    steps: trace.steps,
    warnings: [
      ...rows.sacrifices.warnings,
      ...kiwiSaver.warnings,
      ...(ended?.warnings ?? []),
      ...taken.warnings,
      ...warningsOf(input, figures, rates),
    ],
  }
}

type Rows = {
  earnings: Earnings
  bonuses: NzBonuses
  sacrifices: Sacrifices
  /** All rows paid in money, before sacrifices and termination. */
  cash: Decimal
  /** Taxable and not extra pay, before sacrifices. */
  ordinary: Decimal
  backPay: Decimal
  kiwiSaverBase: Decimal
  holidayGross: Decimal
  amounts: Omit<NzPayResult['lines'], 'deductions'>
}

/** `ordinary` holds any KiwiSaver contribution that is treated as salary. */
type Parts = {
  ordinary: Decimal
  rows: Rows
  kiwiSaver: KiwiSaverAmounts
  extraPays: readonly ExtraPayItem[]
}

type Paye = {
  ordinary: Decimal
  extra: ExtraPayTax
  total: Decimal
  /** PAYE that the employer pays out of the KiwiSaver contribution. */
  contributionTax: Decimal
}

function payeTablesAt(input: NzPayInput, rates: NzRates): PayeTables {
  return {
    paye: rates.paye.at(input.payDate),
    flatCodes: rates.flatCodes.at(input.payDate),
    levy: rates.earnersLevy.at(input.payDate),
    schedular: () => rates.schedular.at(input.payDate),
  }
}

function addRows(input: NzPayInput, rates: NzRates, trace: Trace): Rows {
  const earnings = addEarnings(input, trace)
  const allowances = addAllowances(input.allowances, trace)
  const bonuses = sortBonuses(
    input,
    input.bonuses.length > 0 && rates.cashSettledEssIsLevyLiable.at(input.payDate).value,
    trace,
  )
  const backPayments = input.backPayments.map((line) => toCent(line.amount))
  const backPay = sum(backPayments)
  const cash = sum([earnings.total, allowances.total, bonuses.cash, backPay])
  const sacrifices = applySacrifices(input.sacrifices, cash, trace)
  const kiwiSaverAllowances = sum(
    allowances.amounts.filter((_, i) => input.allowances[i]?.isTaxable && input.allowances[i]?.isInSuper),
  )
  const kiwiSaverBackPay = sum(backPayments.filter((_, i) => input.backPayments[i]?.isInSuper))
  return {
    earnings,
    bonuses,
    sacrifices,
    cash,
    ordinary: sum([earnings.total, allowances.taxable, bonuses.ordinary]),
    backPay,
    kiwiSaverBase: sum([
      earnings.total,
      kiwiSaverAllowances,
      bonuses.inKiwiSaver,
      kiwiSaverBackPay,
      sacrifices.outsideSuperBase.times('-1'),
    ]),
    holidayGross: sum([
      earnings.total.minus(outsideHolidayGross(earnings)),
      allowances.taxable,
      bonuses.countsForHolidays,
      backPay,
    ]),
    amounts: {
      hours: earnings.hours,
      leave: earnings.leave,
      allowances: allowances.amounts,
      bonuses: bonuses.amounts,
      sacrifices: sacrifices.amounts,
      backPayments,
    },
  }
}

/** Accident compensation and volunteers' leave are not gross earnings (s 14). */
function outsideHolidayGross(earnings: Earnings): Decimal {
  return sum(
    earnings.leave
      .filter((row) => isAccident(row.leaveType) || row.leaveType === 'NZ_DEFENCE_FORCE')
      .map((row) => row.amount),
  )
}

function isAccident(leaveType: string): boolean {
  return leaveType === 'NZ_ACC_WORKERS_COMP' || leaveType === 'WORKERS_COMP'
}

/** Lump sums of the pay, termination first. Schedular payments know no others. */
function extraPaysIn(input: NzPayInput, rows: Rows, ended: TerminationAmounts | null): ExtraPayItem[] {
  const items = ended ? extraPaysOf(ended) : []
  if (!hasLevy(input.tax.code)) return items.map((item) => ({ ...item, isLevyLiable: false }))
  items.push(...rows.bonuses.extraPays)
  if (!rows.backPay.eq(ZERO)) items.push({ name: 'back-pay', amount: rows.backPay, isLevyLiable: true })
  return items
}

/** Taxable pay that is no lump sum; all of it for a schedular payment. */
function ordinaryOf(input: NzPayInput, rows: Rows): Decimal {
  const before = hasLevy(input.tax.code)
    ? rows.ordinary
    : sum([rows.ordinary, rows.bonuses.cash.minus(rows.bonuses.ordinary), rows.backPay])
  return notBelowZero(before.minus(rows.sacrifices.total))
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

function withhold(input: NzPayInput, parts: Parts, tables: PayeTables, rates: NzRates, trace: Trace): Paye {
  const ordinary = payeOnOrdinary(input, parts.ordinary, tables, trace)
  const spread = sum(
    spreadOf(input, parts.rows).map((bonus) =>
      payeOnSpreadBonus(bonus, parts.ordinary, input, tables, trace),
    ),
  )
  const extra = payeOnExtraPays(input, parts, tables, rates, trace)
  return {
    ordinary,
    extra,
    total: sum([ordinary, spread, extra.total]),
    contributionTax: contributionTaxOf(input, parts, ordinary, tables),
  }
}

/** Several pays of one period are taxed together: the later one bears what the earlier ones did not. */
function payeOnOrdinary(input: NzPayInput, ordinary: Decimal, tables: PayeTables, trace: Trace): Decimal {
  const { taxShare, periodSoFar } = input
  if (taxShare) {
    return trace.step({
      name: 'paye.ordinary',
      amount: taxShare.share,
      formula: 'PAYE on the pays together, shared out by gross so that the parts add up',
      inputs: {
        combinedTax: taxShare.combinedTax,
        combinedGross: taxShare.combinedGross,
        gross: taxShare.gross,
      },
      rule: 'Tax by department',
      source: cite(tables.paye),
    })
  }
  const whole = payeOn(periodSoFar.ordinary.plus(ordinary), input.tax, input.payPeriod, tables, trace)
  return trace.step({
    name: 'paye.ordinary',
    amount: notBelowZero(whole.minus(periodSoFar.payeOrdinary)),
    formula: 'PAYE on the ordinary pay of the period − PAYE already withheld in it, not below zero',
    inputs: { whole, withheld: periodSoFar.payeOrdinary, ordinary, before: periodSoFar.ordinary },
    rule: `PAYE, code ${input.tax.code}`,
    source: cite(tables.paye),
  })
}

function payeOnExtraPays(
  input: NzPayInput,
  parts: Parts,
  tables: PayeTables,
  rates: NzRates,
  trace: Trace,
): ExtraPayTax {
  if (parts.extraPays.length === 0) return { items: [], total: ZERO, rate: ZERO, isLowRate: false }
  const extraPay = rates.extraPay.at(input.payDate)
  const isAtTheEnd = input.termination !== null
  const source = cite(extraPay)
  const annualised =
    isAtTheEnd && extraPay.value.annualisedOnTerminationBy === 'last-two-paid-periods'
      ? annualiseLastTwoPeriods(
          paidPeriodsBefore(input.earlierPays, input.periodEnd),
          parts.ordinary,
          input.payPeriod,
          trace,
          source,
        )
      : annualiseFourWeeks(fourWeeksOf(input, parts.ordinary), input.payPeriod, trace, source)
  return taxExtraPays(
    parts.extraPays,
    {
      tax: input.tax,
      annualised,
      electedRate: input.electedExtraPayRate,
      levyHeadroom: yearToDateHeadroom(input, parts, tables),
    },
    { extraPay, flatCodes: tables.flatCodes, levy: tables.levy, schedular: tables.schedular },
    trace,
  )
}

/** This pay is paid on the payment day, so it belongs to the four weeks. */
function fourWeeksOf(input: NzPayInput, ordinary: Decimal): Decimal[] {
  const thisPay = { payDate: input.payDate, periodEnd: input.periodEnd, ordinary }
  return paysInFourWeeks([...input.earlierPays, thisPay], input.payDate, input.payPeriod)
}

function yearToDateHeadroom(input: NzPayInput, parts: Parts, tables: PayeTables): Decimal | null {
  const yearToDate = input.termination?.nzYtdTaxable ?? ZERO
  if (yearToDate.lte(ZERO)) return null
  const used = sum([yearToDate, parts.ordinary, ...spreadOf(input, parts.rows).map((bonus) => bonus.amount)])
  return notBelowZero(tables.levy.value.maximumLiable.minus(used))
}

function spreadOf(input: NzPayInput, rows: Rows): NzBonuses['spread'] {
  return hasLevy(input.tax.code) ? rows.bonuses.spread : []
}

/** PAYE_NET: the tax on the contribution comes out of the contribution; only its levy is the employee's. */
function contributionTaxOf(input: NzPayInput, parts: Parts, payeWith: Decimal, tables: PayeTables): Decimal {
  const { uplift } = parts.kiwiSaver
  if (input.kiwiSaver.taxMethod !== 'PAYE_NET' || uplift.eq(ZERO)) return ZERO
  const { ordinary: before, payeOrdinary } = input.periodSoFar
  const original = before.plus(parts.ordinary).minus(uplift)
  const without = notBelowZero(
    payeOn(original, input.tax, input.payPeriod, tables, new Trace()).minus(payeOrdinary),
  )
  const levy = toCentDown(uplift.times(tables.levy.value.rate))
  return notBelowZero(payeWith.minus(without).minus(levy))
}

function studentLoanBaseOf(input: NzPayInput, parts: Parts): Decimal {
  return sum([
    parts.ordinary,
    ...spreadOf(input, parts.rows).map((bonus) => bonus.amount),
    ...parts.extraPays.map((item) => item.amount),
  ])
}

function repay(input: NzPayInput, parts: Parts, rates: NzRates, trace: Trace): StudentLoanAmounts {
  const { studentLoan, tax, periodSoFar } = input
  if (!studentLoan.hasLoan || !canRepayStudentLoan(tax.code)) return { standard: ZERO, cir: ZERO, bor: ZERO }
  const hasNormalPay =
    parts.ordinary.gt(ZERO) || parts.rows.bonuses.spread.length > 0 || periodSoFar.ordinary.gt(ZERO)
  return repayStudentLoan(
    studentLoan,
    {
      code: tax.code,
      frequency: input.payPeriod,
      base: periodSoFar.studentLoanBase.plus(studentLoanBaseOf(input, parts)),
      isExtraPayAlone: !hasNormalPay,
      takenBefore: periodSoFar.studentLoan,
      cirTakenBefore: periodSoFar.studentLoanCir,
    },
    rates.studentLoan.at(input.payDate),
    trace,
  )
}

type Filed = { filedGross: Decimal; notLiableForAcc: Decimal; levyLiable: Decimal; taxedShares: Decimal }

function fileFigures(input: NzPayInput, parts: Parts): Filed {
  const { sharesTaxed, sharesBenefit } = parts.rows.bonuses
  const taxedShares = hasLevy(input.tax.code) ? sharesTaxed : ZERO
  const filedGross = studentLoanBaseOf(input, parts).minus(taxedShares)
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
    workersCompensation: sum(
      rows.earnings.leave.filter((row) => isAccident(row.leaveType)).map((row) => row.amount),
    ),
    ordinary: pay.ordinary,
    extraPay: sum(pay.extraPays.map((item) => item.amount)),
    paye: paye.total,
    payeOrdinary: paye.ordinary,
    payeExtraPay: paye.extra.total,
    payrollGivingCredit: taken.payrollGivingCredit,
    nzStudentLoan: taken.studentLoan.standard,
    studentLoanCir: taken.studentLoan.cir,
    studentLoanBor: taken.studentLoan.bor,
    studentLoanBase: input.studentLoan.hasLoan ? studentLoanBaseOf(input, pay) : ZERO,
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
