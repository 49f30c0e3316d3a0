import {
  type Decimal,
  isZero,
  notBelowZero,
  ONE,
  percent,
  smaller,
  sum,
  toCentDown,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { DeductionLine } from '../../../../payroll/input.ts'
import { takeRow } from '../../../../payroll/limited-rows.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, FIGURES_OF_THIS_PAY } from '../../../../payroll/sources.ts'
import { rowsAsTerms, type Trace } from '../../../../payroll/trace.ts'
import type { ChildSupportCode } from '../input/result.ts'
import type { DeductionRates, EarnersLevy } from '../rates/rates.ts'
import type { StudentLoanAmounts } from '../tax/student-loan.ts'
import { NetPayAllocation } from './net-pay-allocation.ts'
import { isOrder, takeOrders } from './orders.ts'

export type NzDeductionBasis = {
  /** Cash gross of the pay. */
  gross: Decimal
  /** The taxed amount, including any KiwiSaver uplift. */
  taxedGross: Decimal
  levyLiable: Decimal
  paye: Decimal
  /** PAYE paid out of the employer's KiwiSaver contribution, not by the employee. */
  contributionTax: Decimal
  studentLoan: StudentLoanAmounts
  kiwiSaver: Decimal
  isFinalPay: boolean
  payPeriod: PayPeriod
  /** The net pay that an order protects. Absent when there is none. */
  protectedNet?: Decimal
}

export type NzDeductions = {
  /** In the order of the lines. */
  amounts: readonly Decimal[]
  total: Decimal
  childSupport: Decimal
  childSupportCode: ChildSupportCode | null
  payrollGiving: Decimal
  payrollGivingCredit: Decimal
  /** Student loan and KiwiSaver deductions, limited to the pay left after child support. */
  studentLoan: StudentLoanAmounts
  kiwiSaver: Decimal
  warnings: readonly string[]
}

export type DeductionTables = { deductions: Dated<DeductionRates>; levy: Dated<EarnersLevy> }

/** The deduction lines while they are processed: their basis, and the amounts taken so far. */
type Taking = {
  lines: readonly DeductionLine[]
  /** In the order of the lines. Lines not yet processed have no amount. */
  amounts: Decimal[]
  basis: NzDeductionBasis
  allocation: NetPayAllocation
  trace: Trace
}

/**
 * Takes deductions in the legal order, each limited to what is left:
 * - PAYE;
 * - child support and attachment orders, within protected net earnings;
 * - Inland Revenue arrears, student loan, KiwiSaver and payroll giving;
 * - other deductions that the employee agreed to.
 */
export function applyNzDeductions(
  lines: readonly DeductionLine[],
  basis: NzDeductionBasis,
  tables: DeductionTables,
  trace: Trace,
): NzDeductions {
  const allocation = new NetPayAllocation(basis.gross.minus(basis.paye).plus(basis.contributionTax), trace)
  const taking: Taking = { lines, amounts: lines.map(() => ZERO), basis, allocation, trace }
  const support = takeChildSupport(taking, tables)
  takeOrders(lines, { ...basis, childSupport: support.total }, tables.deductions, {
    net: () => notBelowZero(basis.taxedGross.minus(incomeTaxOf(taking, tables))),
    take: (index, line, room) => takeLine(taking, index, line, room),
    warn: (sentence) => allocation.warnings.push(sentence),
    trace,
  })
  const studentLoan = {
    standard: allocation.take(basis.studentLoan.standard, STUDENT_LOAN),
    cir: allocation.take(basis.studentLoan.cir, STUDENT_LOAN_CIR),
    bor: allocation.take(basis.studentLoan.bor, STUDENT_LOAN_BOR),
  }
  const kiwiSaver = allocation.take(basis.kiwiSaver, KIWISAVER)
  const giving = takeGiving(taking, tables)
  for (const [index, line] of lines.entries()) {
    if (!isChildSupport(line) && !isOrder(line) && !isGiving(line)) takeLine(taking, index, line)
  }
  return {
    amounts: taking.amounts,
    total: trace.sum({
      name: 'deductions',
      formula: 'sum of the deduction lines',
      add: rowsAsTerms(taking.amounts),
      rule: 'Rows of the pay',
      source: FIGURES_OF_THIS_PAY,
    }),
    childSupport: support.total,
    childSupportCode: support.code,
    payrollGiving: giving.total,
    payrollGivingCredit: giving.credit,
    studentLoan,
    kiwiSaver,
    warnings: allocation.warnings,
  }
}

const STUDENT_LOAN = { name: 'student-loan', rule: 'Student loan', what: 'The student loan deduction' }
const STUDENT_LOAN_CIR = {
  name: 'student-loan.cir-taken',
  rule: 'Student loan, SLCIR',
  what: 'The compulsory extra student loan deduction',
}
const STUDENT_LOAN_BOR = {
  name: 'student-loan.bor-taken',
  rule: 'Student loan, SLBOR',
  what: 'The extra student loan deduction of the borrower',
}
const KIWISAVER = { name: 'kiwisaver.employee', rule: 'KiwiSaver', what: 'The KiwiSaver deduction' }

/** The maximum for child support: a share of gross less income tax. Levy, student loan and KiwiSaver do not reduce it. */
export function childSupportMaximum(
  taxedGross: Decimal,
  incomeTax: Decimal,
  table: Dated<DeductionRates>,
  trace: Trace,
): Decimal {
  return trace.made({
    name: 'deductions.child-support-maximum',
    formula: '(gross − income tax, not below zero) × share, cut to the cent',
    inputs: { gross: taxedGross, incomeTax, share: table.value.childSupportMaximumShare },
    make: (of) => toCentDown(notBelowZero(of.gross.minus(of.incomeTax)).times(of.share)),
    rule: 'Child support: protected net earnings',
    source: cite(table),
  })
}

/** The levy within PAYE, for child support and payroll giving: liable gross × rate, truncated to the cent. */
export function levyPart(levyLiable: Decimal, levyRate: Decimal): Decimal {
  return toCentDown(notBelowZero(levyLiable).times(levyRate))
}

function incomeTaxOf({ basis, trace }: Taking, { levy }: DeductionTables): Decimal {
  return trace.made({
    name: 'deductions.income-tax',
    formula: 'PAYE − liable gross × levy rate (cut to the cent), not below zero',
    inputs: { paye: basis.paye, levyLiable: basis.levyLiable, levyRate: levy.value.rate },
    make: (of) => notBelowZero(of.paye.minus(levyPart(of.levyLiable, of.levyRate))),
    rule: 'Income tax inside PAYE',
    source: cite(levy),
  })
}

function takeChildSupport(
  taking: Taking,
  tables: DeductionTables,
): { total: Decimal; code: ChildSupportCode | null } {
  const { lines, basis, allocation, trace } = taking
  if (!lines.some(isChildSupport)) return { total: ZERO, code: null }
  const share = tables.deductions.value.childSupportMaximumShare
  let room = childSupportMaximum(basis.taxedGross, incomeTaxOf(taking, tables), tables.deductions, trace)
  let isCut = false
  for (const [index, line] of lines.entries()) {
    if (!isChildSupport(line)) continue
    const { asked, taken } = takeLine(taking, index, line, room)
    if (room.lt(asked)) {
      isCut = true
      allocation.warnings.push(
        `Child support "${line.description}" was reduced to ${room.toFixed(2)}: ${percent(ONE.minus(share))} of net earnings are protected.`,
      )
    }
    room = room.minus(taken)
  }
  const cutCode = basis.isFinalPay ? 'C' : 'P'
  return {
    total: addTaken(taking, isChildSupport, { name: 'child-support', what: 'child support lines' }),
    code: isCut ? cutCode : null,
  }
}

/** Takes donations. The credit for them reduces PAYE and is available for later deductions. */
function takeGiving(taking: Taking, tables: DeductionTables): { total: Decimal; credit: Decimal } {
  if (!taking.lines.some(isGiving)) return { total: ZERO, credit: ZERO }
  for (const [index, line] of taking.lines.entries()) if (isGiving(line)) takeLine(taking, index, line)
  const total = addTaken(taking, isGiving, { name: 'payroll-giving', what: 'donations' })
  if (isZero(total)) return { total, credit: ZERO }
  const credit = creditFor(total, incomeTaxOf(taking, tables), tables, taking.trace)
  taking.allocation.put(credit)
  return { total, credit }
}

/** Takes one line, up to `room` where it is given. */
function takeLine(
  { amounts, basis, allocation, trace }: Taking,
  index: number,
  line: DeductionLine,
  room?: Decimal,
): { asked: Decimal; taken: Decimal } {
  const { left } = allocation
  const { asked, amount: taken } = takeRow(
    line,
    {
      ...shareOf(line, basis),
      left,
      ...(room && { protectedEarnings: notBelowZero(left.minus(room)) }),
    },
    {
      name: 'deductions.line',
      formula: FORMULAS[line.amountType],
      rule: `Deduction, ${line.classification}`,
    },
    trace,
  )
  const who = isChildSupport(line) ? 'Child support' : 'Deduction'
  allocation.pay(room ? smaller(asked, room) : asked, taken, `${who} "${line.description}"`)
  amounts[index] = taken
  return { asked, taken }
}

const FORMULAS = {
  FIXED: 'fixed amount within its limits and what the pay has left, to the cent',
  PERCENT_OF_GROSS: 'share × gross within its limits and what the pay has left, to the cent',
  PERCENT_OF_NET: 'share × net before deductions within its limits and what the pay has left, to the cent',
}

function shareOf(line: DeductionLine, basis: NzDeductionBasis) {
  if (line.amountType === 'FIXED') return {}
  if (line.amountType === 'PERCENT_OF_GROSS') return { shareOf: { gross: basis.gross } }
  const { standard, cir, bor } = basis.studentLoan
  const tax = basis.paye.minus(basis.contributionTax)
  return { shareOf: { net: basis.gross.minus(sum([tax, standard, cir, bor, basis.kiwiSaver])) } }
}

function addTaken(
  { lines, amounts, trace }: Taking,
  isMeant: (line: DeductionLine) => boolean,
  words: { name: string; what: string },
): Decimal {
  return trace.sum({
    name: words.name,
    formula: `sum of the ${words.what}`,
    add: rowsAsTerms(amounts.filter((_, index) => lines.some((line, at) => at === index && isMeant(line)))),
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** Payroll giving: a part of the donation is credited against PAYE, up to the income tax in it. */
export function creditFor(
  donation: Decimal,
  incomeTax: Decimal,
  tables: DeductionTables,
  trace: Trace,
): Decimal {
  return trace.made({
    name: 'tax.payroll-giving-credit',
    formula: 'donation × credit rate, cut to the cent, at most the income tax in PAYE',
    inputs: { donation, rate: tables.deductions.value.payrollGivingCredit, incomeTax },
    make: (of) => smaller(toCentDown(of.donation.times(of.rate)), of.incomeTax),
    rule: 'Payroll giving tax credit',
    source: cite(tables.deductions),
  })
}

function isGiving(line: DeductionLine): boolean {
  return line.classification === 'CHARITY'
}

function isChildSupport(line: DeductionLine): boolean {
  return (
    line.classification === 'CHILD_SUPPORT_DEDUCTION' || line.classification === 'CHILD_SUPPORT_GARNISHEE'
  )
}
