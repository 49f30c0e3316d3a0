import { addMonths, type CivilDate } from '../dates.ts'
import type { PastQuestion } from '../history.ts'
import type { LeaveLine } from '../input.ts'
import { type Decimal, sum, toPlaces, whole, ZERO } from '../money.ts'
import type { NzHolidayInput } from './input.ts'
import { isAnnualHolidayType } from './leave-types.ts'
import type { NzPastPay } from './past-pay.ts'
import type { HolidayRates } from './rates.ts'
import { leaveDaysOf } from './stretches.ts'

/* Leave that is owed up to so many days: for a year without carrying over, or for each event (ss 69, 70, 72A to 72J). */

const MONTHS_OF_YEAR = 12

/** Hours of family violence leave in other pays of the entitlement year that a pay falls into. */
export function familyViolenceHours(
  pays: readonly NzPastPay[],
  { startDate, timing }: PastQuestion,
  afterMonths: number,
): Decimal {
  const from = yearStart(startDate, timing.periodEnd, afterMonths)
  return sum(
    pays
      .flatMap((pay) =>
        leaveDaysOf(pay.details?.lines ?? [], (line) => line.leaveType === 'NZ_FAMILY_VIOLENCE'),
      )
      .filter((row) => row.date >= from)
      .map((row) => row.hours),
  )
}

function yearStart(start: CivilDate, day: CivilDate, afterMonths: number): CivilDate {
  let from = addMonths(start, afterMonths)
  for (let months = afterMonths + MONTHS_OF_YEAR; addMonths(start, months) <= day; months += MONTHS_OF_YEAR)
    from = addMonths(start, months)
  return from
}

/** What goes beyond the days that the Act owes, and leave that would be paid twice. */
export function limitWarnings(input: NzHolidayInput, table: HolidayRates): string[] {
  return [
    ...familyViolenceBeyond(input, table),
    ...input.leave
      .filter((line) => line.leaveType === 'NZ_BEREAVEMENT')
      .filter((line) => daysOf(line, input).gt(table.bereavement.closeFamilyDays))
      .map(
        (line) =>
          `"${line.description}" takes ${daysOf(line, input).toFixed()} days; for one bereavement the Act owes at most ${table.bereavement.closeFamilyDays.toFixed()} (Holidays Act 2003 s 70).`,
      ),
    ...paidTwice(input),
  ]
}

function familyViolenceBeyond(input: NzHolidayInput, { familyViolence }: HolidayRates): string[] {
  const rows = input.leave.filter((line) => line.leaveType === 'NZ_FAMILY_VIOLENCE')
  if (rows.length === 0 || input.hoursPerDay.lte(ZERO)) return []
  const before = input.holidayHistory.familyViolenceHours ?? ZERO
  const days = toPlaces(sum([before, ...rows.map((line) => line.hours)]).div(input.hoursPerDay), 2)
  if (days.lte(familyViolence.daysPerYear)) return []
  return [
    `Family violence leave of this entitlement year comes to ${days.toFixed()} days; the Act owes ${familyViolence.daysPerYear.toFixed()} (Holidays Act 2003 ss 72A to 72J).`,
  ]
}

/** Holiday pay that went out with wages is not paid once more with a holiday; and after a year it may no longer go out so (s 28). */
function paidTwice({ leave, leaveSettings, startDate, periodEnd, termination }: NzHolidayInput): string[] {
  if (!leaveSettings.isHolidayPayPaidWithWages) return []
  const annual = leave.filter((line) => isAnnualHolidayType(line.leaveType))
  const isLong =
    !leaveSettings.isCasual && termination === null && addMonths(startDate, MONTHS_OF_YEAR) <= periodEnd
  return [
    ...annual.map(
      (line) =>
        `"${line.description}" pays annual holidays to somebody whose holiday pay goes out with wages (Holidays Act 2003 s 28): it would be paid twice.`,
    ),
    ...(isLong
      ? [
          'Holiday pay goes out with wages, and twelve months are over: from then on four weeks are owed besides, unless the work is too irregular (Holidays Act 2003 s 28).',
        ]
      : []),
  ]
}

const daysOf = (line: LeaveLine, { hoursPerDay }: NzHolidayInput) =>
  hoursPerDay.lte(ZERO) ? whole(0) : toPlaces(line.hours.div(hoursPerDay), 2)
