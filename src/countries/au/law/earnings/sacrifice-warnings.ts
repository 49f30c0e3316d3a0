import { type Decimal, sum, toCent, ZERO } from '../../../../kernel/values/money.ts'
import type { AuPayInput } from '../input/input.ts'

type Named = Pick<AuPayInput, 'sacrifices' | 'bonuses' | 'backPayments'>

/** A sacrifice may name a payment that the pay does not have. The rest then comes off the wages. */
export function sacrificeWarnings(
  { sacrifices, bonuses, backPayments }: Named,
  amounts: readonly Decimal[],
): string[] {
  if (sacrifices.length === 0) return []
  const paid = { BONUS: totalOf(bonuses), BACK_PAYMENT: totalOf(backPayments) }
  const names = { BONUS: 'bonuses', BACK_PAYMENT: 'back payments' }
  return (['BONUS', 'BACK_PAYMENT'] as const).flatMap((kind) => {
    const taken = sum(
      sacrifices.map((line, index) => (line.sacrificedFrom === kind ? (amounts[index] ?? ZERO) : ZERO)),
    )
    if (taken.lte(ZERO) || taken.lte(paid[kind])) return []
    return `Sacrifices of ${taken.toFixed(2)} name the ${names[kind]}, and the pay has ${paid[kind].toFixed(2)} of them: the rest lowers the wages.`
  })
}

const totalOf = (lines: readonly { amount: Decimal }[]) => sum(lines.map((line) => toCent(line.amount)))
