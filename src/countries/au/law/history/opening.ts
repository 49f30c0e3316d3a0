import { addDays, auIncomeYear, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../../kernel/values/money.ts'
import { emptyDetails, emptyHistory } from '../../../../payroll/figure-history.ts'
import type { PayTiming } from '../../../../payroll/history.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import {
  grossAsSuperEarnings,
  isOnlyInAdvance,
  OPENING_ID,
  type Opening,
  type OpeningPeriod,
  openingPeriods,
  restOf,
  superEarningsOf,
} from '../../../contract/opening.ts'
import { openingLeaveLine, openingLines } from '../../../contract/opening-lines.ts'
import { AU_FIGURES } from '../figures/figures.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import { quarterOf } from './history.ts'

/*
 * Opening figures for the Australian calculation: the periods that were entered, and the rest of the year in one history
 * entry.
 */

type Hours = { hoursPerDay: Decimal; daysPerWeek: Decimal }

const taxable = (period: OpeningPeriod) => period.counted ?? period.gross

export function openingPays(opening: Opening, hours: Hours): AuPastPay[] {
  const periods = openingPeriods(opening)
  return [
    ...periods.map((period, index) => periodPay(period, OPENING_ID - 1 - index, hours, opening)),
    ...restOfYear(opening, periods, hours),
  ]
}

function periodPay(period: OpeningPeriod, id: number, hours: Hours, opening: Opening): AuPastPay {
  const timing = timingOf(isOnlyInAdvance(period) ? paidEarlier(period, opening) : period)
  const isFullPay = isFull(period, opening)
  return {
    ...nothing(timing),
    id,
    taxableGross: taxable(period),
    tax: period.tax,
    periodTaxable: taxable(period),
    periodTax: period.tax,
    advances: advancesTo(period),
    details: {
      ...detailsOf(hours, timing, period),
      ...(isFullPay === undefined ? {} : { isFullPay }),
    },
  }
}

/**
 * Leave paid in advance for a period without any other pay belongs to the last period paid, because its own
 * period is still to come.
 */
function paidEarlier(period: OpeningPeriod, { paidTo }: Opening): PayTiming {
  const { payDate, payPeriod } = period
  return { payDate, payPeriod, periodStart: periodStartFor(payPeriod, paidTo), periodEnd: paidTo }
}

const advancesTo = ({ periodEnd, inAdvance }: OpeningPeriod) =>
  inAdvance ? [{ periodEnd, taxable: inAdvance.amount, tax: inAdvance.tax }] : []

/** A period after the last full pay was not paid in full. */
function isFull(period: OpeningPeriod, { lastFullPay }: Opening): boolean | undefined {
  if (period.isFullPay !== undefined) return period.isFullPay
  return lastFullPay !== null && period.periodEnd > lastFullPay.periodEnd ? false : undefined
}

const timingOf = ({ payDate, payPeriod, periodStart, periodEnd }: PayTiming): PayTiming => ({
  payDate,
  payPeriod,
  periodStart,
  periodEnd,
})

/**
 * The year to date without the entered periods. Super earnings of earlier quarters get a separate entry before the quarter.
 */
function restOfYear(opening: Opening, periods: readonly OpeningPeriod[], hours: Hours): AuPastPay[] {
  const { asAt, paidTo, totals } = opening
  const year = auIncomeYear(asAt)
  const inYear = periods.filter(({ payDate }) => payDate >= year.start && payDate <= asAt)
  const base = decimal(superEarningsOf(opening))
  const fromGross = grossAsSuperEarnings(opening)
  const beforeQuarter = addDays(quarterOf(asAt).start, -1)
  const quarter = quarterPart(totals.super_earnings_in_quarter, base, beforeQuarter < year.start)
  const rest: AuPastPay = {
    ...elsewhere(asAt, paidTo),
    taxableGross: restOf(totals.taxable_gross ?? totals.gross, inYear, taxable).toFixed(),
    tax: restOf(totals.tax, inYear, (period) => period.tax).toFixed(),
    super: totals.super ?? '0',
    superPaid: totals.super ?? '0',
    superBaseCounted: quarter.toFixed(),
    taxCarried: totals.tax_carried ?? '0',
    methodB2Amount: totals.method_b2_amount ?? '0',
    methodB2Tax: totals.method_b2_tax ?? '0',
    methodB2StudyLoan: totals.method_b2_study_loan ?? '0',
    details: {
      ...detailsOf(hours, elsewhere(asAt, paidTo)),
      lines: violenceLeaveLines(opening),
      etps: opening.etps.filter(({ payDate }) => payDate >= year.start && payDate <= asAt),
      ...(fromGross === null ? {} : { superEarningsFromGross: fromGross }),
    },
  }
  const ended = endedBefore(opening, year.start, hours)
  const earlier = base.minus(quarter)
  if (earlier.eq(ZERO)) return [rest, ...ended]
  const before = { ...elsewhere(beforeQuarter, beforeQuarter), id: OPENING_ID - 1000 }
  return [
    rest,
    {
      ...before,
      superBaseCounted: earlier.toFixed(),
      details: detailsOf(hours, before),
    },
    ...ended,
  ]
}

/** Violence leave has no balance and is counted by year of service. It gets the date of the opening figures. */
function violenceLeaveLines({ asAt, totals }: Opening): NonNullable<AuPastPay['details']>['lines'] {
  const { family_violence_leave_hours: quantity } = totals
  if (quantity === undefined) return []
  return [openingLeaveLine('AU_FAMILY_VIOLENCE', asAt, quantity)]
}

/** Termination payments of earlier income years. A later payment for the same termination takes them into account. */
function endedBefore({ etps }: Opening, yearStart: CivilDate, hours: Hours): AuPastPay[] {
  const earlier = etps.filter(({ payDate }) => payDate < yearStart)
  return earlier.map((etp, index) => {
    const paid = { ...elsewhere(etp.payDate, etp.payDate), id: OPENING_ID - 2000 - index }
    return { ...paid, details: { ...detailsOf(hours, paid), etps: [etp] } }
  })
}

/**
 * In the first quarter of the year, the whole base. In later quarters, the amount entered, or zero. With zero the maximum
 * is reached later, never too early.
 */
function quarterPart(said: string | undefined, base: Decimal, isFirstQuarter: boolean): Decimal {
  if (isFirstQuarter) return base
  return said === undefined ? ZERO : decimal(said)
}

const elsewhere = (payDate: CivilDate, periodEnd: CivilDate) => ({
  ...nothing({ payDate, payPeriod: 'WEEKLY', periodStart: periodEnd, periodEnd }),
  id: OPENING_ID,
  isSum: true as const,
})

/** A history entry with empty figures, because opening figures give only some of them. */
const nothing = (timing: PayTiming) => ({
  ...timing,
  isTermination: false,
  ...emptyHistory(AU_FIGURES, timing),
})

function detailsOf(
  { hoursPerDay, daysPerWeek }: Hours,
  timing: PayTiming,
  period?: OpeningPeriod,
): NonNullable<AuPastPay['details']> {
  return {
    ...emptyDetails(AU_FIGURES, timing),
    netBeforeDeductions: period ? decimal(period.gross).minus(period.tax).toFixed() : '0',
    childSupport: '0',
    hoursPaid: period?.hours ?? '0',
    hoursPerDay: hoursPerDay.toFixed(),
    daysPerWeek: daysPerWeek.toFixed(),
    lines: period ? openingLines(period) : [],
    etps: [],
  }
}
