import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { toCent } from '../../../../kernel/values/money.ts'
import { recordOf } from '../../../../kernel/values/word-lists.ts'
import type { RateMap } from '../../../../payroll/rates/node.ts'
import { AU_STATES, type AuState, PORTABLE_SCHEMES } from '../input/words.ts'

/*
 * Readers for the tables that are not about withholding: super, leave, due dates, declarations, child support and holidays.
 */

export function readSuperRate(data: RateMap) {
  return {
    rate: data.figure('rate'),
    base: data.word('base', ['ordinary-time-earnings', 'qualifying-earnings']),
    adultAge: data.whole('adult_age'),
    under18HoursPerWeek: data.figure('under_18_hours_per_week'),
  }
}
export type SuperRate = ReturnType<typeof readSuperRate>

export function readSuperMaximum(data: RateMap) {
  return { period: data.word('period', ['quarter', 'year']), amount: data.figure('amount') }
}
export type SuperMaximum = ReturnType<typeof readSuperMaximum>

export type SuperDue =
  | { kind: 'quarterly'; daysAfterQuarter: number }
  | { kind: 'payday'; businessDays: number; firstContributionBusinessDays: number }

export function readSuperDue(data: RateMap): SuperDue {
  if (data.has('days_after_quarter')) {
    return { kind: 'quarterly', daysAfterQuarter: data.whole('days_after_quarter') }
  }
  return {
    kind: 'payday',
    businessDays: data.whole('business_days'),
    firstContributionBusinessDays: data.whole('first_contribution_business_days'),
  }
}

export function readPaygDue(data: RateMap) {
  return {
    quarterlyUpTo: data.figure('quarterly_up_to'),
    monthlyUpTo: data.figure('monthly_up_to'),
    monthlyDay: data.whole('monthly_day'),
    quarterlyDay: data.whole('quarterly_day'),
    monthsAfterDecemberQuarter: data.whole('months_after_december_quarter'),
    largeAfterDays: data.whole('large_after_days'),
    largeWeekdays: data.words('large_weekdays', WEEKDAYS).map((day) => WEEKDAYS.indexOf(day)),
  }
}
export type PaygDue = ReturnType<typeof readPaygDue>

/** Index 0 is Sunday. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export function readLeaveStandards(data: RateMap) {
  return {
    ...data.map('per_ordinary_hour').figuresBy(['holiday', 'sick', 'lsl']),
    redundancyWeeks: data
      .maps('redundancy_weeks')
      .map((row) => ({ fromYears: row.whole('from_years'), weeks: row.figure('weeks') })),
    redundancyExemptBelow: data.whole('redundancy_exempt_below'),
    noticeWeeks: data
      .maps('notice_weeks')
      .map((row) => ({ overYears: row.whole('over_years'), weeks: row.figure('weeks') })),
    noticeExtra: readNoticeExtra(data.map('notice_extra')),
    cashOut: data.map('cash_out').figuresBy(['holiday_weeks_left', 'sick_days_left']),
  }
}

function readNoticeExtra(row: RateMap) {
  return {
    overAge: row.whole('over_age'),
    fromYears: row.whole('from_years'),
    weeks: row.figure('weeks'),
  }
}
export type LeaveStandards = ReturnType<typeof readLeaveStandards>

const LEAVING = [
  'resigned',
  'dismissed',
  'contract_ended',
  'transferred',
  'invalidity',
  'death',
  'redundancy',
] as const
export type LeavingKey = (typeof LEAVING)[number]
export type LongServiceState = ReturnType<typeof readLongServiceState>

export function readLongService(data: RateMap): Readonly<Record<AuState, LongServiceState>> {
  const states = data.map('states')
  return recordOf(AU_STATES, (state) => readLongServiceState(states.map(state)))
}

function readLongServiceState(row: RateMap) {
  const paid = row.map('paid_before_full')
  return {
    fullYears: row.figure('full_years'),
    proRataYears: row.figure('pro_rata_years'),
    weeksPerYear: row.figure('weeks_per_year'),
    /** The weeks of service that earn a week of leave, where the Act states them instead of weeks for a year. */
    weeksForAWeek: row.has('weeks_of_service_for_a_week') ? row.figure('weeks_of_service_for_a_week') : null,
    isByCompletedMonths: row.has('completed_months_only') && row.isYes('completed_months_only'),
    isCashOutForbidden: row.has('cash_out_forbidden') && row.isYes('cash_out_forbidden'),
    isByCompletedYears: row.has('completed_years_only') && row.isYes('completed_years_only'),
    paidBeforeFull: recordOf(LEAVING, (reason) => paid.isYes(reason)),
  }
}

/** The leave that accrues during workers compensation, by state. */
export function readCompensationLeave(data: RateMap) {
  return recordOf(AU_STATES, (state) => {
    const row = data.map(state)
    return {
      holiday: row.isYes('holiday'),
      sick: row.isYes('sick'),
      lsl: row.isYes('lsl'),
      /** The state's long service leave Act was read, and it leaves the absence out. */
      isLslExcluded: row.has('lsl_excluded') && row.isYes('lsl_excluded'),
    }
  })
}
export type CompensationLeave = ReturnType<typeof readCompensationLeave>

/** The longest gap between two employments that the state's Act bridges, in months or weeks. */
export function readBridging(data: RateMap): Readonly<Record<AuState, BridgedGap>> {
  const gaps = data.map('gaps')
  const count = (row: RateMap, unit: string) => (row.has(unit) ? row.whole(unit) : null)
  return recordOf(AU_STATES, (state) => {
    const row = gaps.map(state)
    return { months: count(row, 'months'), weeks: count(row, 'weeks') }
  })
}
export type BridgedGap = { months: number | null; weeks: number | null }

/** The national minimum wage: the adult rate, the share by age for juniors, and the casual loading. */
export function readMinimumWage(data: RateMap) {
  return {
    adult: data.figure('adult'),
    casualLoading: data.figure('casual_loading'),
    adultAge: data.whole('adult_age'),
    juniors: data
      .maps('juniors')
      .map((row) => ({ belowAge: row.whole('below_age'), share: row.figure('share') })),
  }
}
export type MinimumWage = ReturnType<typeof readMinimumWage>

export const readConcessionalCap = (data: RateMap) => ({ amount: data.figure('amount') })
export type ConcessionalCap = ReturnType<typeof readConcessionalCap>

/** Fringe benefits of an FBT year are reported, grossed up, when their taxable value exceeds the limit. */
export const readFringeBenefits = (data: RateMap) => ({
  reportableOver: data.figure('reportable_over'),
  grossUp: data.figure('gross_up'),
})
export type FringeBenefits = ReturnType<typeof readFringeBenefits>

export const readViolenceLeave = (data: RateMap) => ({ daysPerYear: data.figure('days_per_year') })
export type ViolenceLeave = ReturnType<typeof readViolenceLeave>

/** A null rate means that the scheme exists but we have not found its levy. */
export const readLevies = (data: RateMap) => ({
  schemes: data.maps('schemes').map((row) => ({
    scheme: row.word('scheme', PORTABLE_SCHEMES),
    name: row.text('name'),
    rate: row.has('rate') ? row.figure('rate') : null,
    read: row.has('read') ? row.text('read') : null,
  })),
})
export type Levies = ReturnType<typeof readLevies>

export function readTfnRules(data: RateMap) {
  return {
    pendingDays: data.whole('pending_days'),
    adultAge: data.whole('adult_age'),
    under18Limit: data.map('under_18_limit').figuresBy(['weekly', 'fortnightly', 'monthly']),
  }
}
export type TfnRules = ReturnType<typeof readTfnRules>

export function readStpDates(data: RateMap) {
  const finalisation = data.map('finalisation')
  return { finalisationMonth: finalisation.whole('month'), finalisationDay: finalisation.whole('day') }
}
export type StpDates = ReturnType<typeof readStpDates>

export function readChildSupportDue(data: RateMap) {
  return { dayOfNextMonth: data.whole('day_of_next_month') }
}
export type ChildSupportDue = ReturnType<typeof readChildSupportDue>

export function readCasualConversion(data: RateMap) {
  return { answerDays: data.whole('answer_days') }
}
export type CasualConversion = ReturnType<typeof readCasualConversion>

/** The months of employment after which a casual is given the information statement again. */
export const readStatementDays = (data: RateMap) => ({
  largerFrom: data.whole('larger_from_employees'),
  afterMonths: (data.has('after_months') ? data.maps('after_months') : []).map((row) => ({
    months: row.whole('months'),
    isOnlyLarger: row.isYes('only_larger'),
    isRepeated: row.has('repeats') && row.isYes('repeats'),
  })),
})
export type StatementDays = ReturnType<typeof readStatementDays>

/**
 * The weekly amount that a child support deduction must leave: a published amount, or a share of the benefit that defines
 * it.
 */
export function readProtectedEarnings(data: RateMap) {
  const weekly = data.has('weekly')
    ? data.figure('weekly')
    : toCent(data.figure('partnered_jobseeker_fortnight').times(data.figure('share')))
  return { weekly, daysPerMonth: data.figure('days_per_month') }
}
export type ProtectedEarnings = ReturnType<typeof readProtectedEarnings>

export function readHolidays(data: RateMap): CivilDate[] {
  // Read only to detect invalid dates. Only a holiday of a whole state is not a business day.
  data.map('part_of_state').days()
  return data.map('days').days()
}
