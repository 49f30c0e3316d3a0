import type { DeductionLine } from '../input.ts'
import { type Decimal, notBelowZero, smaller, sum, toCentDown, ZERO } from '../money.ts'
import type { Dated } from '../rates.ts'
import { withinLimits } from '../sacrifices.ts'
import { cite, ROW_WITHIN_LIMITS } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { DeductionRates, EarnersLevy } from './rates.ts'
import type { ChildSupportCode } from './result.ts'
import type { StudentLoanAmounts } from './student-loan.ts'

export type NzDeductionBasis = {
  /** Cash gross of the pay. */
  gross: Decimal
  /** What was taxed, any KiwiSaver uplift included. */
  taxedGross: Decimal
  levyLiable: Decimal
  paye: Decimal
  /** PAYE that is paid out of the employer's KiwiSaver contribution, not by the employee. */
  contributionTax: Decimal
  studentLoan: StudentLoanAmounts
  kiwiSaver: Decimal
  isFinalPay: boolean
}

export type NzDeductions = {
  /** In the order of the lines. */
  amounts: readonly Decimal[]
  total: Decimal
  childSupport: Decimal
  childSupportCode: ChildSupportCode | null
  payrollGiving: Decimal
  payrollGivingCredit: Decimal
  /** What was left for them after child support. */
  studentLoan: StudentLoanAmounts
  kiwiSaver: Decimal
  warnings: readonly string[]
}

export type DeductionTables = { deductions: Dated<DeductionRates>; levy: Dated<EarnersLevy> }

/**
 * Takes what comes out of a pay in the legal order: PAYE, child support within protected net earnings, student loan,
 * KiwiSaver, payroll giving and the other deductions that the employee agreed to; none takes more than is left.
 */
export function applyNzDeductions(
  lines: readonly DeductionLine[],
  basis: NzDeductionBasis,
  tables: DeductionTables,
  trace: Trace,
): NzDeductions {
  const purse = new Purse(basis.gross.minus(basis.paye).plus(basis.contributionTax))
  const incomeTax = incomeTaxOf(basis, tables)
  const wanted = lines.map((line) => withinLimits(wantedAmount(line, basis), line))
  const amounts: Decimal[] = lines.map(() => ZERO)

  const support = takeChildSupport(lines, wanted, amounts, basis, incomeTax, purse, tables, trace)
  const studentLoan = {
    standard: purse.take(basis.studentLoan.standard, 'The student loan deduction'),
    cir: purse.take(basis.studentLoan.cir, 'The compulsory extra student loan deduction'),
    bor: purse.take(basis.studentLoan.bor, 'The extra student loan deduction of the borrower'),
  }
  const kiwiSaver = purse.take(basis.kiwiSaver, 'The KiwiSaver deduction')
  const payrollGiving = takeLines(lines, wanted, amounts, (line) => line.classification === 'CHARITY', purse)
  const payrollGivingCredit = creditFor(payrollGiving, incomeTax, tables, trace)
  purse.put(payrollGivingCredit)
  takeLines(
    lines,
    wanted,
    amounts,
    (line) => !isChildSupport(line) && line.classification !== 'CHARITY',
    purse,
  )
  for (const [index, line] of lines.entries()) {
    trace.step({
      name: 'deductions.line',
      amount: amounts[index] ?? ZERO,
      formula: 'amount or share within its limits and what the pay has left, to the cent',
      inputs: { row: line.description, amount: line.amount, type: line.amountType },
      rule: `Deduction, ${line.classification}`,
      source: ROW_WITHIN_LIMITS,
    })
  }
  return {
    amounts,
    total: sum(amounts),
    childSupport: support.total,
    childSupportCode: support.code,
    payrollGiving,
    payrollGivingCredit,
    studentLoan,
    kiwiSaver,
    warnings: purse.warnings,
  }
}

/** The most that child support may take: 40% of gross less income tax; levy, student loan and KiwiSaver stay out. */
export function childSupportMaximum(
  taxedGross: Decimal,
  incomeTax: Decimal,
  table: Dated<DeductionRates>,
  trace: Trace,
): Decimal {
  const share = table.value.childSupportMaximumShare
  return trace.step({
    name: 'deductions.child-support-maximum',
    amount: toCentDown(notBelowZero(taxedGross.minus(incomeTax)).times(share)),
    formula: '(gross − income tax) × 40%, cut to the cent',
    inputs: { gross: taxedGross, incomeTax, share },
    rule: 'Child support: protected net earnings',
    source: cite(table),
  })
}

/** The levy inside PAYE as child support and payroll giving see it: liable gross × rate, cut to the cent. */
export function levyPart(levyLiable: Decimal, levy: Dated<EarnersLevy>): Decimal {
  return toCentDown(notBelowZero(levyLiable).times(levy.value.rate))
}

/** What is left of the pay, and who had to go without. */
class Purse {
  readonly warnings: string[] = []
  #left: Decimal

  constructor(left: Decimal) {
    this.#left = notBelowZero(left)
  }

  take(wanted: Decimal, what: string): Decimal {
    const taken = smaller(wanted, this.#left)
    if (taken.lt(wanted)) {
      this.warnings.push(`${what} was cut to ${taken.toFixed(2)}: the pay has no more net.`)
    }
    this.#left = this.#left.minus(taken)
    return taken
  }

  put(amount: Decimal): void {
    this.#left = this.#left.plus(amount)
  }
}

function incomeTaxOf(basis: NzDeductionBasis, tables: DeductionTables): Decimal {
  return notBelowZero(basis.paye.minus(levyPart(basis.levyLiable, tables.levy)))
}

function takeChildSupport(
  lines: readonly DeductionLine[],
  wanted: readonly Decimal[],
  amounts: Decimal[],
  basis: NzDeductionBasis,
  incomeTax: Decimal,
  purse: Purse,
  tables: DeductionTables,
  trace: Trace,
): { total: Decimal; code: ChildSupportCode | null } {
  if (!lines.some(isChildSupport)) return { total: ZERO, code: null }
  let room = childSupportMaximum(basis.taxedGross, incomeTax, tables.deductions, trace)
  let isCut = false
  for (const [index, line] of lines.entries()) {
    if (!isChildSupport(line)) continue
    const notice = wanted[index] ?? ZERO
    const allowed = smaller(notice, room)
    if (allowed.lt(notice)) {
      isCut = true
      purse.warnings.push(
        `Child support "${line.description}" was cut to ${allowed.toFixed(2)}: 60% of net earnings are protected.`,
      )
    }
    const taken = purse.take(allowed, `Child support "${line.description}"`)
    room = room.minus(taken)
    amounts[index] = taken
  }
  const cutCode = basis.isFinalPay ? 'C' : 'P'
  return {
    total: sum(amounts.filter((_, index) => lines[index] && isChildSupport(lines[index]))),
    code: isCut ? cutCode : null,
  }
}

function takeLines(
  lines: readonly DeductionLine[],
  wanted: readonly Decimal[],
  amounts: Decimal[],
  isMeant: (line: DeductionLine) => boolean,
  purse: Purse,
): Decimal {
  let total = ZERO
  for (const [index, line] of lines.entries()) {
    if (!isMeant(line)) continue
    const taken = purse.take(wanted[index] ?? ZERO, `Deduction "${line.description}"`)
    amounts[index] = taken
    total = total.plus(taken)
  }
  return total
}

/** Payroll giving: a third of the donation comes off PAYE, at most the income tax in it. */
export function creditFor(
  donation: Decimal,
  incomeTax: Decimal,
  tables: DeductionTables,
  trace: Trace,
): Decimal {
  if (donation.lte(ZERO)) return ZERO
  const share = tables.deductions.value.payrollGivingCredit
  return trace.step({
    name: 'tax.payroll-giving-credit',
    amount: smaller(toCentDown(donation.times(share)), incomeTax),
    formula: 'donation × 0.333333, cut to the cent, at most the income tax in PAYE',
    inputs: { donation, share, incomeTax },
    rule: 'Payroll giving tax credit',
    source: cite(tables.deductions),
  })
}

function isChildSupport(line: DeductionLine): boolean {
  return (
    line.classification === 'CHILD_SUPPORT_DEDUCTION' || line.classification === 'CHILD_SUPPORT_GARNISHEE'
  )
}

function wantedAmount(line: DeductionLine, basis: NzDeductionBasis): Decimal {
  if (line.amountType === 'FIXED') return line.amount
  if (line.amountType === 'PERCENT_OF_GROSS') return line.amount.times(basis.gross)
  const { standard, cir, bor } = basis.studentLoan
  const tax = basis.paye.minus(basis.contributionTax)
  return line.amount.times(
    basis.gross.minus(tax).minus(standard).minus(cir).minus(bor).minus(basis.kiwiSaver),
  )
}
