import {
  type Decimal,
  notBelowZero,
  smaller,
  toDollarDown,
  whole,
  ZERO,
} from '../../../kernel/values/money.ts'

/** Withholding on a period's earnings, by whatever table the payee is on. */
export type Tax = (earnings: Decimal) => Decimal

export type MethodSteps = Spread & { withheld: Decimal }

type Spread = {
  /** Withholding on the normal earnings. */
  normalTax: Decimal
  perPeriod: Decimal
  raisedTax: Decimal
  /** The rise × the divisor, before any limit. */
  spread: Decimal
}

/** Method A: the additional payment spread over the divisor, the rise in tax taken back up, within the limit. */
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

/** Method B(ii): on the average of the year so far, with earlier additional payments and their tax taken into account. */
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

/** At most the limit's share of the payment, less what is `taken` of it already; cents dropped, not below nil. */
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
