import {
  type Decimal,
  greater,
  isZero,
  notBelowZero,
  smaller,
  toDollarDown,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { bandFor } from '../../../../payroll/rates/bands.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, given } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzTax } from '../input/input.ts'
import { type FlatCode, SECONDARY_CODES, type SecondaryCode } from '../input/words.ts'
import type { EarnersLevy, ExtraPayTable, SchedularTable } from '../rates/rates.ts'
import { certificateRateOf } from './tax-table.ts'

export type ExtraPayFacts = {
  tax: NzTax
  annualised: Decimal
  /** The higher rate that the employee chose, or null. */
  electedRate: Decimal | null
  /** Levy headroom left by year-to-date earnings, or null for the annualised method. */
  levyHeadroom: Decimal | null
}

export type ExtraPayTables = {
  extraPay: Dated<ExtraPayTable>
  flatCodes: Dated<Readonly<Record<FlatCode, Decimal>>>
  levy: Dated<EarnersLevy>
  schedular: () => Dated<SchedularTable>
}

/**
 * `withoutLevy` is the income tax rate of each item. For a certificate, it is the certificate's rate less the levy it includes.
 */
export type ChosenRate = { rate: Decimal; withoutLevy: Decimal; isLowRate: boolean; low: Decimal }

/** The total of liable extra pays, the part within the year's maximum, and the levy rate on it. */
export type LeviedPart = { liable: Decimal; inside: Decimal; rate: Decimal }

export function chooseRate(
  total: Decimal,
  facts: ExtraPayFacts,
  tables: ExtraPayTables,
  trace: Trace,
): ChosenRate {
  const { code } = facts.tax
  const flat = (rate: Decimal): ChosenRate => ({ rate, withoutLevy: rate, isLowRate: false, low: ZERO })
  if (code === 'ND' || code === 'NSW') return flat(flatRate(tables.flatCodes, code, trace))
  if (code === 'WT') return flat(schedularRate(facts.tax.schedularRate, tables.schedular(), trace))
  if (code === 'STC') return certificateRate(certificateRateOf(facts.tax), tables.levy, trace)
  const { bands, lowThresholds } = tables.extraPay.value
  const low = isSecondary(code) ? lowThresholds[code] : ZERO
  const income = trace.sum({
    name: 'tax.extra-pay.income',
    formula: 'annualised income + low threshold of the code + extra pays, cents dropped',
    add: { annualised: facts.annualised, lowThreshold: low, extraPay: total },
    to: toDollarDown,
    rule: `Extra pay rate, code ${code}`,
    source: cite(tables.extraPay),
  })
  const elected = facts.electedRate === null ? {} : { asked: facts.electedRate }
  const rate = trace.made({
    name: 'tax.extra-pay.rate',
    formula: 'rate of the band that the income falls in, or a higher one that the employee asked for',
    inputs: { income, band: bandFor(bands, income).rate, ...elected },
    make: ({ band, asked }) => (asked ? greater(band, asked) : band),
    rule: `Extra pay rate, code ${code}`,
    source: cite(tables.extraPay),
  })
  return { rate, withoutLevy: rate, isLowRate: rate.eq(bands[0]?.rate ?? ZERO), low }
}

function flatRate(
  flatCodes: Dated<Readonly<Record<FlatCode, Decimal>>>,
  code: 'ND' | 'NSW',
  trace: Trace,
): Decimal {
  return trace.sum({
    name: 'tax.extra-pay.rate',
    formula: 'flat rate of the code',
    add: { flat: flatCodes.value[code] },
    about: { code },
    rule: `Extra pay rate, code ${code}`,
    source: cite(flatCodes),
  })
}

function schedularRate(chosen: Decimal | null, table: Dated<SchedularTable>, trace: Trace): Decimal {
  return trace.sum({
    name: 'tax.extra-pay.rate',
    formula: chosen ? 'rate that the contractor chose' : 'rate without a notification',
    add: chosen ? { chosen } : { noNotification: table.value.noNotification },
    rule: 'Extra pay rate, code WT',
    source: chosen ? given('Tax rate notification of the contractor') : cite(table),
  })
}

/** The certificate rate includes the levy, so amounts that are not liable are taxed without it. */
function certificateRate(certificate: Decimal, levy: Dated<EarnersLevy>, trace: Trace): ChosenRate {
  const withoutLevy = trace.sum({
    name: 'tax.extra-pay.rate',
    formula: 'certificate rate − levy rate that it includes, not below zero',
    add: { certificate },
    subtract: { levyRate: levy.value.rate },
    to: notBelowZero,
    rule: 'Extra pay rate, code STC',
    source: cite(levy),
  })
  return { rate: certificate, withoutLevy, isLowRate: false, low: ZERO }
}

function isSecondary(code: string): code is SecondaryCode {
  return SECONDARY_CODES.some((secondary) => secondary === code)
}

/** The amount subject to the levy: liable extra pays within the year's maximum. Flat codes and certificates have no maximum. */
export function leviedPart(
  liable: Decimal,
  low: Decimal,
  facts: ExtraPayFacts,
  tables: ExtraPayTables,
  trace: Trace,
): LeviedPart {
  const { rate, maximumLiable } = tables.levy.value
  const { code } = facts.tax
  if (code === 'STC') return { liable, inside: liable, rate: smaller(certificateRateOf(facts.tax), rate) }
  if (liable.lte(ZERO)) return { liable: ZERO, inside: ZERO, rate: ZERO }
  if (code === 'ND' || code === 'NSW') return { liable, inside: liable, rate }
  const headroom = facts.levyHeadroom ?? annualisedHeadroom(facts.annualised, low, tables.levy, trace)
  const inside = trace.made({
    name: 'tax.extra-pay.levy-liable',
    formula:
      'liable extra pay, at most what is left of the maximum; cents beyond it are dropped from the test',
    inputs: { liable, headroom, maximumLiable },
    make: (of) => (reachesPast(of) ? smaller(of.liable, of.headroom) : of.liable),
    rule:
      facts.levyHeadroom === null
        ? "ACC earners' levy on extra pay, annualised income"
        : "ACC earners' levy on extra pay, year to date",
    source: cite(tables.levy),
  })
  return { liable, inside, rate }
}

/** The maximum is tested in whole dollars (payroll specification 5.11, steps 3.2 and 4.2). */
function reachesPast({ liable, headroom }: { liable: Decimal; headroom: Decimal }): boolean {
  return isZero(headroom) || toDollarDown(liable.minus(headroom)).gt(ZERO)
}

function annualisedHeadroom(
  annualised: Decimal,
  lowThreshold: Decimal,
  levy: Dated<EarnersLevy>,
  trace: Trace,
): Decimal {
  return trace.sum({
    name: 'tax.extra-pay.levy-headroom',
    formula: 'maximum of the year − annualised income − low threshold of the code, not below zero',
    add: { maximumLiable: levy.value.maximumLiable },
    subtract: { annualised, lowThreshold },
    to: notBelowZero,
    rule: "ACC earners' levy on extra pay, annualised income",
    source: cite(levy),
  })
}
