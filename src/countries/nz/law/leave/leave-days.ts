import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, toPlaces, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { isWorkDay } from '../../../../payroll/work-days.ts'
import { fixedPattern, hoursOn } from '../../../../payroll/work-pattern.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { workDaysOf } from '../public-holidays/public-holiday-work.ts'
import { hoursOfDayIn } from './day-lengths.ts'

/* The days that a leave row covers. The Act grants sick, bereavement and family violence leave in days. */

/** One day of a row, with its hours and the share of the day that they make up. */
export type DayOfLeave = { date: CivilDate; hours: Decimal; share: Decimal }

type Asked = Pick<NzHolidayInput, 'hoursPerDay' | 'daysPerWeek' | 'leaveSettings' | 'holidayHistory'>

const NONE: ReadonlySet<CivilDate> = new Set()
/** Limits a very long row to a year of days. */
const MOST_DAYS = 366

/**
 * The days of a row, starting on its date. Each working day takes the hours of the pattern, or else of a standard day. The last
 * day takes the rest. A row that begins on a non-working day includes that day, because the employee was due to work on it.
 */
export function daysOfLeave(
  line: Pick<LeaveLine, 'date' | 'hours'>,
  input: Asked,
  except: ReadonlySet<CivilDate> = NONE,
): DayOfLeave[] {
  const pattern = fixedPattern(input.leaveSettings.workPattern)
  const workDays = workDaysOf(input)
  const standard = hoursOfDayIn(line, input)
  const days: DayOfLeave[] = []
  let left = line.hours
  for (
    let date = line.date, count = 0;
    left.gt(ZERO) && count < MOST_DAYS;
    date = addDays(date, 1), count++
  ) {
    if (except.has(date) || (count > 0 && !isWorkDay(workDays, date))) continue
    const byPattern = pattern ? hoursOn(pattern, date) : ZERO
    const whole = isZero(byPattern) ? standard : byPattern
    if (isZero(whole)) return days
    const hours = left.lt(whole) ? left : whole
    days.push({ date, hours, share: toPlaces(hours.div(whole), 6) })
    left = left.minus(hours)
  }
  return days
}

/** The number of days that a row covers, to six places. */
export function leaveDayCount(line: Pick<LeaveLine, 'date' | 'hours'>, input: Asked): Decimal {
  // Without a pattern every day has the same hours, even if the row is longer than the days that can be named.
  if (fixedPattern(input.leaveSettings.workPattern) === null)
    return isZero(input.hoursPerDay) ? ZERO : toPlaces(line.hours.div(hoursOfDayIn(line, input)), 6)
  return daysOfLeave(line, input).reduce((days, { share }) => days.plus(share), whole(0))
}
