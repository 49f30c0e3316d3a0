import { type Decimal, greater, isZero, ONE, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import type { HoursLine, LeaveLine } from '../../../../payroll/input.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { termsOn } from '../input/day-terms.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { isDailyPayType, isWeeklyPayType } from '../input/leave-types.ts'
import type { HolidayRates } from '../rates/rates.ts'
import { dailyPay } from './daily-pay.ts'
import { hoursOfDayIn } from './day-lengths.ts'
import { asTaken, holidayWeek } from './holidays.ts'
import { averagedTaken } from './parental-years.ts'

/** Whether a row is paid by the week: annual holidays, taken or cashed up. */
export function isPaidByTheWeek({ leaveType }: Pick<LeaveLine, 'leaveType'>): boolean {
  return isWeeklyPayType(leaveType)
}

/** The minimum hourly rate of annual holidays, or null when the pay has none. Not rounded, because the amount is rounded once. */
export function leastHolidayRate(
  given: NzHolidayInput,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal | null {
  const hoursPerWeek = given.hoursPerDay.times(given.daysPerWeek)
  if (isZero(hoursPerWeek) || !given.leave.some(isPaidByTheWeek)) return null
  const taken = averagedTaken(given, table.value)
  const input = taken ? averagedAs(given, taken.averaged.gt(ZERO)) : given
  if (taken?.averaged.gt(ZERO) && taken.averaged.lt(taken.weeks))
    return mixedRate(given, taken, table, trace, hoursPerWeek)
  const { ordinary, average } = holidayWeek(asTaken(input), table, trace)
  return trace.made({
    name: 'holidays.least-rate',
    formula: 'the greater of ordinary weekly pay and average weekly earnings ÷ hours of a week, not rounded',
    inputs: { ordinary, average, hoursPerWeek },
    make: (of) => toPlaces(greater(of.ordinary, of.average).div(of.hoursPerWeek), 12),
    rule: input.holidayHistory.isAveragedAfterParentalLeave ? PARENTAL : 'Holidays Act 2003 ss 21 and 22',
    source: cite(table),
  })
}

const PARENTAL = 'Parental Leave and Employment Protection Act 1987 s 42(2)'

/** The pay as if all of its weeks, or none, were averaged after parental leave. */
export function averagedAs<Input extends NzHolidayInput>(input: Input, isAveraged: boolean): Input {
  const { isAveragedAfterParentalLeave: _, ...history } = input.holidayHistory
  const flag = isAveraged ? { isAveragedAfterParentalLeave: true } : {}
  return { ...input, holidayHistory: { ...history, ...flag } }
}

/** The rate when a pay has weeks of both kinds: each at its own rate, averaged over the hours. */
function mixedRate(
  input: NzHolidayInput,
  { weeks, averaged }: { weeks: Decimal; averaged: Decimal },
  table: Dated<HolidayRates>,
  trace: Trace,
  hoursPerWeek: Decimal,
): Decimal {
  const { ordinary, average } = holidayWeek(asTaken(averagedAs(input, false)), table, trace)
  const parental = holidayWeek(asTaken(averagedAs(input, true)), table, trace).average
  return trace.made({
    name: 'holidays.least-rate',
    formula:
      '((weeks − weeks of parental leave) × the greater of ordinary weekly pay and average weekly earnings + weeks of parental leave × their average) ÷ weeks ÷ hours of a week, not rounded',
    inputs: { weeks, averaged, ordinary, average, parental, hoursPerWeek },
    make: (of) =>
      toPlaces(
        of.weeks
          .minus(of.averaged)
          .times(greater(of.ordinary, of.average))
          .plus(of.averaged.times(of.parental))
          .div(of.weeks)
          .div(of.hoursPerWeek),
        12,
      ),
    rule: `${PARENTAL}; Holidays Act 2003 s 21`,
    source: cite(table),
  })
}

/** The hourly rate of a day paid by relevant or average daily pay (ss 9 and 9A), or null when the pay has none. */
export function dailyRate(input: NzHolidayInput, table: Dated<HolidayRates>, trace: Trace): Decimal | null {
  if (isZero(input.hoursPerDay) || !input.leave.some((line) => isDailyPayType(line.leaveType))) return null
  return toPlaces(dailyPayOf(input, table, trace).div(input.hoursPerDay), 12)
}

/** The hourly rate of one such row. Where day lengths vary, a longer row may be one day. */
export function dailyRateOf(line: LeaveLine, daily: Decimal, input: NzHolidayInput): Decimal {
  const hours = hoursOfDayIn(line, input)
  return hours.eq(input.hoursPerDay) ? daily : toPlaces(daily.times(input.hoursPerDay).div(hours), 12)
}

/** Relevant daily pay of this pay, or average daily pay. */
export function dailyPayOf(input: NzHolidayInput, table: Dated<HolidayRates>, trace: Trace): Decimal {
  const { holidayHistory: history } = input
  return dailyPay(
    {
      ratePerHour: input.ratePerHour,
      hoursPerDay: input.hoursPerDay,
      daysPerWeek: input.daysPerWeek,
      ...regularOf(input),
      gross: history.grossLast52Weeks,
      days: history.daysPaidLast52Weeks,
      isFixed: !areDaysVarying(history),
    },
    table,
    trace,
  )
}

const areDaysVarying = ({ isWeekFixed, longestDay }: NzHolidayInput['holidayHistory']) =>
  isWeekFixed === false || longestDay !== undefined

/** Whether a day is worth average daily pay (s 9A): days vary, or no rate is agreed. */
export const isDailyPayAveraged = ({ holidayHistory, ratePerHour, hoursPerDay }: NzHolidayInput): boolean =>
  areDaysVarying(holidayHistory) || isZero(ratePerHour) || isZero(hoursPerDay)

/** Regular pay of a week that daily pay counts. Pays of earlier versions left it out and do not have the periods. */
function regularOf({ holidayHistory: { regularWeekly, regularRows, regularPeriods } }: NzHolidayInput) {
  if (regularPeriods === undefined) return { regularWeekly: ZERO, regularRows: '', regularPeriods: '' }
  return { regularWeekly: regularWeekly ?? ZERO, regularRows: regularRows ?? '', regularPeriods }
}

/**
 * The minimum hourly rate for work on a public holiday (s 50): time and a half of the rate, plus half of the regular allowances
 * of an hour. Their own rows already pay them once. Overtime belongs to other hours. A row may follow the rate of an earlier day.
 */
export function leastHolidayWorkRate(given: NzHolidayInput, line: HoursLine, factor: Decimal): Decimal {
  const input = line.date === undefined ? given : termsOn(given, line.date)
  const base = ordinaryRateOf(line, input).times(factor)
  const hoursPerWeek = input.hoursPerDay.times(input.daysPerWeek)
  const allowances = regularOf(input).regularWeekly.minus(input.holidayHistory.regularOvertime ?? ZERO)
  if (isZero(hoursPerWeek) || allowances.lte(ZERO)) return base
  return base.plus(toPlaces(allowances.times(factor.minus(ONE)).div(hoursPerWeek), 12))
}

/** The ordinary rate for the day of an hours row. */
export const ordinaryRateOf = (
  { ordinaryRate }: HoursLine,
  { ratePerHour }: Pick<NzHolidayInput, 'ratePerHour'>,
): Decimal => ordinaryRate ?? ratePerHour
