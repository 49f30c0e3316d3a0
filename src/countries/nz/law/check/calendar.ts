import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, toCentOfQuotient, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { cite } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { isAnnualHolidayType, isClosedownType } from '../input/leave-types.ts'
import {
  daysOf,
  hoursWithout,
  type LeaveOn,
  leaveOn,
  openHolidays,
  withoutRow,
} from '../leave/open-holidays.ts'
import type { Days } from '../leave/period-hours.ts'
import { dailyRates } from '../leave/row-rates.ts'
import { holidayWords, type PublicHoliday } from '../public-holidays/public-holiday-dates.ts'
import { holidaysIn, isWorkingDay } from '../public-holidays/public-holiday-work.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import type { CheckedPayment, PaidRows } from './payments.ts'

/*
 * Finds public holidays that no row pays. The calendar, the work pattern and the employment decide which days of a period are
 * owed. The rows show the amounts paid. payments.ts checks rows that pay a public holiday, and rows of work on one.
 */

/** Leave that a public holiday must not use up (ss 40(1) and 61A). */
const NOT_ON_HOLIDAYS: ReadonlySet<LeaveType> = new Set(['SICK', 'NZ_BEREAVEMENT', 'NZ_FAMILY_VIOLENCE'])
const isUsedUp = (type: LeaveType) =>
  isAnnualHolidayType(type) || isClosedownType(type) || NOT_ON_HOLIDAYS.has(type)

const UNPAID: ReadonlySet<LeaveType | undefined> = new Set([
  'UNPAID',
  'NZ_UNPAID_SICK',
  'NZ_UNPAID_BEREAVEMENT',
])
const isUnpaidType = (type: LeaveType | undefined) => UNPAID.has(type)

/** The public holidays of a period that were not paid, or that used up leave. The input must have all rows of the period. */
export function checkCalendar(
  input: NzHolidayInput,
  paid: PaidRows,
  rates: NzRates,
  start = periodStartFor(input.payPeriod, input.periodEnd),
): CheckedPayment[] {
  const days = daysOf(input, start)
  const open = openHolidays(input, days, rates)
  return [
    ...open.flatMap(({ holiday, row }) =>
      row && isUsedUp(row.line.leaveType) ? usedUp(holiday, row, input, paid, rates) : [],
    ),
    ...open.flatMap(({ holiday, row }) =>
      row && isUnpaidType(row.line.leaveType) && isAlone(holiday.date, input, days, rates)
        ? unpaidAlone(holiday, row, input, paid, rates)
        : [],
    ),
    ...unpaid(withoutRow(open), input, days, rates),
  ]
}

export const ANNUAL_ON_HOLIDAY = 'Holidays Act 2003 s 40(1)'

/** Leave used on a public holiday: the day is owed as a public holiday, and the leave is credited back. */
function usedUp(
  holiday: PublicHoliday,
  { line, place, hours }: LeaveOn,
  input: NzHolidayInput,
  paid: PaidRows,
  rates: NzRates,
): CheckedPayment[] {
  const amount = toCentOfQuotient((paid.leave[place] ?? ZERO).times(hours).div(line.hours))
  const isClosed = isClosedownType(line.leaveType)
  const rule = isAnnualHolidayType(line.leaveType)
    ? ANNUAL_ON_HOLIDAY
    : `Holidays Act 2003 s ${isClosed ? '49' : '61A'}`
  const due = dueFor(holiday.date, hours, input, rule, rates)
  return [
    {
      type: 'PUBLIC_HOLIDAY_AS_LEAVE',
      description: `${holidayWords(holiday)}, paid as ${line.leaveType}${isClosed ? '' : `: ${hours.toFixed()} hours of leave are owed back`}`,
      date: holiday.date,
      hours,
      ...due,
      paid: amount,
      rule,
    },
  ]
}

/**
 * Whether the working days on either side, which are not public holidays, are known and not on unpaid leave. On longer unpaid
 * leave, no one expects the employee to work on the public holiday.
 */
function isAlone(date: CivilDate, input: NzHolidayInput, { from, to }: Days, rates: NzRates): boolean {
  const holidays = new Set(holidaysIn(input, { from, to }, rates).map((each) => each.date))
  const neighbour = (step: number): CivilDate | null => {
    for (let day = addDays(date, step); day >= from && day <= to; day = addDays(day, step))
      if (isWorkingDay(input, day) && !holidays.has(day)) return day
    return null
  }
  const beside = [neighbour(-1), neighbour(1)].filter((day) => day !== null)
  const isOff = (day: CivilDate) => isUnpaidType(leaveOn(day, input)?.line.leaveType)
  return beside.length > 0 && !beside.some(isOff)
}

/** A public holiday that was recorded as unpaid leave. */
function unpaidAlone(
  holiday: PublicHoliday,
  { line, place, hours }: LeaveOn,
  input: NzHolidayInput,
  paid: PaidRows,
  rates: NzRates,
): CheckedPayment[] {
  const rule = 'Holidays Act 2003 s 49'
  return [
    {
      type: 'PUBLIC_HOLIDAY_UNPAID',
      description: `${holidayWords(holiday)} was not paid: it was recorded as ${line.leaveType}`,
      date: holiday.date,
      hours,
      ...dueFor(holiday.date, hours, input, rule, rates),
      paid: toCentOfQuotient((paid.leave[place] ?? ZERO).times(hours).div(line.hours)),
      rule,
    },
  ]
}

/** Attributes hours missing from the period to its unpaid public holidays, until either runs out. */
function unpaid(
  holidays: readonly PublicHoliday[],
  input: NzHolidayInput,
  days: Days,
  rates: NzRates,
): CheckedPayment[] {
  const found = hoursWithout(holidays, input, days)
  if (!found) return []
  const { paid, expected, missing } = found
  return holidays.flatMap((holiday, place): CheckedPayment[] => {
    const hours = missing[place] ?? ZERO
    if (isZero(hours)) return []
    const rule = 'Holidays Act 2003 s 49'
    return [
      {
        type: 'PUBLIC_HOLIDAY_UNPAID',
        description: `${holidayWords(holiday)} was not paid`,
        date: holiday.date,
        hours,
        ...dueFor(holiday.date, hours, input, rule, rates),
        paid: ZERO,
        rule,
        assumes: [
          `${paid.toFixed()} hours were paid for the period, which has ${expected.toFixed()}: the missing hours are assumed to be those of the public holiday.`,
        ],
      },
    ]
  })
}

/** Relevant or average daily pay for part or all of a day. */
function dueFor(
  date: CivilDate,
  hours: Decimal,
  input: NzHolidayInput,
  rule: string,
  rates: NzRates,
): Pick<CheckedPayment, 'owed' | 'steps'> {
  const table = holidaysActOn(input.payDate, rates)
  const line: LeaveLine = {
    description: '',
    leaveType: 'PAID_PUBLIC_HOLIDAY',
    date,
    hours,
    ratePerHour: ZERO,
    loadingAmount: null,
  }
  const trace = new Trace()
  const rate = dailyRates({ ...input, leave: [line] }, table, trace)?.(line) ?? ZERO
  const owed = trace.product({
    name: 'holidays.owed',
    formula: 'hours × daily pay ÷ hours of a day, to the cent',
    multiply: { hours, rate },
    to: toCentOfQuotient,
    rule,
    source: cite(table),
  })
  return { owed, steps: trace.steps }
}
