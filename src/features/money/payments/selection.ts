import { badRequest, conflict } from '../../../kernel/problem.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { Collected } from './collect.ts'
import { namesOf } from './left-over.ts'
import { type Item, isToRecover } from './load-items.ts'

/** Selects the items of a file. */
export type Selection =
  | { pay_run_id: number }
  | { pay_ids: readonly number[] }
  | { pay_date: string }
  | { all_open: true }

/** A file, the employees left out of it, and sentences about requested items it does not pay. */
/** Why a file would be empty. */
export function nothingToPay(
  selection: Selection,
  chosen: readonly Item[],
  { cash, other }: Collected,
): Error {
  const owing = chosen.find(isToRecover)
  if (owing && 'pay_ids' in selection)
    return conflict(
      `${owing.name} was paid more than pay ${owing.payId} owes: settle or set off the difference.`,
    )
  if (chosen.some((item) => !item.sent.eq(decimal('0'))) || chosen.length === 0)
    return conflict('Nothing is open: everything is in a file or settled.')
  const elsewhere = cash.plus(other)
  if (chosen.every((item) => item.owed.eq(decimal('0'))))
    return badRequest('Every pay here has a net of zero: there is nothing to pay.')
  if ('pay_run_id' in selection) return badRequest('No one in this run is paid by bank.')
  return badRequest(
    elsewhere.eq(decimal('0'))
      ? `Nothing above zero is open for ${namesOf(chosen.filter((item) => item.open.lt(decimal('0'))))}.`
      : 'The open amounts are paid in cash or by other means.',
  )
}
