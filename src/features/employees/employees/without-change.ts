import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import {
  type TermsChange,
  type TermValue,
  type TermValues,
  termOn,
  termsTimeline,
} from '../../../payroll/terms.ts'
import { FIELD_NAMES, TERM_FIELDS } from './fields.ts'
import { type FollowingTerms, followingTerms, isSame, recordOn } from './follow-terms.ts'
import type { Prepared } from './prepare.ts'
import type { EmployeeInput } from './schema.ts'
import { changeOf } from './terms.ts'
import { asSent, overridden, SENT_FIELDS } from './without-declaration.ts'

/*
 * An employee's terms after one change is cancelled. Later changes stored the values they replaced, and values derived
 * from them, while the cancelled change applied. So each later change is recorded again on the remaining terms.
 */

type Prepare<T> = (before: T, input: EmployeeInput) => Prepared

export type RemainingTerms<T> = {
  /** Recorded changes to delete: the cancelled one, and derived terms that may differ now. */
  dropped: readonly EmployeeTerms[]
  rewritten: readonly (Pick<EmployeeTerms, 'id' | 'effective_from'> & {
    fields: TermValues
    before: TermValues
  })[]
  /** Derived terms on the days of other changes, each with the change that it follows. */
  following: readonly { after: EmployeeTerms; terms: FollowingTerms }[]
  /** The employee's record today. A field that differs from its terms stays as it is. */
  record: T
}

/**
 * Calculates the terms without one of the recorded changes. The changes are in the order in which they were recorded.
 */
export function withoutChange<T extends EmployeeFields>(
  current: T,
  recorded: readonly EmployeeTerms[],
  { cancelled, today }: { cancelled: EmployeeTerms; today: CivilDate },
  prepare: Prepare<T>,
): RemainingTerms<T> {
  const changes = recorded.map(changeOf)
  const start = startOf(current, changes)
  const { record: first } = start
  const index = recorded.findIndex(({ id }) => id === cancelled.id)
  const known = changes.slice(0, index)
  const later = recorded.slice(index + 1)
  const rewritten: RemainingTerms<T>['rewritten'][number][] = []
  const following: RemainingTerms<T>['following'][number][] = []
  for (const row of later) {
    if (isDerived(row)) continue
    const change = recordedAgain(start, known, row, prepare)
    rewritten.push({
      id: row.id,
      effective_from: row.effective_from,
      fields: change.values,
      before: change.before,
    })
    known.push(change)
    if (row.entered_on !== null) continue
    for (const terms of followingTerms(first, known, row.effective_from, prepare)) {
      following.push({ after: row, terms })
      known.push({ ...terms, enteredOn: null, sent: [] })
    }
  }
  const dropped = [cancelled, ...later.filter(isDerived)]
  return { dropped, rewritten, following, record: recordToday(current, changes, known, today) }
}

/** Whether the change has only terms that were derived on the day of another change. */
export const isDerived = ({ sent }: EmployeeTerms) => sent !== null && sent.length === 0

type Start<T> = { record: T; initial: (name: string) => TermValue }

/** The employee's record before the first recorded change. */
function startOf<T extends EmployeeFields>(current: T, changes: readonly TermsChange[]): Start<T> {
  const timeline = termsTimeline(changes)
  const initials = [...timeline].map(([name, { initial }]) => [name, initial])
  return {
    record: { ...current, ...Object.fromEntries(initials) },
    initial: (name) => timeline.get(name)?.initial ?? null,
  }
}

/**
 * Records a change again: applies the fields that were sent to the terms of its day, and derives the others with
 * `prepare`.
 */
function recordedAgain<T extends EmployeeFields>(
  { record, initial }: Start<T>,
  known: readonly TermsChange[],
  row: EmployeeTerms,
  prepare: Prepare<T>,
): TermsChange {
  const { from, enteredOn, values } = changeOf(row)
  const day = enteredOn ?? from
  const stood = recordOn(record, known, day)
  const sent = new Set(row.sent ?? Object.keys(values))
  const input: EmployeeInput = Object.fromEntries(
    Object.entries(asSent(values)).filter(([name]) => sent.has(name) && isTerm(name)),
  )
  const isEmpty = Object.keys(input).length === 0
  const { fields, errors } = isEmpty ? { fields: stood, errors: {} } : prepare(stood, input)
  const isRefused = Object.keys(errors).length > 0
  const names = TERM_FIELDS.filter((name) => name in input || !isSame(name, fields[name], stood[name]))
  const others = Object.keys(values).filter((name) => !(isTerm(name) || SENT_FIELDS.has(name)))
  const timeline = termsTimeline(known)
  const valueBefore = (name: string): TermValue => {
    const value = termOn(timeline, name, day)
    return value === undefined ? initial(name) : value
  }
  const own = isRefused
    ? values
    : {
        ...Object.fromEntries(others.map((name) => [name, values[name] ?? null])),
        ...Object.fromEntries(names.map((name) => [name, fields[name]])),
        ...(enteredOn === null ? overridden(fields, { input, recorded: known, from }) : {}),
      }
  return {
    from,
    enteredOn,
    sent: row.sent,
    values: own,
    before: Object.fromEntries(
      Object.keys(own).flatMap((name) => (SENT_FIELDS.has(name) ? [] : [[name, valueBefore(name)]])),
    ),
  }
}

const TERMS = new Set<string>(TERM_FIELDS)
const isTerm = (name: string) => TERMS.has(name)

function recordToday<T extends EmployeeFields>(
  current: T,
  before: readonly TermsChange[],
  after: readonly TermsChange[],
  today: CivilDate,
): T {
  const [was, is] = [termsTimeline(before), termsTimeline(after)]
  const moved = FIELD_NAMES.flatMap((name): [string, TermValue][] => {
    const old = termOn(was, name, today)
    const value = termOn(is, name, today) ?? was.get(name)?.initial
    if (old === undefined || value === undefined) return []
    const isOwn = isSame(name, current[name], old)
    return isOwn && !isSame(name, value, old) ? [[name, value]] : []
  })
  const record = { ...current, ...Object.fromEntries(moved) }
  // As after any change, a record without a declaration (NZ) has no IRD number.
  return record.no_declaration && !current.no_declaration ? { ...record, ird_number: null } : record
}
