import type { StandingItem, StandingItemKind } from '../../../database/tables/standing-items.ts'
import { ITEM_COLUMNS, itemDefaults } from '../../../payroll/line-fields.ts'
import type { ItemInput } from './schema.ts'

/** The tax methods that need a date range. */
export const RANGE_METHODS = ['SPREAD_OVER_SPECIFIC_RANGE', 'METHOD_A_SPECIFIC_RANGE', 'METHOD_B1']
const DECIMALS = ['amount', 'units', 'limit_per_pay', 'limit_total']

/** The defaults of a new item. */
export const DEFAULTS = {
  amount_type: 'FIXED',
  units: '1',
  limit_per_pay: null,
  limit_total: null,
  auto_apply_to_pay: false,
  ...itemDefaults(ITEM_COLUMNS),
  payee_id: null,
  payee_reference: null,
  terms: null,
} as const satisfies Partial<StandingItem>

/** Converts the request to stored form: decimals as text, the description trimmed. */
export function storedInput(kind: StandingItemKind, input: ItemInput): Partial<StandingItem> {
  const { total_amount: _ignored, effective_from: _day, ...given } = input
  const entries = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (DECIMALS.includes(name) && value !== null) return [[name, String(value)]]
    return [[name, name === 'description' ? String(value).trim() : value]]
  })
  const stored = Object.fromEntries(entries)
  const hasMethod = kind === 'bonus' || kind === 'back_payment'
  if (hasMethod && 'tax_method' in stored) stored.tax_method ??= 'NORMAL_EARNINGS'
  return stored
}

/** Finds a contradiction between the members of an item. Returns the member and the message. */
export function contradiction(
  item: Pick<StandingItem, 'amount' | 'amount_type' | 'tax_method' | 'start_date' | 'end_date'>,
): { member: string; sentence: string } | undefined {
  if (item.amount_type !== 'FIXED' && Number(item.amount) > 1)
    return { member: 'amount', sentence: 'amount is a fraction for a percentage: 0.05 is 5%' }
  for (const member of ['start_date', 'end_date'] as const)
    if (item[member] === null && RANGE_METHODS.includes(item.tax_method ?? ''))
      return { member, sentence: `${member} is required with tax_method ${item.tax_method}` }
  if (item.start_date !== null && item.end_date !== null && item.end_date < item.start_date)
    return { member: 'end_date', sentence: 'end_date must not be before start_date' }
  return undefined
}
