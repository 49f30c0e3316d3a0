import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, toPlaces, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { type DayOfLeave, daysOfRow } from '../../../../payroll/leave-days.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { workDaysOf } from '../public-holidays/public-holiday-work.ts'
import { hoursOfDayIn } from './day-lengths.ts'

/* The days that a leave row covers. The Act grants sick, bereavement and family violence leave in days. */

type Asked = Pick<NzHolidayInput, 'hoursPerDay' | 'daysPerWeek' | 'leaveSettings' | 'holidayHistory'>

/** The days of a row by the work pattern, or else by the working days and the length of a day. */
export function daysOfLeave(
  line: Pick<LeaveLine, 'date' | 'hours'>,
  input: Asked,
  except?: ReadonlySet<CivilDate>,
): DayOfLeave[] {
  const week = {
    pattern: fixedPattern(input.leaveSettings.workPattern),
    workDays: workDaysOf(input),
    hoursPerDay: hoursOfDayIn(line, input),
  }
  return daysOfRow(line, week, except)
}

/** The number of days that a row covers, to six places. */
export function leaveDayCount(line: Pick<LeaveLine, 'date' | 'hours'>, input: Asked): Decimal {
  // Without a pattern every day has the same hours, even if the row is longer than the days that can be named.
  if (fixedPattern(input.leaveSettings.workPattern) === null)
    return isZero(input.hoursPerDay) ? ZERO : toPlaces(line.hours.div(hoursOfDayIn(line, input)), 6)
  return daysOfLeave(line, input).reduce((days, { share }) => days.plus(share), whole(0))
}
