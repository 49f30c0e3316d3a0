import { type CivilDate, civilDate } from '../kernel/values/dates.ts'

/*
 * The terms of an employee on a day. Terms are recorded as changes, each with the day from which it applies. Dated changes may be
 * recorded in any order. If two set the same field for the same day, the one recorded last applies.
 */

export type TermValue = string | number | boolean | null
export type TermValues = Readonly<Record<string, TermValue>>

/** A recorded change of terms. */
export type TermsChange = {
  from: CivilDate
  /**
   * Null when the change was recorded with a date. Otherwise the day on which it was recorded without one. It then replaces
   * changes up to that day.
   */
  enteredOn: CivilDate | null
  values: TermValues
  /** The values before the change, as known when it was recorded. */
  before: TermValues
  /** The fields that were sent; the others were derived from them. Null or absent where that is not known. */
  sent?: readonly string[] | null
}

/** The first value of a field, and its changes by day. */
export type FieldTimeline = { initial: TermValue; changes: FieldChange[] }
/** A change recorded without a date is meant for the next pay. */
type FieldChange = { from: CivilDate; value: TermValue; isUndated?: true }
/** By field. A field that never changed is missing. */
export type TermsTimeline = ReadonlyMap<string, FieldTimeline>

/** The timeline of each field that ever changed, from changes in the order they were recorded. */
export function termsTimeline(recorded: readonly TermsChange[]): TermsTimeline {
  const timelines = new Map<string, FieldTimeline>()
  for (const { from, enteredOn, values, before } of recorded)
    for (const [field, value] of Object.entries(values)) {
      const known = timelines.get(field) ?? { initial: before[field] ?? null, changes: [] }
      const stays = (change: { from: CivilDate }) =>
        change.from < from || (enteredOn === null ? change.from > from : change.from > enteredOn)
      const undated = enteredOn === null ? {} : { isUndated: true as const }
      const changes = [...known.changes.filter(stays), { from, value, ...undated }]
      changes.sort((a, b) => (a.from < b.from ? -1 : 1))
      timelines.set(field, { ...known, changes })
    }
  return timelines
}

const FIRST_DAY = civilDate('0001-01-01')

/** The changes without those recorded without a date since a pay was made. They are meant for the next pay, whatever their day. */
export function withoutUndatedSince<Change extends TermsChange>(
  recorded: readonly Change[],
  isSince: (change: Change) => boolean,
): readonly (Change | TermsChange)[] {
  const later = new Set(recorded.filter((change) => change.enteredOn !== null && isSince(change)))
  if (later.size === 0) return recorded
  const timeline = termsTimeline(recorded)
  const fields = new Set([...later].flatMap(({ values }) => Object.keys(values)))
  const initial = Object.fromEntries([...fields].map((name) => [name, timeline.get(name)?.initial ?? null]))
  const start = { from: FIRST_DAY, enteredOn: null, values: initial, before: initial }
  return [start, ...recorded.filter((change) => !later.has(change))]
}

/** The value of a field on a day, or undefined when it never changed. */
export function termOn(timeline: TermsTimeline, field: string, day: CivilDate): TermValue | undefined {
  const known = timeline.get(field)
  return known && valueOn(known, day)
}

export function valueOn({ initial, changes }: FieldTimeline, day: CivilDate): TermValue {
  return (changes.findLast((change) => change.from <= day) ?? { value: initial }).value
}

/**
 * The value of a field on the last day of an employment, for a final pay whose period ends on `periodEnd`. A change that was
 * recorded without a date corrects the next pay, so it counts up to the end of that pay's period.
 */
export function termAtEnd(
  timeline: TermsTimeline,
  field: string,
  { lastDay, periodEnd }: { lastDay: CivilDate; periodEnd: CivilDate },
): TermValue | undefined {
  const known = timeline.get(field)
  const isMeant = ({ from, isUndated }: FieldChange) => from <= lastDay || (isUndated && from <= periodEnd)
  return known && (known.changes.findLast(isMeant) ?? { value: known.initial }).value
}

/** The days on which any of these fields changes its value, in order. The first value is not a change. */
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
