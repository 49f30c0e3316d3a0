import { type CivilDate, completedYears } from '../../../../kernel/values/dates.ts'
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
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { HoursLine, LeaveLine } from '../../../../payroll/input.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { holidayHistory } from '../history/holiday-history.ts'
import type { NzHolidayInput, NzLeaveSettings, NzTerminationInput } from '../input/input.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import { type HistoryLeave, type HistoryPeriod, lastDayIn, REGULAR } from './history-pays.ts'

/* The input of the calculation for one period of the pay history of another system. */

export type About = {
  startDate: CivilDate
  payPeriod: PayPeriod
  period: HistoryPeriod
  id: number
  rates: NzRates
  past: readonly NzPastPay[]
  /** The index of the first past pay that may matter. */
  first: number
  periods: readonly HistoryPeriod[]
  /** Weeks of annual holidays taken in earlier periods. */
  takenBefore: Decimal
  /** Amounts that the final pay owes, found by the checks of this period and earlier ones. */
  found: Found
}

/** Leave that the checks of a history gave back. */
export type Found = {
  /** Weeks of annual holidays that public holidays used up (s 40(1)). */
  weeksBack: Decimal
  /** Alternative holidays that were not granted. */
  alternativeDays: number
}

export function inputOf(
  about: About,
  leave: readonly LeaveLine[],
  termination: NzTerminationInput | null,
  past: readonly NzPastPay[],
): NzHolidayInput {
  const { startDate, payPeriod, period, id, rates } = about
  const { hoursPerWeek, daysPerWeek, weeklyPay } = period
  const hoursPerDay = isZero(daysPerWeek) ? ZERO : toPlaces(hoursPerWeek.div(daysPerWeek), 12)
  const asked: PastQuestion = {
    timing: { payDate: period.end, payPeriod, periodStart: period.start, periodEnd: period.end },
    beforeId: id,
    startDate,
    dateOfBirth: null,
    lastDay: termination?.terminationDate ?? null,
    mayHaveExtras: true,
    leaveTypes: leave.map(({ leaveType }) => leaveType),
  }
  const settings = {
    workDays: null,
    isUnpaidLeaveService: true,
    isCasual: false,
    workPattern: period.workPattern,
  }
  return {
    startDate,
    payDate: period.end,
    payPeriod,
    periodEnd: period.end,
    termination,
    ratePerHour: rateOf(weeklyPay, hoursPerWeek),
    hoursPerDay,
    daysPerWeek,
    hours: hoursOf(period),
    leave,
    ...balancesBefore(about),
    holidayHistory: holidayHistory(past, {
      past: asked,
      leave,
      hoursPerDay,
      daysPerWeek,
      settings: { ...settings, anniversaryRegion: period.region },
      worked: period.worked.map(({ date }) => date),
      rates,
      regularNames: [REGULAR],
    }),
    leaveSettings: {
      isLeaveEnabled: true,
      isHolidayPayPaidWithWages: period.holidayPay !== null,
      annualWeeksPerYear: null,
      sickDaysPerYear: holidaysActOn(period.end, rates).value.sick.daysPerYear,
      ordinaryWeeklyPay: isZero(weeklyPay) ? null : weeklyPay,
      anniversaryRegion: period.region,
      alternativeDaysEarned: ZERO,
      ...endOf(about),
      ...settings,
    },
  }
}

/** The last day, for periods that reach beyond it. */
function endOf({ period, periods }: About): Pick<NzLeaveSettings, 'endedOn'> {
  const endedOn = lastDayIn(periods)
  return endedOn !== undefined && endedOn < period.end ? { endedOn } : {}
}

/** The hourly rate. A weekly pay is rounded to the cent, so a rate in whole cents that gives it is the one agreed. */
function rateOf(weeklyPay: Decimal, hoursPerWeek: Decimal): Decimal {
  if (isZero(hoursPerWeek)) return ZERO
  const exact = weeklyPay.div(hoursPerWeek)
  const inCents = toCent(exact)
  return toCent(inCents.times(hoursPerWeek)).eq(weeklyPay) ? inCents : toPlaces(exact, 12)
}

/**
 * Weeks left before the period. They show in which years the weeks it takes arose. Unknown when the history starts after the
 * employment.
 */
function balancesBefore({
  startDate,
  period,
  rates,
  periods,
  takenBefore,
}: About): Pick<NzHolidayInput, 'leaveBalances'> {
  if ((periods[0]?.start ?? startDate) > startDate) return {}
  const { annualWeeksPerYear } = holidaysActOn(period.end, rates).value
  const given = annualWeeksPerYear.times(whole(completedYears(startDate, period.end)))
  return {
    leaveBalances: { annualHolidaysWeeks: given.minus(takenBefore), altHolidayDays: ZERO, sickDays: ZERO },
  }
}

/** One row for each public holiday worked, and one for all other hours. */
function hoursOf({ hours, leave, worked }: HistoryPeriod): HoursLine[] {
  const counted = sum([...leave.map((row) => row.hours), ...worked.map((row) => row.hours)])
  const row = { units: 'hours', ratePerUnit: ZERO, isOvertime: false }
  return [
    ...worked.map(({ date, hours: value }) => ({
      ...row,
      description: 'Work on a public holiday',
      value,
      date,
    })),
    { ...row, description: 'Other hours', value: notBelowZero(hours.minus(counted)) },
  ]
}

export function leaveLineOf({ type, date, hours }: HistoryLeave): LeaveLine {
  return {
    description: type,
    leaveType: type,
    date,
    hours,
    ratePerHour: ZERO,
    loadingAmount: null,
  }
}
