import { type Decimal, isZero, notBelowZero, sum, toCentDown, ZERO } from '../../../../kernel/values/money.ts'
import { cite, FIGURES_OF_THIS_PAY, type StepSource } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import {
  type ChosenRate,
  chooseRate,
  type ExtraPayFacts,
  type ExtraPayTables,
  type LeviedPart,
  leviedPart,
} from './extra-pay-rate.ts'

/** One lump sum of a pay. Redundancy, retiring allowances and share scheme benefits are not liable for the levy. */
export type ExtraPayItem = { name: string; amount: Decimal; isLevyLiable: boolean }

export type TaxedExtraPay = ExtraPayItem & { incomeTax: Decimal; levy: Decimal; tax: Decimal; rate: Decimal }

export type ExtraPayTax = {
  items: readonly TaxedExtraPay[]
  total: Decimal
  rate: Decimal
  isLowRate: boolean
}

/** The total of the lump sums of a pay. */
export function addExtraPays(items: readonly ExtraPayItem[], trace: Trace): Decimal {
  if (items.every((item) => isZero(item.amount))) return ZERO
  return trace.sum({
    name: 'extra-pay',
    formula: 'sum of the lump sums',
    add: byName(items, (item) => item.amount),
    rule: 'Extra pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

/**
 * Taxes all extra pays of a pay at one rate, based on their sum. Each has its own levy. The total is truncated to the cent once.
 */
export function taxExtraPays(
  items: readonly ExtraPayItem[],
  facts: ExtraPayFacts,
  tables: ExtraPayTables,
  trace: Trace,
): ExtraPayTax {
  const total = sum(items.map((item) => item.amount))
  if (total.lte(ZERO)) return { items: items.map(untaxed), total: ZERO, rate: ZERO, isLowRate: false }
  const chosen = chooseRate(total, facts, tables, trace)
  const levied = leviedPart(sum(liableOf(items)), chosen.low, facts, tables, trace)
  const whole = trace.made({
    name: 'tax.extra-pay.total',
    formula: 'extra pays with cents × rate + liable extra pay × levy rate, cut to the cent once',
    inputs: { extraPay: total, rate: chosen.withoutLevy, liable: levied.inside, levyRate: levied.rate },
    make: (of) => toCentDown(notBelowZero(of.extraPay.times(of.rate).plus(of.liable.times(of.levyRate)))),
    rule: `Extra pay, code ${facts.tax.code}`,
    source: sourceOf(tables),
  })
  const taxed = taxEach(items, chosen, levied, { whole, source: sourceOf(tables) }, trace)
  const together = trace.sum({
    name: 'paye.extra-pay',
    formula: 'sum of the tax on each extra pay',
    add: byName(taxed, (item) => item.tax),
    rule: 'Extra pay',
    source: FIGURES_OF_THIS_PAY,
  })
  return { items: taxed, total: together, rate: chosen.rate, isLowRate: chosen.isLowRate }
}

/** Tax of each item to the cent. The odd cents of the single truncation go to the largest item. */
function taxEach(
  items: readonly ExtraPayItem[],
  chosen: ChosenRate,
  levied: LeviedPart,
  { whole, source }: { whole: Decimal; source: StepSource },
  trace: Trace,
): TaxedExtraPay[] {
  const levies = items.map((item) => levyOn(item, levied))
  const cut = (amount: Decimal, rate: Decimal, levy: Decimal) => toCentDown(amount.times(rate).plus(levy))
  const cuts = items.map((item, index) => cut(item.amount, chosen.withoutLevy, levies[index] ?? ZERO))
  const odd = whole.minus(sum(cuts))
  const largest = items.reduce((best, item, i) => (item.amount.gt(items[best]?.amount ?? ZERO) ? i : best), 0)
  return items.map((item, index) => {
    const levy = levies[index] ?? ZERO
    const tax = trace.made({
      name: `tax.extra-pay.${item.name}`,
      formula: 'amount × rate + its levy, cut to the cent; the odd cents of the sum go to the largest',
      inputs: {
        amount: item.amount,
        rate: chosen.withoutLevy,
        levy,
        ...(index === largest && !isZero(odd) ? { odd } : {}),
      },
      make: (of) => cut(of.amount, of.rate, of.levy).plus(of.odd ?? ZERO),
      rule: item.isLevyLiable ? 'Extra pay' : 'Extra pay, not liable for the levy',
      source,
    })
    const rate = item.isLevyLiable ? chosen.rate : chosen.withoutLevy
    return { ...item, rate, tax, ...splitTax(item, tax, levied, source, trace) }
  })
}

/** Multiplies first and divides last, so that a levy of whole cents stays whole. */
function levyOn(item: ExtraPayItem, { liable, inside, rate }: LeviedPart): Decimal {
  if (!item.isLevyLiable) return ZERO
  const full = item.amount.times(rate)
  return inside.eq(liable) ? full : full.times(inside).div(liable)
}

/** Splits the tax of an item into income tax and levy. The odd cent stays with the income tax. */
function splitTax(
  item: ExtraPayItem,
  tax: Decimal,
  levied: LeviedPart,
  source: StepSource,
  trace: Trace,
): { levy: Decimal; incomeTax: Decimal } {
  const isLevied = !isZero(levyOn(item, levied))
  if (isZero(tax) && !isLevied) return { levy: ZERO, incomeTax: ZERO }
  const levy = isLevied ? cutLevy(item, levied, source, trace) : ZERO
  const incomeTax = trace.sum({
    name: `tax.extra-pay.${item.name}.income-tax`,
    formula: 'tax − levy',
    add: { tax },
    subtract: { levy },
    rule: 'Extra pay',
    source: FIGURES_OF_THIS_PAY,
  })
  return { levy, incomeTax }
}

function cutLevy(
  item: ExtraPayItem,
  { liable, inside, rate: levyRate }: LeviedPart,
  source: StepSource,
  trace: Trace,
): Decimal {
  const isWhole = inside.eq(liable)
  return trace.product({
    name: `tax.extra-pay.${item.name}.levy`,
    formula: isWhole
      ? 'amount × levy rate, cut to the cent'
      : 'amount × levy rate × the part of liable extra pay inside the maximum, cut to the cent',
    multiply: isWhole ? { amount: item.amount, levyRate } : { amount: item.amount, levyRate, inside },
    divide: isWhole ? {} : { liable },
    to: toCentDown,
    rule: "ACC earners' levy on extra pay",
    source,
  })
}

function untaxed(item: ExtraPayItem): TaxedExtraPay {
  return { ...item, incomeTax: ZERO, levy: ZERO, tax: ZERO, rate: ZERO }
}

function liableOf(items: readonly ExtraPayItem[]): Decimal[] {
  return items.filter((item) => item.isLevyLiable).map((item) => item.amount)
}

function sourceOf(tables: ExtraPayTables): StepSource {
  return cite(tables.extraPay, tables.levy)
}

/** Items as terms of a sum. Repeated names get a number: `bonus`, `bonus-2`. */
function byName<Item extends ExtraPayItem>(
  items: readonly Item[],
  amountOf: (item: Item) => Decimal,
): Record<string, Decimal> {
  const terms: Record<string, Decimal> = {}
  for (const [index, item] of items.entries()) {
    const before = items.slice(0, index).filter((other) => other.name === item.name).length
    terms[before === 0 ? item.name : `${item.name}-${before + 1}`] = amountOf(item)
  }
  return terms
}
