import {
  type Decimal,
  notBelowZero,
  smaller,
  toDollarDown,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'

/** Calculates the withholding on a period's earnings by the payee's table. */
export type Tax = (earnings: Decimal) => Decimal

export type MethodSteps = Spread & { withheld: Decimal }

type Spread = {
  /** Withholding on the normal earnings. */
  normalTax: Decimal
  perPeriod: Decimal
  raisedTax: Decimal
  /** The increase in tax × the divisor, before any limit. */
  spread: Decimal
}

/** Method A: divides the additional payment by the divisor, and multiplies the increase in tax by it, up to the limit. */
export function methodA(
  normal: Decimal,
  additional: Decimal,
  divisor: number,
  tax: Tax,
  limitRate: Decimal | null,
): MethodSteps {
  const steps = spreadOver(toDollarDown(notBelowZero(normal)), additional, divisor, tax)
  return { ...steps, withheld: limited(steps.spread, additional, limitRate) }
}

/** Method B(ii): uses the average of the year so far, and takes account of earlier additional payments and their tax. */
export function methodBii(
  average: Decimal,
  additional: Decimal,
  earlier: { amount: Decimal; withheld: Decimal },
  divisor: number,
  tax: Tax,
  limitRate: Decimal,
): MethodSteps {
  const steps = spreadOver(average, additional.plus(earlier.amount), divisor, tax)
  return { ...steps, withheld: limited(steps.spread.minus(earlier.withheld), additional, limitRate) }
}

function spreadOver(normal: Decimal, additional: Decimal, divisor: number, tax: Tax): Spread {
  const periods = whole(divisor)
  const normalTax = tax(normal)
  const perPeriod = toDollarDown(additional.div(periods))
  const raisedTax = tax(normal.plus(perPeriod))
  const spread = raisedTax.minus(normalTax).times(periods)
  return { normalTax, perPeriod, raisedTax, spread }
}

/** Limits an amount to the limit's share of the payment, less the part already `taken`. Drops cents. Never below zero. */
export function limited(
  amount: Decimal,
  additional: Decimal,
  limitRate: Decimal | null,
  taken: Decimal = ZERO,
): Decimal {
  if (limitRate === null) return notBelowZero(toDollarDown(amount))
  const room = toDollarDown(additional.times(limitRate)).minus(taken)
  return notBelowZero(smaller(toDollarDown(amount), room))
}
