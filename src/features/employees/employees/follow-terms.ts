import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import {
  type TermsChange,
  type TermValue,
  type TermValues,
  termOn,
  termsTimeline,
} from '../../../payroll/terms.ts'
import { type EmployeeField, fieldOf, TERM_FIELDS } from './fields.ts'
import type { Prepared } from './prepare.ts'
import type { EmployeeInput } from './schema.ts'
import { overridden, overriddenOn } from './without-declaration.ts'

/*
 * Some terms are derived from others of the same day: the hourly rate from the annual salary and the hours, and leave
 * from the employment status. A change recorded for a past day may therefore change derived terms of later days.
 */

/** The employee with the terms of a day. */
export function recordOn<T extends EmployeeFields>(
  current: T,
  recorded: readonly TermsChange[],
  day: CivilDate,
): T {
  if (recorded.length === 0) return current
  const timeline = termsTimeline(recorded)
  const values = TERM_FIELDS.flatMap((name): [string, TermValue][] => {
    const value = termOn(timeline, name, day)
    return value === undefined || isSame(name, value, current[name]) ? [] : [[name, value]]
  })
  return { ...current, ...Object.fromEntries(values) }
}

export type FollowingTerms = { from: CivilDate; values: TermValues; before: TermValues }

/** The derived terms that a newly recorded dated change alters on the days of later changes. */
export function followingTerms<T extends EmployeeFields>(
  current: T,
  recorded: readonly TermsChange[],
  since: CivilDate,
  prepare: (before: T, input: EmployeeInput) => Prepared,
): FollowingTerms[] {
  const known = [...recorded]
  const days = [...new Set(recorded.map(({ from }) => from))].filter((day) => day > since).sort()
  const following: FollowingTerms[] = []
  for (const day of days) {
    const stood = recordOn(current, known, day)
    const input = sentOn(known, day)
    const { fields, errors } = prepare(recordOn(current, known, addDays(day, -1)), input)
    const moved = TERM_FIELDS.filter((name) => !isSame(name, fields[name], stood[name]))
    if (Object.keys(errors).length > 0 || moved.length === 0) continue
    const of = (values: EmployeeFields): TermValues =>
      Object.fromEntries(moved.map((name) => [name, values[name]]))
    const change = {
      from: day,
      values: { ...of(fields), ...overridden(fields, { input, recorded: known, from: day }) },
      before: of(stood),
    }
    following.push(change)
    known.push({ ...change, enteredOn: null, sent: [] })
  }
  return following
}

/**
 * The terms that were sent for a day, without those derived from them: a rate derived from the salary and the hours follows
 * both. Where it is not known what was sent and there was a salary, the rate was derived from it.
 */
function sentOn(recorded: readonly TermsChange[], day: CivilDate): EmployeeInput {
  const timeline = termsTimeline(recorded)
  const values = TERM_FIELDS.flatMap((name): [string, TermValue][] => {
    const change = timeline.get(name)?.changes.find(({ from }) => from === day)
    return change && !isDerivedOn(recorded, name, day) ? [[name, change.value]] : []
  })
  const { pay_rate_per_hour, ...rest }: EmployeeInput = {
    ...Object.fromEntries(values),
    ...overriddenOn(timeline, day),
  }
  const isBySalary = (rest.annual_salary ?? null) !== null
  return isBySalary || pay_rate_per_hour === undefined ? rest : { ...rest, pay_rate_per_hour }
}

/** Whether the value that a field has from a day was derived from other fields. */
function isDerivedOn(recorded: readonly TermsChange[], name: EmployeeField, day: CivilDate): boolean {
  const last = recorded.findLast(({ from, values }) => from === day && name in values)
  return Boolean(last?.sent && !last.sent.includes(name))
}

/** Whether two values of a field are equal. Decimals may be written differently. */
export function isSame(name: EmployeeField, a: TermValue, b: TermValue): boolean {
  if (a === b) return true
  return fieldOf(name).kind === 'decimal' && a !== null && b !== null && Number(a) === Number(b)
}
