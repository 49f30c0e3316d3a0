import type { StandingItem } from '../../../../database/tables/standing-items.ts'
import { keysOf } from '../../../../kernel/values/word-lists.ts'
import { ITEM_COLUMNS } from '../../../../payroll/line-fields.ts'
import type { KnownItem } from '../lines/lines.ts'

/** The items of an employee as one JSON text. Large calls send them to a worker thread, where text costs less than objects. */
export type EncodedItems = {
  items: string
  /** Whether the employee has an automatic bonus or back payment. */
  comesAsExtra: boolean
}

/** A stored item, from which the values on any day can be derived. */
export type DatedItem = KnownItem & Pick<StandingItem, 'terms'> & { is_ended: boolean }

/** The members of an item. Decimals are text. */
const MEMBERS: readonly (keyof DatedItem)[] = [
  ...([
    'id',
    'employee_id',
    'kind',
    'description',
    'amount',
    'amount_type',
    'units',
    'limit_per_pay',
  ] as const),
  ...([
    'limit_total',
    'auto_apply_to_pay',
    'payee_id',
    'payee_reference',
    'taken',
    'terms',
    'is_ended',
  ] as const),
  ...keysOf(ITEM_COLUMNS),
]
const DECIMALS: ReadonlySet<keyof DatedItem> = new Set(['amount', 'units', 'limit_per_pay', 'limit_total'])

/** SQL that builds an item as JSON. */
export const ITEM_JSON = `json_build_object(${MEMBERS.map((name) => `'${name}', ${DECIMALS.has(name) ? `${name}::text` : name}`).join(', ')})`

export function decodeItems(items: string): DatedItem[] {
  const read: DatedItem[] = JSON.parse(items)
  return read
}
