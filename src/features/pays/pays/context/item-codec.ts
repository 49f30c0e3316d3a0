import { keysOf } from '../../../../kernel/values/word-lists.ts'
import { ITEM_COLUMNS } from '../../../../payroll/line-fields.ts'
import type { KnownItem } from '../lines/lines.ts'

/** The items of an employee as one JSON text: large calls send them to a worker thread, where texts cost less than objects. */
export type EncodedItems = {
  items: string
  /** Some of them pay for other periods, without being asked for. */
  comesAsExtra: boolean
}

/** The members of an item. Decimals are text. */
const MEMBERS: readonly (keyof KnownItem)[] = [
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
  ...(['limit_total', 'auto_apply_to_pay', 'payee_id', 'payee_reference', 'taken'] as const),
  ...keysOf(ITEM_COLUMNS),
]
const DECIMALS: ReadonlySet<keyof KnownItem> = new Set(['amount', 'units', 'limit_per_pay', 'limit_total'])

/** SQL of an item as JSON. */
export const ITEM_JSON = `json_build_object(${MEMBERS.map((name) => `'${name}', ${DECIMALS.has(name) ? `${name}::text` : name}`).join(', ')})`

export function decodeItems(items: string): KnownItem[] {
  const read: KnownItem[] = JSON.parse(items)
  return read
}
