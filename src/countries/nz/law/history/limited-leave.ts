import { addMonths, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, greater, sum, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { LeaveLine, LeaveType } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { fixedPattern, hoursOn } from '../../../../payroll/work-pattern.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { leaveYearStart } from '../input/anniversaries.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { leaveDaysOf, leaveSpellsOf } from '../input/leave-spells.ts'
import { isAnnualHolidayType } from '../input/leave-types.ts'
import type { WorkWeek } from '../input/work-week.ts'
import { leaveDayCount } from '../leave/leave-days.ts'
import type { HolidayRates } from '../rates/rates.ts'
import { leaveIn } from './leave-rows.ts'

/* Leave limited to a number of days: per year without carry-over, or per event (ss 69, 70, 72A to 72J). */

const MONTHS_OF_YEAR = 12

/** Days of family violence leave in other pays of the pay's entitlement year, converted by each pay's hours per day. */
export function familyViolenceDays(
  pays: readonly NzPastPay[],
  { startDate, timing }: PastQuestion,
  afterMonths: number,
  hoursPerDay: Decimal,
): Decimal {
  const from = leaveYearStart(startDate, timing.periodEnd, afterMonths) ?? addMonths(startDate, afterMonths)
  return sum(
    pays.flatMap((pay) =>
      leaveDaysOf(pay.details?.lines ?? [], (line) => line.leaveType === 'NZ_FAMILY_VIOLENCE')
        .filter((row) => row.date >= from)
        .map((row) => inDays(row.hours, dayOf(pay, hoursPerDay))),
    ),
  )
}

/** The longest unbroken spell of bereavement leave that includes this pay, in days. */
export function bereavementDays(
  pays: readonly NzPastPay[],
  leave: readonly LeaveLine[],
  week: WorkWeek,
): Decimal {
  const own = leave.filter((line) => line.leaveType === 'NZ_BEREAVEMENT')
  const earlier = leaveIn(pays, (line) => line.leaveType === 'NZ_BEREAVEMENT', week)
  const spells = leaveSpellsOf([...earlier, ...own], week)
  const withOwn = own.flatMap(({ date }) => spells.findLast(({ first }) => first <= date)?.days ?? [])
  return withOwn.reduce((a, b) => greater(a, b), ZERO)
}

/** Warns about leave beyond the days that the Act grants, and about leave that would be paid twice. */
export function limitWarnings(input: NzHolidayInput, table: HolidayRates): string[] {
  return [
    ...familyViolenceBeyond(input, table),
    ...bereavementBeyond(input, table),
    ...paidLate(input),
    ...shortAlternativeDays(input),
    ...paidTwice(input),
  ]
}

/** Checks single rows, and spells of rows without a working day between them. */
function bereavementBeyond(input: NzHolidayInput, { bereavement }: HolidayRates): string[] {
  const most = bereavement.closeFamilyDays
  const owed = `for one bereavement the Act grants at most ${most.toFixed()} (Holidays Act 2003 s 70)`
  const long = input.leave
    .filter((line) => line.leaveType === 'NZ_BEREAVEMENT')
    .filter((line) => daysOf(line, input).gt(most))
    .map((line) => `"${line.description}" takes ${daysOf(line, input).toFixed()} days; ${owed}.`)
  const together = input.holidayHistory.bereavementDays ?? ZERO
  if (long.length > 0 || together.lte(most)) return long
  return [`Bereavement leave without a break comes to ${toPlaces(together, 2).toFixed()} days; ${owed}.`]
}

const PAID_WITH_ITS_PERIOD: ReadonlySet<LeaveType> = new Set(['SICK', 'NZ_BEREAVEMENT', 'NZ_FAMILY_VIOLENCE'])

/** Such leave belongs in the pay of the period in which it is taken. Paid later, it is still owed. */
function paidLate({ leave, payPeriod, periodEnd }: NzHolidayInput): string[] {
  const start = periodStartFor(payPeriod, periodEnd)
  return leave
    .filter((line) => PAID_WITH_ITS_PERIOD.has(line.leaveType) && line.date < start)
    .map(
      (line) =>
        `"${line.description}" of ${line.date} was taken before this period: it should have been paid with the period it was taken in (Holidays Act 2003 s 72).`,
    )
}

/** An alternative holiday is a whole day, even if the row pays only part of it. */
function shortAlternativeDays(input: NzHolidayInput): string[] {
  return input.leave.flatMap((line) => {
    const { leaveType, description, hours, date } = line
    const ofDay = hoursOfDayOn(date, input)
    if (leaveType !== 'ALT_HOLIDAY' || hours.lte(ZERO) || hours.gte(ofDay)) return []
    return `"${description}" takes a whole alternative holiday and pays ${hours.toFixed()} of ${ofDay.toFixed()} hours: the pay of the whole day is owed (Holidays Act 2003 ss 57 and 60).`
  })
}

/** The hours of a day by the pattern, or else of a standard day. */
function hoursOfDayOn(date: CivilDate, { leaveSettings, hoursPerDay }: NzHolidayInput): Decimal {
  const pattern = fixedPattern(leaveSettings.workPattern)
  const hours = pattern ? hoursOn(pattern, date) : ZERO
  return hours.gt(ZERO) ? hours : hoursPerDay
}

function familyViolenceBeyond(input: NzHolidayInput, { familyViolence }: HolidayRates): string[] {
  const rows = input.leave.filter((line) => line.leaveType === 'NZ_FAMILY_VIOLENCE')
  if (rows.length === 0 || input.hoursPerDay.lte(ZERO)) return []
  const before = input.holidayHistory.familyViolenceDays ?? ZERO
  const days = toPlaces(sum([before, ...rows.map((line) => leaveDayCount(line, input))]), 2)
  if (days.lte(familyViolence.daysPerYear)) return []
  return [
    `Family violence leave of this entitlement year comes to ${days.toFixed()} days; the Act owes ${familyViolence.daysPerYear.toFixed()} (Holidays Act 2003 ss 72A to 72J).`,
  ]
}

/** Holiday pay paid with wages is not paid again with a holiday. After a year it may no longer be paid with wages (s 28). */
function paidTwice({
  leave,
  leaveBalances,
  leaveSettings,
  startDate,
  periodEnd,
  termination,
}: NzHolidayInput): string[] {
  if (!leaveSettings.isHolidayPayPaidWithWages) return []
  const isOwed = (leaveBalances?.annualHolidaysWeeks ?? ZERO).gt(ZERO)
  const annual = leave.filter((line) => isAnnualHolidayType(line.leaveType) && !isOwed)
  const { isCasual, holidayPayReason: reason } = leaveSettings
  const isForATerm = reason === 'FIXED_TERM' || (reason !== 'IRREGULAR' && !isCasual)
  const isLong = isForATerm && termination === null && addMonths(startDate, MONTHS_OF_YEAR) <= periodEnd
  return [
    ...annual.map(
      (line) =>
        `"${line.description}" pays annual holidays to an employee whose holiday pay is paid with wages (Holidays Act 2003 s 28): it would be paid twice.`,
    ),
    ...(isLong
      ? [
          'Holiday pay is paid with wages, and twelve months have passed: from then on four weeks of holidays are owed too, unless the work is too irregular or a new fixed term has begun (Holidays Act 2003 s 28). Set is_holiday_pay_paid_with_wages to false, or nz_holiday_pay_reason to IRREGULAR.',
        ]
      : []),
  ]
}

const daysOf = (line: LeaveLine, input: NzHolidayInput) => toPlaces(leaveDayCount(line, input), 2)

/** The hours per day that a pay used. Pays of the first versions do not have them. */
const dayOf = ({ details }: NzPastPay, otherwise: Decimal) =>
  details?.hoursPerDay ? decimal(details.hoursPerDay) : otherwise

const inDays = (hours: Decimal, hoursPerDay: Decimal) =>
  hoursPerDay.lte(ZERO) ? ZERO : toPlaces(hours.div(hoursPerDay), 6)
