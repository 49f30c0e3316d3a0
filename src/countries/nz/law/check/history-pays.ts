import {
  addDays,
  type CivilDate,
  completedYears,
  daysBetween,
  partsOf,
} from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  isZero,
  notBelowZero,
  sum,
  toCent,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { emptyHistory } from '../../../../payroll/figure-history.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import { NZ_FIGURES } from '../figures/figures.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { isAnnualHolidayType } from '../input/leave-types.ts'
import { recordedDays } from '../input/work-week.ts'

/* Converts the pay history of another system to past pays. */

/** One pay period of one employee. */
export type HistoryPeriod = {
  start: CivilDate
  end: CivilDate
  /** Gross earnings as s 14 counts them, including paid leave. */
  gross: Decimal
  /** Parts of gross: regular allowances, overtime and productivity pay, and one-off payments. */
  regular: Decimal
  irregular: Decimal
  /** Hours and days worked or on paid leave. */
  hours: Decimal
  days: Decimal
  /** The agreement at the time. A weekly pay of zero means that none is agreed, so the last four weeks decide. */
  hoursPerWeek: Decimal
  daysPerWeek: Decimal
  weeklyPay: Decimal
  leave: readonly HistoryLeave[]
  final: HistoryFinal | null
  /** Work on public holidays. */
  worked: readonly HistoryWork[]
  /** Days with hours. Null when unknown, and then public holidays are not checked. */
  workPattern: string | null
  /** The region whose anniversary day is observed, or null. */
  region: string | null
  /** Alternative holidays granted, or null when unknown. */
  alternativeDays: Decimal | null
  /** Holiday pay paid with the wages, included in gross. Null when there is none. */
  holidayPay: Decimal | null
  /** Assumptions about missing details, by the payments that they affect. */
  assumes: { everyone: readonly string[]; weekly: readonly string[]; worked: readonly string[] }
}

export type HistoryWork = { date: CivilDate; hours: Decimal; paid: Decimal }

export type HistoryLeave = { type: LeaveType; date: CivilDate; hours: Decimal; paid: Decimal }

/** Holiday pay at the end of the employment. */
export type HistoryFinal = {
  lastDay: CivilDate
  /** Entitled hours not taken. When null, they are derived from the anniversaries and the leave in the history. */
  hours: Decimal | null
  paid: Decimal
  /** What was assumed about it. */
  assumes?: string
}

export type EmployeeHistory = { startDate: CivilDate; periods: readonly HistoryPeriod[] }

/** Rows that the history marks as regular. No other row counts as regular. */
export const REGULAR = 'regular allowances'

/**
 * The last day of an employment whose final pay is in the history. A final pay with another one after it did not end it: the
 * employee came back.
 */
export function lastDayIn(periods: readonly HistoryPeriod[]): CivilDate | undefined {
  return periods.findLast(({ final }) => final !== null)?.final?.lastDay
}

/** Uses the longest period, because the first or last one may be shorter. */
export function periodOf(periods: readonly HistoryPeriod[]): PayPeriod {
  const longest = Math.max(...periods.map(({ start, end }) => daysBetween(start, end) + 1))
  if (longest <= 14) return longest <= 7 ? 'WEEKLY' : 'FORTNIGHTLY'
  return longest === FOUR_WEEKS && !areMonths(periods) ? 'FOUR_WEEKLY' : 'MONTHLY'
}

const FOUR_WEEKS = 28

/** A history of February alone has 28 days too. */
const areMonths = (periods: readonly HistoryPeriod[]) =>
  periods.every(({ start, end }) => partsOf(start).month === partsOf(end).month)

/** The periods as past pays, for later periods to look back on. */
export function pastPaysOf({ startDate, periods }: EmployeeHistory, payPeriod: PayPeriod): NzPastPay[] {
  // If the history starts after the employment, weeks may be left from before.
  const isWhole = periods[0] !== undefined && periods[0].start <= startDate
  const ended = lastDayIn(periods)
  const served = ended && addDays(ended, 1)
  let takenSoFar = ZERO
  return periods.map((period, index) => {
    const taken = weeksTaken(period)
    // A period may include an anniversary that the employment did not reach.
    const years = completedYears(startDate, served && served < period.end ? served : period.end)
    const entitled = whole(years * WEEKS_A_YEAR).minus(takenSoFar)
    takenSoFar = takenSoFar.plus(taken)
    const beyond = isWhole || years === 0 ? notBelowZero(taken.minus(notBelowZero(entitled))) : ZERO
    const inAdvance = isZero(taken) ? ZERO : toCent(annualPaid(period).times(beyond).div(taken))
    return { ...pastPayOf(period, payPeriod, index + 1), inAdvance: inAdvance.toFixed() }
  })
}

const WEEKS_A_YEAR = 4

const annualOf = ({ leave }: HistoryPeriod) => leave.filter(({ type }) => isAnnualHolidayType(type))

/** Weeks of annual holidays taken in a period. */
export function weeksTaken(period: HistoryPeriod): Decimal {
  if (isZero(period.hoursPerWeek)) return ZERO
  return sum(annualOf(period).map(({ hours }) => hours)).div(period.hoursPerWeek)
}

const annualPaid = (period: HistoryPeriod) => sum(annualOf(period).map(({ paid }) => paid))

function pastPayOf(period: HistoryPeriod, payPeriod: PayPeriod, id: number): NzPastPay {
  const { start, end, gross, regular, irregular, hours, days } = period
  const leaveHours = sum(period.leave.filter(({ type }) => type !== 'UNPAID').map((row) => row.hours))
  const leavePaid = sum(period.leave.map(({ paid }) => paid))
  const wages = gross.minus(regular).minus(irregular).minus(leavePaid)
  const timing = { payDate: end, payPeriod, periodStart: start, periodEnd: end }
  return {
    ...timing,
    id,
    isTermination: false,
    ...emptyHistory(NZ_FIGURES, timing),
    holidayGross: gross.toFixed(),
    irregular: irregular.toFixed(),
    holidayPayWithWages: (period.holidayPay ?? ZERO).toFixed(),
    hoursPaid: hours.toFixed(),
    daysPaid: days.toFixed(),
    isLeaveEnabled: true,
    details: {
      ratePerHour: '0',
      hoursPerDay: hoursPerDayOf(period).toFixed(),
      daysPerWeek: period.daysPerWeek.toFixed(),
      workDays: recordedDays({ workPattern: period.workPattern }),
      lines: [
        lineOf('hours', 'wages', wages, notBelowZero(hours.minus(leaveHours))),
        lineOf('allowance', REGULAR, regular, null),
        lineOf('bonus', 'irregular payments', irregular, null),
        ...period.leave.map((row) => ({
          ...lineOf('leave', row.type, row.paid, row.hours),
          leaveType: row.type,
          date: row.date,
        })),
      ],
    },
  }
}

const hoursPerDayOf = ({ hoursPerWeek, daysPerWeek }: HistoryPeriod): Decimal =>
  isZero(daysPerWeek) ? ZERO : toPlaces(hoursPerWeek.div(daysPerWeek), 12)

function lineOf(
  kind: PastLine['kind'],
  description: string,
  amount: Decimal,
  quantity: Decimal | null,
): PastLine {
  return {
    kind,
    description,
    amount: amount.toFixed(2),
    quantity: quantity?.toFixed() ?? null,
    units: kind === 'hours' ? 'hours' : null,
    isOvertime: false,
    leaveType: null,
    date: null,
    taxMethod: null,
    stpCategory: null,
    isReturnToWork: false,
    startDate: null,
    endDate: null,
    isOutsideGross: false,
  }
}
