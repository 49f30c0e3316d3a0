import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import {
  type Decimal,
  notBelowZero,
  toCentDown,
  toDollarDown,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { periodsPerYear } from '../../../../payroll/pay-periods.ts'
import { bandFor } from '../../../../payroll/rates/bands.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, given } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzFrequency, NzTax, NzTaxCode } from '../input/input.ts'
import type { FlatCode } from '../input/words.ts'
import type { EarnersLevy, PayeTable, SchedularTable } from '../rates/rates.ts'

const WEEKS_IN_YEAR = whole(periodsPerYear('WEEKLY'))

/** The tables for PAYE on ordinary pay. */
export type PayeTables = {
  paye: Dated<PayeTable>
  flatCodes: Dated<Readonly<Record<FlatCode, Decimal>>>
  levy: Dated<EarnersLevy>
  /** A function, because only schedular payments need it, and its table starts later than the others. */
  schedular: () => Dated<SchedularTable>
}

/** PAYE, including the levy, on the ordinary pay of one period, under the rules of the tax code. */
export function payeOn(
  pay: Decimal,
  tax: NzTax,
  frequency: NzFrequency,
  tables: PayeTables,
  trace: Trace,
): Decimal {
  switch (tax.code) {
    case 'M':
    case 'ME':
      return primaryPaye(pay, tax.code, frequency, tables, trace)
    case 'STC':
      return tailoredPaye(pay, certificateRateOf(tax), trace)
    case 'WT':
      return schedularTax(pay, tax.schedularRate, tables.schedular(), trace)
    default:
      return flatPaye(pay, tax.code, tables, trace)
  }
}

/** Whether the earners' levy applies to a code. It does not apply to schedular payments. */
export function hasLevy(code: NzTaxCode): boolean {
  return code !== 'WT'
}

export function isPrimary(code: NzTaxCode): boolean {
  return code === 'M' || code === 'ME'
}

export function certificateRateOf(tax: NzTax): Decimal {
  if (tax.certificateRate === null) {
    throw new CalculationError('Tax code STC needs the rate of the special tax code certificate.')
  }
  return tax.certificateRate
}

/**
 * M and ME: annualises the pay, taxes the year, then converts to a week and to the period, truncating to cents at each
 * conversion.
 */
function primaryPaye(
  pay: Decimal,
  code: 'M' | 'ME',
  frequency: NzFrequency,
  tables: PayeTables,
  trace: Trace,
): Decimal {
  const periods = whole(periodsPerYear(frequency))
  const annual = trace.product({
    name: 'tax.annual-income',
    formula: 'pay of the period × periods in a year, cents dropped, not below zero',
    multiply: { pay, periods },
    to: wholeDollars,
    rule: `PAYE, code ${code}: annual income`,
    source: cite(tables.paye),
  })
  const tax = annualTax(annual, code, tables, trace)
  const weekly = trace.product({
    name: 'tax.weekly',
    formula: 'tax of the year ÷ weeks of a year, cut to the cent',
    multiply: { tax },
    divide: { weeks: WEEKS_IN_YEAR },
    to: toCentDown,
    rule: `PAYE, code ${code}: tax of a week`,
    source: cite(tables.paye),
  })
  return trace.product({
    name: 'tax.period',
    formula: 'weekly tax × weeks of a year ÷ periods in a year, cut to the cent again',
    multiply: { weekly, weeks: WEEKS_IN_YEAR },
    divide: { periods },
    to: toCentDown,
    rule: `PAYE, code ${code}: tax of the period`,
    source: cite(tables.paye),
  })
}

/** Income tax and levy on whole dollars of annual income, less the credit of code ME. Not rounded. */
export function annualTax(
  annual: Decimal,
  code: 'M' | 'ME',
  tables: Pick<PayeTables, 'paye' | 'levy'>,
  trace: Trace,
): Decimal {
  const { rate, subtract } = bandFor(tables.paye.value.bands, annual)
  const levy = annualLevy(annual, tables.levy, trace)
  const credit = code === 'ME' ? independentEarnerCredit(annual, tables.paye, trace) : ZERO
  return trace.made({
    name: 'tax.annual',
    formula: 'annual income × rate − subtract + levy − credit, not rounded',
    inputs: { annual, rate, subtract, levy, credit },
    make: (of) => of.annual.times(of.rate).minus(of.subtract).plus(of.levy).minus(of.credit),
    rule: `PAYE, code ${code}: tax of the year`,
    source: cite(tables.paye),
  })
}

function annualLevy(annual: Decimal, levy: Dated<EarnersLevy>, trace: Trace): Decimal {
  const { rate, maximumLiable, maximumLevy } = levy.value
  return trace.made({
    name: 'tax.earners-levy',
    formula: 'annual income × levy rate, or the fixed levy from the maximum on; not rounded',
    inputs: { annual, rate, maximumLiable, maximumLevy },
    make: (of) => (of.annual.lt(of.maximumLiable) ? of.annual.times(of.rate) : of.maximumLevy),
    rule: "ACC earners' levy on annualised income",
    source: cite(levy),
  })
}

function independentEarnerCredit(annual: Decimal, table: Dated<PayeTable>, trace: Trace): Decimal {
  return trace.made({
    name: 'tax.independent-earner-credit',
    formula: 'full between its limits, less the abatement rate for each dollar above; not rounded',
    inputs: { annual, ...table.value.independentEarnerCredit },
    make: ({ annual, from, abatesFrom, nilAt, amount, abatementRate }) => {
      if (annual.lt(from) || annual.gte(nilAt)) return ZERO
      return amount.minus(notBelowZero(annual.minus(abatesFrom)).times(abatementRate))
    },
    rule: 'Independent earner tax credit, code ME',
    source: cite(table),
  })
}

function flatPaye(pay: Decimal, code: FlatCode, tables: PayeTables, trace: Trace): Decimal {
  const rate = tables.flatCodes.value[code]
  const levy = tables.levy.value.rate
  return trace.made({
    name: 'tax.period',
    formula: 'whole dollars × (rate + levy rate), cut to the cent; the levy has no maximum here',
    inputs: { dollars: wholeDollars(pay), rate, levy },
    make: (of) => toCentDown(of.dollars.times(of.rate.plus(of.levy))),
    rule: `PAYE, code ${code}`,
    source: cite(tables.flatCodes, tables.levy),
  })
}

function tailoredPaye(pay: Decimal, rate: Decimal, trace: Trace): Decimal {
  return trace.product({
    name: 'tax.period',
    formula: 'whole dollars × certificate rate, cut to the cent; the rate includes the levy',
    multiply: { dollars: wholeDollars(pay), rate },
    to: toCentDown,
    rule: 'PAYE, code STC',
    source: given('Special tax code certificate of the employee'),
  })
}

function schedularTax(
  pay: Decimal,
  chosen: Decimal | null,
  schedular: Dated<SchedularTable>,
  trace: Trace,
): Decimal {
  const rate = chosen ?? schedular.value.noNotification
  return trace.product({
    name: 'tax.period',
    formula: 'payment without GST × rate, cut to the cent',
    multiply: { payment: notBelowZero(pay), rate },
    to: toCentDown,
    rule: chosen === null ? 'Schedular payment, no notification' : 'Schedular payment, code WT',
    source: cite(schedular),
  })
}

function wholeDollars(pay: Decimal): Decimal {
  return toDollarDown(notBelowZero(pay))
}
