import { addAllowances } from '../allowances.ts'
import type { CivilDate } from '../dates.ts'
import { applyDeductions } from '../deductions.ts'
import { addEarnings, type Earnings, priceBackPayments, priceLine } from '../earnings.ts'
import type { HoursLine, LeaveLine } from '../input.ts'
import { type Decimal, sum, toCent, ZERO } from '../money.ts'
import type { LeaveMovement } from '../result.ts'
import { applySacrifices } from '../sacrifices.ts'
import { cite, FIGURES_OF_THIS_PAY } from '../sources.ts'
import { CalculationError, Trace } from '../trace.ts'
import type { AuPayInput } from './input.ts'
import { balancesAfter, explainBalances, moveLeave } from './leave.ts'
import type { AuRates } from './rates.ts'
import { reportPay } from './reporting.ts'
import type { AuFigures, AuPayResult } from './result.ts'
import { contribute } from './retirement.ts'
import { superDueDate } from './retirement-due.ts'
import { splitTaxable, type Taxable } from './rows.ts'
import { addTax, declarationWarnings, withhold } from './tax.ts'
import { valueTermination } from './termination/amounts.ts'
import { type Ending, taxTermination } from './termination/tax.ts'
import { type Withholder, withholderFor } from './withholder.ts'

/** Calculates one Australian pay: every figure, the rows, the leave it moves, and the steps that led there. */
export function calculateAuPay(input: AuPayInput, rates: AuRates): AuPayResult {
  const trace = new Trace()
  const warnings: string[] = []
  const earnings = addEarnings(input, trace, pricingOf(input))
  const allowances = addAllowances(input.allowances, trace)
  const bonuses = input.bonuses.map((line) => priceLine('bonuses.line', 'Bonus row', line, trace))
  const backPayments = priceBackPayments(input.backPayments, trace)
  const earned = addEarned(earnings, allowances.total, bonuses, backPayments, trace)
  const sacrifices = applySacrifices(input.sacrifices, earned, trace)
  const ownMovements = moveLeave(input, rates, trace)
  const balances = balancesAfter(input.leaveBalances, ownMovements)
  const ended = input.termination ? valueTermination(input, input.termination, balances, rates, trace) : null
  const gross = addGross(earned, sacrifices.total, ended?.total ?? ZERO, trace)

  const taxable = splitTaxable(input, earnings, allowances.taxable, sacrifices.total, trace)
  const by = withholderFor(
    input.declaration,
    input.payDate,
    input.payPeriod,
    rates,
    input.yearToDate.taxableGross,
  )
  warnings.push(...declarationWarnings(input, taxable.normal, by, rates))
  const withheld = withhold(input, taxable, by, rates, trace)
  const ending = endingOf(input, ended, taxable, by, rates, trace)
  const tax = addTax(withheld, ending, trace)

  const deductions = applyDeductions(
    input.deductions,
    { gross, netBefore: gross.minus(tax), protectedEarnings: protectedEarningsOf(input, rates, trace) },
    trace,
  )
  const contribution = contribute(
    input,
    {
      earnings,
      allowances,
      sacrifices,
      deductions,
      noticePay: ended?.notice ?? ZERO,
      taxableBeforeSacrifices: taxable.beforeSacrifices,
    },
    rates,
    trace,
  )
  const net = trace.step({
    name: 'net',
    amount: gross.minus(tax).minus(deductions.total),
    formula: 'gross − tax − deductions',
    inputs: { gross, tax, deductions: deductions.total },
    rule: 'Net pay',
    source: FIGURES_OF_THIS_PAY,
  })
  const schedule5 = rates.schedule5.at(input.payDate)
  const reporting = reportPay(
    input,
    {
      earnings,
      allowances: allowances.amounts,
      sacrifices,
      deductions: deductions.amounts,
      ending,
      taxWithheld: tax.minus(ending?.result.etpTaxWithheld ?? ZERO),
      lumpSumEMinimum: schedule5.value.lumpSumEMinimum,
    },
    trace,
  )
  const due = dueDateOf(input, contribution.total, rates, warnings, trace)
  const figures: AuFigures = {
    gross,
    tax,
    net,
    deductions: deductions.total,
    workersCompensation: workersCompensationOf(input, earnings, trace),
    super: contribution.total,
    compulsorySuper: contribution.compulsory,
    rescSuper: contribution.resc,
    sacrificedSuper: contribution.sacrificed,
    superBase: contribution.base,
    superBaseCounted: contribution.counted,
    superDueDate: due,
    taxableGross: taxable.total.plus(ending?.taxableIncome ?? ZERO),
    periodTaxable: taxable.normal,
    periodTax: withheld.period,
    extras: taxable.extraTotal,
    extraTax: withheld.extra.tax,
    extraStudyLoan: withheld.extra.studyLoan,
    methodB2: withheld.extra.methodB2,
    terminationTax: ending?.result.taxAmount ?? ZERO,
  }
  trace.step({
    name: 'taxable-gross',
    amount: figures.taxableGross,
    formula: 'taxable earnings + unused leave and other non-ETP amounts',
    inputs: { earnings: taxable.total, ending: ending?.taxableIncome ?? ZERO },
    rule: 'Income of the year',
    source: FIGURES_OF_THIS_PAY,
  })
  assertNet(figures)
  const movements: LeaveMovement[] = [...ownMovements, ...(ended?.movements ?? [])]
  return {
    figures,
    reporting,
    termination: ending?.result ?? null,
    leaveMovements: movements,
    leaveBalances: explainBalances(input.leaveBalances, movements, trace),
    lines: {
      hours: earnings.hours,
      leave: earnings.leave,
      allowances: allowances.amounts,
      deductions: deductions.amounts,
      bonuses,
      sacrifices: sacrifices.amounts,
      backPayments,
    },
    steps: trace.steps,
    warnings: [
      ...warnings,
      ...sacrifices.warnings,
      ...deductions.warnings,
      ...contribution.warnings,
      ...(ending?.warnings ?? []),
    ],
  }
}

/** Hourly amounts of the employee's own replace the rate for workers compensation and paid parental leave. */
function pricingOf(input: AuPayInput) {
  const { workersCompPerHour, paidParentalPerHour, loadingPercentage } = input.leaveSettings
  const own = (line: LeaveLine): Decimal => {
    if (line.leaveType === 'WORKERS_COMP') return workersCompPerHour
    return line.leaveType === 'PAID_PARENTAL' ? paidParentalPerHour : ZERO
  }
  return {
    hoursRate: (line: HoursLine) =>
      input.isWorkersCompensationPay && workersCompPerHour.gt(ZERO) ? workersCompPerHour : line.ratePerUnit,
    leaveRate: (line: LeaveLine) => (!line.hasOwnRate && own(line).gt(ZERO) ? own(line) : line.ratePerHour),
    loadingRate: (line: LeaveLine) => (line.leaveType === 'HOLIDAY' ? loadingPercentage : ZERO),
  }
}

function addEarned(
  earnings: Earnings,
  allowances: Decimal,
  bonuses: readonly Decimal[],
  backPayments: readonly Decimal[],
  trace: Trace,
): Decimal {
  const inputs = {
    earnings: earnings.total,
    allowances,
    bonuses: sum(bonuses),
    backPayments: sum(backPayments),
  }
  return trace.step({
    name: 'gross.earned',
    amount: inputs.earnings.plus(allowances).plus(inputs.bonuses).plus(inputs.backPayments),
    formula: 'earnings + allowances + bonuses + back payments',
    inputs,
    rule: 'Gross before sacrifices',
    source: FIGURES_OF_THIS_PAY,
  })
}

function addGross(earned: Decimal, sacrifices: Decimal, termination: Decimal, trace: Trace): Decimal {
  return trace.step({
    name: 'gross',
    amount: earned.minus(sacrifices).plus(termination),
    formula: 'earned − salary sacrifices + termination total',
    inputs: { earned, sacrifices, termination },
    rule: 'Cash gross',
    source: FIGURES_OF_THIS_PAY,
  })
}

function endingOf(
  input: AuPayInput,
  amounts: ReturnType<typeof valueTermination> | null,
  taxable: Taxable,
  by: Withholder,
  rates: AuRates,
  trace: Trace,
): Ending | null {
  if (!input.termination || !amounts) return null
  const otherTaxable = input.yearToDate.taxableGross.plus(taxable.total)
  return taxTermination(input, input.termination, amounts, otherTaxable, by, rates, trace)
}

function workersCompensationOf(input: AuPayInput, earnings: Earnings, trace: Trace): Decimal {
  const rows = earnings.leave.filter((row) => row.leaveType === 'WORKERS_COMP').map((row) => row.amount)
  const hours = input.isWorkersCompensationPay ? sum(earnings.hours) : ZERO
  const amount = sum(rows).plus(hours)
  if (amount.eq(ZERO)) return ZERO
  return trace.step({
    name: 'workers-compensation',
    amount,
    formula: 'workers compensation leave + hours of a workers compensation pay',
    inputs: { leave: sum(rows), hours },
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** What a child support deduction must leave of the period's pay; a month counts 30.4375 days of a week's seventh. */
function protectedEarningsOf(input: AuPayInput, rates: AuRates, trace: Trace): Decimal | null {
  if (!input.deductions.some((line) => line.classification === 'CHILD_SUPPORT_DEDUCTION')) return null
  if (input.childSupportProtectedEarnings !== undefined) return input.childSupportProtectedEarnings
  const table = rates.protectedEarnings.find(input.payDate)
  if (!table) return null
  const { weekly, monthly } = { weekly: table.value, monthly: table.value.times('30.4375').div('7') }
  const amount = { WEEKLY: weekly, FORTNIGHTLY: weekly.times('2'), MONTHLY: toCent(monthly) }[input.payPeriod]
  return trace.step({
    name: 'deductions.protected-earnings',
    amount,
    formula: 'a week’s amount; two of them in a fortnight; a seventh × 30.4375 days in a month, to the cent',
    inputs: { weekly },
    rule: 'Child support: protected earnings amount',
    source: cite(table),
  })
}

function dueDateOf(
  input: AuPayInput,
  contribution: Decimal,
  rates: AuRates,
  warnings: string[],
  trace: Trace,
): CivilDate | null {
  if (contribution.lte(ZERO)) return null
  try {
    const due = superDueDate(input.payDate, input.superannuation, rates)
    trace.step({
      name: 'super.due',
      amount: contribution,
      formula: `received by the fund by ${due}`,
      inputs: { payday: input.payDate, due },
      rule: 'Due date of the contribution',
      source: cite(rates.superDue.at(input.payDate)),
    })
    return due
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error
    warnings.push(`The super due date is not known: ${error.message}`)
    return null
  }
}

function assertNet(figures: AuFigures): void {
  const { gross, tax, deductions, net } = figures
  if (net.eq(gross.minus(tax).minus(deductions)) && net.eq(toCent(net))) return
  throw new Error(`net ${net} is not gross ${gross} − tax ${tax} − deductions ${deductions} to the cent`)
}
