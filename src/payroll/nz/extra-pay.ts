import {
  type Decimal,
  greater,
  isZero,
  notBelowZero,
  smaller,
  sum,
  toCentDown,
  toDollarDown,
  whole,
  ZERO,
} from '../money.ts'
import type { Dated } from '../rates.ts'
import { cite, type StepSource } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { NzTax } from './input.ts'
import {
  bandFor,
  type EarnersLevy,
  type ExtraPayTable,
  type FlatCode,
  type SchedularTable,
  type SecondaryCode,
} from './rates.ts'
import { certificateRateOf } from './tax-table.ts'

/** One lump sum of a pay. Redundancy, retiring allowances and share scheme benefits are not liable for the levy. */
export type ExtraPayItem = { name: string; amount: Decimal; isLevyLiable: boolean }

export type ExtraPayFacts = {
  tax: NzTax
  annualised: Decimal
  /** The employee's wish for a higher rate. */
  electedRate: Decimal | null
  /** Levy headroom left by year-to-date earnings; null: the annualised method. */
  levyHeadroom: Decimal | null
}

export type ExtraPayTables = {
  extraPay: Dated<ExtraPayTable>
  flatCodes: Dated<Readonly<Record<FlatCode, Decimal>>>
  levy: Dated<EarnersLevy>
  schedular: () => Dated<SchedularTable>
}

export type TaxedExtraPay = ExtraPayItem & { incomeTax: Decimal; levy: Decimal; tax: Decimal; rate: Decimal }

export type ExtraPayTax = {
  items: readonly TaxedExtraPay[]
  total: Decimal
  rate: Decimal
  isLowRate: boolean
}

/** Taxes all extra pays of a pay: one rate from their sum, each with its own levy, cut to the cent once. */
export function taxExtraPays(
  items: readonly ExtraPayItem[],
  facts: ExtraPayFacts,
  tables: ExtraPayTables,
  trace: Trace,
): ExtraPayTax {
  const total = sum(items.map((item) => item.amount))
  if (total.lte(ZERO)) return { items: items.map(untaxed), total: ZERO, rate: ZERO, isLowRate: false }
  const chosen = chooseRate(total, facts, tables, trace)
  const levyShare = shareOfLevy(items, chosen.low, facts, tables, trace)
  const exact = items.map((item) => {
    const liable = item.isLevyLiable ? item.amount : ZERO
    if (facts.tax.code === 'STC') return tailored(item, certificateRateOf(facts.tax), tables.levy.value.rate)
    return {
      incomeTax: item.amount.times(chosen.rate),
      levy: liable.times(levyShare).times(tables.levy.value.rate),
      rate: chosen.rate,
    }
  })
  const source = cite(tables.extraPay, tables.levy)
  const together = trace.step({
    name: 'tax.extra-pay.total',
    amount: toCentDown(notBelowZero(sum(exact.map((part) => part.incomeTax.plus(part.levy))))),
    formula: 'extra pays with cents × rate + levy, cut to the cent once',
    inputs: { extraPay: total, rate: chosen.rate, levyRate: tables.levy.value.rate },
    rule: `Extra pay, code ${facts.tax.code}`,
    source,
  })
  return { items: settle(items, exact, together, source, trace), total: together, ...chosen }
}

type ExactTax = { incomeTax: Decimal; levy: Decimal; rate: Decimal }

function chooseRate(
  total: Decimal,
  facts: ExtraPayFacts,
  tables: ExtraPayTables,
  trace: Trace,
): { rate: Decimal; isLowRate: boolean; low: Decimal } {
  const { code } = facts.tax
  if (code === 'ND' || code === 'NSW') {
    return { rate: flatRate(tables.flatCodes, code, trace), isLowRate: false, low: ZERO }
  }
  if (code === 'STC') return { rate: certificateRateOf(facts.tax), isLowRate: false, low: ZERO }
  if (code === 'WT') {
    const rate = facts.tax.schedularRate ?? tables.schedular().value.noNotification
    return { rate, isLowRate: false, low: ZERO }
  }
  const { bands, lowThresholds } = tables.extraPay.value
  const low = isSecondary(code) ? lowThresholds[code] : ZERO
  const grossedUp = toDollarDown(facts.annualised.plus(low).plus(total))
  const lawful = bandFor(bands, grossedUp).rate
  const rate = trace.step({
    name: 'tax.extra-pay.rate',
    amount: facts.electedRate === null ? lawful : greater(lawful, facts.electedRate),
    formula:
      'band of annualised income + low threshold + extra pays, cents dropped; a higher rate on request',
    inputs: { annualised: facts.annualised, lowThreshold: low, extraPay: total, grossedUp },
    rule: `Extra pay rate, code ${code}`,
    source: cite(tables.extraPay),
  })
  return { rate, isLowRate: rate.eq(bands[0]?.rate ?? ZERO), low }
}

function flatRate(
  flatCodes: Dated<Readonly<Record<FlatCode, Decimal>>>,
  code: 'ND' | 'NSW',
  trace: Trace,
): Decimal {
  return trace.step({
    name: 'tax.extra-pay.rate',
    amount: flatCodes.value[code],
    formula: 'flat rate of the code',
    inputs: { code },
    rule: `Extra pay rate, code ${code}`,
    source: cite(flatCodes),
  })
}

function isSecondary(code: string): code is SecondaryCode {
  return code === 'SB' || code === 'S' || code === 'SH' || code === 'ST' || code === 'SA'
}

/** The part, 0 to 1, of the liable extra pays that still lies inside the year's maximum. Flat codes know none. */
function shareOfLevy(
  items: readonly ExtraPayItem[],
  low: Decimal,
  facts: ExtraPayFacts,
  tables: ExtraPayTables,
  trace: Trace,
): Decimal {
  const liable = notBelowZero(sum(items.filter((item) => item.isLevyLiable).map((item) => item.amount)))
  if (liable.eq(ZERO) || facts.tax.code === 'STC') return ZERO
  const { code } = facts.tax
  const { maximumLiable } = tables.levy.value
  const hasMaximum = code !== 'ND' && code !== 'NSW'
  const headroom = facts.levyHeadroom ?? notBelowZero(maximumLiable.minus(facts.annualised).minus(low))
  const inside = trace.step({
    name: 'tax.extra-pay.levy-liable',
    amount: hasMaximum ? smaller(liable, headroom) : liable,
    formula: hasMaximum
      ? 'liable extra pay, at most what is left of the maximum'
      : 'liable extra pay; no maximum for this code',
    inputs: { liable, headroom, maximumLiable, annualised: facts.annualised, lowThreshold: low },
    rule:
      facts.levyHeadroom === null
        ? "ACC earners' levy on extra pay, annualised income"
        : "ACC earners' levy on extra pay, year to date",
    source: cite(tables.levy),
  })
  return inside.eq(liable) ? whole(1) : inside.div(liable)
}

/** The certificate rate holds the levy, so what is not liable is taxed without it. */
function tailored(item: ExtraPayItem, certificate: Decimal, levyRate: Decimal): ExactTax {
  const withoutLevy = notBelowZero(certificate.minus(levyRate))
  const levy = item.isLevyLiable ? item.amount.times(certificate.minus(withoutLevy)) : ZERO
  const rate = item.isLevyLiable ? certificate : withoutLevy
  return { incomeTax: item.amount.times(withoutLevy), levy, rate }
}

/** Each item to the cent; the odd cents of the one truncation go to the largest item. */
function settle(
  items: readonly ExtraPayItem[],
  exact: readonly ExactTax[],
  total: Decimal,
  source: StepSource,
  trace: Trace,
): TaxedExtraPay[] {
  const taxes = exact.map((part) => toCentDown(part.incomeTax.plus(part.levy)))
  const odd = total.minus(sum(taxes))
  const largest = items.reduce((best, item, i) => (item.amount.gt(items[best]?.amount ?? ZERO) ? i : best), 0)
  return items.map((item, index) => {
    const rate = exact[index]?.rate ?? ZERO
    const tax = trace.step({
      name: `tax.extra-pay.${item.name}`,
      amount: (taxes[index] ?? ZERO).plus(index === largest ? odd : ZERO),
      formula: 'amount × rate + its levy, cut to the cent; the odd cent of the sum goes to the largest',
      inputs: { amount: item.amount, rate, levy: exact[index]?.levy ?? ZERO },
      rule: item.isLevyLiable ? 'Extra pay' : 'Extra pay, not liable for the levy',
      source,
    })
    return { ...item, rate, tax, ...splitTax(item, tax, exact[index]?.levy ?? ZERO, source, trace) }
  })
}

/** The tax of an item by what it is made of; the odd cent stays with the income tax. */
function splitTax(
  item: ExtraPayItem,
  tax: Decimal,
  exactLevy: Decimal,
  source: StepSource,
  trace: Trace,
): { levy: Decimal; incomeTax: Decimal } {
  if (isZero(tax) && isZero(exactLevy)) return { levy: ZERO, incomeTax: ZERO }
  const name = `tax.extra-pay.${item.name}`
  const levy = trace.step({
    name: `${name}.levy`,
    amount: toCentDown(exactLevy),
    formula: 'levy on the liable part, cut to the cent',
    inputs: { amount: item.amount, levy: exactLevy },
    rule: item.isLevyLiable ? "ACC earners' levy on extra pay" : 'Extra pay, not liable for the levy',
    source,
  })
  const incomeTax = trace.step({
    name: `${name}.income-tax`,
    amount: tax.minus(levy),
    formula: 'tax − levy',
    inputs: { tax, levy },
    rule: 'Extra pay',
    source,
  })
  return { levy, incomeTax }
}

function untaxed(item: ExtraPayItem): TaxedExtraPay {
  return { ...item, incomeTax: ZERO, levy: ZERO, tax: ZERO, rate: ZERO }
}
