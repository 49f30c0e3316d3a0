import type { LeaveLine } from '../input.ts'
import { type Decimal, greater, isZero, toCent, ZERO } from '../money.ts'
import type { Dated } from '../rates/timeline.ts'
import { cite } from '../sources.ts'
import { Trace } from '../trace.ts'
import { agreedWeeklyPay, averagingWeeks } from './holidays.ts'
import type { NzPayInput } from './input.ts'
import { isAnnualHolidayType } from './leave-types.ts'
import type { HolidayRates, NzRates } from './rates.ts'

export function isAnnualHoliday({ leaveType }: Pick<LeaveLine, 'leaveType'>): boolean {
  return isAnnualHolidayType(leaveType)
}

/** Annual holidays must be paid at the greater of ordinary weekly pay and average weekly earnings, at least. */
export function leastHolidayRatePerHour(
  input: NzPayInput,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const hoursPerWeek = input.hoursPerDay.times(input.daysPerWeek)
  if (isZero(hoursPerWeek)) return ZERO
  const ordinary = agreedWeeklyPay(input)
  const weeks = averagingWeeks(input, table.value)
  const gross = input.holidayHistory.grossLast52Weeks
  return trace.made({
    name: 'holidays.least-rate',
    formula:
      'the greater of ordinary weekly pay and gross earnings of the last year ÷ weeks that count, ÷ hours of a week, to the cent',
    inputs: { ordinary, gross, weeks, hoursPerWeek },
    make: (of) => toCent(greater(of.ordinary, of.gross.div(of.weeks)).div(of.hoursPerWeek)),
    rule: 'Holidays Act 2003 ss 21 and 22',
    source: cite(table),
  })
}

/** Annual holidays whose rate nobody named are paid as the Act asks, when that is more. */
export function raiseHolidayRates(input: NzPayInput, rates: NzRates): NzPayInput {
  const isOpen = (line: LeaveLine) => isAnnualHoliday(line) && !line.hasOwnRate
  if (!input.leave.some(isOpen)) return input
  const least = leastHolidayRatePerHour(input, rates.holidays.at(input.payDate), new Trace())
  const isBelow = (line: LeaveLine) => isOpen(line) && line.ratePerHour.lt(least)
  if (!input.leave.some(isBelow)) return input
  return {
    ...input,
    leave: input.leave.map((line) => (isBelow(line) ? { ...line, ratePerHour: least } : line)),
  }
}
