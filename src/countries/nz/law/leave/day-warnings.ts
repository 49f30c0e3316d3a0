import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { isZero, toCent, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import { termsOn } from '../input/day-terms.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { isDailyPayType, isInsteadOfTimeOff, isPricedByLaw } from '../input/leave-types.ts'
import { isWorkingDay } from '../public-holidays/public-holiday-work.ts'
import { hoursOfDay } from './period-hours.ts'
import type { RowRate } from './row-rates.ts'

/* Warnings about days of leave: their pay, and whether they are days of work at all. */

/** Days off below relevant or average daily pay. */
export function underpaidDays({ leave }: NzHolidayInput, exact: RowRate | null): string[] {
  if (exact === null) return []
  return leave
    .filter((line) => isDailyPayType(line.leaveType) && line.hours.gt(ZERO))
    .filter((line) => toCent(line.ratePerHour).lt(toCent(exact(line))))
    .map(
      (line) =>
        `"${line.description}" pays ${toCent(line.ratePerHour).toFixed(2)} an hour; the day is worth ${toCent(exact(line)).toFixed(2)} an hour (Holidays Act 2003 ss 9 and 9A).`,
    )
}

/** A public holiday off work pays the whole day. */
export function partsOfHolidays(input: NzHolidayInput): string[] {
  const atWork = new Set(input.hours.flatMap(({ date }) => date ?? []))
  return input.leave.flatMap((line) => {
    const { leaveType, date, hours, description } = line
    if (leaveType !== 'PAID_PUBLIC_HOLIDAY' || atWork.has(date) || hours.lte(ZERO)) return []
    if (!hasPattern(input, date)) return []
    const whole = hoursOfDay(input, date)
    const others = input.leave.filter((other) => other !== line && other.date === date)
    if (isZero(whole) || hours.gte(whole) || others.length > 0) return []
    return `"${description}" pays ${hours.toFixed()} of the ${whole.toFixed()} hours of ${date}: a public holiday off work pays the whole day (Holidays Act 2003 s 49).`
  })
}

/** No leave is owed for days before the employment. */
export function leaveBeforeStart({ leave, startDate }: NzHolidayInput): string[] {
  return owed(leave)
    .filter(({ date }) => date < startDate)
    .map(
      ({ description, date }) =>
        `"${description}" is on ${date}, before the employment began on ${startDate}: check its date.`,
    )
}

/** Leave on a day that is not worked by the pattern: the employee was not due to work. */
export function leaveOffWork(input: NzHolidayInput): string[] {
  return owed(input.leave)
    .filter(({ leaveType, date }) => leaveType !== 'PAID_PUBLIC_HOLIDAY' && hasPattern(input, date))
    .filter(({ date }) => date >= input.startDate && !isWorkingDay(input, date))
    .map(
      ({ description, date }) =>
        `"${description}" is on ${date}, which is not a working day by nz_work_pattern: check its date.`,
    )
}

const owed = (leave: readonly LeaveLine[]) =>
  leave.filter(
    ({ leaveType, hours }) => isPricedByLaw(leaveType) && !isInsteadOfTimeOff(leaveType) && hours.gt(ZERO),
  )

const hasPattern = (input: NzHolidayInput, date: CivilDate) =>
  fixedPattern(termsOn(input, date).leaveSettings.workPattern) !== null
