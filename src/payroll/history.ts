import { addDays, type CivilDate } from '../kernel/values/dates.ts'
import type { LeaveType, PayLines, StpCategory, TaxMethod } from './input.ts'
import type { PayPeriod } from './pay-periods.ts'
import type { LineAmounts } from './result.ts'
import type { LineKind } from './words.ts'

/*
 * Pay history is passed as an argument: one row for each other pay of the employee, as stored. Rows are read in bulk, and pure
 * functions here add them up. Figures stay text until they are added up, because most rows are never used.
 */

/** A figure as text, such as "1520.00". */
export type Figure = string

/** The payment date and the period of a pay. */
export type PayTiming = {
  payDate: CivilDate
  payPeriod: PayPeriod
  periodStart: CivilDate
  periodEnd: CivilDate
}

/** The members of a past pay in every country. */
export type PastPay = PayTiming & {
  /** Pays of one day are ordered by id. 0 for a pay made earlier in the same call. */
  id: number
  isTermination: boolean
  /** Not a pay but the sum of several, such as those made in another system. It belongs to no period. */
  isSum?: true
}

/** A line of another pay, for laws that depend on its lines. */
export type PastLine = {
  kind: LineKind
  description: string
  amount: Figure
  /** The number of hours or units of an hours or leave row. */
  quantity: Figure | null
  units: string | null
  isOvertime: boolean
  leaveType: LeaveType | null
  /** The day of a leave row, or of an hours row that has one. */
  date: CivilDate | null
  /** The week of the period that an hours row names, from 1. */
  week?: number
  taxMethod: TaxMethod | null
  stpCategory: StpCategory | null
  isReturnToWork: boolean
  startDate: CivilDate | null
  endDate: CivilDate | null
  /** Not gross earnings under the Holidays Act: an untaxed allowance, or a bonus that is discretionary or paid in shares. */
  isOutsideGross: boolean
}

/** An hours row of the period, in any of its pays. */
export type PeriodHours = {
  units: string
  value: Figure
  /** The pay that stores the row. Absent for this pay and other pays of the same call. */
  payId?: number
}

/** The pay that needs pay history. */
export type PastQuestion = {
  timing: PayTiming
  /** Other pays of the same day come before it when their id is lower. */
  beforeId: number
  /** Calculates the pay as on the day it was made: later pays of its period do not count. */
  isAsMade?: true
  startDate: CivilDate
  dateOfBirth: CivilDate | null
  /** The last day of the employment, when this pay ends it. */
  lastDay: CivilDate | null
  /** All leave since this day matters, because unpaid leave moves the anniversaries of a New Zealand employee. */
  leaveSince?: CivilDate
  /** All pays since this day matter, for the amount that a New Zealand student loan notice has recovered. */
  paysSince?: CivilDate
  /** The first payday of a super fund that replaced another. */
  newFundSince?: CivilDate
  /** Rows name days, but the record has no working days. New Zealand then uses the dates of earlier rows. */
  namesDays?: true
  /** Days of which the pay may price a public holiday: the dates of its hours rows, and the days of a pay that the service drafts. */
  holidayDays?: readonly CivilDate[]
  /** An agreement moved a public holiday of the employee to another day. */
  hasMovedHolidays?: true
  /** The pay may have a bonus or a back payment. */
  mayHaveExtras: boolean
  /** Leave types that the pay may have. */
  leaveTypes: readonly LeaveType[]
}

/** The pay history that one pay needs. */
export type PastNeeds = {
  /** Pays from this day on. */
  from: CivilDate
  /** Pays after this day count only when they belong to the same period. When null, they all count. */
  to: CivilDate | null
  /** The lines of each pay, and the amounts it paid at the end of an employment. */
  hasDetails: boolean
  /** The same, when the period has other pays. */
  hasDetailsOfPeriod: boolean
  /** All hours rows of the period, including those of other pays of the call. */
  hasHours: boolean
  /** Also reads the last pay before `from` when there is none since. */
  hasLastPay: boolean
  /** Pays of earlier periods and days may be read as sums, split at these two days. Otherwise each pay is read separately. */
  sumsApartAt?: readonly CivilDate[]
}

/** A pay is paid at most this many days before the end of its period. */
export const DAYS_PAID_AHEAD = 62

/** 52 weeks before a period, with a margin for the longest period and for late pays. */
export const YEAR_OF_HISTORY_DAYS = 430

/** Two income years. No rule looks further back from a pay, so no later pay depends on an older one. */
export const WHOLE_HISTORY_DAYS = 800

/** The earlier of `from` and the first possible pay of the period. A late pay may be years behind its payment date. */
export function reachingPeriod(from: CivilDate, { periodEnd }: PayTiming): CivilDate {
  const early = addDays(periodEnd, -DAYS_PAID_AHEAD)
  return early < from ? early : from
}

/** Whether a pay has an earlier date, or the same date and was made before. */
export function isEarlier(pay: PastPay, asked: PastQuestion): boolean {
  return pay.payDate < asked.timing.payDate || pay.id < asked.beforeId
}

/**
 * Whether totals include a pay. With `isAsMade`, a pay does not count later pays of its own period. A pay of an earlier
 * period counts even when it was entered late, as it does in sums: its leave in advance may belong to this period.
 */
export function isCounted(
  pay: PastPay,
  asked: Pick<PastQuestion, 'beforeId' | 'isAsMade' | 'timing'>,
): boolean {
  const { timing } = asked
  if (pay.isSum || isMadeBefore(pay, asked)) return true
  return pay.payDate < timing.payDate && pay.periodEnd < timing.periodStart
}

/** Whether a pay was made before this one, if that matters. */
export function isMadeBefore(
  { id }: Pick<PastPay, 'id'>,
  asked: Pick<PastQuestion, 'beforeId' | 'isAsMade'>,
): boolean {
  return !asked.isAsMade || id < asked.beforeId
}

export function isSamePeriod(
  pay: PayTiming & Pick<PastPay, 'isSum'>,
  { payPeriod, periodEnd }: PayTiming,
): boolean {
  return !pay.isSum && pay.periodEnd === periodEnd && pay.payPeriod === payPeriod
}

/** Periods that share days are taxed as one. Two different periods share days only after a change of the pay cycle. */
export function isTaxedWith(
  pay: PayTiming & Pick<PastPay, 'isSum'>,
  { payPeriod, periodStart, periodEnd }: PayTiming,
): boolean {
  if (pay.isSum || pay.payPeriod !== payPeriod) return false
  return pay.periodStart <= periodEnd && pay.periodEnd >= periodStart
}

export function isPaidIn(pay: PastPay, from: CivilDate, to: CivilDate): boolean {
  return pay.payDate >= from && pay.payDate <= to
}

/** A line of which only kind, description and amount are known. */
export const PLAIN_LINE = {
  quantity: null,
  units: null,
  isOvertime: false,
  leaveType: null,
  date: null,
  taxMethod: null,
  stpCategory: null,
  isReturnToWork: false,
  startDate: null,
  endDate: null,
  isOutsideGross: false,
} as const

/** The lines of a newly made pay, as later pays will see them. */
export function pastLinesOf(lines: PayLines, amounts: LineAmounts): PastLine[] {
  const row = (kind: LineKind, line: { description: string }, amount: { toFixed(): string } | undefined) => ({
    ...PLAIN_LINE,
    kind,
    description: line.description,
    amount: amount?.toFixed() ?? '0',
  })
  return [
    ...lines.hours.map((line, index) => ({
      ...row('hours', line, amounts.hours[index]),
      quantity: line.value.toFixed(),
      units: line.units,
      isOvertime: line.isOvertime,
      date: line.date ?? null,
      ...(line.week === undefined ? {} : { week: line.week }),
    })),
    ...lines.leave.map((line, index) => ({
      ...row('leave', line, amounts.leave[index]?.amount),
      quantity: line.hours.toFixed(),
      leaveType: line.leaveType,
      date: line.date,
    })),
    ...lines.allowances.map((line, index) => ({
      ...row('allowance', line, amounts.allowances[index]),
      isOutsideGross: !line.isTaxable,
    })),
    ...lines.bonuses.map((line, index) => ({
      ...row('bonus', line, amounts.bonuses[index]),
      taxMethod: line.taxMethod,
      isReturnToWork: line.isReturnToWork,
      startDate: line.startDate,
      endDate: line.endDate,
      isOutsideGross: line.isNzDiscretionary || line.isNzEss,
    })),
    ...lines.sacrifices.map((line, index) => row('sacrifice', line, amounts.sacrifices[index])),
    ...lines.backPayments.map((line, index) => ({
      ...row('back-payment', line, amounts.backPayments[index]),
      taxMethod: line.taxMethod,
      stpCategory: line.stpCategory,
      startDate: line.startDate,
      endDate: line.endDate,
    })),
  ]
}
