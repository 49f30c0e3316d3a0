import { type Decimal, isZero, ZERO } from '../kernel/values/money.ts'
import type { LeaveBalance, LeaveMovement } from './result.ts'
import { FIGURES_OF_THIS_PAY } from './sources.ts'
import type { Trace } from './trace.ts'

/** The balance after the movements of a pay, explained by a step. */
export function balanceAfter(
  name: string,
  balance: LeaveBalance,
  before: Decimal,
  movements: readonly LeaveMovement[],
  trace: Trace,
): Decimal {
  const moved = { accrued: ZERO, taken: ZERO, 'paid-out': ZERO }
  for (const movement of movements) {
    if (movement.balance === balance) moved[movement.kind] = moved[movement.kind].plus(movement.amount)
  }
  return trace.sum({
    name,
    formula: 'balance before + accrued − taken − paid out',
    add: { before, accrued: moved.accrued },
    subtract: { taken: withoutSign(moved.taken), paidOut: withoutSign(moved['paid-out']) },
    rule: 'Leave balance after the pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** Leave taken in this pay, in the unit of its balance. */
export function writeTaken(name: string, taken: Decimal, trace: Trace): Decimal {
  if (isZero(taken)) return taken
  return trace.sum({
    name,
    formula: 'hours of the leave rows of this kind',
    add: { hours: taken },
    rule: 'Rows of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** Movements that reduce a balance are negative. The steps show leave taken as a positive number. */
function withoutSign(amount: Decimal): Decimal {
  return isZero(amount) ? ZERO : ZERO.minus(amount)
}
