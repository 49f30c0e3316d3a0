import { addDays, type CivilDate } from '../kernel/values/dates.ts'
import type { LeaveType, PayLines, StpCategory, TaxMethod } from './input.ts'
import type { PayPeriod } from './pay-periods.ts'
import type { LineAmounts } from './result.ts'
import type { LineKind } from './words.ts'

/*
 * The past is an argument: one row for each other pay of the employee, as it was stored. The rows are filled in sets; every
 * sum over them is made here, in pure functions. Figures stay text until they are added up: most rows are never looked at.
 */

/** A figure as text, such as "1520.00". */
export type Figure = string

/** When a pay is paid, and for which period. */
export type PayTiming = {
  payDate: CivilDate
  payPeriod: PayPeriod
  periodStart: CivilDate
  periodEnd: CivilDate
}

/** What every country's row of another pay starts with. */
export type PastPay = PayTiming & {
  /** Pays of one day come in the order of their ids; 0: made in the same call, before this one. */
  id: number
  isTermination: boolean
  /** Not a pay but the sum of several, such as those that were made elsewhere: it belongs to no period. */
  isSum?: true
}

/** A line of another pay, for laws that ask what it was made of. */
export type PastLine = {
  kind: LineKind
  description: string
  amount: Figure
  /** The number of hours or units of an hours or leave row. */
  quantity: Figure | null
  units: string | null
  isOvertime: boolean
  leaveType: LeaveType | null
  /** The day of a leave row, and of an hours row that says it. */
  date: CivilDate | null
  /** The week of the period that an hours row says, from 1. */
  week?: number
  taxMethod: TaxMethod | null
  stpCategory: StpCategory | null
  isReturnToWork: boolean
  startDate: CivilDate | null
  endDate: CivilDate | null
  /** No gross earnings of the Holidays Act: an allowance that is not taxed, a bonus that need not be paid or is paid in shares. */
  isOutsideGross: boolean
}

/** An hours row of the period, in whatever pay it is. */
export type PeriodHours = {
  units: string
  value: Figure
  /** The pay that it is stored on; absent: this pay, or another of the same call. */
  payId?: number
}

/** The pay that looks back. */
export type PastQuestion = {
  timing: PayTiming
  /** Other pays of the same day come before it when their id is below this one. */
  beforeId: number
  /** Pays that were made after this one do not count: it is calculated as on the day that it was made. */
  isAsMade?: true
  /** The end of the employment that the pay was made after has been reversed since. */
  isEndReversed?: true
  startDate: CivilDate
  dateOfBirth: CivilDate | null
  /** The last day of the employment, when this pay ends it. */
  lastDay: CivilDate | null
  /** All leave since then matters: unpaid leave moves the anniversaries of a New Zealand employee. */
  leaveSince?: CivilDate
  /** All pays since then matter: what a New Zealand student loan notice has recovered. */
  paysSince?: CivilDate
  /** Rows name days, and the days that are worked are not on the record: New Zealand looks at the dates of earlier rows. */
  namesDays?: true
  /** A bonus or a back payment may be on it. */
  mayHaveExtras: boolean
  /** Kinds of leave that may be on it. */
  leaveTypes: readonly LeaveType[]
}

/** What must be read of the past for one pay. */
export type PastNeeds = {
  /** Pays from this day on. */
  from: CivilDate
  /** Pays after this day only count when they belong to the same period; null: they count too. */
  to: CivilDate | null
  /** The lines of each pay, and what it paid at the end of an employment. */
  hasDetails: boolean
  /** The same, where the period has other pays. */
  hasDetailsOfPeriod: boolean
  /** All hours rows of the period, those of the other pays of the call among them. */
  hasHours: boolean
  /** Where there is no pay since then, the last one before it. */
  hasLastPay: boolean
  /** Pays of earlier periods and earlier days may come as sums, apart at these two days. Otherwise each comes on its own. */
  sumsApartAt?: readonly CivilDate[]
}

/** A pay is paid at most this many days before the end of its period. */
export const DAYS_PAID_AHEAD = 62

/** 52 weeks before a period, with room for the longest period and for pays that come late. */
export const YEAR_OF_HISTORY_DAYS = 430

/** Two income years: no rule looks further back from a pay, so no later pay depends on an older one. */
export const WHOLE_HISTORY_DAYS = 800

/** As far back as asked, and to the first pays of the period itself: one that is paid late may be years behind its payment date. */
export function reachingPeriod(from: CivilDate, { periodEnd }: PayTiming): CivilDate {
  const early = addDays(periodEnd, -DAYS_PAID_AHEAD)
  return early < from ? early : from
}

/** A pay of an earlier day, or of the same day and made before. */
export function isEarlier(pay: PastPay, asked: PastQuestion): boolean {
  return pay.payDate < asked.timing.payDate || pay.id < asked.beforeId
}

/** Whether totals count a pay: all of them, or those that were made before. Sums hold earlier periods. */
export function isCounted(
  pay: Pick<PastPay, 'id' | 'isSum'>,
  asked: Pick<PastQuestion, 'beforeId' | 'isAsMade'>,
): boolean {
  return !asked.isAsMade || pay.isSum === true || pay.id < asked.beforeId
}

export function isSamePeriod(
  pay: PayTiming & Pick<PastPay, 'isSum'>,
  { payPeriod, periodEnd }: PayTiming,
): boolean {
  return !pay.isSum && pay.periodEnd === periodEnd && pay.payPeriod === payPeriod
}

/** Periods that share days are taxed as one: after a change of the pay cycle two of them may, otherwise only the same one does. */
export function isTaxedWith(
  pay: PayTiming & Pick<PastPay, 'isSum'>,
  { payPeriod, periodStart, periodEnd }: PayTiming,
): boolean {
  if (pay.isSum || pay.payPeriod !== payPeriod) return false
  return pay.periodStart <= periodEnd && pay.periodEnd >= periodStart
}

/** Paid from one day up to another. */
export function isPaidIn(pay: PastPay, from: CivilDate, to: CivilDate): boolean {
  return pay.payDate >= from && pay.payDate <= to
}

/** A line of which nothing more is known than its kind, description and amount. */
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

/** The lines of a pay that was just made, as later pays will see them. */
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
