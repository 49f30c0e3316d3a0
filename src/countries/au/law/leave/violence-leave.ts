import { addDays, addYears, type CivilDate, completedYears } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, notBelowZero, sum, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import { isCounted, type PastQuestion } from '../../../../payroll/history.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { ViolenceLeaveAsked, ViolenceLeaveLeft } from '../../../contract/leave-rules.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import type { AuPayInput } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'
import { uncheckedNote } from '../rates/unverified.ts'

/*
 * Paid family and domestic violence leave (Fair Work Act 2009 ss 106A and 106BA). All days of a year of service are
 * available from its first day, for casuals too, and none carry over. No balance is shown, and payslips do not mention this
 * leave.
 */

const isViolenceLeave = ({ leaveType }: { leaveType: string | null }) => leaveType === 'AU_FAMILY_VIOLENCE'

const yearOfService = (start: CivilDate, day: CivilDate): CivilDate =>
  day < start ? start : addYears(start, completedYears(start, day))

/** Violence leave hours in other pays of the year of service. Undefined when this pay has none. */
export function violenceLeaveHours(
  pays: readonly AuPastPay[],
  leave: readonly LeaveLine[],
  asked: PastQuestion,
): Decimal | undefined {
  if (!leave.some(isViolenceLeave)) return undefined
  const from = yearOfService(asked.startDate, asked.timing.periodEnd)
  const lines = pays.filter((pay) => isCounted(pay, asked)).flatMap((pay) => pay.details?.lines ?? [])
  const own = lines.filter((line) => isViolenceLeave(line) && (line.date ?? from) >= from)
  return sum(own.map((line) => decimal(line.quantity ?? '0')))
}

/** The days of leave left in the year of service that contains a day. */
export function violenceLeaveLeft(
  { start, day, hoursPerDay, taken }: ViolenceLeaveAsked,
  rates: AuRates,
): ViolenceLeaveLeft {
  const from = yearOfService(start, day)
  const next = addYears(from, 1)
  const owed = rates.violenceLeave.find(day)?.value.daysPerYear ?? ZERO
  const hours = sum(taken.filter((each) => each.day >= from && each.day < next).map((each) => each.hours))
  const days = hoursPerDay.gt(ZERO) ? toPlaces(hours.div(hoursPerDay), 2) : ZERO
  return { from, to: addDays(next, -1), owed, taken: days, left: notBelowZero(owed.minus(days)) }
}

export function violenceLeaveWarnings(input: AuPayInput, rates: AuRates): string[] {
  const { leave, hoursPerDay, periodEnd, violenceLeaveHours: before = ZERO } = input
  const rows = leave.filter(isViolenceLeave)
  const table = rates.violenceLeave.find(periodEnd)
  const owed = table?.value.daysPerYear
  if (rows.length === 0 || !owed || hoursPerDay.lte(ZERO)) return []
  const days = toPlaces(sum([before, ...rows.map((line) => line.hours)]).div(hoursPerDay), 2)
  if (days.lte(owed)) return []
  return [
    `Family and domestic violence leave of this year of service comes to ${days.toFixed()} days; ${owed.toFixed()} paid days are owed (Fair Work Act 2009 s 106A).${uncheckedNote(table)}`,
  ]
}
