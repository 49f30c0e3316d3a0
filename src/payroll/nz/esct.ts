import { type Decimal, toCentDown, toDollarDown } from '../money.ts'
import type { Dated } from '../rates.ts'
import { cite, given } from '../sources.ts'
import type { Trace } from '../trace.ts'
import { bandFor, type RateBand } from './rates.ts'

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
