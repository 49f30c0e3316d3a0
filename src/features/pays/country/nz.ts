import { addDays, addYears, type CivilDate, completedYears, nzTaxYear } from '../../../payroll/dates.ts'
import type { PayLines } from '../../../payroll/input.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../payroll/money.ts'
import type { NzPayInput, NzTaxCode, NzTerminationInput } from '../../../payroll/nz/input.ts'
import type { NzPayResult } from '../../../payroll/nz/result.ts'
import type { PayEmployee } from '../load/employees.ts'
import type { EarlierPayRow, NzHistoryRow } from '../load/past.ts'
import type { PayPlace } from '../timing.ts'
import { settled } from './setting.ts'

/** The facts of one NZ employee that change from pay to pay. */
export type NzHistory = Pick<
  NzPayInput,
  'leaveBalances' | 'yearToDate' | 'periodSoFar' | 'earlierPays' | 'holidayHistory'
> & { lastPeriodEnd: CivilDate | null; isAnniversaryCounted: boolean | null }

/** Which provincial anniversary day is observed, by the region code of the address. */
const ANNIVERSARY_REGIONS: Readonly<Record<string, string>> = {
  NTL: 'auckland',
  AUK: 'auckland',
  WKO: 'auckland',
  BOP: 'auckland',
  GIS: 'auckland',
  TKI: 'taranaki',
  HKB: 'hawkes_bay',
  MWT: 'wellington',
  WGN: 'wellington',
  MBH: 'marlborough',
  NSN: 'nelson',
  TAS: 'nelson',
  CAN: 'canterbury',
  WTC: 'westland',
  OTA: 'otago',
  STL: 'southland',
  CIT: 'chatham_islands',
}

/** The dates an NZ history is asked for. */
export function nzDates(payDate: CivilDate) {
  return { pay: payDate, yearStart: nzTaxYear(payDate).start }
}

/** The last anniversary of the start on or before a day; the start itself in the first year. */
export function lastAnniversary(startDate: CivilDate, day: CivilDate): CivilDate {
  const years = completedYears(startDate, day)
  return years > 0 ? addYears(startDate, years) : startDate
}

/** Where an employee stands before the pay. */
export function nzHistoryOf(
  employee: PayEmployee,
  row: NzHistoryRow | undefined,
  earlier: readonly EarlierPayRow[],
): NzHistory {
  const amount = (text: string | undefined) => decimal(text ?? '0')
  return {
    leaveBalances: {
      annualHolidaysWeeks: decimal(employee.annual_holidays_weeks),
      altHolidayDays: decimal(employee.alt_holiday_days),
      sickHours: decimal(employee.sick_hours),
    },
    yearToDate: { gross: amount(row?.gross), levyLiable: amount(row?.levy_liable) },
    periodSoFar: {
      ordinary: amount(row?.ordinary),
      payeOrdinary: amount(row?.paye_ordinary),
      studentLoanBase: amount(row?.student_loan_base),
      studentLoan: amount(row?.student_loan),
      studentLoanCir: amount(row?.student_loan_cir),
    },
    earlierPays: earlier.map((pay) => ({
      payDate: pay.processed_date as CivilDate,
      periodEnd: pay.end_date as CivilDate,
      ordinary: decimal(pay.ordinary ?? '0'),
    })),
    holidayHistory: {
      grossLast4Weeks: amount(row?.gross_4_weeks),
      irregularLast4Weeks: amount(row?.irregular_4_weeks),
      grossLast52Weeks: amount(row?.gross_52_weeks),
      unpaidWeeksLast52: amount(row?.unpaid_weeks),
      daysPaidLast52Weeks: amount(row?.days_paid),
      grossSinceAnniversary: amount(row?.gross_since_anniversary),
      paidInAdvance: amount(row?.paid_in_advance),
    },
    lastPeriodEnd: (row?.last_period_end ?? null) as CivilDate | null,
    isAnniversaryCounted: row?.is_anniversary_counted ?? null,
  }
}

/** Where the employee stands after a pay, for the next one of the same call. */
export function nzHistoryAfter(before: NzHistory, result: NzPayResult, place: PayPlace): NzHistory {
  const { figures } = result
  const { yearToDate, periodSoFar, holidayHistory } = before
  return {
    leaveBalances: nzBalancesAfter(before.leaveBalances, result),
    yearToDate: {
      gross: yearToDate.gross.plus(figures.gross),
      levyLiable: yearToDate.levyLiable.plus(figures.levyLiable),
    },
    periodSoFar: {
      ordinary: periodSoFar.ordinary.plus(figures.ordinary),
      payeOrdinary: periodSoFar.payeOrdinary.plus(figures.payeOrdinary),
      studentLoanBase: periodSoFar.studentLoanBase.plus(figures.studentLoanBase),
      studentLoan: periodSoFar.studentLoan.plus(figures.nzStudentLoan),
      studentLoanCir: periodSoFar.studentLoanCir.plus(figures.studentLoanCir),
    },
    earlierPays: [
      { payDate: place.payDate, periodEnd: place.periodEnd, ordinary: figures.ordinary },
      ...before.earlierPays,
    ],
    holidayHistory: {
      ...holidayHistory,
      grossSinceAnniversary: holidayHistory.grossSinceAnniversary.plus(figures.holidayGrossEarnings),
    },
    lastPeriodEnd: place.periodEnd,
    isAnniversaryCounted: true,
  }
}

/** The balances after a pay's movements. */
export function nzBalancesAfter(
  before: NzPayInput['leaveBalances'],
  result: NzPayResult,
): NzPayInput['leaveBalances'] {
  const moved = (balance: string): Decimal =>
    sum(result.leaveMovements.filter((move) => move.balance === balance).map((move) => move.amount))
  return {
    annualHolidaysWeeks: before.annualHolidaysWeeks.plus(moved('annual_holidays_weeks')),
    altHolidayDays: before.altHolidayDays.plus(moved('alt_holiday_days')),
    sickHours: before.sickHours.plus(moved('sick')),
  }
}

/** Everything an NZ pay is calculated from. */
export function nzInput(
  employee: PayEmployee,
  history: NzHistory,
  lines: PayLines,
  place: PayPlace,
  termination: NzTerminationInput | null,
): NzPayInput {
  const maybe = (text: string | null) => (text === null ? null : settled(text))
  const hoursPerDay = settled(employee.standard_hours_per_day ?? '8')
  const daysPerWeek = settled(String(employee.standard_days_per_week ?? 5))
  const looksBack = termination !== null || lines.bonuses.length + lines.backPayments.length > 0
  return {
    ...lines,
    payDate: place.payDate,
    payPeriod: place.payPeriod,
    periodEnd: place.periodEnd,
    ratePerHour: settled(employee.pay_rate_per_hour ?? '0'),
    hoursPerDay,
    daysPerWeek,
    tax: { code: (employee.nz_tax_code ?? 'ND') as NzTaxCode, certificateRate: null, schedularRate: null },
    studentLoan: {
      hasLoan: employee.has_student_loan,
      specialRate: null,
      isOnEveryDollar: false,
      cirRate: null,
      cirLeft: null,
      borAmount: null,
      borRate: null,
    },
    kiwiSaver: {
      statusCode: employee.kiwisaver_status_code,
      existingAction: employee.kiwisaver_existing_action,
      employeeRate: maybe(employee.kiwisaver_employee_rate),
      employerRate: maybe(employee.kiwisaver_employer_rate),
      cecObligation: employee.kiwisaver_cec_obligation,
      isEmployerVoluntary: false,
      complyingFundRate: null,
      esctRate: settled(employee.esct_rate),
      taxMethod: employee.employer_contrib_tax_method,
      payeFraction: settled(employee.employer_contrib_paye_fraction),
    },
    electedExtraPayRate: null,
    dateOfBirth: employee.date_of_birth as CivilDate,
    startDate: employee.start_date as CivilDate,
    yearToDate: history.yearToDate,
    periodSoFar: history.periodSoFar,
    earlierPays: looksBack ? history.earlierPays : [],
    lastPaidPeriodEnd: history.lastPeriodEnd,
    annualHolidaysFrom: annualHolidaysFrom(
      employee.start_date as CivilDate,
      termination?.terminationDate ?? place.periodEnd,
      place.periodStart,
      history,
    ),
    holidayHistory: history.holidayHistory,
    leaveSettings: {
      isLeaveEnabled: employee.is_leave_enabled,
      isHolidayPayPaidWithWages: false,
      annualWeeksPerYear: yearsWeeks(employee, daysPerWeek),
      sickDaysPerYear: wholeDays(employee.num_sick_leave_days_per_year),
      ordinaryWeeklyPay: null,
      anniversaryRegion: ANNIVERSARY_REGIONS[employee.state] ?? null,
      alternativeDaysEarned: ZERO,
    },
    leaveBalances: history.leaveBalances,
    ...(place.isWorkersComp ? { isWorkersCompensationPay: true } : {}),
    termination,
  }
}

/**
 * An anniversary gives its weeks once. Usually they come with the first pay that reaches it, so a pay counts from the day after
 * the last paid period. When the pay that gave them was deleted, the next one counts from the anniversary; when a later pay
 * gave them already, one that is put in before it counts from the day after.
 */
function annualHolidaysFrom(
  startDate: CivilDate,
  lastDay: CivilDate,
  periodStart: CivilDate,
  { lastPeriodEnd, isAnniversaryCounted }: NzHistory,
): CivilDate {
  const next = lastPeriodEnd === null ? periodStart : addDays(lastPeriodEnd, 1)
  const anniversary = lastAnniversary(startDate, lastDay)
  if (anniversary === startDate || isAnniversaryCounted === null) return next
  if (!isAnniversaryCounted) return anniversary < next ? anniversary : next
  return anniversary < next ? next : addDays(anniversary, 1)
}

function wholeDays(days: number | null): Decimal | null {
  return days === null ? null : settled(String(days))
}

/** The agreement's days of annual holidays a year, in weeks. */
function yearsWeeks(employee: PayEmployee, daysPerWeek: Decimal): Decimal | null {
  const days = wholeDays(employee.num_holiday_leave_days_per_year)
  return days === null || daysPerWeek.eq(ZERO) ? null : days.div(daysPerWeek)
}
