import { type Decimal, greater, isZero, toCentOfQuotient, ZERO } from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { HolidayRates } from '../rates/rates.ts'
import { aboutRegular, toTwelvePlaces } from './holidays.ts'

/*
 * Daily pay: relevant daily pay (Holidays Act 2003 s 9), average daily pay (s 9A), and pay for work on a public holiday (s 50).
 */

/** Gross of 52 weeks ÷ whole or part days worked or on paid leave (s 9A). */
export function averageDailyPay(
  gross: Decimal,
  days: Decimal,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.made({
    name: 'holidays.average-daily-pay',
    formula: `gross earnings of ${table.value.averagingWeeks} weeks ÷ days worked or on paid leave`,
    inputs: { gross, days },
    make: (of) => (isZero(of.days) ? ZERO : toTwelvePlaces(of.gross.div(of.days))),
    rule: 'Holidays Act 2003 s 9A',
    source: cite(table),
  })
}

/** The inputs of daily pay: the rate, the hours, and the figures of the last year. */
export type DailyFacts = {
  ratePerHour: Decimal
  hoursPerDay: Decimal
  /** Regular overtime, allowances and productivity pay of a week, with their rows and the periods that show them. */
  regularWeekly: Decimal
  regularRows: string
  regularPeriods: string
  daysPerWeek: Decimal
  gross: Decimal
  days: Decimal
  isFixed: boolean
}

/**
 * Relevant daily pay: what the day would have paid (s 9), including regular overtime, allowances and productivity pay. Average
 * daily pay applies where that cannot be determined or the days vary.
 */
export function dailyPay(facts: DailyFacts, table: Dated<HolidayRates>, trace: Trace): Decimal {
  const { ratePerHour: rate, hoursPerDay: hours, daysPerWeek } = facts
  const isKnown = rate.times(hours).gt(ZERO) && facts.isFixed
  if (!isKnown) return averageDailyPay(facts.gross, facts.days, table, trace)
  const words = { name: 'holidays.relevant-daily-pay', rule: 'Holidays Act 2003 s 9', source: cite(table) }
  if (isZero(facts.regularWeekly) || isZero(daysPerWeek))
    return trace.product({
      ...words,
      formula: 'rate × hours of the day',
      multiply: { rate, hours },
      to: toTwelvePlaces,
    })
  return trace.made({
    ...words,
    formula:
      'rate × hours of the day + regular overtime, allowances and productivity pay of a week ÷ days of the week',
    inputs: { rate, hours, regular: facts.regularWeekly, daysPerWeek },
    make: (of) => toTwelvePlaces(of.rate.times(of.hours).plus(of.regular.div(of.daysPerWeek))),
    ...aboutRegular(facts),
  })
}

/** Days at relevant or average daily pay: alternative holidays, and public holidays after the last day of employment. */
export function payDays(
  days: Decimal,
  daily: Decimal,
  what: { name: string; rule: string },
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.product({
    name: what.name,
    formula: 'days × daily pay, to the cent',
    multiply: { days, daily },
    to: toCentOfQuotient,
    rule: what.rule,
    source: cite(table),
  })
}

/**
 * Pay for work on a public holiday (s 50): time and a half of relevant daily pay for the time worked, or the penal rate if that
 * is more.
 */
export function publicHolidayWorkedPay(
  relevant: Decimal,
  penal: Decimal | null,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const factor = table.value.publicHolidayWorkedFactor
  return trace.made({
    name: 'holidays.public-holiday-worked',
    formula: `the greater of relevant daily pay × ${factor} and the penal rate, to the cent`,
    inputs: { relevant, factor, penal: penal ?? ZERO },
    make: (of) => toCentOfQuotient(greater(of.relevant.times(of.factor), of.penal)),
    rule: 'Holidays Act 2003 s 50',
    source: cite(table),
  })
}
