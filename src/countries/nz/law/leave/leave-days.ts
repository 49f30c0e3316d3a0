import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, sum, toPlaces, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { type DayOfLeave, daysOfRow, type LeaveWeek } from '../../../../payroll/leave-days.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import { termsOn } from '../input/day-terms.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { workDaysOf } from '../public-holidays/public-holiday-work.ts'
import { hoursOfDayIn } from './day-lengths.ts'

/* The days that a leave row covers. The Act grants sick, bereavement and family violence leave in days. */

type Asked = Pick<
  NzHolidayInput,
  | 'ratePerHour'
  | 'hoursPerDay'
  | 'daysPerWeek'
  | 'leaveSettings'
  | 'holidayHistory'
  | 'earlierTerms'
  | 'laterTerms'
>

/** The days of a row by the work pattern, or else by the working days and the length of a day. */
export function daysOfLeave(
  line: Pick<LeaveLine, 'date' | 'hours'>,
  input: Asked,
  except?: ReadonlySet<CivilDate>,
): DayOfLeave[] {
  const current = weekOf(line, input)
  const weekOn = (day: CivilDate) => {
    const own = termsOn(input, day)
    return own === input ? current : weekOf(line, own)
  }
  return daysOfRow(line, weekOn, except)
}

const weekOf = (line: Pick<LeaveLine, 'hours'>, input: Asked): LeaveWeek => ({
  pattern: fixedPattern(input.leaveSettings.workPattern),
  workDays: workDaysOf(input),
  hoursPerDay: hoursOfDayIn(line, input),
})

/** The number of days that a row covers, to six places. */
export function leaveDayCount(line: Pick<LeaveLine, 'date' | 'hours'>, given: Asked): Decimal {
  const input = termsOn(given, line.date)
  // Without a pattern every day has the same hours, even if the row is longer than the days that can be named.
  if (fixedPattern(input.leaveSettings.workPattern) === null)
    return isZero(input.hoursPerDay) ? ZERO : toPlaces(line.hours.div(hoursOfDayIn(line, input)), 6)
  return daysOfLeave(line, given).reduce((days, { share }) => days.plus(share), whole(0))
}

/** The weeks of a row, each day by the agreed week of its day. */
export function weeksOfRow(line: Pick<LeaveLine, 'date' | 'hours'>, input: Asked): Decimal {
  const days = line.hours.gt(ZERO) ? daysOfLeave(line, input) : []
  const left = line.hours.minus(sum(days.map(({ hours }) => hours)))
  const parts = [...days.map(({ date, hours }) => ({ date, hours })), { date: line.date, hours: left }]
  return sum(
    parts.map(({ date, hours }) => {
      const { hoursPerDay, daysPerWeek } = termsOn(input, date)
      const week = hoursPerDay.times(daysPerWeek)
      return isZero(week) ? ZERO : toPlaces(hours.div(week), 12)
    }),
  )
}
