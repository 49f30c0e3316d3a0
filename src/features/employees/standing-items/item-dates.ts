import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { StandingItem } from '../../../database/tables/standing-items.ts'
import { addYears, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { IS_ACTIVE, type ItemChange, itemOn } from '../../../payroll/item-terms.ts'
import type { TermValues } from '../../../payroll/terms.ts'
import { firstDayOf, loadLastPaidDays } from '../employees/index.ts'

/** The dates that decide when a change of an item applies. */
export type ItemDays = {
  /** As sent, or null when the change was sent without a date. */
  effectiveFrom: CivilDate | null
  /** The day after the last pay, but no later than today. Null when there is no pay yet. */
  next: CivilDate | null
  today: CivilDate
  now: Date
}

export async function daysFor(
  tx: Tx,
  employee: Employee,
  given: Pick<ItemDays, 'effectiveFrom' | 'today' | 'now'>,
): Promise<ItemDays> {
  const lastPaid = (await loadLastPaidDays(tx, [employee.id])).get(employee.id)
  const next = lastPaid ? firstDayOf(lastPaid, civilDate(employee.start_date), given.today) : null
  return { ...given, next }
}

/** The recorded changes plus a new one. Null when no record is needed because no pay can have used the old values. */
export function withChange(
  { terms }: Pick<StandingItem, 'terms'>,
  values: TermValues,
  before: TermValues,
  { effectiveFrom, next, today, now }: ItemDays,
): ItemChange[] | null {
  if (Object.keys(values).length === 0) return terms
  const from = effectiveFrom ?? next ?? (terms ? today : null)
  if (from === null) return null
  const enteredOn = effectiveFrom === null ? today : null
  return [...(terms ?? []), { from, enteredOn, values, before, recordedAt: now.toISOString() }]
}

/** The values for the item's row: those of the latest change. */
export function lastValues(item: StandingItem, { today }: ItemDays): StandingItem {
  return itemOn({ ...item, is_ended: item.deleted_at !== null }, addYears(today, 200)) ?? item
}

export const pick = (item: StandingItem, names: readonly string[]): Partial<StandingItem> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)))

/** The members of a change that are dated: all except the description. */
export function datedMembers(change: Partial<StandingItem>): TermValues {
  const { description: _name, ...values } = change
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value instanceof Date || (typeof value === 'object' && value !== null) ? [] : [[name, value ?? null]],
    ),
  )
}

export const STARTED = { values: { [IS_ACTIVE]: true }, before: { [IS_ACTIVE]: false } }
export const ENDED = { values: { [IS_ACTIVE]: false }, before: { [IS_ACTIVE]: true } }
