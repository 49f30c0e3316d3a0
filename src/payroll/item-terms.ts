import { addDays, type CivilDate } from '../kernel/values/dates.ts'
import { type TermsChange, type TermsTimeline, termsTimeline, valueOn } from './terms.ts'

/*
 * Standing items by date. An item carries the changes that were recorded of it, each with its day; whether it applies at all is one
 * of the values. An item without changes has always been as it is.
 */

/** A change of an item, with the moment at which it was recorded. */
export type ItemChange = TermsChange & { recordedAt: string }

/** Whether the item applies: the value that adding and ending it change. */
export const IS_ACTIVE = 'is_active'

type DatedItem = {
  terms: readonly ItemChange[] | null
  /** It no longer applies to new pays. */
  is_ended: boolean
}

/** The item as it applies on a day; null: not yet, or no longer. */
export function itemOn<Item extends DatedItem>(item: Item, day: CivilDate): Item | null {
  if (!item.terms) return item.is_ended ? null : item
  const timeline = termsTimeline(item.terms)
  if (!isActiveOn(item, timeline, day)) return null
  const values = [...timeline].flatMap(([field, known]) =>
    field === IS_ACTIVE ? [] : [[field, valueOn(known, day)] as const],
  )
  return { ...item, ...Object.fromEntries(values) }
}

function isActiveOn({ is_ended }: DatedItem, timeline: TermsTimeline, day: CivilDate): boolean {
  const known = timeline.get(IS_ACTIVE)
  return known ? valueOn(known, day) === true : !is_ended
}

/** The first and the last day on which an item applies, where they are recorded. */
export function daysOfItem({ terms }: Pick<DatedItem, 'terms'>): {
  from: CivilDate | null
  to: CivilDate | null
} {
  const changes = termsTimeline(terms ?? []).get(IS_ACTIVE)?.changes ?? []
  const start = changes.findLast((change) => change.value === true)
  const end = changes.findLast((change) => change.value === false)
  const isEnded = end !== undefined && (start === undefined || end.from > start.from)
  return { from: start?.from ?? null, to: isEnded ? addDays(end.from, -1) : null }
}

/** Whether a change of the item was recorded since a moment. */
export const isRecordedSince = ({ terms }: { terms?: readonly ItemChange[] | null }, moment: Date): boolean =>
  (terms ?? []).some((change) => change.recordedAt >= moment.toISOString())
