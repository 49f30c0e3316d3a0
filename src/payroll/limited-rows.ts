import { type Decimal, notBelowZero, smaller, toCent, ZERO } from '../kernel/values/money.ts'
import { ROW_WITHIN_LIMITS } from './sources.ts'
import type { Trace } from './trace.ts'

/** A row that takes an amount, or a share of another figure, within limits: a deduction or a salary sacrifice. */
export type LimitedLine = {
  description: string
  amount: Decimal
  limitPerPay: Decimal | null
  /** The amount left of a total limit, or null when there is no total limit. */
  limitLeft: Decimal | null
}

/** The amounts that limit a row: the figure it is a share of (omitted for a fixed amount), and the pay left to take from. */
export type Available = {
  shareOf?: { gross: Decimal } | { net: Decimal }
  left: Decimal
  /** The part of `left` that must not be taken. */
  protectedEarnings?: Decimal
}

type LimitInputs = { row: string; amount: Decimal; left: Decimal } & Partial<
  Record<'gross' | 'net' | 'protectedEarnings' | 'limitPerPay' | 'limitLeft', Decimal>
>

/**
 * Takes a row and explains it with a step. `isCut` is true when the pay could not cover the amount requested within its limits.
 */
export function takeRow(
  line: LimitedLine,
  { shareOf, left, protectedEarnings }: Available,
  words: { name: string; formula: string; rule: string },
  trace: Trace,
): { asked: Decimal; amount: Decimal; isCut: boolean } {
  const inputs: LimitInputs = {
    row: line.description,
    amount: line.amount,
    ...shareOf,
    ...(line.limitPerPay && { limitPerPay: line.limitPerPay }),
    ...(line.limitLeft && { limitLeft: line.limitLeft }),
    left,
    ...(protectedEarnings && { protectedEarnings }),
  }
  const amount = trace.made({ ...words, inputs, make: taken, source: ROW_WITHIN_LIMITS })
  const asked = wanted(inputs)
  return { asked, amount, isCut: amount.lt(asked) }
}

function taken(inputs: LimitInputs): Decimal {
  return smaller(wanted(inputs), notBelowZero(inputs.left.minus(inputs.protectedEarnings ?? ZERO)))
}

function wanted({ amount, gross, net, limitPerPay, limitLeft }: LimitInputs): Decimal {
  const base = gross ?? net
  return withinLimits(base ? amount.times(base) : amount, {
    limitPerPay: limitPerPay ?? null,
    limitLeft: limitLeft ?? null,
  })
}

/** An amount to the cent, not below zero, within the limit per pay and the amount left of a total limit. */
export function withinLimits(
  amount: Decimal,
  { limitPerPay, limitLeft }: Pick<LimitedLine, 'limitPerPay' | 'limitLeft'>,
): Decimal {
  const asked = toCent(notBelowZero(amount))
  const perPay = limitPerPay ? smaller(asked, notBelowZero(limitPerPay)) : asked
  return limitLeft ? smaller(perPay, notBelowZero(limitLeft)) : perPay
}
