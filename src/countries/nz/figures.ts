import { COMMON_FIGURES, defineFigures } from '../../payroll/figures.ts'
import type { PayTiming } from '../../payroll/history.ts'
import {
  annualWeeks,
  daysPaidIn,
  irregularIn,
  paidInAdvance,
  sickHoursEarned,
  unpaidWeeksIn,
} from './law/holiday-counts.ts'
import { holidayPayIn } from './law/holiday-pay-with-wages.ts'
import { readAdvances, writeAdvances } from './law/in-advance.ts'
import type { NzPayInput } from './law/input.ts'
import type { NzPayResult } from './law/result.ts'
import { filedTaxCode } from './law/tax-code.ts'
import { recordedDays } from './law/work-week.ts'

/** Pays of the first versions have no stored day. */
const otherwise = ({ periodStart }: PayTiming) => periodStart

/** The figures of a New Zealand pay. `src/payroll/figures.ts` describes the members of an entry. */
export const NZ_FIGURES = defineFigures<NzPayInput, NzPayResult>()({
  ...COMMON_FIGURES,
  gross: { ...COMMON_FIGURES.gross, history: { sum: 'none' } },
  ordinary: {
    column: 'ordinary',
    type: 'numeric',
    from: ({ figures }) => figures.ordinary,
    history: { sum: 'none' },
  },
  extraPay: { column: 'extra_pay', type: 'numeric', from: ({ figures }) => figures.extraPay },
  paye: { column: 'paye', type: 'numeric', from: ({ figures }) => figures.paye, reported: 6 },
  payeOrdinary: {
    column: 'paye_ordinary',
    type: 'numeric',
    from: ({ figures }) => figures.payeOrdinary,
    history: { sum: 'none' },
  },
  payeExtraPay: { column: 'paye_extra_pay', type: 'numeric', from: ({ figures }) => figures.payeExtraPay },
  payrollGivingCredit: {
    column: 'payroll_giving_credit',
    type: 'numeric',
    from: ({ figures }) => figures.payrollGivingCredit,
    reported: 17,
  },
  studentLoan: {
    column: 'nz_student_loan',
    type: 'numeric',
    from: ({ figures }) => figures.nzStudentLoan,
    history: { sum: 'none' },
    reported: 9,
    view: 'nz_student_loan',
  },
  studentLoanCir: {
    column: 'student_loan_cir',
    type: 'numeric',
    from: ({ figures }) => figures.studentLoanCir,
    history: { sum: 'none' },
    reported: 10,
    view: 'period_student_loan_cir',
  },
  studentLoanBor: {
    column: 'student_loan_bor',
    type: 'numeric',
    from: ({ figures }) => figures.studentLoanBor,
    reported: 11,
    view: 'period_student_loan_bor',
  },
  studentLoanBase: {
    column: 'student_loan_base',
    type: 'numeric',
    from: ({ figures }) => figures.studentLoanBase,
    history: { sum: 'none' },
  },
  taxPlusStudentLoan: {
    column: 'tax_plus_student_loan',
    type: 'numeric',
    from: ({ figures }) => figures.taxPlusStudentLoan,
    view: 'tax_plus_student_loan',
  },
  kiwisaverEmployee: {
    column: 'kiwisaver_employee',
    type: 'numeric',
    from: ({ figures }) => figures.kiwisaverEmployee,
    reported: 12,
    view: 'kiwisaver_employee_amount',
  },
  kiwisaverEmployer: {
    column: 'kiwisaver_employer',
    type: 'numeric',
    from: ({ figures }) => figures.kiwisaverEmployer,
    reported: 13,
    view: 'kiwisaver_employer_amount',
  },
  kiwisaverEsct: {
    column: 'kiwisaver_esct',
    type: 'numeric',
    from: ({ figures }) => figures.kiwisaverEsct,
    reported: 14,
    view: 'kiwisaver_esct_amount',
  },
  kiwisaverPayeGrossUplift: {
    column: 'kiwisaver_paye_gross_uplift',
    type: 'numeric',
    from: ({ figures }) => figures.kiwisaverPayeGrossUplift,
    view: 'kiwisaver_paye_gross_uplift',
  },
  kiwisaverContributionTax: {
    column: 'kiwisaver_contribution_tax',
    type: 'numeric',
    from: ({ figures }) => figures.kiwisaverContributionTax,
  },
  kiwisaverEmployeeRate: {
    column: 'kiwisaver_employee_rate',
    type: 'numeric',
    from: ({ figures }) => figures.kiwisaverEmployeeRate,
    view: 'kiwisaver_employee_rate',
  },
  kiwisaverEmployerRate: {
    column: 'kiwisaver_employer_rate',
    type: 'numeric',
    from: ({ figures }) => figures.kiwisaverEmployerRate,
    view: 'kiwisaver_employer_rate',
  },
  totalKiwiSaver: {
    column: 'total_kiwisaver',
    type: 'numeric',
    from: ({ figures }) => figures.totalKiwiSaver,
    view: 'total_kiwi_saver',
  },
  complyingFundEmployer: {
    column: 'complying_fund_employer',
    type: 'numeric',
    from: ({ figures }) => figures.complyingFundEmployer,
  },
  complyingFundEsct: {
    column: 'complying_fund_esct',
    type: 'numeric',
    from: ({ figures }) => figures.complyingFundEsct,
    reported: 15,
  },
  sacrificedSuper: {
    column: 'sacrificed_super',
    type: 'numeric',
    from: ({ figures }) => figures.sacrificedSuper,
  },
  sacrificedSuperEsct: {
    column: 'sacrificed_super_esct',
    type: 'numeric',
    from: ({ figures }) => figures.sacrificedSuperEsct,
    reported: 16,
  },
  childSupport: {
    column: 'child_support',
    type: 'numeric',
    from: ({ figures }) => figures.childSupport,
    reported: 7,
  },
  payrollGiving: { column: 'payroll_giving', type: 'numeric', from: ({ figures }) => figures.payrollGiving },
  levyLiable: {
    column: 'levy_liable',
    type: 'numeric',
    from: ({ figures }) => figures.levyLiable,
    history: { sum: 'none' },
  },
  hoursPaid: {
    column: 'hours_paid',
    type: 'numeric',
    from: ({ figures }) => figures.hoursPaid,
    history: { sum: 'none' },
    reported: 2,
  },
  filedGross: {
    column: 'filed_gross',
    type: 'numeric',
    from: ({ figures }) => figures.filedGross,
    reported: 3,
  },
  notLiableForAcc: {
    column: 'not_liable_for_acc',
    type: 'numeric',
    from: ({ figures }) => figures.notLiableForAcc,
    reported: 4,
  },
  filedEss: { column: 'filed_ess', type: 'numeric', from: ({ figures }) => figures.filedEss, reported: 18 },
  holidayGross: {
    column: 'holiday_gross_earnings',
    type: 'numeric',
    from: ({ figures }) => figures.holidayGrossEarnings,
    history: { sum: 'none' },
  },
  childSupportCode: {
    column: 'child_support_code',
    type: 'text',
    from: (result) => result.childSupportCode,
    reported: 8,
  },
  lowRateIndicator: {
    column: 'low_rate_indicator',
    type: 'bool',
    from: (result) => result.lowRateIndicator,
    reported: 5,
  },
  irregular: {
    column: 'irregular_earnings',
    type: 'numeric',
    fact: (_, result) => irregularIn(result),
    history: { sum: 'none' },
  },
  daysPaid: { column: 'days_paid', type: 'numeric', fact: daysPaidIn, history: { sum: 'none' } },
  unpaidWeeks: {
    column: 'unpaid_leave_weeks',
    type: 'numeric',
    fact: unpaidWeeksIn,
    history: { sum: 'none' },
  },
  inAdvance: {
    column: 'holidays_in_advance',
    type: 'numeric',
    fact: (input, { lines, leaveMovements }) => paidInAdvance(input, lines.leave, leaveMovements),
    history: { sum: 'none' },
  },
  holidayPayWithWages: {
    column: 'holiday_pay_with_wages',
    type: 'numeric',
    fact: (input, { lines }) => holidayPayIn(input, lines),
    history: { sum: 'none', expression: 'coalesce(p.holiday_pay_with_wages, 0)' },
  },
  taxCode: {
    column: 'tax_code',
    type: 'text',
    fact: ({ tax, studentLoan }) => filedTaxCode(tax.code, studentLoan.hasLoan),
    reported: 1,
  },
  ratePerHour: {
    column: 'rate_per_hour',
    type: 'numeric',
    fact: ({ ratePerHour }) => ratePerHour,
    history: { isDetail: true },
  },
  hoursPerDay: {
    column: 'hours_per_day',
    type: 'numeric',
    fact: ({ hoursPerDay }) => hoursPerDay,
    history: { isDetail: true },
  },
  daysPerWeek: {
    column: 'days_per_week',
    type: 'numeric',
    fact: ({ daysPerWeek }) => daysPerWeek,
    history: { isDetail: true },
  },
  /** Read from the facts: no column, because only leave and endings look back on it. */
  workDays: {
    type: 'text',
    fact: ({ leaveSettings }) => recordedDays(leaveSettings),
    history: {
      isDetail: true,
      expression: `coalesce(case when p.facts #>> '{leaveSettings,workPattern}' !~* '^IRREGULAR' then p.facts #>> '{leaveSettings,workPattern}' end,
        p.facts #>> '{leaveSettings,workDays}')`,
    },
  },
  annualHolidaysFrom: {
    column: 'annual_holidays_from',
    type: 'date',
    fact: ({ annualHolidaysFrom }) => annualHolidaysFrom ?? null,
    history: { sum: 'none', otherwise },
  },
  annualWeeksEarned: {
    column: 'annual_weeks_earned',
    type: 'numeric',
    fact: (_, { leaveMovements }) => annualWeeks(leaveMovements, 'accrued'),
    history: { sum: 'none' },
  },
  sickLeaveFrom: {
    column: 'sick_leave_from',
    type: 'date',
    fact: ({ sickLeaveFrom }) => sickLeaveFrom ?? null,
    history: {
      sum: 'none',
      // Pays of earlier versions counted both kinds of leave years from one day.
      expression: 'coalesce(p.sick_leave_from, p.annual_holidays_from)',
      otherwise,
    },
  },
  sickHoursEarned: {
    column: 'sick_hours_earned',
    type: 'numeric',
    fact: (input, { leaveMovements }) => sickHoursEarned(input, leaveMovements),
    history: { sum: 'none' },
  },
  advances: {
    column: 'advances',
    type: 'text',
    from: ({ advances }) => writeAdvances(advances),
    history: { sum: 'none', read: readAdvances },
  },
  isLeaveEnabled: {
    column: 'is_leave_enabled',
    type: 'bool',
    fact: ({ leaveSettings }) => leaveSettings.isLeaveEnabled,
    history: { sum: 'none' },
  },
  lastDay: {
    column: 'last_day',
    type: 'date',
    fact: ({ termination }) => termination?.terminationDate ?? null,
    history: { sum: 'none' },
  },
})
