import {
  type Decimal,
  isZero,
  notBelowZero,
  toCentDown,
  toDollarDown,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { bandFor } from '../../../../payroll/rates/bands.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, FIGURES_OF_THIS_PAY, given } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzKiwiSaver } from '../input/input.ts'
import type { KiwiSaverRates, RateBand } from '../rates/rates.ts'
import {
  employeeRateOf,
  employerRateOf,
  isContributing,
  type KiwiSaverBase,
  type KiwiSaverFacts,
} from './membership.ts'

export type KiwiSaverAmounts = {
  employeeRate: Decimal
  employerRate: Decimal
  employee: Decimal
  /** The whole employer contribution, before any tax. */
  employer: Decimal
  /** The part of the employer contribution that is treated as salary (PAYE methods). */
  uplift: Decimal
  esct: Decimal
  complyingFund: Decimal
  complyingFundEsct: Decimal
  warnings: readonly string[]
}

/** Employee and employer contributions, by membership, age and the rates in force at the payment date. */
export function contribute(
  facts: KiwiSaverFacts,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
): KiwiSaverAmounts {
  const warnings: string[] = []
  const { kiwiSaver } = facts
  const member = isContributing(facts)
  const employeeRate = employeeRateOf(facts, member, table, trace, warnings)
  const employerRate = employerRateOf(facts, member, table, trace, warnings)
  const base = member ? baseOf(facts.base, trace) : ZERO
  const employee = shareOf(base, employeeRate, EMPLOYEE_SHARE, trace)
  const complyingFund = complyingFundOf(kiwiSaver, member, base, trace)
  const employer = employerPart(shareOf(base, employerRate, EMPLOYER_SHARE, trace), complyingFund, trace)
  const uplift = upliftOf(employer, kiwiSaver, trace)
  return {
    employeeRate,
    employerRate,
    employee,
    employer,
    uplift,
    esct: esctOn(employer, kiwiSaver.esctRate, 'kiwisaver.esct', trace, uplift),
    complyingFund,
    complyingFundEsct: esctOn(complyingFund, kiwiSaver.esctRate, 'complying-fund.esct', trace),
    warnings,
  }
}

export type PaidContributions = { employer: Decimal; total: Decimal }

/**
 * The amounts that the scheme receives: the employee's contribution as far as the pay covers it, and the employer's after tax.
 */
export function payContributions(
  { employer: contribution, esct }: KiwiSaverAmounts,
  employee: Decimal,
  contributionTax: Decimal,
  trace: Trace,
): PaidContributions {
  const paid = contribution.minus(contributionTax)
  const employer = isZero(paid)
    ? ZERO
    : trace.sum({
        name: 'kiwisaver.employer',
        formula: "employer's contribution before ESCT − PAYE paid out of it",
        add: { contribution },
        subtract: { contributionTax },
        rule: 'KiwiSaver: employer contribution',
        source: FIGURES_OF_THIS_PAY,
      })
  if (isZero(employee) && isZero(employer)) return { employer, total: ZERO }
  const total = trace.sum({
    name: 'kiwisaver.total',
    formula: 'employee + employer − ESCT',
    add: { employee, employer },
    subtract: { esct },
    rule: 'KiwiSaver: amount paid to the scheme',
    source: FIGURES_OF_THIS_PAY,
  })
  return { employer, total }
}

const EMPLOYEE_SHARE = { name: 'kiwisaver.employee-share', rule: 'KiwiSaver: employee contribution' }
const EMPLOYER_SHARE = { name: 'kiwisaver.employer-share', rule: 'KiwiSaver: employer contribution' }
const FUND_SHARE = { name: 'complying-fund.employer', rule: 'Complying fund: employer contribution' }

/** The salary or wages that contributions are based on. */
function baseOf({ sacrifices, ...add }: KiwiSaverBase, trace: Trace): Decimal {
  return trace.sum({
    name: 'kiwisaver.base',
    formula:
      'earnings + taxable allowances + bonuses + back payments + termination without redundancy − sacrifices that leave the base, not below zero',
    add,
    subtract: { sacrifices },
    to: notBelowZero,
    rule: 'KiwiSaver: salary or wages',
    source: FIGURES_OF_THIS_PAY,
  })
}

function complyingFundOf(kiwiSaver: NzKiwiSaver, member: boolean, base: Decimal, trace: Trace): Decimal {
  const { cecObligation, complyingFundRate } = kiwiSaver
  if (!member || cecObligation !== 'EXISTING_SCHEME' || complyingFundRate === null) return ZERO
  return shareOf(base, complyingFundRate, FUND_SHARE, trace)
}

function shareOf(base: Decimal, rate: Decimal, words: { name: string; rule: string }, trace: Trace): Decimal {
  if (isZero(base) || isZero(rate)) return ZERO
  return trace.product({
    ...words,
    formula: 'salary or wages with cents × rate, cut to the cent',
    multiply: { base, rate },
    to: toCentDown,
    source: FIGURES_OF_THIS_PAY,
  })
}

/** The part of the employer's contribution that goes to an existing scheme does not go to KiwiSaver. */
function employerPart(share: Decimal, complyingFund: Decimal, trace: Trace): Decimal {
  if (isZero(complyingFund)) return share
  return trace.sum({
    name: 'kiwisaver.employer-part',
    formula: "employer's share − contribution to the existing scheme, not below zero",
    add: { share },
    subtract: { complyingFund },
    to: notBelowZero,
    rule: 'KiwiSaver: employer contribution',
    source: FIGURES_OF_THIS_PAY,
  })
}

function upliftOf(employer: Decimal, kiwiSaver: NzKiwiSaver, trace: Trace): Decimal {
  if (kiwiSaver.taxMethod === 'ESCT' || isZero(employer)) return ZERO
  return trace.product({
    name: 'kiwisaver.uplift',
    formula: 'employer contribution × the part treated as salary, cut to the cent',
    multiply: { employer, fraction: kiwiSaver.payeFraction },
    about: { method: kiwiSaver.taxMethod },
    to: toCentDown,
    rule: 'Employer contributions treated as salary or wages, Income Tax Act 2007 s RD 68',
    source: given('Agreement of employer and employee'),
  })
}

/** Employer superannuation contribution tax on the part of a contribution that is not treated as salary. */
export function esctOn(
  contribution: Decimal,
  rate: Decimal,
  name: string,
  trace: Trace,
  uplift: Decimal = ZERO,
): Decimal {
  if (contribution.eq(uplift)) return ZERO
  return trace.made({
    name,
    formula: isZero(uplift)
      ? 'whole dollars of the contribution × ESCT rate, cut to the cent'
      : 'whole dollars of (contribution − part treated as salary) × ESCT rate, cut to the cent',
    inputs: isZero(uplift) ? { contribution, rate } : { contribution, uplift, rate },
    make: (of) => toCentDown(toDollarDown(of.contribution.minus(of.uplift ?? ZERO)).times(of.rate)),
    rule: 'Employer superannuation contribution tax',
    source: given('ESCT rate of the employee'),
  })
}

/** The ESCT rate for last year's salary and gross employer contributions (or this year's estimate). Cents are dropped. */
export function esctRateFor(
  thresholdAmount: Decimal,
  table: Dated<readonly RateBand[]>,
  trace: Trace,
): Decimal {
  const amount = toDollarDown(thresholdAmount)
  return trace.sum({
    name: 'esct.rate',
    formula: 'rate of the band that the whole dollars fall in',
    add: { band: bandFor(table.value, amount).rate },
    about: { amount },
    rule: 'ESCT rate threshold amount',
    source: cite(table),
  })
}
