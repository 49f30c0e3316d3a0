import {
  annualWeeks,
  daysPaidIn,
  irregularIn,
  paidInAdvance,
  sickHoursEarned,
  unpaidWeeksIn,
} from '../../../../countries/nz/law/holiday-counts.ts'
import { readAdvances, writeAdvances } from '../../../../countries/nz/law/in-advance.ts'
import { type NzTypes, nz } from '../../../../countries/nz/law/index.ts'
import type { NzTerminationInput } from '../../../../countries/nz/law/input.ts'
import { isPricedByLaw } from '../../../../countries/nz/law/leave-types.ts'
import type { NzPastPay } from '../../../../countries/nz/law/past-pay.ts'
import type { NzFigures } from '../../../../countries/nz/law/result.ts'
import { filedTaxCode } from '../../../../countries/nz/law/tax-code.ts'
import type { Column } from '../../../../database/insert-rows.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import { adapt } from './adapt.ts'
import { esctAdvice } from './nz-esct.ts'
import { recordBehind, termsOf } from './nz-terms.ts'
import { PAYDAY_FILING } from './reported-columns.ts'
import { sentAmount } from './setting.ts'
import type { FigureTexts, LoadedPast } from './types.ts'

/* New Zealand between the rows and the law: which columns hold what, in both directions. */

const FIGURES: readonly [column: string, figure: keyof NzFigures][] = [
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

const COLUMNS: readonly Column[] = [
  ...FIGURES.map(([column]): Column => [column, 'numeric']),
  ['child_support_code', 'text'],
  ['low_rate_indicator', 'bool'],
  ['irregular_earnings', 'numeric'],
  ['days_paid', 'numeric'],
  ['unpaid_leave_weeks', 'numeric'],
  ['holidays_in_advance', 'numeric'],
  ['tax_code', 'text'],
  ['rate_per_hour', 'numeric'],
  ['hours_per_day', 'numeric'],
  ['days_per_week', 'numeric'],
  ['annual_holidays_from', 'date'],
  ['annual_weeks_earned', 'numeric'],
  ['sick_leave_from', 'date'],
  ['sick_hours_earned', 'numeric'],
  ['advances', 'text'],
  ['is_leave_enabled', 'bool'],
  ['last_day', 'date'],
]

const PAST_COLUMNS = [
  'p.gross',
  'p.levy_liable',
  'p.ordinary',
  'p.paye_ordinary',
  'p.student_loan_base',
  'p.nz_student_loan',
  'p.student_loan_cir',
  'p.holiday_gross_earnings',
  'nullif(p.irregular_earnings, 0)',
  'p.days_paid',
  'nullif(p.unpaid_leave_weeks, 0)',
  'nullif(p.holidays_in_advance, 0)',
  'p.annual_holidays_from',
  'nullif(p.annual_weeks_earned, 0)',
  "case when p.is_leave_enabled then '' else 'off' end",
  'p.last_day',
  'p.sick_leave_from',
  'nullif(p.sick_hours_earned, 0)',
  'p.advances',
]

const DETAIL_COLUMNS = {
  rate_per_hour: 'p.rate_per_hour',
  hours_per_day: 'p.hours_per_day',
  days_per_week: 'p.days_per_week',
  hours_paid: 'p.hours_paid',
}

/** Read for every earlier pay of everybody who is paid: member by member, which is many times as fast as spreading. */
export function pastPayOf(row: LoadedPast['pays'][number]): NzPastPay {
  const { timing, cells, details } = row
  const figure = (index: number) => cells[index] || '0'
  const day = (index: number) => (cells[index] || null) as CivilDate | null
  return {
    payDate: timing.payDate,
    payPeriod: timing.payPeriod,
    periodStart: timing.periodStart,
    periodEnd: timing.periodEnd,
    id: row.id,
    isTermination: row.isTermination,
    gross: figure(0),
    levyLiable: figure(1),
    ordinary: figure(2),
    payeOrdinary: figure(3),
    studentLoanBase: figure(4),
    studentLoan: figure(5),
    studentLoanCir: figure(6),
    holidayGross: figure(7),
    irregular: figure(8),
    daysPaid: figure(9),
    unpaidWeeks: figure(10),
    inAdvance: figure(11),
    annualHolidaysFrom: day(12) ?? timing.periodStart,
    annualWeeksEarned: figure(13),
    isLeaveEnabled: cells[14] === '',
    lastDay: day(15),
    // Pays of earlier versions counted both kinds of years from one day.
    sickLeaveFrom: day(16) ?? day(12) ?? timing.periodStart,
    sickHoursEarned: figure(17),
    advances: readAdvances(cells[18] || null),
    details: details && {
      ratePerHour: details.columns.rate_per_hour ?? '0',
      hoursPerDay: details.columns.hours_per_day ?? '0',
      daysPerWeek: details.columns.days_per_week ?? '0',
      hoursPaid: details.columns.hours_paid ?? '0',
      lines: details.lines,
    },
  }
}

/** A termination block as the calculation takes it. */
function endingOf(block: TerminationBlock): NzTerminationInput {
  return {
    terminationDate: civilDate(block.termination_date),
    isManualLeaveAmounts: block.is_manual_leave_amounts ?? false,
    isPaymentInLieuPaid: block.is_payment_in_lieu_paid ?? false,
    paymentInLieuAmount: sentAmount(block.payment_in_lieu_amount),
    redundancyAmount: sentAmount(block.redundancy_amount),
    retiringAllowanceAmount: sentAmount(block.retiring_allowance_amount),
    nonEtpAmount: sentAmount(block.non_etp_amount),
    unusedHolidayAmount: sentAmount(block.unused_holiday_amount),
    unusedAltHolidayAmount: sentAmount(block.unused_alt_holiday_amount),
    nzYtdTaxable: sentAmount(block.nz_ytd_taxable) ?? ZERO,
  }
}

/** All columns in one shape, which is copied in one piece: growing an object by 36 members takes several times as long. */
const NO_FIGURES: FigureTexts = Object.fromEntries(FIGURES.map(([column]) => [column, '']))

function figuresOf({ figures }: NzTypes['result']): FigureTexts {
  const texts: FigureTexts = { ...NO_FIGURES }
  for (const [column, figure] of FIGURES) texts[column] = figures[figure].toFixed()
  return texts
}

function cellsOf(figures: FigureTexts, input: NzTypes['input'], result: NzTypes['result']) {
  return [
    ...FIGURES.map(([column]) => figures[column]),
    result.childSupportCode,
    result.lowRateIndicator,
    irregularIn(result).toFixed(),
    daysPaidIn(input, result).toFixed(),
    unpaidWeeksIn(input).toFixed(),
    paidInAdvance(input, result.lines.leave, result.leaveMovements).toFixed(),
    filedTaxCode(input.tax.code, input.studentLoan.hasLoan),
    input.ratePerHour.toFixed(),
    input.hoursPerDay.toFixed(),
    input.daysPerWeek.toFixed(),
    input.annualHolidaysFrom ?? null,
    annualWeeks(result.leaveMovements, 'accrued').toFixed(),
    input.sickLeaveFrom ?? null,
    sickHoursEarned(result.leaveMovements).toFixed(),
    writeAdvances(result.advances),
    input.leaveSettings.isLeaveEnabled,
    input.termination?.terminationDate ?? null,
  ]
}

export const newZealand = adapt<NzTypes>({
  rules: nz,
  ratesOf: (rates) => rates.nz,
  items: {
    foreignBonusFlags: [],
    isForeignLeave: () => false,
    isPricedByLaw,
    ownAmounts: {
      WORKERS_COMP: 'workersCompPerHour',
      NZ_ACC_WORKERS_COMP: 'workersCompPerHour',
      NZ_ACC_FIRST_WEEK: 'workersCompPerHour',
      NZ_ACC_LATER_WEEKS: 'workersCompPerHour',
    },
  },
  looksAtTaxNumber: false,
  pastColumns: PAST_COLUMNS,
  pastDetailColumns: DETAIL_COLUMNS,
  pastPayOf,
  termsOf,
  balancesOf: (employee) => ({
    annualHolidaysWeeks: decimal(employee.annual_holidays_weeks),
    altHolidayDays: decimal(employee.alt_holiday_days),
    sickHours: decimal(employee.sick_hours),
  }),
  recordBehind,
  endingOf,
  columns: COLUMNS,
  reportedColumns: PAYDAY_FILING,
  figuresOf,
  cellsOf,
  adviseOn: esctAdvice,
  viewMembers: (figure) => ({
    nz_student_loan: figure('nz_student_loan'),
    period_student_loan_cir: figure('student_loan_cir'),
    period_student_loan_bor: figure('student_loan_bor'),
    kiwisaver_employee_amount: figure('kiwisaver_employee'),
    kiwisaver_employer_amount: figure('kiwisaver_employer'),
    kiwisaver_esct_amount: figure('kiwisaver_esct'),
    kiwisaver_paye_gross_uplift: figure('kiwisaver_paye_gross_uplift'),
    kiwisaver_employee_rate: figure('kiwisaver_employee_rate'),
    kiwisaver_employer_rate: figure('kiwisaver_employer_rate'),
    total_kiwi_saver: figure('total_kiwisaver'),
    tax_plus_student_loan: figure('tax_plus_student_loan'),
  }),
  viewBonus: (bonus) => ({
    is_nz_ess: bonus.is_nz_ess,
    is_nz_ess_cash_settled: bonus.is_nz_ess_cash_settled,
    withhold_paye: bonus.withhold_paye,
    tax_as_nz_extra_pay: bonus.tax_as_nz_extra_pay,
    is_nz_discretionary: bonus.is_nz_discretionary,
  }),
})
