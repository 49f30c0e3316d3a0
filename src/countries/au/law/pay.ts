import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, isZero, sum, ZERO } from '../../../kernel/values/money.ts'
import { addAllowances } from '../../../payroll/allowances.ts'
import { applyDeductions, type Deductions } from '../../../payroll/deductions.ts'
import { addEarnings, type Earnings, priceBackPayments, priceLine } from '../../../payroll/earnings.ts'
import type { LeaveMovement, LineAmounts } from '../../../payroll/result.ts'
import { applySacrifices } from '../../../payroll/sacrifices.ts'
import { FIGURES_OF_THIS_PAY } from '../../../payroll/sources.ts'
import { Trace } from '../../../payroll/trace.ts'
import { childSupportWarnings, leftToProtect, protectedEarningsOf } from './deductions.ts'
import { cashOutWarnings, refuseNewZealandCashUp } from './earnings/cash-out.ts'
import { pricingOf, type Rows, splitTaxable, type Taxable, workersCompensationOf } from './earnings/rows.ts'
import { sacrificeWarnings } from './earnings/sacrifice-warnings.ts'
import type { AuPayInput, TaxDeclaration } from './input/input.ts'
import { auPeriodOf } from './input/period.ts'
import type { AuFigures, AuPayResult, AuReporting } from './input/result.ts'
import { balancesAfter, explainBalances, moveLeave } from './leave/leave.ts'
import { leaveAfterTheEnd, leaveWarnings } from './leave/leave-warnings.ts'
import { minimumWageWarnings } from './minimum-wage.ts'
import type { AuRates } from './rates/rates.ts'
import { unverifiedWarnings } from './rates/unverified.ts'
import { reportPay } from './reporting/reporting.ts'
import { capWarnings } from './super/concessional-cap.ts'
import { type Contribution, contribute, type SuperParts } from './super/retirement.ts'
import { superDueOf } from './super/retirement-due.ts'
import { shortfallWarnings } from './super/super-shortfall.ts'
import { advanceIn } from './tax/advance.ts'
import { ownWithholdingWarnings } from './tax/own-withholding.ts'
import { declarationAt, forLumpSums } from './tax/scale.ts'
import { seniorsWarnings } from './tax/seniors.ts'
import {
  declarationWarnings,
  extraPayWarnings,
  studyLoanWarnings,
  workingHolidayWarnings,
} from './tax/warnings.ts'
import { type Withholder, withholderFor } from './tax/withholder.ts'
import { addTax, taxedTogether, type Withheld, withhold } from './tax.ts'
import { type TerminationAmounts, valueTermination } from './termination/amounts.ts'
import { estateWarnings, isPaidAfterDeath, taxableOfEstate } from './termination/estate.ts'
import { type Ending, taxTermination } from './termination/tax.ts'

/** The arguments that the rules of one pay have in common. */
type Context = { input: AuPayInput; rates: AuRates; trace: Trace }

/** Calculates one Australian pay: its figures, rows, leave movements and steps. */
export function calculateAuPay(input: AuPayInput, rates: AuRates, trace = new Trace()): AuPayResult {
  refuseNewZealandCashUp(input)
  const context = { input, rates, trace }
  const ownMovements = moveLeave(input, rates, trace)
  const balances = balancesAfter(input.leaveBalances, ownMovements)
  const ended = input.termination && valueTermination(input, input.termination, balances, rates, trace)
  const rows = priceRows(context, ended?.toil ?? ZERO)
  const gross = addGross(rows, ended?.total ?? ZERO, trace)
  const taxed = taxPay(context, rows, ended, gross)
  const taken = takeDeductions(context, gross, taxed.tax)
  const net = addNet(gross, taxed.tax, taken.total, trace)
  const superParts: SuperParts = {
    ...rows,
    deductions: taken,
    noticePay: ended?.notice ?? ZERO,
    taxableBeforeSacrifices: taxed.taxable.beforeSacrifices,
  }
  const contribution = contribute(input, superParts, rates, trace)
  const due = superDueOf(input, contribution.total, rates, trace)
  const figures: AuFigures = {
    gross,
    net,
    deductions: taken.total,
    workersCompensation: workersCompensationOf(input, rows.earnings, trace),
    ...superFigures(contribution, due.date),
    ...taxFigures(taxed, trace),
  }
  const movements: LeaveMovement[] = [...ownMovements, ...(ended?.movements ?? [])]
  const leaveBalances = explainBalances(input.leaveBalances, movements, trace)
  return {
    figures,
    reporting: report(context, rows, taken, taxed),
    termination: taxed.ending?.result ?? null,
    leaveMovements: movements,
    leaveBalances,
    lines: lineAmounts(rows, taken),
    steps: trace.steps,
    warnings: [
      ...taxed.warnings,
      ...unverifiedWarnings(trace.unverified),
      ...estateWarnings(input),
      ...due.warnings,
      ...leaveWarnings(input, rates),
      ...rows.sacrifices.warnings,
      ...sacrificeWarnings(input, rows.sacrifices.amounts),
      ...taken.warnings,
      ...childSupportWarnings(input, rates),
      ...contribution.warnings,
      ...shortfallWarnings(input, superParts, contribution, rates),
      ...capWarnings(input, contribution, rates),
      ...minimumWageWarnings(input, rates),
      ...cashOutWarnings(input, leaveBalances, ownMovements, rates),
      ...leaveAfterTheEnd(input, ownMovements),
      ...(taxed.ending?.warnings ?? []),
    ],
  }
}

function priceRows({ input, trace }: Context, toil: Decimal): Rows {
  const earnings = withTimeInLieu(addEarnings(input, trace, pricingOf(input)), toil, trace)
  const allowances = addAllowances(input.allowances, trace)
  const bonuses = input.bonuses.map((line) => priceLine('bonuses.line', 'Bonus row', line, trace))
  const backPayments = priceBackPayments(input.backPayments, trace)
  const earned = trace.sum({
    name: 'gross.earned',
    formula: 'earnings + allowances + bonuses + back payments',
    add: {
      earnings: earnings.total,
      allowances: allowances.total,
      bonuses: sum(bonuses),
      backPayments: sum(backPayments),
    },
    rule: 'Gross before sacrifices',
    source: FIGURES_OF_THIS_PAY,
  })
  // An untaxed allowance is a reimbursement, so it cannot be sacrificed.
  const most = earned.minus(allowances.total).plus(allowances.taxable)
  const sacrifices = applySacrifices(input.sacrifices, earned, trace, most)
  return { earnings, allowances, bonuses, backPayments, earned, sacrifices }
}

/** Time off in lieu that a termination pays out is overtime: earnings of the final pay, taxed and reported as overtime. */
function withTimeInLieu(earnings: Earnings, toil: Decimal, trace: Trace): Earnings {
  if (isZero(toil)) return earnings
  const total = trace.sum({
    name: 'earnings',
    formula: 'earnings of the rows + unused time off in lieu',
    add: { rows: earnings.total, toil },
    rule: 'Overtime that was not taken as time off',
    source: FIGURES_OF_THIS_PAY,
  })
  return { ...earnings, overtimeTotal: earnings.overtimeTotal.plus(toil), total }
}

function addGross({ earned, sacrifices }: Rows, termination: Decimal, trace: Trace): Decimal {
  return trace.sum({
    name: 'gross',
    formula: 'earned + termination total − salary sacrifices',
    add: { earned, termination },
    subtract: { sacrifices: sacrifices.total },
    rule: 'Cash gross',
    source: FIGURES_OF_THIS_PAY,
  })
}

function addNet(gross: Decimal, tax: Decimal, deductions: Decimal, trace: Trace): Decimal {
  return trace.sum({
    name: 'net',
    formula: 'gross − tax − deductions',
    add: { gross },
    subtract: { tax, deductions },
    rule: 'Net pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

type Taxed = {
  taxable: Taxable
  withheld: Withheld
  ending: Ending | null
  tax: Decimal
  carried: Decimal
  warnings: readonly string[]
}

/** The tax of the pay: on its earnings, its additional payments and its termination payments. */
function taxPay(
  { input, rates, trace }: Context,
  rows: Rows,
  ended: TerminationAmounts | null,
  gross: Decimal,
): Taxed {
  const { payDate, payPeriod, yearToDate, termination } = input
  const rules = rates.tfnRules.at(payDate).value
  const earned = sum([input.otherPays.taxable, rows.earnings.total, rows.allowances.taxable])
  const declaration = declarationAt(input, earned, rules)
  // When the tables change during a period, the tables of its last payment apply, whatever order its pays were entered in.
  const tableDate = input.otherPays.lastPayDate ?? payDate
  const withholder = (declared: TaxDeclaration) =>
    withholderFor(declared, tableDate, auPeriodOf(payPeriod), rates, yearToDate.taxableGross)
  const by = withholder(declaration)
  const lumpSums = forLumpSums(declaration)
  const forLumps = declaration.variation || declaration.specialTable ? withholder(lumpSums) : by
  const later = laterPeriodsOf(input, rows, by)
  const taxable = isPaidAfterDeath(input)
    ? taxableOfEstate(input, rows, trace)
    : splitTaxable(input, rows, taxedTogether(input, by), later.amounts, trace)
  const warnings = [
    ...declarationWarnings(input, taxable.periodNormal, by, rules),
    ...seniorsWarnings(input, by.scale, rates),
    ...studyLoanWarnings(input, by),
    ...ownWithholdingWarnings(input, by.scale, rates),
    ...extraPayWarnings(input),
    ...later.warnings,
    ...workingHolidayWarnings(taxable.total, by),
  ]
  const withheld = withhold(input, taxable, { by, forLumps }, rates, trace)
  const ending =
    termination && ended
      ? taxTermination(input, termination, endingContext(input, ended, taxable, forLumps), rates, trace)
      : null
  const { tax, carried, warnings: more } = addTax(input, withheld, ending, gross, trace)
  return { taxable, withheld, ending, tax, carried, warnings: [...warnings, ...more] }
}

/**
 * Leave for later periods. It is taxed separately only if the payee is taxed by a table and the period's own earnings cover
 * the sacrifices.
 */
function laterPeriodsOf(input: AuPayInput, { earnings, allowances, sacrifices }: Rows, by: Withholder) {
  const amounts = by.flat || input.isSuperOnlyContractor ? new Map() : advanceIn(input, earnings)
  if (amounts.size === 0) return { amounts, warnings: [] }
  const ofPeriod = earnings.total.plus(allowances.taxable).minus(sum([...amounts.values()]))
  if (isZero(sacrifices.total) || sacrifices.total.lte(ofPeriod)) return { amounts, warnings: [] }
  return {
    amounts: new Map<CivilDate, Decimal>(),
    warnings: [
      'The leave of later periods was taxed with this one: the salary sacrifices are more than what this period itself earns.',
    ],
  }
}

function endingContext(input: AuPayInput, amounts: TerminationAmounts, taxable: Taxable, by: Withholder) {
  return { amounts, otherTaxable: input.yearToDate.taxableGross.plus(taxable.total), by }
}

function takeDeductions({ input, rates, trace }: Context, gross: Decimal, tax: Decimal): Deductions {
  const protectedEarnings = leftToProtect(protectedEarningsOf(input, rates, trace), input, trace)
  return applyDeductions(input.deductions, { gross, netBefore: gross.minus(tax), protectedEarnings }, trace)
}

function superFigures(contribution: Contribution, dueDate: CivilDate | null) {
  return {
    super: contribution.total,
    compulsorySuper: contribution.compulsory,
    rescSuper: contribution.resc,
    sacrificedSuper: contribution.sacrificed,
    superBase: contribution.base,
    superBaseCounted: contribution.counted,
    superDueDate: dueDate,
  }
}

function taxFigures({ taxable, withheld, ending, tax, carried }: Taxed, trace: Trace) {
  const { extra } = withheld
  const taxableGross = trace.sum({
    name: 'taxable-gross',
    formula: 'taxable earnings + unused leave and other non-ETP amounts',
    add: { earnings: taxable.total, ending: ending?.taxableIncome ?? ZERO },
    rule: 'Income of the year',
    source: FIGURES_OF_THIS_PAY,
  })
  return {
    tax,
    taxCarried: carried,
    taxableGross,
    periodTaxable: taxable.normal,
    periodTax: withheld.period,
    advances: withheld.advances,
    extras: taxable.extraTotal,
    extraTax: extra.tax,
    extraStudyLoan: extra.studyLoan,
    methodB2: extra.methodB2,
    terminationTax: ending?.result.taxAmount ?? ZERO,
  }
}

function report({ input, rates, trace }: Context, rows: Rows, taken: Deductions, taxed: Taxed): AuReporting {
  const { ending, tax } = taxed
  const parts = {
    earnings: rows.earnings,
    allowances: rows.allowances.amounts,
    sacrifices: rows.sacrifices,
    deductions: taken.amounts,
    ending,
    taxWithheld: tax.minus(ending?.result.etpTaxWithheld ?? ZERO),
    lumpSumE: rates.schedule5.at(input.payDate).value.lumpSumE,
  }
  return reportPay(input, parts, trace)
}

function lineAmounts(rows: Rows, taken: Deductions): LineAmounts {
  return {
    hours: rows.earnings.hours,
    leave: rows.earnings.leave,
    allowances: rows.allowances.amounts,
    deductions: taken.amounts,
    bonuses: rows.bonuses,
    sacrifices: rows.sacrifices.amounts,
    backPayments: rows.backPayments,
  }
}
