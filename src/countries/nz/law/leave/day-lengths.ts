import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, greater, isZero, ZERO } from '../../../../kernel/values/money.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { upToWhole } from '../input/leave-spells.ts'

/*
 * The lengths of the days that rows name. If they differ from the record's standard day, the record cannot show what a day would
 * have paid. Then average daily pay is used (Holidays Act 2003 s 9A(1)).
 */

/** The hours worked on each day that a period names, or null when some hours name no day. */
export function namedDays(
  lines: readonly PastLine[],
  hoursPerDay: Decimal,
): ReadonlyMap<CivilDate, Decimal> | null {
  const days = new Map<CivilDate, Decimal>()
  for (const line of lines) {
    if (line.kind !== 'hours' || line.isOvertime) continue
    if (line.date === null) return null
    const hours = hoursBehind({ units: line.units ?? '', value: decimal(line.quantity ?? '0') }, hoursPerDay)
    days.set(line.date, (days.get(line.date) ?? ZERO).plus(hours))
  }
  return days
}

type Named = { days: ReadonlyMap<CivilDate, Decimal> | null }

/** The longest day, when at least half of the periods have days of another length than the record's. Otherwise null. */
export function longestOtherDay(
  periods: readonly Named[],
  hoursPerDay: Decimal,
  leastPeriods: number,
): Decimal | null {
  if (periods.length < leastPeriods || isZero(hoursPerDay)) return null
  const lengths: Decimal[][] = []
  for (const { days } of periods) {
    if (days === null) return null
    lengths.push([...days.values()].filter((hours) => hours.gt(ZERO)))
  }
  const other = lengths.filter((days) => days.some((hours) => !hours.eq(hoursPerDay)))
  return other.length * 2 < periods.length ? null : lengths.flat().reduce(greater, ZERO)
}

type Asked = Pick<NzHolidayInput, 'hoursPerDay' | 'holidayHistory'>

/** The length of a day in a leave row. A row as long as the longer days that are worked is one such day, or several. */
export function hoursOfDayIn(line: Pick<LeaveLine, 'hours'>, input: Asked): Decimal {
  const { longestDay } = input.holidayHistory
  if (!longestDay || longestDay.lte(input.hoursPerDay)) return input.hoursPerDay
  if (line.hours.lte(input.hoursPerDay)) return input.hoursPerDay
  if (line.hours.lte(longestDay)) return line.hours
  const days = line.hours.div(longestDay)
  return upToWhole(days).eq(days) ? longestDay : input.hoursPerDay
}
