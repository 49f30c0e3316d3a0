import { addYears } from '../../dates.ts'
import { type Decimal, notBelowZero, percent, whole, ZERO } from '../../money.ts'
import type { Dated } from '../../rates/timeline.ts'
import { cite } from '../../sources.ts'
import type { Trace } from '../../trace.ts'
import {
  agreedWeeklyPay,
  annualHolidayPay,
  averageWeeklyEarnings,
  averagingWeeks,
  dailyPay,
  ordinaryWeeklyPay,
  payDays,
  shareOfGross,
} from '../holidays.ts'
import type { NzPayInput, NzTerminationInput } from '../input.ts'
import type { LeaveMoves } from '../leave.ts'
import { holidaysAfterLastDay, workDaysFor } from '../public-holidays.ts'
import type { HolidayRates, NzRates } from '../rates.ts'

/** What an ending looks at: the request, the pay it comes with, and the balances that the pay leaves. */
export type Ending = {
  termination: NzTerminationInput
  input: NzPayInput
  moves: LeaveMoves
  table: Dated<HolidayRates>
  rates: NzRates
  warnings: string[]
}

/** The entitled weeks that were not taken, and the public holidays that would fall in them. */
export function entitledHolidays(ending: Ending, trace: Trace): Decimal {
  const { termination, input, moves, table, rates, warnings } = ending
  if (moves.entitledWeeks.lte(ZERO) || input.leaveSettings.isHolidayPayPaidWithWages) return ZERO
  const { holidayHistory: history, leaveSettings } = input
  const ordinary = ordinaryWeeklyPay(
    {
      agreed: agreedWeeklyPay(input),
      grossFourWeeks: history.grossLast4Weeks,
      irregular: history.irregularLast4Weeks,
    },
    table,
    trace,
  )
  const weeks = averagingWeeks(input, table.value)
  const average = averageWeeklyEarnings(history.grossLast52Weeks, weeks, table, trace)
  const holidays = annualHolidayPay(moves.entitledWeeks, ordinary, average, table, trace)
  const after = holidaysAfterLastDay(
    termination.terminationDate,
    moves.entitledWeeks.times(input.daysPerWeek),
    workDaysFor(input.daysPerWeek),
    leaveSettings.anniversaryRegion,
    rates,
  )
  if (after.unlistedYears.length > 0) {
    warnings.push(`Matariki and regional holidays of ${after.unlistedYears.join(', ')} are not known yet.`)
  }
  const publicHolidays =
    after.dates.length === 0
      ? ZERO
      : payDays(
          whole(after.dates.length),
          dailyPayOf(input, table, trace),
          { name: 'termination.public-holidays', rule: 'Holidays Act 2003 s 40(2) and (3)' },
          table,
          trace,
        )
  return trace.sum({
    name: 'termination.unused-holiday',
    formula: 'entitled weeks + the public holidays that would fall in them',
    add: { holidays, publicHolidays },
    about: { dates: after.dates.join(' ') },
    rule: 'Holidays Act 2003 ss 24 and 40',
    source: cite(table),
  })
}

/** 8% of gross earnings since the last anniversary (the s 24 payment counts, s 26), less what was paid in advance. */
export function eightPercentOwed(ending: Ending, grossOfThisPay: Decimal, trace: Trace): Decimal {
  const { termination, input, moves, table, warnings } = ending
  if (input.leaveSettings.isHolidayPayPaidWithWages) return ZERO
  const isFirstYear = addYears(input.startDate, 1) > termination.terminationDate
  const before = moves.hasAnniversary ? ZERO : input.holidayHistory.grossSinceAnniversary
  const advance = moves.hasAnniversary ? ZERO : input.holidayHistory.paidInAdvance
  const rule = isFirstYear ? 'Holidays Act 2003 s 23' : 'Holidays Act 2003 ss 25 and 26'
  const rate = percent(table.value.holidayPayRate)
  const share = shareOfGross(before.plus(grossOfThisPay), rule, table, trace)
  if (advance.gt(share)) {
    warnings.push(
      `Holidays taken in advance exceed the ${rate} owed by ${advance.minus(share).toFixed(2)}; use manual amounts to recover them.`,
    )
  }
  return trace.sum({
    name: 'termination.eight-percent',
    formula: `${rate} of gross earnings since the last anniversary − holidays paid in advance, not below zero`,
    add: { share },
    subtract: { paidInAdvance: advance },
    about: { before, thisPay: grossOfThisPay },
    to: notBelowZero,
    rule,
    source: cite(table),
  })
}

/** Alternative holidays that were not taken. */
export function alternativeHolidays({ input, moves, table }: Ending, trace: Trace): Decimal {
  if (moves.altDays.lte(ZERO)) return ZERO
  return payDays(
    moves.altDays,
    dailyPayOf(input, table, trace),
    { name: 'termination.alternative-holidays', rule: 'Holidays Act 2003 s 60(2)(b)' },
    table,
    trace,
  )
}

function dailyPayOf(input: NzPayInput, table: Dated<HolidayRates>, trace: Trace): Decimal {
  return dailyPay(
    {
      ratePerHour: input.ratePerHour,
      hoursPerDay: input.hoursPerDay,
      gross: input.holidayHistory.grossLast52Weeks,
      days: input.holidayHistory.daysPaidLast52Weeks,
    },
    table,
    trace,
  )
}
