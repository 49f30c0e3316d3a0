import { sum, ZERO } from '../../../kernel/values/money.ts'
import { NO_SUPER, type PaySuper, plus, totalOf, withoutNegatives } from './contributions.ts'
import { isOwedBack, nameOf, type Owed, openOf } from './owed.ts'

/** The content of a contribution file: its rows, and the ledger items that they settle. */
export type Batch = {
  rows: { each: Owed; parts: PaySuper }[]
  sent: Owed[]
  /** Open items that are not in the file: overpaid to a fund, or nothing above zero is left for a member. */
  left: Owed[]
}

/**
 * The rows of a file. A file cannot have negative amounts. Negative super that was never sent therefore
 * lowers the member's other open amounts in the same fund. Money overpaid to a fund is not included.
 */
export function collectBatch(all: readonly Owed[]): Batch {
  const due = all.filter((each) => !openOf(each).eq(ZERO))
  const batch: Batch = { rows: [], sent: [], left: due.filter(isOwedBack) }
  const own = Map.groupBy(
    due.filter((each) => !isOwedBack(each)),
    (each) => `${each.pay.employee_id} ${each.party}`,
  )
  for (const items of own.values()) {
    if (!sum(items.map(openOf)).gt(ZERO)) {
      batch.left.push(...items)
      continue
    }
    batch.sent.push(...items)
    batch.rows.push(...rowsOf(items))
  }
  const place = new Map(all.map((each, index) => [each, index]))
  batch.rows.sort((a, b) => (place.get(a.each) ?? 0) - (place.get(b.each) ?? 0))
  return batch
}

function rowsOf(items: readonly Owed[]): Batch['rows'] {
  let below = items
    .filter((each) => openOf(each).lt(ZERO))
    .map((each) => each.open)
    .reduce(plus, NO_SUPER)
  return items
    .filter((each) => openOf(each).gt(ZERO))
    .flatMap((each) => {
      const lowered = plus(each.open, below)
      const isUsedUp = !totalOf(lowered).gt(ZERO)
      below = isUsedUp ? lowered : NO_SUPER
      return isUsedUp ? [] : [{ each, parts: withoutNegatives(lowered) }]
    })
}

/** Sentences about open items that are not in the file. */
export function leftOver({ left }: Batch): string[] {
  return left
    .filter((each) => openOf(each).lt(ZERO))
    .map((each) => {
      const amount = ZERO.minus(openOf(each)).toFixed(2)
      return isOwedBack(each)
        ? `${amount} of ${nameOf(each)} is overpaid and is not in the file: settle it with the fund.`
        : `${amount} below zero of ${nameOf(each)} waits: no other open amount of this member can be reduced.`
    })
}
