import type { SacrificeLine } from './input.ts'
import { type Decimal, notBelowZero, smaller, sum, toCent, ZERO } from './money.ts'
import { FIGURES_OF_THIS_PAY, ROW_WITHIN_LIMITS } from './sources.ts'
import type { Trace } from './trace.ts'

export type Sacrifices = {
  amounts: readonly Decimal[]
  total: Decimal
  /** Paid into super (KiwiSaver has no sacrifice). */
  superTotal: Decimal
  /** Sacrificed to anything else. */
  otherTotal: Decimal
  /** Sacrificed amounts that leave the super base. */
  outsideSuperBase: Decimal
  warnings: readonly string[]
}

/** Takes salary sacrifices out of the gross before tax: fixed or a share of gross, within limits, never beyond the gross. */
export function applySacrifices(
  lines: readonly SacrificeLine[],
  grossBefore: Decimal,
  trace: Trace,
): Sacrifices {
  const warnings: string[] = []
  let left = notBelowZero(grossBefore)
  const amounts = lines.map((line) => {
    const wanted = withinLimits(
      line.amountType === 'FIXED' ? line.amount : grossBefore.times(line.amount),
      line,
    )
    const amount = smaller(wanted, left)
    if (amount.lt(wanted)) {
      warnings.push(
        `Sacrifice "${line.description}" was cut to ${amount.toFixed(2)}: the pay has no more gross.`,
      )
    }
    left = left.minus(amount)
    return trace.step({
      name: 'sacrifices.line',
      amount,
      formula:
        line.amountType === 'FIXED'
          ? 'fixed amount within its limits and the gross, to the cent'
          : 'share × gross within its limits, to the cent',
      inputs: { row: line.description, amount: line.amount, gross: grossBefore },
      rule: line.isSuper ? 'Salary sacrifice to super' : 'Salary sacrifice',
      source: ROW_WITHIN_LIMITS,
    })
  })
  const total = sum(amounts)
  const superTotal = sum(amounts.filter((_, index) => lines[index]?.isSuper))
  const outsideSuperBase = sum(amounts.filter((_, index) => lines[index]?.isInSuper === false))
  if (lines.length > 0) {
    trace.step({
      name: 'sacrifices',
      amount: total,
      formula: 'sum of the sacrifice lines',
      inputs: { super: superTotal, other: total.minus(superTotal) },
      rule: 'Rows of the pay',
      source: FIGURES_OF_THIS_PAY,
    })
  }
  return { amounts, total, superTotal, otherTotal: total.minus(superTotal), outsideSuperBase, warnings }
}

/** An amount to the cent, within the limit per pay and what is left of a total limit, not below zero. */
export function withinLimits(
  amount: Decimal,
  limits: { limitPerPay: Decimal | null; limitLeft: Decimal | null },
): Decimal {
  let allowed = toCent(amount.lt(ZERO) ? ZERO : amount)
  if (limits.limitPerPay !== null) allowed = smaller(allowed, notBelowZero(limits.limitPerPay))
  if (limits.limitLeft !== null) allowed = smaller(allowed, notBelowZero(limits.limitLeft))
  return allowed
}
