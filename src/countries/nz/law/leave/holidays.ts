import { addDays, type CivilDate, daysBetween } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  greater,
  notBelowZero,
  percent,
  smaller,
  toCent,
  toCentOfQuotient,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { anniversariesUpTo } from '../input/anniversaries.ts'
import type { NzHolidayInput } from '../input/input.ts'
import type { HolidayRates } from '../rates/rates.ts'

/*
 * Holidays Act 2003. The Act does not round. Weekly and daily figures keep twelve places, and each payment is rounded once, half
 * up to the cent.
 */

/**
 * The divisor of average weekly earnings, up to the end of the last pay period. It is 52 less unpaid weeks (s 16(3)), and the
 * full 52 after parental leave. In the first year it is the whole or part weeks since the start (s 22(3)).
 */
export function averagingWeeks(input: NzHolidayInput, table: HolidayRates): Decimal {
  const { countedTo, unpaidWeeksLast52, isAveragedAfterParentalLeave } = input.holidayHistory
  if (isAveragedAfterParentalLeave) return table.averagingWeeks
  if (anniversariesUpTo(input.startDate, serviceEnd(input), input.holidayHistory.yearMoves).length >= 1)
    return greater(table.averagingWeeks.minus(unpaidWeeksLast52), whole(1))
  const after = countedTo ? addDays(countedTo, 1) : periodStartFor(input.payPeriod, input.periodEnd)
  const weeks = whole(Math.ceil(daysBetween(input.startDate, after) / 7))
  return greater(weeks.minus(unpaidWeeksLast52), whole(1))
}

/**
 * The day up to which service counts: the day after the last day, or the first day of the holiday. A holiday before twelve months
 * are complete is in advance (s 22). Pays made before version 0.2.0 used the end of the period.
 */
function serviceEnd({ termination, periodEnd, holidayHistory }: NzHolidayInput): CivilDate {
  return termination ? addDays(termination.terminationDate, 1) : (holidayHistory.began ?? periodEnd)
}

/** The input for annual holidays taken in a final pay. They are valued before the holiday (s 21), not before the end (s 24). */
export function asTaken<Input extends NzHolidayInput>(input: Input): Input {
  const { holidayHistory: history } = input
  if (input.termination === null || history.began === undefined) return input
  const { taken, regularWeekly: _, regularRows: __, isWeekFixed: ___, longestDay: ____, ...rest } = history
  return { ...input, termination: null, holidayHistory: taken ? { ...rest, ...taken } : history }
}

/**
 * Ordinary weekly pay under the agreement: the recorded amount, or rate × hours × days. A holiday in progress is paid at no less
 * than the week agreed when it began (s 21(2)(a)).
 */
export function agreedWeeklyPay(
  input: Pick<
    NzHolidayInput,
    'leaveSettings' | 'termination' | 'holidayHistory' | 'ratePerHour' | 'hoursPerDay' | 'daysPerWeek'
  >,
): Decimal {
  const { leaveSettings, termination, holidayHistory } = input
  const now =
    leaveSettings.ordinaryWeeklyPay ?? input.ratePerHour.times(input.hoursPerDay).times(input.daysPerWeek)
  return termination === null ? greater(now, holidayHistory.weeklyWhenBegan ?? ZERO) : now
}

/** Ordinary weekly pay, including regular payments. Where the week is not fixed, the last four weeks decide (s 8). */
export function ordinaryWeeklyPay(
  facts: {
    agreed: Decimal
    regular: Decimal
    regularRows: string
    regularPeriods: string
    isFixed: boolean
    grossFourWeeks: Decimal
    irregular: Decimal
  },
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const words = { name: 'holidays.ordinary-weekly-pay', source: cite(table) }
  const { agreed, regular, isFixed, grossFourWeeks, irregular } = facts
  if (agreed.gt(ZERO) && isFixed)
    return trace.sum({
      ...words,
      formula: 'pay of an ordinary week + regular overtime, allowances and productivity pay of a week',
      add: { agreed, regular },
      ...aboutRegular(facts),
      rule: 'Holidays Act 2003 s 8(1)',
    })
  const weeks = table.value.ordinaryWeeks
  return trace.made({
    ...words,
    formula: `(gross of the last ${weeks} weeks − irregular payments, not below zero) ÷ weeks`,
    inputs: { grossFourWeeks, irregular, weeks },
    make: (of) => toTwelvePlaces(notBelowZero(of.grossFourWeeks.minus(of.irregular)).div(of.weeks)),
    rule: 'Holidays Act 2003 s 8(2)',
  })
}

/** The regular rows and the periods that show them. Empty when no row is regular. */
export function aboutRegular({
  regularRows,
  regularPeriods,
}: {
  regularRows: string
  regularPeriods: string
}) {
  if (regularRows === '') return {}
  return { about: { regularRows, ...(regularPeriods === '' ? {} : { regularPeriods }) } }
}

/** The two weekly rates that ss 21 and 24 compare for annual holidays. */
export function holidayWeek(
  input: NzHolidayInput,
  table: Dated<HolidayRates>,
  trace: Trace,
): { ordinary: Decimal; average: Decimal } {
  const { holidayHistory: history } = input
  const average = averageWeeklyEarnings(
    history.grossLast52Weeks,
    averagingWeeks(input, table.value),
    history.countedTo,
    table,
    trace,
  )
  if (history.isAveragedAfterParentalLeave) return { ordinary: ZERO, average }
  const ordinary = ordinaryWeeklyPay(
    {
      agreed: agreedWeeklyPay(input),
      regular: history.regularWeekly ?? ZERO,
      regularRows: history.regularRows ?? '',
      regularPeriods: history.regularPeriods ?? '',
      isFixed: history.isWeekFixed ?? true,
      grossFourWeeks: history.grossLast4Weeks,
      irregular: history.irregularLast4Weeks,
    },
    table,
    trace,
  )
  return { ordinary, average }
}

export function toTwelvePlaces(exact: Decimal): Decimal {
  return toPlaces(exact, 12)
}

/** Gross earnings of the last twelve months ÷ the weeks in them (s 5). */
export function averageWeeklyEarnings(
  gross: Decimal,
  weeks: Decimal,
  countedTo: CivilDate | undefined,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.product({
    name: 'holidays.average-weekly-earnings',
    formula: 'gross earnings of the 12 months up to the end of the last pay period ÷ weeks that count',
    multiply: { gross },
    divide: { weeks },
    ...(countedTo === undefined ? {} : { about: { countedTo } }),
    to: toTwelvePlaces,
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
  return trace.made({
    name: 'holidays.annual',
    formula: 'weeks × the greater of ordinary weekly pay and average weekly earnings, to the cent',
    inputs: { weeks, ordinary, average },
    make: (of) => toCentOfQuotient(of.weeks.times(greater(of.ordinary, of.average))),
    rule: 'Holidays Act 2003 ss 21 and 24',
    source: cite(table),
  })
}

/** Holiday pay as a percentage of gross earnings: at the end of employment (ss 23, 25) or with each pay (s 28). */
export function shareOfGross(
  gross: Decimal,
  rule: string,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  return trace.product({
    name: 'holidays.share-of-gross',
    formula: `${percent(table.value.holidayPayRate)} of gross earnings, to the cent, not below zero`,
    multiply: { gross, rate: table.value.holidayPayRate },
    to: (share) => toCent(notBelowZero(share)),
    rule,
    source: cite(table),
  })
}

/** New sick days, limited so that the balance does not exceed its maximum (ss 65 and 66). */
export function newSickDays(
  daysLeft: Decimal,
  entitlement: Decimal,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
  const { maximumDays } = table.value.sick
  return trace.made({
    name: 'leave.sick-days',
    formula: 'days of the year, at most up to the maximum balance, not below zero',
    inputs: { daysLeft, entitlement, maximumDays },
    make: (of) => notBelowZero(smaller(of.entitlement, of.maximumDays.minus(of.daysLeft))),
    rule: 'Holidays Act 2003 ss 65 and 66',
    source: cite(table),
  })
}
