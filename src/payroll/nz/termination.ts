import { addYears, completedYears, daysBetween, periodStartFor } from '../dates.ts'
import { type Decimal, greater, notBelowZero, sum, toCent, toPlaces, whole, ZERO } from '../money.ts'
import type { Dated } from '../rates.ts'
import { cite, FIGURES_OF_THIS_PAY, TERMINATION_REQUEST } from '../sources.ts'
import { CalculationError, type Trace } from '../trace.ts'
import type { ExtraPayItem, ExtraPayTax, TaxedExtraPay } from './extra-pay.ts'
import {
  annualHolidayPay,
  averageWeeklyEarnings,
  dailyPay,
  ordinaryWeeklyPay,
  payDays,
  shareOfGross,
} from './holidays.ts'
import type { NzPayInput, NzTerminationInput } from './input.ts'
import type { LeaveMoves } from './leave.ts'
import { holidaysAfterLastDay, workDaysFor } from './public-holidays.ts'
import type { HolidayRates, NzRates } from './rates.ts'
import type { NzExtraPayPart, NzTerminationResult } from './result.ts'

/** What a termination pays, before tax. */
export type TerminationAmounts = {
  unusedHoliday: Decimal
  eightPercent: Decimal
  altHoliday: Decimal
  redundancy: Decimal
  paymentInLieu: Decimal
  /** The 8% and the payment in lieu, taxed as one part. */
  other: Decimal
  total: Decimal
  warnings: readonly string[]
}

/** Values a termination: calculated amounts, replaced by the caller's where manual mode gave them. */
export function valueTermination(
  termination: NzTerminationInput,
  input: NzPayInput,
  moves: LeaveMoves,
  finalGross: Decimal,
  rates: NzRates,
  trace: Trace,
): TerminationAmounts {
  if (termination.terminationDate < input.startDate) {
    throw new CalculationError('The termination date lies before the start date.')
  }
  const warnings: string[] = []
  const table = rates.holidays.at(termination.terminationDate)
  const manual = termination.isManualLeaveAmounts
  const unusedHoliday =
    (manual ? givenAmount(termination.unusedHolidayAmount, 'termination.unused-holiday', trace) : null) ??
    entitledHolidays(termination, input, moves, rates, table, trace, warnings)
  const eightPercent =
    (manual ? givenAmount(termination.nonEtpAmount, 'termination.eight-percent', trace) : null) ??
    eightPercentOwed(termination, input, moves, finalGross.plus(unusedHoliday), table, trace, warnings)
  const altHoliday =
    (manual
      ? givenAmount(termination.unusedAltHolidayAmount, 'termination.alternative-holidays', trace)
      : null) ?? alternativeHolidays(input, moves, table, trace)
  const redundancy = givenAmount(termination.redundancyAmount, 'termination.redundancy', trace) ?? ZERO
  const notice = termination.isPaymentInLieuPaid ? termination.paymentInLieuAmount : null
  const paymentInLieu = givenAmount(notice, 'termination.payment-in-lieu', trace) ?? ZERO
  const other = trace.step({
    name: 'termination.other',
    amount: eightPercent.plus(paymentInLieu),
    formula: '8% + payment in lieu of notice',
    inputs: { eightPercent, paymentInLieu },
    rule: 'Extra pay at the end of employment, other',
    source: FIGURES_OF_THIS_PAY,
  })
  const total = trace.step({
    name: 'termination.total',
    amount: sum([unusedHoliday, eightPercent, altHoliday, redundancy, paymentInLieu]),
    formula: 'unused holidays + 8% + alternative holidays + redundancy + payment in lieu of notice',
    inputs: { unusedHoliday, eightPercent, altHoliday, redundancy, paymentInLieu },
    rule: 'End of employment',
    source: cite(table),
  })
  return { unusedHoliday, eightPercent, altHoliday, redundancy, paymentInLieu, other, total, warnings }
}

/** The four parts of a termination payment as extra pays; redundancy alone is free of the levy. */
export function extraPaysOf(amounts: TerminationAmounts): ExtraPayItem[] {
  return [
    { name: 'unused-holiday', amount: amounts.unusedHoliday, isLevyLiable: true },
    { name: 'alt-holiday', amount: amounts.altHoliday, isLevyLiable: true },
    { name: 'redundancy', amount: amounts.redundancy, isLevyLiable: false },
    { name: 'other', amount: amounts.other, isLevyLiable: true },
  ]
}

/** The termination block of the result; the first four taxed items are those of `extraPaysOf`. */
export function terminationResult(
  termination: NzTerminationInput,
  amounts: TerminationAmounts,
  taxed: ExtraPayTax,
  trace: Trace,
): NzTerminationResult {
  const [unusedHoliday, altHoliday, redundancy, other] = taxed.items.slice(0, 4).map(partOf)
  if (!unusedHoliday || !altHoliday || !redundancy || !other) {
    throw new Error('a termination has four taxed parts')
  }
  const totalTax = trace.step({
    name: 'termination.tax',
    amount: sum([unusedHoliday.tax, altHoliday.tax, redundancy.tax, other.tax]),
    formula: 'tax on unused holidays + alternative holidays + redundancy + other',
    inputs: {
      unusedHoliday: unusedHoliday.tax,
      altHoliday: altHoliday.tax,
      redundancy: redundancy.tax,
      other: other.tax,
    },
    rule: 'Extra pay at the end of employment',
    source: FIGURES_OF_THIS_PAY,
  })
  const holidayTax = trace.step({
    name: 'termination.holiday-tax',
    amount: unusedHoliday.tax.plus(altHoliday.tax),
    formula: 'tax on unused holidays + alternative holidays',
    inputs: { unusedHoliday: unusedHoliday.tax, altHoliday: altHoliday.tax },
    rule: 'Extra pay at the end of employment',
    source: FIGURES_OF_THIS_PAY,
  })
  return {
    terminationDate: termination.terminationDate,
    isManualLeaveAmounts: termination.isManualLeaveAmounts,
    isPaymentInLieuPaid: termination.isPaymentInLieuPaid,
    paymentInLieuAmount: amounts.paymentInLieu,
    isUnusedHolidayPaid: !amounts.unusedHoliday.eq(ZERO),
    unusedHolidayAmount: amounts.unusedHoliday,
    nonEtpAmount: amounts.eightPercent,
    unusedAltHolidayAmount: amounts.altHoliday,
    redundancyAmount: amounts.redundancy,
    totalAmount: amounts.total,
    taxAmount: totalTax,
    unusedHolidayAndLoadingTaxAmount: holidayTax,
    nzYtdTaxable: termination.nzYtdTaxable,
    nzExtraPayTaxBreakdown: {
      unusedHoliday,
      altHoliday,
      redundancy,
      other,
      totalTax,
      taxedAtLowRate: taxed.isLowRate,
    },
  }
}

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

function givenAmount(amount: Decimal | null, name: string, trace: Trace): Decimal | null {
  if (amount === null) return null
  return trace.step({
    name,
    amount: toCent(amount),
    formula: 'amount given by the caller',
    inputs: { amount },
    rule: 'Termination request',
    source: TERMINATION_REQUEST,
  })
}

function entitledHolidays(
  termination: NzTerminationInput,
  input: NzPayInput,
  moves: LeaveMoves,
  rates: NzRates,
  table: Dated<HolidayRates>,
  trace: Trace,
  warnings: string[],
): Decimal {
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
  return trace.step({
    name: 'termination.unused-holiday',
    amount: holidays.plus(publicHolidays),
    formula: 'entitled weeks, and the public holidays that would fall in them',
    inputs: { holidays, publicHolidays, dates: after.dates.join(' ') },
    rule: 'Holidays Act 2003 ss 24 and 40',
    source: cite(table),
  })
}

/** 8% of gross earnings since the last anniversary (the s 24 payment counts, s 26), less what was paid in advance. */
function eightPercentOwed(
  termination: NzTerminationInput,
  input: NzPayInput,
  moves: LeaveMoves,
  grossOfThisPay: Decimal,
  table: Dated<HolidayRates>,
  trace: Trace,
  warnings: string[],
): Decimal {
  if (input.leaveSettings.isHolidayPayPaidWithWages) return ZERO
  const isFirstYear = addYears(input.startDate, 1) > termination.terminationDate
  const before = moves.hasAnniversary ? ZERO : input.holidayHistory.grossSinceAnniversary
  const advance = moves.hasAnniversary ? ZERO : input.holidayHistory.paidInAdvance
  const rule = isFirstYear ? 'Holidays Act 2003 s 23' : 'Holidays Act 2003 ss 25 and 26'
  const share = shareOfGross(before.plus(grossOfThisPay), rule, table, trace)
  if (advance.gt(share)) {
    warnings.push(
      `Holidays taken in advance exceed the 8% owed by ${advance.minus(share).toFixed(2)}; use manual amounts to recover them.`,
    )
  }
  return trace.step({
    name: 'termination.eight-percent',
    amount: notBelowZero(share.minus(advance)),
    formula: '8% of gross earnings since the last anniversary − holidays paid in advance, not below zero',
    inputs: { before, thisPay: grossOfThisPay, share, paidInAdvance: advance },
    rule,
    source: cite(table),
  })
}

function alternativeHolidays(
  input: NzPayInput,
  moves: LeaveMoves,
  table: Dated<HolidayRates>,
  trace: Trace,
): Decimal {
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

function partOf(item: TaxedExtraPay): NzExtraPayPart {
  return {
    amount: item.amount,
    tax: item.tax,
    components: { income_tax: item.incomeTax, earners_levy: item.levy },
    appliedPersonalRate: item.rate.toString(),
  }
}
