import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, greater, sum, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import { present } from '../../../../kernel/values/present.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { Trace } from '../../../../payroll/trace.ts'
import { hasOtherTerms, termsOn } from '../input/day-terms.ts'
import type { NzHolidayInput, NzPayInput } from '../input/input.ts'
import { leaveSpellsOf } from '../input/leave-spells.ts'
import { isAnnualHolidayType, isDailyPayType } from '../input/leave-types.ts'
import { ownLeaveDays } from '../input/own-leave.ts'
import { workDaysOf } from '../public-holidays/public-holiday-work.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { HolidayRates, NzRates } from '../rates/rates.ts'
import { closedownRate, isClosedown } from './closedown.ts'
import { dailyRate, dailyRateOf, isPaidByTheWeek, leastHolidayRate } from './holiday-rates.ts'
import { agreedWeeklyPay } from './holidays.ts'
import { daysOfLeave } from './leave-days.ts'
import { averagedTaken } from './parental-years.ts'

/*
 * The rates of leave rows. In most pays all rows have the same terms. Where the terms change within the pay, a row goes by those of
 * its day, and annual holidays are worth no less than the week agreed when they began (Holidays Act 2003 ss 9 and 21(2)(a)).
 */

export type RowRate = (line: LeaveLine) => Decimal

/** The minimum hourly rates of annual holidays, or null when the pay has none. */
export function leastHolidayRates(
  given: NzHolidayInput,
  table: Dated<HolidayRates>,
  trace: Trace,
): RowRate | null {
  if (!hasOtherTerms(given)) {
    const rate = leastHolidayRate(given, table, trace)
    return rate && (() => rate)
  }
  const parts = given.leave.filter(isPaidByTheWeek).flatMap((line) => partsByTerms(line, given))
  const rateOf = ratesByTerms(
    parts,
    (part) => asOfRow(part, given),
    (own) => leastHolidayRate(own, table, trace),
  )
  return rateOf && ((line) => averageOf(partsByTerms(line, given), rateOf))
}

/** The hourly rates of days paid by relevant or average daily pay (ss 9 and 9A), or null when the pay has none. */
export function dailyRates(given: NzHolidayInput, table: Dated<HolidayRates>, trace: Trace): RowRate | null {
  if (!hasOtherTerms(given)) {
    const rate = dailyRate(given, table, trace)
    return rate && ((line) => dailyRateOf(line, rate, given))
  }
  const rows = given.leave.filter((line) => isDailyPayType(line.leaveType))
  const parts = rows.flatMap((line) => partsByTerms(line, given))
  const own = (part: LeaveLine) => termsOn(given, part.date)
  const rates = ratesByTerms(parts, own, (input) => dailyRate(input, table, trace))
  if (!rates) return null
  const rateOf = (part: LeaveLine) => dailyRateOf(part, rates(part), own(part))
  return (line) => averageOf(partsByTerms(line, given), rateOf)
}

/** The row, or its days where the terms change within it. */
function partsByTerms(line: LeaveLine, given: NzHolidayInput): readonly LeaveLine[] {
  if (line.hours.lte(ZERO)) return [line]
  const first = termsOn(given, line.date)
  const days = daysOfLeave(line, given)
  if (days.every(({ date }) => termsOn(given, date) === first)) return [line]
  return days.map(({ date, hours }) => ({ ...line, date, hours }))
}

function averageOf(parts: readonly LeaveLine[], rateOf: RowRate): Decimal {
  const first = rateOf(present(parts[0]))
  if (parts.every((part) => rateOf(part).eq(first))) return first
  const pay = sum(parts.map((part) => rateOf(part).times(part.hours)))
  return toPlaces(pay.div(sum(parts.map(({ hours }) => hours))), 8)
}

/** Raises leave rows without their own rate to the rate that the Act requires. */
export function raiseHolidayRates(input: NzPayInput, rates: NzRates): NzPayInput {
  if (input.leave.every((line) => line.hasOwnRate)) return input
  const table = holidaysActOn(input.payDate, rates)
  const annualOf = leastHolidayRates(input, table, new Trace())
  const dailyOf = dailyRates(input, table, new Trace())
  const closedown = closedownRate(input, table, new Trace()) ?? ZERO
  // Weeks that arose on parental leave are paid at the average, even where the rate is higher.
  const isAveraged = averagedTaken(input, table.value)?.averaged.gt(ZERO) ?? false
  const rateOf = (line: LeaveLine): Decimal => {
    if (line.hasOwnRate) return line.ratePerHour
    if (isClosedown(line)) return closedown
    if (isPaidByTheWeek(line)) {
      const annual = annualOf?.(line) ?? ZERO
      return isAveraged ? annual : greater(line.ratePerHour, annual)
    }
    if (!isDailyPayType(line.leaveType)) return line.ratePerHour
    const ofRow = dailyOf?.(line) ?? ZERO
    // Where day lengths vary, the record's hours are not those of the day, so its rate cannot be compared.
    return input.holidayHistory.longestDay ? ofRow : greater(line.ratePerHour, ofRow)
  }
  if (input.leave.every((line) => rateOf(line).eq(line.ratePerHour))) return input
  return { ...input, leave: input.leave.map((line) => ({ ...line, ratePerHour: rateOf(line) })) }
}

/** A rate for each different set of terms, calculated once and in the order of the rows. */
function ratesByTerms(
  rows: readonly LeaveLine[],
  inputOf: (line: LeaveLine) => NzHolidayInput,
  rateOf: (input: NzHolidayInput) => Decimal | null,
): RowRate | null {
  const rates = new Map<string, Decimal | null>()
  const keyOf = (input: NzHolidayInput) => JSON.stringify([input.ratePerHour, weekKey(input)])
  for (const line of rows) {
    const input = inputOf(line)
    if (!rates.has(keyOf(input))) rates.set(keyOf(input), rateOf(input))
  }
  if ([...rates.values()].every((rate) => rate === null)) return null
  return (line) => rates.get(keyOf(inputOf(line))) ?? ZERO
}

const weekKey = ({ hoursPerDay, daysPerWeek, leaveSettings, holidayHistory }: NzHolidayInput) => [
  hoursPerDay,
  daysPerWeek,
  leaveSettings.workPattern,
  leaveSettings.workDays,
  holidayHistory.weeklyWhenBegan,
]

/** The pay with the terms of the row's day, and the week that was agreed when the row's holiday began. */
function asOfRow(line: LeaveLine, given: NzHolidayInput): NzHolidayInput {
  const own = termsOn(given, line.date)
  const { first, isFirst } = holidayOf(line, given)
  const { weeklyWhenBegan, ...history } = own.holidayHistory
  const begun = agreedWeeklyPay({ ...termsOn(given, first), holidayHistory: history, termination: null })
  const least = greater(begun, (isFirst ? weeklyWhenBegan : undefined) ?? ZERO)
  return { ...own, holidayHistory: { ...history, weeklyWhenBegan: least } }
}

/** The first day of the row's holiday within this pay, and whether it is the first holiday of the pay. */
function holidayOf(line: LeaveLine, given: NzHolidayInput): { first: CivilDate; isFirst: boolean } {
  const { hoursPerDay, daysPerWeek } = given
  const rows = ownLeaveDays(
    given,
    given.leave.filter(
      ({ leaveType }) => isAnnualHolidayType(leaveType) || leaveType === 'PAID_PUBLIC_HOLIDAY',
    ),
  )
  const spells = leaveSpellsOf(rows, { hoursPerDay, daysPerWeek, days: workDaysOf(given) })
  const place = spells.findLastIndex(({ first }) => first <= line.date)
  if (place < 0) return { first: line.date, isFirst: true }
  return { first: present(spells[place]).first, isFirst: place === 0 }
}
