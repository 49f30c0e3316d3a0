import type { Tx } from '../../../database/connect.ts'
import type { PaymentKind } from '../../../database/tables/payments.ts'
import { addDays, civilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { present } from '../../../kernel/values/present.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { Item } from './load-items.ts'
import { loadSentBefore } from './queries.ts'

/*
 * Amounts that the person who approves a file cannot see in its total: money that one person recorded as returned, cancelled or not
 * paid after all, and money from long ago.
 */

const NAMED_MAX = 20
/**
 * Items whose pay date is more than this many days ago are named. It is longer than a fortnight, so a late
 * file of the last run names none.
 */
const EARLIER_DAYS = 21

export type PaidItem = { payId: number; kind: PaymentKind; party: string }

/** A sentence about the items that an earlier file or settlement paid and that were opened again. */
export async function paidAgain(tx: Tx, companyId: number, items: readonly PaidItem[]): Promise<string[]> {
  const before = await loadSentBefore(tx, companyId, items)
  if (before.length === 0) return []
  const named = nameSome(before, NAMED_MAX, ({ name, amount, returned_on: on }) => {
    const why = on === null ? 'cancelled or reversed' : `recorded as returned on ${on}`
    return `${quoteName(name)} ($${decimal(amount).toFixed(2)}, ${why})`
  })
  return [`Paid before and opened again: ${named}.`]
}

/** A sentence about items that have been open for longer than the others of the file. */
export function fromEarlierDays(items: readonly Pick<Item, 'name' | 'open' | 'payDate'>[]): string[] {
  const days = items.map(({ payDate }) => payDate).sort()
  if (days.length === 0) return []
  const since = addDays(civilDate(present(days.at(-1))), -EARLIER_DAYS)
  const earlier = items.filter(({ payDate }) => payDate < since)
  if (earlier.length === 0) return []
  const named = nameSome(
    earlier,
    NAMED_MAX,
    ({ name, open, payDate }) => `${quoteName(name)} ($${open.toFixed(2)}, pay date ${payDate})`,
  )
  return [`Open from earlier pay dates: ${named}.`]
}
