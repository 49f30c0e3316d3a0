import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  greater,
  isZero,
  notBelowZero,
  smaller,
  sum,
  toPlaces,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { standardHours } from '../../../../payroll/earnings.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { fixedPattern, hoursOn } from '../../../../payroll/work-pattern.ts'
import { termsOn } from '../input/day-terms.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { isWorkingDay } from '../public-holidays/public-holiday-work.ts'

/* The hours that a pay period should have, so that hours missing from it can be found. */

export type Days = { from: CivilDate; to: CivilDate }

/** Hours of a month are often rounded to two places. */
const ROUNDED = decimal('0.01')

/**
 * The hours that the period should have, and those missing on each of its public holidays. An employer may pay the days
 * that were worked, or the same hours each period (a twelfth of a year, the average week of a roster). The hours do not
 * show which of the two applies, so hours that are complete by either count as complete. Otherwise the total that
 * exceeds the hours by exactly some of the public holidays is used, or else the smaller total, and the answer is not
 * exact.
 */
export function missingHours(
  input: NzHolidayInput,
  days: Days,
  { found, lengths }: { found: Decimal; lengths: readonly Decimal[] },
): { expected: Decimal; missing: readonly Decimal[]; isExact: boolean } {
  const byDays = hoursIn(input, days)
  const ways = [byDays, evenHours(input, days, byDays)]
  const isLacking = (hours: Decimal) => ways.some((each) => each.minus(found).minus(hours).abs().lte(ROUNDED))
  if (isLacking(ZERO)) return { expected: found, missing: lengths.map(() => ZERO), isExact: true }
  const [exact] = choicesOf(lengths)
    .filter((choice) => isLacking(sum(choice)))
    .sort((a, b) => (sum(a).lt(sum(b)) ? -1 : 1))
  if (exact) return { expected: found.plus(sum(exact)), missing: exact, isExact: true }
  const expected = ways.reduce(smaller)
  let left = notBelowZero(expected.minus(found))
  const missing = lengths.map((length) => {
    const hours = smaller(length, left)
    left = left.minus(hours)
    return hours
  })
  return { expected, missing, isExact: false }
}

/**
 * Every combination of one or more missed holidays, earlier holidays first. A holiday outside the combination
 * is not missed.
 */
function choicesOf(lengths: readonly Decimal[]): Decimal[][] {
  const choices: Decimal[][] = []
  for (let mask = 1; mask < 2 ** Math.min(lengths.length, MOST_HOLIDAYS); mask++)
    choices.push(lengths.map((length, place) => ((mask >> place) & 1 ? length : ZERO)))
  return choices
}
const MOST_HOLIDAYS = 6

/** The same hours each period: the share of it that lies within the employment. */
function evenHours(input: NzHolidayInput, { from, to }: Days, byDays: Decimal): Decimal {
  const { payPeriod, periodEnd } = input
  const whole = hoursIn(input, { from: periodStartFor(payPeriod, periodEnd), to: periodEnd })
  const even = standardHours(payPeriod, input)
  const isWhole = from <= periodStartFor(payPeriod, periodEnd) && to >= periodEnd
  return isWhole || isZero(whole) ? even : toPlaces(even.times(byDays).div(whole), 6)
}

function hoursIn(input: NzHolidayInput, { from, to }: Days): Decimal {
  let hours = ZERO
  for (let day = from; day <= to; day = addDays(day, 1))
    if (isWorkingDay(input, day)) hours = hours.plus(hoursOfDay(input, day))
  return hours
}

export function hoursOfDay(given: NzHolidayInput, date: CivilDate): Decimal {
  const input = termsOn(given, date)
  const pattern = fixedPattern(input.leaveSettings.workPattern)
  return pattern ? greater(hoursOn(pattern, date), ZERO) : input.hoursPerDay
}
