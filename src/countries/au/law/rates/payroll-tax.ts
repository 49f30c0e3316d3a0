import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  ONE,
  smaller,
  sum,
  toCent,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { recordOf } from '../../../../kernel/values/word-lists.ts'
import { bandFor, type RateBand, rateBandsIn } from '../../../../payroll/rates/bands.ts'
import type { RateMap } from '../../../../payroll/rates/node.ts'
import { AU_STATES, type AuState } from '../input/words.ts'

/* Payroll tax of one state, estimated from wages, for employers that are not in a group. */

export type PayrollTaxRule = {
  /** Total Australian wages up to which no tax is due. */
  threshold: Decimal
  /** Deducted from wages before the rate applies. It may fall as wages rise. */
  deduction: Decimal
  falls: { from: Decimal; share: Decimal } | null
  /** The wages from which the deduction is zero. */
  deductionEnds: Decimal | null
  /** The wages at which the rate, which rises from the threshold, reaches its full value. */
  fullRateFrom: Decimal | null
  bands: readonly RateBand[]
  /** True when each rate applies only to the wages within its band. Otherwise the band of the total wages sets one rate. */
  isMarginal: boolean
  surcharges: readonly { over: Decimal; rate: Decimal }[]
  /** The source of the figures. `carried-over` means that they are from an earlier year. */
  read: { title: string; status: (typeof READ)[number] }
}

const READ = ['published', 'third-party', 'carried-over', 'unverified'] as const

export function readPayrollTax(data: RateMap): Readonly<Record<AuState, PayrollTaxRule>> {
  const read = data.map('read')
  return recordOf(AU_STATES, (state) => readState(data.map(state), read.map(state)))
}

function readState(data: RateMap, read: RateMap): PayrollTaxRule {
  const falls = data.has('deduction_falls') ? data.map('deduction_falls') : null
  return {
    threshold: data.figure('threshold'),
    deduction: data.figure('deduction'),
    falls: falls && {
      from: falls.figure('from'),
      share: falls.has('one_in') ? ONE.div(falls.figure('one_in')) : falls.figure('share'),
    },
    deductionEnds: data.has('deduction_ends') ? data.figure('deduction_ends') : null,
    fullRateFrom: data.has('full_rate_from') ? data.figure('full_rate_from') : null,
    bands: rateBandsIn(data, 'bands'),
    isMarginal: data.has('is_marginal') && data.isYes('is_marginal'),
    read: { title: read.text('title'), status: read.word('status', READ) },
    surcharges: data.has('surcharges')
      ? data.maps('surcharges').map((row) => ({ over: row.figure('over'), rate: row.figure('rate') }))
      : [],
  }
}

export type PayrollTax = { deduction: Decimal; taxable: Decimal; rate: Decimal; tax: Decimal }

/**
 * The tax for part of a year. Thresholds and bands use the wages scaled up to a whole year. The deduction is prorated by
 * the part of the year and by the state's share of wages.
 */
export function payrollTax(
  wages: { state: Decimal; australia: Decimal },
  partOfYear: Decimal,
  rule: PayrollTaxRule,
): PayrollTax {
  const none = { deduction: ZERO, taxable: ZERO, rate: ZERO, tax: ZERO }
  if (isZero(wages.australia) || isZero(partOfYear)) return none
  const annual = wages.australia.div(partOfYear)
  const share = wages.state.div(wages.australia).times(partOfYear)
  if (annual.lte(rule.threshold)) return { ...none, deduction: toCent(rule.deduction.times(share)) }
  const deduction = annualDeduction(annual, rule)
  const taxable = notBelowZero(annual.minus(deduction))
  const base = rule.isMarginal ? marginalTax(annual, rule) : taxable.times(rateFor(annual, rule))
  const surcharges = sum(
    rule.surcharges.map(({ over, rate }) => notBelowZero(annual.minus(over)).times(rate)),
  )
  const tax = base.plus(surcharges)
  return {
    deduction: toCent(deduction.times(share)),
    taxable: toCent(taxable.times(share)),
    rate: isZero(taxable) ? ZERO : tax.div(taxable),
    tax: toCent(tax.times(share)),
  }
}

function annualDeduction(annual: Decimal, rule: PayrollTaxRule): Decimal {
  if (rule.deductionEnds !== null && annual.gte(rule.deductionEnds)) return ZERO
  if (rule.falls === null) return rule.deduction
  return notBelowZero(
    rule.deduction.minus(notBelowZero(annual.minus(rule.falls.from)).times(rule.falls.share)),
  )
}

function rateFor(annual: Decimal, { bands, fullRateFrom, threshold }: PayrollTaxRule): Decimal {
  const { rate } = bandFor(bands, annual)
  if (fullRateFrom === null || annual.gte(fullRateFrom)) return rate
  return rate.times(annual.minus(threshold).div(fullRateFrom.minus(threshold)))
}

/** Applies each rate to the wages within its band. */
function marginalTax(annual: Decimal, { bands, deduction }: PayrollTaxRule): Decimal {
  let from = deduction
  let tax = decimal('0')
  for (const { to, rate } of bands) {
    const end = to === null ? annual : smaller(annual, to)
    tax = tax.plus(notBelowZero(end.minus(from)).times(rate))
    from = end
  }
  return tax
}
