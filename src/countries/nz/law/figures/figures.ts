import { amountFigures } from '../../../../payroll/amounts.ts'
import { COMMON_FIGURES, defineFigures } from '../../../../payroll/figures.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import { NZ_AMOUNTS } from '../input/amounts.ts'
import type { NzPayInput } from '../input/input.ts'
import type { NzPayResult } from '../input/result.ts'
import { filedTaxCode } from '../input/tax-code.ts'
import { recordedDays } from '../input/work-week.ts'
import {
  annualWeeks,
  daysPaidIn,
  irregularIn,
  paidInAdvance,
  sickHoursEarned,
  unpaidWeeksIn,
} from '../leave/holiday-counts.ts'
import { holidayPayIn } from '../leave/holiday-pay-with-wages.ts'
import { readAdvances, writeAdvances } from '../leave/in-advance.ts'

/** Pays of the first versions have no stored day. */
const otherwise = ({ periodStart }: PayTiming) => periodStart

/** The figures of a New Zealand pay. `src/payroll/figures.ts` describes the members of an entry. */
export const NZ_FIGURES = defineFigures<NzPayInput, NzPayResult>()({
  ...COMMON_FIGURES,
  gross: { ...COMMON_FIGURES.gross, history: { sum: 'none' } },
  ...amountFigures(NZ_AMOUNTS),
  studentLoan: {
    column: 'nz_student_loan',
    type: 'numeric',
    from: ({ figures }) => figures.nzStudentLoan,
    history: { sum: 'none' },
    reported: 9,
    view: 'nz_student_loan',
  },
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
  /** The pay grants leave of its own days or, by the terms of the day, of earlier anniversaries. */
  isLeaveEnabled: {
    column: 'is_leave_enabled',
    type: 'bool',
    fact: ({ leaveSettings, earlierEntitlements = [] }) =>
      leaveSettings.isLeaveEnabled || earlierEntitlements.some((terms) => terms.isLeaveEnabled),
    history: { sum: 'none' },
  },
  lastDay: {
    column: 'last_day',
    type: 'date',
    fact: ({ termination }) => termination?.terminationDate ?? null,
    history: { sum: 'none' },
  },
})
