import type { EmployeeFields } from '../../../database/tables/employees.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import {
  type TermsChange,
  type TermsTimeline,
  type TermValue,
  type TermValues,
  termsTimeline,
} from '../../../payroll/terms.ts'
import type { EmployeeInput } from './schema.ts'

/*
 * Without a declaration (NZ) the code is ND and there is no student loan, whatever is sent. If a declaration is
 * recorded later for earlier days, the sent values apply again, so the timeline stores them as well as the values that
 * applied.
 */

const SENT = { nz_tax_code: 'sent_nz_tax_code', has_student_loan: 'sent_has_student_loan' } as const
const NAMES = ['nz_tax_code', 'has_student_loan'] as const
/** The fields of a recorded change that store the values sent but overridden. */
export const SENT_FIELDS: ReadonlySet<string> = new Set(Object.values(SENT))

/** The values that a dated change sent, but that a missing declaration overrode. */
export function overridden(
  after: EmployeeFields,
  { input, recorded, from }: { input: EmployeeInput; recorded: readonly TermsChange[]; from: CivilDate },
): TermValues {
  const timeline = termsTimeline(recorded)
  return Object.fromEntries(
    NAMES.flatMap((name): [string, TermValue][] => {
      const sent = input[name]
      if (sent === undefined) return []
      if (after.no_declaration && sent !== null && sent !== after[name]) return [[SENT[name], sent]]
      return sentFor(timeline, name, from) === null ? [] : [[SENT[name], null]]
    }),
  )
}

/** The values that were sent for a day but overridden. */
export const overriddenOn = (timeline: TermsTimeline, day: CivilDate): EmployeeInput =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const sent = sentFor(timeline, name, day)
      return sent === null ? [] : [[name, sent]]
    }),
  )

/** A later change without a date replaces the values sent for an earlier day, overridden ones included. */
function sentFor(timeline: TermsTimeline, name: (typeof NAMES)[number], day: CivilDate): TermValue {
  const changeOn = (field: string) => timeline.get(field)?.changes.find(({ from }) => from === day)
  const applied = changeOn(name)
  return applied && !applied.isUndated ? (changeOn(SENT[name])?.value ?? null) : null
}

/**
 * Whether the employee had an IRD number on a day, although the record no longer has one: the tax code of that day (in
 * `stood`) needed one, and a later day without a declaration cleared it.
 */
export function hadIrdNumber(record: EmployeeFields, stood: EmployeeFields): boolean {
  const { nz_tax_code: code, no_declaration } = stood
  return record.no_declaration === true && !no_declaration && code !== null && code !== 'WT' && code !== 'ND'
}

/** The fields of a scheduled change on its day: as they were sent, if there is a declaration by then. */
export const settledOn = (
  fields: TermValues,
  { no_declaration }: { no_declaration?: boolean | null },
): TermValues => (no_declaration ? fields : asSent(fields))

/** The fields of a change as they were sent. */
export function asSent(fields: TermValues): TermValues {
  const { sent_nz_tax_code: code, sent_has_student_loan: hasLoan, ...rest } = fields
  return {
    ...rest,
    ...(code == null ? {} : { nz_tax_code: code }),
    ...(hasLoan == null ? {} : { has_student_loan: hasLoan }),
  }
}
