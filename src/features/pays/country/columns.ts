import type { Cell, Column } from '../../../database/insert-rows.ts'
import type { AuFigures, AuPayResult } from '../../../payroll/au/result.ts'
import { type Decimal, decimal, sum, toCent, toPlaces, ZERO } from '../../../payroll/money.ts'
import type { NzFigures, NzPayResult } from '../../../payroll/nz/result.ts'
import type { MadePay } from '../make.ts'

/* The figures of a pay and the columns they lie in: one list for each country, read by the insert and by the replay. */

type AuFigure = [column: string, figure: (figures: AuFigures) => Decimal]
type NzFigure = [column: string, figure: keyof NzFigures]

const AU: readonly AuFigure[] = [
  ['gross', (f) => f.gross],
  ['tax', (f) => f.tax],
  ['net', (f) => f.net],
  ['deductions', (f) => f.deductions],
  ['workers_compensation', (f) => f.workersCompensation],
  ['super', (f) => f.super],
  ['compulsory_super', (f) => f.compulsorySuper],
  ['resc_super', (f) => f.rescSuper],
  ['sacrificed_super', (f) => f.sacrificedSuper],
  ['super_base', (f) => f.superBase],
  ['super_base_counted', (f) => f.superBaseCounted],
  ['taxable_gross', (f) => f.taxableGross],
  ['period_taxable', (f) => f.periodTaxable],
  ['period_tax', (f) => f.periodTax],
  ['extras', (f) => f.extras],
  ['extra_tax', (f) => f.extraTax],
  ['extra_study_loan', (f) => f.extraStudyLoan],
  ['method_b2_amount', (f) => f.methodB2.amount],
  ['method_b2_tax', (f) => f.methodB2.tax],
  ['method_b2_study_loan', (f) => f.methodB2.studyLoan],
  ['termination_tax', (f) => f.terminationTax],
]

const NZ: readonly NzFigure[] = [
  ['gross', 'gross'],
  ['tax', 'tax'],
  ['net', 'net'],
  ['deductions', 'deductions'],
  ['workers_compensation', 'workersCompensation'],
  ['ordinary', 'ordinary'],
  ['extra_pay', 'extraPay'],
  ['paye', 'paye'],
  ['paye_ordinary', 'payeOrdinary'],
  ['paye_extra_pay', 'payeExtraPay'],
  ['payroll_giving_credit', 'payrollGivingCredit'],
  ['nz_student_loan', 'nzStudentLoan'],
  ['student_loan_cir', 'studentLoanCir'],
  ['student_loan_bor', 'studentLoanBor'],
  ['student_loan_base', 'studentLoanBase'],
  ['tax_plus_student_loan', 'taxPlusStudentLoan'],
  ['kiwisaver_employee', 'kiwisaverEmployee'],
  ['kiwisaver_employer', 'kiwisaverEmployer'],
  ['kiwisaver_esct', 'kiwisaverEsct'],
  ['kiwisaver_paye_gross_uplift', 'kiwisaverPayeGrossUplift'],
  ['kiwisaver_contribution_tax', 'kiwisaverContributionTax'],
  ['kiwisaver_employee_rate', 'kiwisaverEmployeeRate'],
  ['kiwisaver_employer_rate', 'kiwisaverEmployerRate'],
  ['total_kiwisaver', 'totalKiwiSaver'],
  ['complying_fund_employer', 'complyingFundEmployer'],
  ['complying_fund_esct', 'complyingFundEsct'],
  ['sacrificed_super', 'sacrificedSuper'],
  ['sacrificed_super_esct', 'sacrificedSuperEsct'],
  ['child_support', 'childSupport'],
  ['payroll_giving', 'payrollGiving'],
  ['levy_liable', 'levyLiable'],
  ['hours_paid', 'hoursPaid'],
  ['filed_gross', 'filedGross'],
  ['not_liable_for_acc', 'notLiableForAcc'],
  ['filed_ess', 'filedEss'],
  ['holiday_gross_earnings', 'holidayGrossEarnings'],
]

const numeric = ([column]: readonly [string, unknown]): Column => [column, 'numeric']

/** The columns of an AU pay's figures, in the order of `auCells`. */
export const AU_FIGURES: readonly Column[] = [
  ...AU.map(numeric),
  ['super_due_date', 'date'],
  ['reporting', 'jsonb'],
]

/** The columns of an NZ pay's figures, in the order of `nzCells`. */
export const NZ_FIGURES: readonly Column[] = [
  ...NZ.map(numeric),
  ['child_support_code', 'text'],
  ['low_rate_indicator', 'bool'],
  ['irregular_earnings', 'numeric'],
  ['days_paid', 'numeric'],
  ['unpaid_leave_weeks', 'numeric'],
  ['holidays_in_advance', 'numeric'],
]

/** The figures of a result by their columns, for comparing a replayed pay with the stored one. */
export function figureTexts(result: AuPayResult | NzPayResult): Record<string, string> {
  const texts: Record<string, string> = {}
  if ('reporting' in result)
    for (const [column, figure] of AU) texts[column] = figure(result.figures).toFixed()
  else for (const [column, figure] of NZ) texts[column] = result.figures[figure].toFixed()
  return texts
}

export function auCells(result: AuPayResult, { figures }: MadePay): Cell[] {
  return [
    ...AU.map(([column]) => figures[column]),
    result.figures.superDueDate,
    JSON.stringify(result.reporting),
  ]
}

export function nzCells(result: NzPayResult, made: MadePay): Cell[] {
  return [
    ...NZ.map(([column]) => made.figures[column]),
    result.childSupportCode,
    result.lowRateIndicator,
    ...holidayCounts(result, made).map((count) => count.toFixed()),
  ]
}

const ANNUAL = new Set(['ANNUAL_HOLIDAYS', 'HOLIDAY'])

/** What later pays count of this one: one-off earnings, days paid, weeks of unpaid leave, holidays paid in advance. */
function holidayCounts(result: NzPayResult, { pay, lines }: MadePay): Decimal[] {
  if (pay.jurisdiction !== 'NZ') return []
  const { hoursPerDay, daysPerWeek, leaveBalances } = pay.input
  const hoursPerWeek = hoursPerDay.times(daysPerWeek)
  const per = (hours: Decimal, unit: Decimal) => (unit.eq(ZERO) ? ZERO : toPlaces(hours.div(unit), 6))
  const amounts = (kinds: string[]) =>
    sum(lines.filter((line) => kinds.includes(line.kind)).map((line) => decimal(line.amount)))
  const unpaid = sum(pay.input.leave.filter((line) => line.leaveType === 'UNPAID').map((line) => line.hours))
  const annual = sum(result.lines.leave.filter((row) => ANNUAL.has(row.leaveType)).map((row) => row.amount))
  const taken = sum(
    result.leaveMovements
      .filter((move) => move.balance === 'annual_holidays_weeks' && move.kind === 'taken')
      .map((move) => move.amount.times('-1')),
  )
  const accrued = sum(
    result.leaveMovements
      .filter((move) => move.balance === 'annual_holidays_weeks' && move.kind === 'accrued')
      .map((move) => move.amount),
  )
  const entitled = leaveBalances.annualHolidaysWeeks.plus(accrued)
  const beyond = taken.minus(entitled.lt(ZERO) ? ZERO : entitled)
  const inAdvance = beyond.gt(ZERO) && taken.gt(ZERO) ? toCent(annual.times(beyond).div(taken)) : ZERO
  return [
    amounts(['bonus', 'back-payment']),
    per(result.figures.hoursPaid, hoursPerDay),
    per(unpaid, hoursPerWeek),
    inAdvance,
  ]
}
