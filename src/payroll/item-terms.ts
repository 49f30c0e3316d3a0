import { addDays, type CivilDate } from '../kernel/values/dates.ts'
import { type TermsChange, type TermsTimeline, termsTimeline, valueOn, withoutUndatedSince } from './terms.ts'

/*
 * Standing items by date. An item carries its recorded changes, each with its day. Whether it applies at all is one of the
 * values. An item without changes has always been the same.
 */

/** A change to an item, with the time it was recorded. */
export type ItemChange = TermsChange & { recordedAt: string }

/** Whether the item applies. Adding or ending the item changes this value. */
export const IS_ACTIVE = 'is_active'

type DatedItem = {
  terms: readonly ItemChange[] | null
  /** The item no longer applies to new pays. */
  is_ended: boolean
}

/** The item as it applies on a day, or null when it does not apply yet or any more. */
export function itemOn<Item extends DatedItem>(item: Item, day: CivilDate): Item | null {
  if (!item.terms) return item.is_ended ? null : item
  const timeline = termsTimeline(item.terms)
  if (!isActiveOn(item, timeline, day)) return null
  const values = [...timeline].flatMap(([field, known]) =>
    field === IS_ACTIVE ? [] : [[field, valueOn(known, day)] as const],
  )
  return { ...item, ...Object.fromEntries(values) }
}

/** The item without the changes that were sent without a date since a pay was made. */
export function withoutChangesForNextPay<Item extends Pick<DatedItem, 'terms'>>(
  item: Item,
  madeAt: Date,
): Item {
  if (!item.terms) return item
  const kept = withoutUndatedSince(item.terms, ({ recordedAt }) => recordedAt > madeAt.toISOString())
  return kept === item.terms
    ? item
    : { ...item, terms: kept.map((change) => ({ recordedAt: '', ...change })) }
}

function isActiveOn({ is_ended }: DatedItem, timeline: TermsTimeline, day: CivilDate): boolean {
  const known = timeline.get(IS_ACTIVE)
  return known ? valueOn(known, day) === true : !is_ended
}

/** The first and last day on which an item applies, when they are recorded. */
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

/** Whether a change to the item was recorded since a given time. */
export const isRecordedSince = ({ terms }: { terms?: readonly ItemChange[] | null }, moment: Date): boolean =>
  (terms ?? []).some((change) => change.recordedAt >= moment.toISOString())
