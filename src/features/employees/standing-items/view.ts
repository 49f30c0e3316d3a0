import type { StandingItem } from '../../../database/tables/standing-items.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { decimal, greater, ONE, toCent } from '../../../kernel/values/money.ts'
import { daysOfItem, itemOn } from '../../../payroll/item-terms.ts'
import { membersOf } from './schema.ts'

const DECIMALS = new Set(['amount', 'units', 'limit_per_pay', 'limit_total'])

/** The item as the API shows it, with the members of its kind. */
export function viewItem(item: StandingItem): Record<string, unknown> {
  const { from, to } = daysOfItem(item)
  const members = membersOf(item.kind).map((name) => {
    const value = item[name as keyof StandingItem]
    return [name, DECIMALS.has(name) && value !== null ? Number(value) : value]
  })
  const view = {
    id: item.id,
    employee_id: item.employee_id,
    ...Object.fromEntries(members),
    applies_from: from,
    applies_to: to,
  }
  if (item.kind !== 'allowance') return view
  // Units below one do not scale an allowance down.
  const total = toCent(decimal(item.amount).times(greater(decimal(item.units), ONE)))
  return { ...view, total_amount: Number(total.toString()) }
}

/** The item as it applies today. A future item is shown as it will be. */
export const viewItemOn = (item: StandingItem, today: CivilDate): Record<string, unknown> =>
  viewItem(itemOn({ ...item, is_ended: item.deleted_at !== null }, today) ?? item)
