import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import type { LeavePart } from '../../../contract/country.ts'
import type { NzPayInput } from '../input/input.ts'
import { isAnnualHolidayType, isClosedownType } from '../input/leave-types.ts'
import { isSchedular } from '../input/tax-code.ts'
import { holidayWords } from '../public-holidays/public-holiday-dates.ts'
import { holidaysIn, isWorkingDay } from '../public-holidays/public-holiday-work.ts'
import type { NzRates } from '../rates/rates.ts'
import { daysOfLeave } from './leave-days.ts'

/*
 * Leave that spans a public holiday. The day is a public holiday and uses up no leave: no annual holidays (Holidays Act 2003
 * s 40(1)), and no sick, bereavement or family violence leave (s 61A). It is paid in a closedown too (s 49).
 */

const BESIDE_ANNUAL: ReadonlySet<LeaveType> = new Set(['SICK', 'NZ_BEREAVEMENT', 'NZ_FAMILY_VIOLENCE'])
const isSplit = (type: LeaveType) =>
  isAnnualHolidayType(type) || isClosedownType(type) || BESIDE_ANNUAL.has(type)

/** The parts of each leave row that spans a public holiday, by row index. Other rows are not in the map. */
export function splitLeave(input: NzPayInput, rates: NzRates): ReadonlyMap<number, LeavePart[]> {
  const splits = new Map<number, LeavePart[]>()
  if (!input.leaveSettings.isLeaveEnabled || isSchedular(input)) return splits
  // A day with its own row is not part of the leave.
  const taken = new Set([
    ...input.hours.flatMap(({ date }) => date ?? []),
    ...input.leave.filter((line) => line.leaveType === 'PAID_PUBLIC_HOLIDAY').map(({ date }) => date),
  ])
  for (const [place, line] of input.leave.entries()) {
    if (!isSplit(line.leaveType)) continue
    const parts = partsOf(line, taken, input, rates)
    if (parts.some((part) => part.holiday !== undefined)) splits.set(place, parts)
  }
  return splits
}

function partsOf(
  line: LeaveLine,
  taken: ReadonlySet<CivilDate>,
  input: NzPayInput,
  rates: NzRates,
): LeavePart[] {
  const days = daysOfLeave(line, input, taken)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const holidays = holidaysIn(input, { from: first.date, to: last.date }, rates).filter(({ date }) =>
    isWorkingDay(input, date),
  )
  const parts: LeavePart[] = []
  for (const { date, hours } of days) {
    const holiday = holidays.find((each) => each.date === date)
    const before = parts.at(-1)
    if (holiday) parts.push(holidayPart(line, holidayWords(holiday), date, hours))
    else if (before && before.holiday === undefined) before.hours = before.hours.plus(hours)
    else parts.push({ leaveType: line.leaveType, date, hours })
  }
  return parts
}

function holidayPart(line: LeaveLine, holiday: string, date: CivilDate, hours: Decimal): LeavePart {
  const section = isAnnualHolidayType(line.leaveType) ? '40' : isClosedownType(line.leaveType) ? '49' : '61A'
  return {
    leaveType: 'PAID_PUBLIC_HOLIDAY',
    date,
    hours,
    holiday,
    note: `"${line.description}" runs over the public holiday ${date} (${holiday}): ${hours.toFixed()} hours are paid as a row of type PAID_PUBLIC_HOLIDAY and use up no leave (Holidays Act 2003 s ${section}).`,
  }
}
