import {
  allocate,
  type Decimal,
  decimal,
  notBelowZero,
  smaller,
  sum,
  ZERO,
} from '../../../kernel/values/money.ts'
import { type Fund, fundKey } from '../../pays/snapshots/index.ts'

/** The super owed for a pay. */
export type PaySuper = { guarantee: Decimal; sacrificed: Decimal; voluntary: Decimal }

export const NO_SUPER: PaySuper = { guarantee: ZERO, sacrificed: ZERO, voluntary: ZERO }

/** The super of a stored pay. */
export function superOf(pay: {
  compulsory_super: string | null
  sacrificed_super: string | null
  resc_super: string | null
}): PaySuper {
  const sacrificed = decimal(pay.sacrificed_super ?? '0')
  return {
    guarantee: decimal(pay.compulsory_super ?? '0'),
    sacrificed,
    voluntary: decimal(pay.resc_super ?? '0').minus(sacrificed),
  }
}

export const totalOf = ({ guarantee, sacrificed, voluntary }: PaySuper) =>
  sum([guarantee, sacrificed, voluntary])

export const minus = (a: PaySuper, b: PaySuper): PaySuper => ({
  guarantee: a.guarantee.minus(b.guarantee),
  sacrificed: a.sacrificed.minus(b.sacrificed),
  voluntary: a.voluntary.minus(b.voluntary),
})

export const plus = (a: PaySuper, b: PaySuper): PaySuper => ({
  guarantee: a.guarantee.plus(b.guarantee),
  sacrificed: a.sacrificed.plus(b.sacrificed),
  voluntary: a.voluntary.plus(b.voluntary),
})

/** The same total without negative parts, which a contribution file cannot contain. The other parts absorb them. */
export function withoutNegatives(parts: PaySuper): PaySuper {
  const total = totalOf(parts)
  const guarantee = smaller(notBelowZero(parts.guarantee), total)
  const sacrificed = smaller(notBelowZero(parts.sacrificed), total.minus(guarantee))
  return { guarantee, sacrificed, voluntary: total.minus(guarantee).minus(sacrificed) }
}

/** The part of a pay's super that goes to one fund. */
export type Share = PaySuper & { fund: Fund | null; amount: Decimal }

/** Splits amounts by weights, each to the cent. */
export function allocateParts(amounts: PaySuper, weights: readonly Decimal[]): PaySuper[] {
  const guarantee = allocate(amounts.guarantee, weights)
  const sacrificed = allocate(amounts.sacrificed, weights)
  const voluntary = allocate(amounts.voluntary, weights)
  return weights.map((_, index) => ({
    guarantee: guarantee[index] ?? ZERO,
    sacrificed: sacrificed[index] ?? ZERO,
    voluntary: voluntary[index] ?? ZERO,
  }))
}

/**
 * Splits a pay's super among the employee's funds by percentage, to the cent. A fund listed twice under one
 * membership gets one amount. Without a fund, the super stays undivided.
 */
export function splitAmongFunds(owed: PaySuper, funds: readonly Fund[]): Share[] {
  const total = totalOf(owed)
  if (total.eq(ZERO)) return []
  if (funds.length === 0) return [{ ...owed, fund: null, amount: total }]
  const parts = allocateParts(
    owed,
    funds.map((fund) => decimal(fund.percentage)),
  )
  const shares = funds.map((fund, index) => {
    const share = parts[index] ?? NO_SUPER
    return { ...share, fund, amount: totalOf(share) }
  })
  return [...Map.groupBy(shares, (share) => fundKey(share.fund)).values()]
    .map((same) => same.reduce((a, b) => ({ ...plus(a, b), fund: a.fund, amount: a.amount.plus(b.amount) })))
    .filter((share) => !share.amount.eq(ZERO))
}
