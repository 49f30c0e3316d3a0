import type { CivilDate } from '../kernel/values/dates.ts'

/*
 * Who an employee was on a day. Terms are recorded as changes, each with the day from which it applies. The order in which dated
 * changes are recorded does not matter; where two give the same field for the same day, the one recorded last applies.
 */

export type TermValue = string | number | boolean | null
export type TermValues = Readonly<Record<string, TermValue>>

/** A change of terms as it was recorded. */
export type TermsChange = {
  from: CivilDate
  /** Null: recorded with its date. Otherwise it was recorded without one, on this day: changes up to then give way to it. */
  enteredOn: CivilDate | null
  values: TermValues
  /** What applied before it, as far as it was known when the change was recorded. */
  before: TermValues
}

/** What a field was at first, and its changes by their days. */
export type FieldTimeline = { initial: TermValue; changes: { from: CivilDate; value: TermValue }[] }
/** By field; a field that never changed is not in it. */
export type TermsTimeline = ReadonlyMap<string, FieldTimeline>

/** The timeline of each field that ever changed, from changes in the order in which they were recorded. */
export function termsTimeline(recorded: readonly TermsChange[]): TermsTimeline {
  const timelines = new Map<string, FieldTimeline>()
  for (const { from, enteredOn, values, before } of recorded)
    for (const [field, value] of Object.entries(values)) {
      const known = timelines.get(field) ?? { initial: before[field] ?? null, changes: [] }
      const stays = (change: { from: CivilDate }) =>
        change.from < from || (enteredOn === null ? change.from > from : change.from > enteredOn)
      const changes = [...known.changes.filter(stays), { from, value }]
      changes.sort((a, b) => (a.from < b.from ? -1 : 1))
      timelines.set(field, { ...known, changes })
    }
  return timelines
}

/** The value of a field on a day; undefined where it never changed. */
export function termOn(timeline: TermsTimeline, field: string, day: CivilDate): TermValue | undefined {
  const known = timeline.get(field)
  return known && valueOn(known, day)
}

export function valueOn({ initial, changes }: FieldTimeline, day: CivilDate): TermValue {
  return (changes.findLast((change) => change.from <= day) ?? { value: initial }).value
}

/** The days on which any of these fields changes its value, in their order; the first value is no change. */
export function changeDays(timeline: TermsTimeline, fields: Iterable<string> = timeline.keys()): CivilDate[] {
  const days = new Set<CivilDate>()
  for (const field of fields) {
    const known = timeline.get(field)
    let value = known?.initial
    for (const change of known?.changes ?? []) {
      if (change.value !== value) days.add(change.from)
      value = change.value
    }
  }
  return [...days].sort()
}
