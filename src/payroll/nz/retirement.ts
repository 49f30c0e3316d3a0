import { type Decimal, notBelowZero, ONE, toCentDown, toDollarDown, ZERO } from '../money.ts'
import type { Dated } from '../rates.ts'
import { cite, given } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { NzKiwiSaver } from './input.ts'
import { employeeRateOf, employerRateOf, isContributing, type KiwiSaverFacts } from './membership.ts'
import { bandFor, type KiwiSaverRates, type RateBand } from './rates.ts'

export type KiwiSaverAmounts = {
  employeeRate: Decimal
  employerRate: Decimal
  employee: Decimal
  /** The whole employer contribution, before any tax. */
  employer: Decimal
  /** The part of it that is treated as salary (PAYE methods). */
  uplift: Decimal
  esct: Decimal
  complyingFund: Decimal
  complyingFundEsct: Decimal
  warnings: readonly string[]
}

/** What employee and employer contribute, by membership, age and the rates in force at the payment date. */
export function contribute(
  facts: KiwiSaverFacts,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
): KiwiSaverAmounts {
  const warnings: string[] = []
  const member = isContributing(facts.kiwiSaver, facts.taxCode)
  const employeeRate = employeeRateOf(facts, member, table, trace, warnings)
  const employerRate = employerRateOf(facts, member, table, trace, warnings)
  const employee = shareOf(facts.base, employeeRate, 'kiwisaver.employee-share', 'Employee', table, trace)
  const complyingFund = complyingFundOf(facts, member, table, trace)
  const wholeShare = shareOf(facts.base, employerRate, 'kiwisaver.employer-share', 'Employer', table, trace)
  const employer = notBelowZero(wholeShare.minus(complyingFund))
  const uplift = upliftOf(employer, facts.kiwiSaver, trace)
  return {
    employeeRate,
    employerRate,
    employee,
    employer,
    uplift,
    esct: esctOn(employer.minus(uplift), facts.kiwiSaver.esctRate, 'kiwisaver.esct-on-contribution', trace),
    complyingFund,
    complyingFundEsct: complyingFund.eq(ZERO)
      ? ZERO
      : esctOn(complyingFund, facts.kiwiSaver.esctRate, 'complying-fund.esct-on-contribution', trace),
    warnings,
  }
}

function complyingFundOf(
  facts: KiwiSaverFacts,
  member: boolean,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
): Decimal {
  const { cecObligation, complyingFundRate } = facts.kiwiSaver
  if (!member || cecObligation !== 'EXISTING_SCHEME' || complyingFundRate === null) return ZERO
  return shareOf(facts.base, complyingFundRate, 'complying-fund.share', 'Complying fund', table, trace)
}

function shareOf(
  base: Decimal,
  rate: Decimal,
  name: string,
  who: string,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name,
    amount: toCentDown(notBelowZero(base).times(rate)),
    formula: 'salary or wages with cents × rate, cut to the cent',
    inputs: { base, rate },
    rule: `KiwiSaver: ${who.toLowerCase()} contribution`,
    source: cite(table),
  })
}

function upliftOf(employer: Decimal, kiwiSaver: NzKiwiSaver, trace: Trace): Decimal {
  const fraction = kiwiSaver.taxMethod === 'ESCT' ? ZERO : kiwiSaver.payeFraction
  return trace.step({
    name: 'kiwisaver.uplift',
    amount: fraction.eq(ONE) ? employer : toCentDown(employer.times(fraction)),
    formula: 'employer contribution × the part treated as salary, cut to the cent',
    inputs: { employer, fraction, method: kiwiSaver.taxMethod },
    rule: 'Employer contributions treated as salary or wages, Income Tax Act 2007 s RD 68',
    source: given('Agreement of employer and employee'),
  })
}

/** Employer superannuation contribution tax on one contribution. */
export function esctOn(contribution: Decimal, rate: Decimal, name: string, trace: Trace): Decimal {
  const dollars = toDollarDown(contribution)
  return trace.step({
    name,
    amount: toCentDown(dollars.times(rate)),
    formula: 'whole dollars of the contribution × ESCT rate, cut to the cent',
    inputs: { dollars, rate },
    rule: 'Employer superannuation contribution tax',
    source: given('ESCT rate of the employee'),
  })
}

/** The ESCT rate for last year's salary and gross employer contributions (or this year's estimate); cents are dropped. */
export function esctRateFor(
  thresholdAmount: Decimal,
  table: Dated<readonly RateBand[]>,
  trace: Trace,
): Decimal {
  const amount = toDollarDown(thresholdAmount)
  return trace.step({
    name: 'esct.rate',
    amount: bandFor(table.value, amount).rate,
    formula: 'rate of the band that holds the whole dollars',
    inputs: { amount },
    rule: 'ESCT rate threshold amount',
    source: cite(table),
  })
}
