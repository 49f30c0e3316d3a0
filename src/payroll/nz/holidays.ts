import { completedYears, daysBetween, periodStartFor } from '../dates.ts'
import {
  type Decimal,
  greater,
  isZero,
  notBelowZero,
  smaller,
  toCent,
  toPlaces,
  whole,
  ZERO,
} from '../money.ts'
import type { Dated } from '../rates/timeline.ts'
import { cite } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { NzPayInput } from './input.ts'
import type { EmploymentLeaveRates, HolidayRates } from './rates.ts'

/*
 * Holidays Act 2003. The Act rounds nothing; weekly and daily figures keep six places, and what is paid is rounded half up
 * to the cent.
 */

/** Weeks behind average weekly earnings, up to the last pay period: 52, fewer in the first year or after long unpaid leave. */
export function averagingWeeks(input: NzPayInput, table: HolidayRates): Decimal {
  const weeks = table.averagingWeeks.minus(input.holidayHistory.unpaidWeeksLast52)
  if (completedYears(input.startDate, input.periodEnd) >= 1) return greater(weeks, whole(1))
  const days = daysBetween(input.startDate, periodStartFor(input.payPeriod, input.periodEnd))
  return greater(toPlaces(whole(days > 0 ? days : 1).div(whole(7)), 6), whole(1))
}

/** Ordinary weekly pay by the agreement, as far as the input tells it. */
export function agreedWeeklyPay(input: NzPayInput): Decimal {
  return (
    input.leaveSettings.ordinaryWeeklyPay ??
    input.ratePerHour.times(input.hoursPerDay).times(input.daysPerWeek)
  )
}

/** What an ordinary week pays; where the agreement does not say, the last four weeks without what is irregular ÷ 4 (s 8). */
export function ordinaryWeeklyPay(
  facts: { agreed: Decimal; grossFourWeeks: Decimal; irregular: Decimal },
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const isAgreed = facts.agreed.gt(ZERO)
  const average = notBelowZero(facts.grossFourWeeks.minus(facts.irregular)).div(table.value.ordinaryWeeks)
  return trace.step({
    name: 'holidays.ordinary-weekly-pay',
    amount: isAgreed ? facts.agreed : toPlaces(average, 6),
    formula: isAgreed ? 'pay of an ordinary week' : '(gross of four weeks − irregular payments) ÷ 4',
    inputs: facts,
    rule: 'Holidays Act 2003 s 8',
    source: cite(table),
  })
}

/** Gross earnings of the last twelve months ÷ the weeks in them (s 5). */
export function averageWeeklyEarnings(
  gross: Decimal,
  weeks: Decimal,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name: 'holidays.average-weekly-earnings',
    amount: isZero(weeks) ? ZERO : toPlaces(gross.div(weeks), 6),
    formula: 'gross earnings of the last 12 months ÷ weeks',
    inputs: { gross, weeks },
    rule: 'Holidays Act 2003 s 5',
    source: cite(table),
  })
}

/** Weeks of annual holidays at the greater of ordinary weekly pay and average weekly earnings (ss 21 and 24). */
export function annualHolidayPay(
  weeks: Decimal,
  ordinary: Decimal,
  average: Decimal,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name: 'holidays.annual',
    amount: toCent(weeks.times(greater(ordinary, average))),
    formula: 'weeks × the greater of ordinary weekly pay and average weekly earnings, to the cent',
    inputs: { weeks, ordinary, average },
    rule: 'Holidays Act 2003 ss 21 and 24',
    source: cite(table),
  })
}

/** Gross of 52 weeks ÷ whole or part days worked or on paid leave (s 9A). */
export function averageDailyPay(
  gross: Decimal,
  days: Decimal,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name: 'holidays.average-daily-pay',
    amount: isZero(days) ? ZERO : toPlaces(gross.div(days), 6),
    formula: 'gross earnings of 52 weeks ÷ days worked or on paid leave',
    inputs: { gross, days },
    rule: 'Holidays Act 2003 s 9A',
    source: cite(table),
  })
}

/** What the day would have paid (s 9), or average daily pay where that cannot be told. */
export function dailyPay(
  facts: { ratePerHour: Decimal; hoursPerDay: Decimal; gross: Decimal; days: Decimal },
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const relevant = facts.ratePerHour.times(facts.hoursPerDay)
  if (relevant.lte(ZERO)) return averageDailyPay(facts.gross, facts.days, table, trace)
  return trace.step({
    name: 'holidays.relevant-daily-pay',
    amount: toPlaces(relevant, 6),
    formula: 'rate × hours of the day',
    inputs: { rate: facts.ratePerHour, hours: facts.hoursPerDay },
    rule: 'Holidays Act 2003 s 9',
    source: cite(table),
  })
}

/** Days at relevant or average daily pay: alternative holidays, and public holidays after the last day. */
export function payDays(
  days: Decimal,
  daily: Decimal,
  what: { name: string; rule: string },
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name: what.name,
    amount: toCent(days.times(daily)),
    formula: 'days × daily pay, to the cent',
    inputs: { days, daily },
    rule: what.rule,
    source: cite(table),
  })
}

/** Holiday pay as a share of gross earnings: at the end of employment (ss 23, 25) or with each pay (s 28). */
export function shareOfGross(
  gross: Decimal,
  rule: string,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name: 'holidays.share-of-gross',
    amount: toCent(notBelowZero(gross).times(table.value.holidayPayRate)),
    formula: '8% of gross earnings, to the cent',
    inputs: { gross, rate: table.value.holidayPayRate },
    rule,
    source: cite(table),
  })
}

/** Work on a public holiday: time and a half of the relevant daily pay for the time worked, or penal rates if greater (s 50). */
export function publicHolidayWorkedPay(
  relevant: Decimal,
  penal: Decimal | null,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const timeAndAHalf = relevant.times(table.value.publicHolidayWorkedFactor)
  return trace.step({
    name: 'holidays.public-holiday-worked',
    amount: toCent(penal === null ? timeAndAHalf : greater(timeAndAHalf, penal)),
    formula: 'the greater of relevant daily pay × 1.5 and the penal rate, to the cent',
    inputs: { relevant, penal: penal ?? 'none' },
    rule: 'Holidays Act 2003 s 50',
    source: cite(table),
  })
}

/** New sick days, so that the balance does not pass its maximum (ss 65 and 66). */
export function newSickDays(
  daysLeft: Decimal,
  entitlement: Decimal,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const { maximumDays } = table.value.sick
  return trace.step({
    name: 'leave.sick-days',
    amount: notBelowZero(smaller(entitlement, maximumDays.minus(daysLeft))),
    formula: 'days of the year, at most up to the maximum balance',
    inputs: { daysLeft, entitlement, maximumDays },
    rule: 'Holidays Act 2003 ss 65 and 66',
    source: cite(table),
  })
}

/** Employment Leave Act 2026: annual leave in hours for standard hours worked. Starts on 6 August 2028. */
export function accrueByHours(
  standardHours: Decimal,
  table: Dated<EmploymentLeaveRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name: 'leave.annual-hours',
    amount: standardHours.times(table.value.annualLeavePerStandardHour),
    formula: 'standard hours × leave for each',
    inputs: { standardHours, perHour: table.value.annualLeavePerStandardHour },
    rule: 'Employment Leave Act 2026, annual leave',
    source: cite(table),
  })
}

/** Employment Leave Act 2026: payment for hours that carry no leave. Starts on 6 August 2028. */
export function leaveCompensation(
  hours: Decimal,
  ratePerHour: Decimal,
  table: Dated<EmploymentLeaveRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name: 'earnings.leave-compensation',
    amount: toCent(hours.times(ratePerHour).times(table.value.leaveCompensationRate)),
    formula: 'hours × rate × leave compensation rate, to the cent',
    inputs: { hours, rate: ratePerHour, compensation: table.value.leaveCompensationRate },
    rule: 'Employment Leave Act 2026, leave compensation payment',
    source: cite(table),
  })
}
