import { type Decimal, isZero, notBelowZero, sum, toCentDown, ZERO } from '../../../kernel/values/money.ts'
import type { TaxShare } from '../../../payroll/redistribute.ts'
import { cite, FIGURES_OF_THIS_PAY } from '../../../payroll/sources.ts'
import { Trace } from '../../../payroll/trace.ts'
import type { NzPayInput } from './input/input.ts'
import type { KiwiSaverAmounts } from './kiwisaver/retirement.ts'
import { type LaterPeriod, totalLater } from './leave/in-advance.ts'
import type { NzRates } from './rates/rates.ts'
import { laterOf, type Rows, spreadOf } from './rows.ts'
import {
  annualiseFourWeeks,
  annualiseLastTwoPeriods,
  paidPeriodsBefore,
  paysInFourWeeks,
} from './tax/annualised.ts'
import { payeOnSpreadBonus } from './tax/bonuses.ts'
import { type ExtraPayItem, type ExtraPayTax, taxExtraPays } from './tax/extra-pay.ts'
import { type PayeTables, payeOn } from './tax/tax-table.ts'

/** `ordinary` includes any KiwiSaver contribution that is treated as salary. */
export type Parts = {
  ordinary: Decimal
  rows: Rows
  kiwiSaver: KiwiSaverAmounts
  extraPays: readonly ExtraPayItem[]
  /** The total of the extra pays. */
  extraPay: Decimal
}

export type Paye = {
  ordinary: Decimal
  extra: ExtraPayTax
  total: Decimal
  /** PAYE on holidays of later periods, one entry per period. */
  later: readonly { period: LaterPeriod; tax: Decimal }[]
  /** PAYE that the employer pays out of the KiwiSaver contribution. */
  contributionTax: Decimal
}

/** The PAYE tables at the payment date. */
export function payeTablesAt(input: NzPayInput, rates: NzRates): PayeTables {
  return {
    paye: rates.paye.at(input.payDate),
    flatCodes: rates.flatCodes.at(input.payDate),
    levy: rates.earnersLevy.at(input.payDate),
    schedular: () => rates.schedular.at(input.payDate),
  }
}

/** PAYE on the whole pay: ordinary pay, regular bonuses and extra pays. */
export function withhold(
  input: NzPayInput,
  parts: Parts,
  tables: PayeTables,
  rates: NzRates,
  trace: Trace,
): Paye {
  const ordinary = payeOnOrdinary(input, parts.ordinary, tables, trace)
  const spread = sum(
    spreadOf(input, parts.rows).map((bonus) =>
      payeOnSpreadBonus(bonus, parts.ordinary, input, tables, trace),
    ),
  )
  const { periods: later, total: onLater } = payeOnLater(input, parts, tables, trace)
  const extra = payeOnExtraPays(input, parts, tables, rates, trace)
  const total = trace.sum({
    name: 'paye',
    formula: `PAYE on ordinary pay + on regular bonuses + on extra pays${isZero(onLater) ? '' : ' + on holidays of later periods'}`,
    add: {
      ordinary,
      regularBonuses: spread,
      extraPay: extra.total,
      ...(isZero(onLater) ? {} : { later: onLater }),
    },
    rule: 'PAYE with the levy',
    source: FIGURES_OF_THIS_PAY,
  })
  return { ordinary, extra, total, later, contributionTax: contributionTaxOf(input, parts, tables, trace) }
}

/** Holiday pay in advance is taxed as if it were paid in the periods of the holiday. */
function payeOnLater(
  input: NzPayInput,
  parts: Parts,
  tables: PayeTables,
  trace: Trace,
): { periods: Paye['later']; total: Decimal } {
  const periods = laterOf(input, parts.rows).map((period) => ({
    period,
    tax: payeOn(period.amount, input.tax, input.payPeriod, tables, new Trace()),
  }))
  if (periods.length === 0) return { periods, total: ZERO }
  const total = trace.sum({
    name: 'paye.holidays-in-advance',
    formula: 'PAYE on the holiday pay of each later period',
    add: Object.fromEntries(periods.map(({ period, tax }) => [period.periodEnd, tax])),
    about: Object.fromEntries(periods.map(({ period }) => [`pay ${period.periodEnd}`, period.amount])),
    rule: `PAYE, code ${input.tax.code}, holiday pay in advance`,
    source: cite(tables.paye),
  })
  return { periods, total }
}

/** Several pays of one period are taxed together: the later one bears the tax that the earlier ones did not. */
function payeOnOrdinary(input: NzPayInput, ordinary: Decimal, tables: PayeTables, trace: Trace): Decimal {
  const { taxShare, periodSoFar } = input
  if (taxShare) return sharedPaye(taxShare, tables, trace)
  const whole = payeOn(periodSoFar.ordinary.plus(ordinary), input.tax, input.payPeriod, tables, trace)
  return trace.sum({
    name: 'paye.ordinary',
    formula: 'PAYE on the ordinary pay of the period − PAYE already withheld in it, not below zero',
    add: { whole },
    subtract: { withheld: periodSoFar.payeOrdinary },
    about: { ordinary, before: periodSoFar.ordinary },
    to: notBelowZero,
    rule: `PAYE, code ${input.tax.code}`,
    source: cite(tables.paye),
  })
}

/** This pay's share of PAYE that was calculated for several pays together. */
function sharedPaye(taxShare: TaxShare, tables: PayeTables, trace: Trace): Decimal {
  const { share, ...together } = taxShare
  return trace.made({
    name: 'paye.ordinary',
    formula:
      'PAYE on the pays together × gross ÷ their gross, cut to the cent, + odd cents so that the parts add up',
    inputs: { ...together, odd: share.minus(partByGross(together)) },
    make: (of) => partByGross(of).plus(of.odd),
    rule: 'Tax by department',
    source: cite(tables.paye),
  })
}

function partByGross({ combinedTax, combinedGross, gross }: Omit<TaxShare, 'share'>): Decimal {
  return isZero(combinedGross) ? ZERO : toCentDown(combinedTax.times(gross).div(combinedGross))
}

function payeOnExtraPays(
  input: NzPayInput,
  parts: Parts,
  tables: PayeTables,
  rates: NzRates,
  trace: Trace,
): ExtraPayTax {
  if (parts.extraPays.length === 0) return { items: [], total: ZERO, rate: ZERO, isLowRate: false }
  const extraPay = rates.extraPay.at(input.payDate)
  const isAtTheEnd = input.termination !== null
  const source = cite(extraPay)
  const annualised =
    isAtTheEnd && extraPay.value.annualisedOnTerminationBy === 'last-two-paid-periods'
      ? annualiseLastTwoPeriods(
          paidPeriodsBefore(input.earlierPays, input.periodEnd, input.payPeriod),
          parts.ordinary,
          input.payPeriod,
          trace,
          source,
        )
      : annualiseFourWeeks(fourWeeksOf(input, parts.ordinary), input.payPeriod, trace, source)
  return taxExtraPays(
    parts.extraPays,
    {
      tax: input.tax,
      annualised,
      electedRate: input.electedExtraPayRate,
      levyHeadroom: yearToDateHeadroom(input, parts, tables, trace),
    },
    { extraPay, flatCodes: tables.flatCodes, levy: tables.levy, schedular: tables.schedular },
    trace,
  )
}

/** This pay is paid on the payment day, so it is one of the pays in the four weeks. */
function fourWeeksOf(input: NzPayInput, ordinary: Decimal): Decimal[] {
  const thisPay = { payDate: input.payDate, periodEnd: input.periodEnd, ordinary }
  return paysInFourWeeks([...input.earlierPays, thisPay], input.payDate, input.payPeriod)
}

function yearToDateHeadroom(
  input: NzPayInput,
  parts: Parts,
  tables: PayeTables,
  trace: Trace,
): Decimal | null {
  const yearToDate = input.termination?.nzYtdTaxable ?? ZERO
  if (yearToDate.lte(ZERO)) return null
  const { maximumLiable } = tables.levy.value
  const other = otherPeriods(input, parts)
  return trace.sum({
    name: 'tax.extra-pay.levy-headroom',
    formula: `maximum of the year − taxable pay of the year so far − ordinary pay of this pay − its regular bonuses${other.words && ` − ${other.words}`}, not below zero`,
    add: { maximumLiable },
    subtract: { yearToDate, ordinary: parts.ordinary, ...other.terms },
    to: notBelowZero,
    rule: "ACC earners' levy on extra pay, year to date",
    source: cite(tables.levy),
  })
}

/**
 * PAYE_NET: the tax on the contribution comes out of the contribution, and the employee pays only its levy. The tax is the PAYE
 * that the uplift adds to the whole period, whatever share of it this pay bears.
 */
function contributionTaxOf(input: NzPayInput, parts: Parts, tables: PayeTables, trace: Trace): Decimal {
  const { uplift } = parts.kiwiSaver
  if (input.kiwiSaver.taxMethod !== 'PAYE_NET' || uplift.eq(ZERO)) return ZERO
  const payeOf = (pay: Decimal) => payeOn(pay, input.tax, input.payPeriod, tables, new Trace())
  const ordinary = input.periodSoFar.ordinary.plus(parts.ordinary)
  const levy = trace.product({
    name: 'kiwisaver.contribution-levy',
    formula: 'contribution treated as salary × levy rate, cut to the cent',
    multiply: { uplift, levyRate: tables.levy.value.rate },
    to: toCentDown,
    rule: "ACC earners' levy on the contribution",
    source: cite(tables.levy),
  })
  return trace.sum({
    name: 'kiwisaver.contribution-tax',
    formula: 'PAYE of the period with the contribution − PAYE without it − levy on it, not below zero',
    add: { withContribution: payeOf(ordinary) },
    subtract: { without: payeOf(ordinary.minus(uplift)), levy },
    about: { uplift, ordinary },
    to: notBelowZero,
    rule: 'Income Tax Act 2007 s RD 68, net contribution to the fund',
    source: cite(tables.paye, tables.levy),
  })
}

/** Pay that belongs to several or later periods, as terms of a step. `words` is set only when there are later ones. */
export function otherPeriods(
  input: NzPayInput,
  parts: Parts,
): { words: string; terms: Record<string, Decimal> } {
  const later = totalLater(laterOf(input, parts.rows))
  const regularBonuses = regularBonusesOf(input, parts)
  if (isZero(later)) return { words: '', terms: { regularBonuses } }
  return { words: 'holidays of later periods', terms: { regularBonuses, laterPeriods: later } }
}

/** The total of regular bonuses for several periods. */
export function regularBonusesOf(input: NzPayInput, parts: Parts): Decimal {
  return sum(spreadOf(input, parts.rows).map((bonus) => bonus.amount))
}
