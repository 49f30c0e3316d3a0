import { type Decimal, notBelowZero, smaller, toCent, ZERO } from '../kernel/values/money.ts'
import { ROW_WITHIN_LIMITS } from './sources.ts'
import type { Trace } from './trace.ts'

/** A row that takes an amount, or a share of another figure, within limits: a deduction or a salary sacrifice. */
export type LimitedLine = {
  description: string
  amount: Decimal
  limitPerPay: Decimal | null
  /** What is left of a total limit; null: no total limit. */
  limitLeft: Decimal | null
}

/** What a row can take: the figure it is a share of (left out for a fixed amount), and what there is to take from. */
export type Available = {
  shareOf?: { gross: Decimal } | { net: Decimal }
  left: Decimal
  /** What must stay of what is left. */
  protectedEarnings?: Decimal
}

type LimitInputs = { row: string; amount: Decimal; left: Decimal } & Partial<
  Record<'gross' | 'net' | 'protectedEarnings' | 'limitPerPay' | 'limitLeft', Decimal>
>

/** Takes a row, explained by a step; `isCut` where less was there than it asked for within its limits. */
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

/** An amount to the cent, within the limit per pay and what is left of a total limit, not below zero. */
export function withinLimits(
  amount: Decimal,
  { limitPerPay, limitLeft }: Pick<LimitedLine, 'limitPerPay' | 'limitLeft'>,
): Decimal {
  const asked = toCent(notBelowZero(amount))
  const perPay = limitPerPay ? smaller(asked, notBelowZero(limitPerPay)) : asked
  return limitLeft ? smaller(perPay, notBelowZero(limitLeft)) : perPay
}
