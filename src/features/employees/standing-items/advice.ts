import type { Tx } from '../../../database/connect.ts'
import type { StandingItem } from '../../../database/tables/standing-items.ts'
import { draftsKeep, keptOtherwise } from '../../../http/view.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { countDrafts } from '../../employer/companies/index.ts'
import { takenBy } from './queries.ts'
import { RANGE_METHODS } from './rules.ts'
import { type ItemInput, membersOf } from './schema.ts'
import { viewItem } from './view.ts'

type Change = { before: StandingItem | null; after: StandingItem; input: ItemInput }

/** Warns about drafts that do not change, values stored differently from the request, and members without effect. */
export async function adviceOf(tx: Tx, change: Change): Promise<string[]> {
  const { after, input } = change
  // The specification says to ignore the total on input.
  const { total_amount: _ignored, ...members } = input
  return [
    ...keptOtherwise(members, viewItem(after)),
    ...unused(after, input),
    ...(await usedUp(tx, change)),
    ...(await drafts(tx, change)),
  ]
}

/** Drafts keep the items from when they were drafted. */
async function drafts(tx: Tx, { before, after }: Change): Promise<string[]> {
  const isFelt = before === null ? after.auto_apply_to_pay : isChanged(before, after)
  if (!isFelt) return []
  const what = before === null ? 'the items they have' : `"${before.description}"`
  return draftsKeep(await countDrafts(tx, [after.employee_id]), what)
}

const isChanged = (before: StandingItem, after: StandingItem) => {
  const [old, now] = [viewItem(before), viewItem(after)]
  return membersOf(after.kind).some((name) => old[name] !== now[name])
}

async function usedUp(tx: Tx, { after }: Change): Promise<string[]> {
  if (after.limit_total === null) return []
  const taken = decimal(await takenBy(tx, after.id))
  if (taken.lt(decimal(after.limit_total))) return []
  return [
    `limit_total ${decimal(after.limit_total).toFixed(2)} is used up: ${taken.toFixed(2)} has been deducted, so nothing more will be.`,
  ]
}

/** Warns about members that have no effect together with the others. */
function unused(item: StandingItem, input: ItemInput): string[] {
  const all: string[] = []
  if (item.kind === 'allowance' && decimal(item.units).lt(decimal('1')) && input.units !== undefined)
    all.push('units below 1 do not lower an allowance: total_amount is the amount itself.')
  if (item.payee_reference !== null && item.payee_id === null && input.payee_reference)
    all.push('payee_reference has no effect until payee_id names a payee.')
  const hasRange = item.start_date !== null || item.end_date !== null
  if (hasRange && !RANGE_METHODS.includes(item.tax_method ?? '') && (input.start_date || input.end_date))
    all.push(`start_date and end_date have no effect with tax_method ${item.tax_method}.`)
  return all
}
