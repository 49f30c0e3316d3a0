import type { Company } from '../../../database/tables/companies.ts'
import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import type { Employee, EmployeeFields } from '../../../database/tables/employees.ts'
import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import {
  type FieldTimeline,
  type TermsChange,
  type TermsTimeline,
  type TermValue,
  type TermValues,
  termsTimeline,
  valueOn,
} from '../../../payroll/terms.ts'
import { type EmployeeField, FIELD_NAMES, fieldOf, SENSITIVE_FIELDS, TERM_FIELDS } from './fields.ts'
import type { FollowingTerms } from './follow-terms.ts'
import { differingFields } from './prepare.ts'
import type { EmployeeInput } from './schema.ts'
import { changedStatus, datedStatus, laterTaxNumber, numbersToday, TAX_NUMBER_STATUS } from './tax-numbers.ts'
import type { NewTerms } from './term-queries.ts'
import { overridden } from './without-declaration.ts'

/* Records changes of terms. Tax and bank account numbers are never recorded. */

const isSensitive = (name: string) => SENSITIVE_FIELDS.some((sensitive) => sensitive === name)

/** A term like the employee fields, but changed through the calendar's list of employees. */
export const PAY_CALENDAR = 'pay_calendar_id'

/** Scheduled changes cannot contain encrypted numbers, because we never store those twice. */
export function refusalOfSchedule(input: EmployeeInput): string | null {
  const sealed = Object.keys(input).filter(isSensitive)
  if (sealed.length === 0) return null
  return `Tax and bank account numbers change at once: send ${sealed.join(', ')} without effective_from.`
}

/** A change being processed. A change without a date gets its day once the last pay is known. */
export type PendingTerms = Omit<NewTerms, 'effective_from'> & { effective_from: CivilDate | null }

type Recording = {
  company: Pick<Company, 'id' | 'customer_id'>
  employeeId: number
  now: Date
  today: CivilDate
}
type Change = Recording & { before: EmployeeFields; after: EmployeeFields }

/** A change sent with an effective date: the sent fields and the fields derived from them. `before` has the terms of that day. */
export function datedTerms(
  change: Change & { effectiveFrom: CivilDate; input: EmployeeInput; recorded: readonly TermsChange[] },
): PendingTerms {
  const { before, after, effectiveFrom, input, recorded, now, today } = change
  const names = FIELD_NAMES.filter(
    (name) => !isSensitive(name) && (input[name] !== undefined || before[name] !== after[name]),
  )
  const taxNumber = datedStatus(before, after, { input, recorded, from: effectiveFrom })
  return {
    ...rowOf(change),
    ...statusFrom(effectiveFrom, today, now),
    entered_on: null,
    sent: Object.keys(input),
    fields: {
      ...valuesOf(after, names),
      ...taxNumber.fields,
      ...overridden(after, { input, recorded, from: effectiveFrom }),
    },
    before: { ...valuesOf(before, names), ...taxNumber.before },
  }
}

/** Terms of a later day that follow from a change recorded before it. */
export function followedTerms(change: Recording, { from, values, before }: FollowingTerms): PendingTerms {
  const { now, today } = change
  return {
    ...rowOf(change),
    ...statusFrom(from, today, now),
    entered_on: null,
    sent: [],
    fields: values,
    before,
  }
}

/**
 * Records that a change was cancelled. The entry has no terms, but existing pays for days since the change may have
 * used the cancelled ones.
 */
export function cancelledTerms(change: Recording, from: CivilDate): NewTerms {
  const { now, today } = change
  return {
    ...rowOf(change),
    effective_from: from,
    entered_on: today,
    sent: null,
    fields: {},
    before: {},
    status: 'applied',
    applied_at: now,
  }
}

function statusFrom(day: CivilDate, today: CivilDate, now: Date) {
  const isScheduled = day > today
  return {
    effective_from: day,
    status: isScheduled ? ('scheduled' as const) : ('applied' as const),
    applied_at: isScheduled ? null : now,
  }
}

/**
 * The employee's record after a change with a past date. Terms that have changed again since then keep today's value.
 */
export function appliedToday<T extends EmployeeFields>(
  current: T,
  prepared: EmployeeFields,
  dated: {
    effectiveFrom: CivilDate
    changed: readonly TermValues[]
    all: readonly TermsChange[]
    today: CivilDate
  },
): T {
  const { effectiveFrom, changed, all, today } = dated
  const timeline = termsTimeline(all)
  const names = new Set(changed.flatMap(Object.keys))
  const values = FIELD_NAMES.filter((name) => names.has(name)).map((name) => {
    const known = timeline.get(name)
    const isLater = known?.changes.some(({ from }) => from > effectiveFrom && from <= today)
    return [name, known && isLater ? valueOn(known, today) : prepared[name]]
  })
  const fields = { ...current, ...Object.fromEntries(values) }
  const isReplaced = laterTaxNumber(all, effectiveFrom, today) !== undefined
  const isDeclaredAgain = prepared.no_declaration && !fields.no_declaration
  const numbers = numbersToday(current, prepared, { isReplaced, isDeclaredAgain })
  // As after an undated change, a record without a declaration (NZ) has no IRD number.
  return { ...fields, ...numbers, ...(fields.no_declaration ? { ird_number: null } : {}) }
}

/** A change sent without a date: the terms that differ, or null if none do. */
export function undatedTerms(change: Change & { input: EmployeeInput }): PendingTerms | null {
  const { before, after, input, now, today } = change
  const names = differingFields(before, after).filter((name) => fieldOf(name).term)
  const taxNumber = changedStatus(before, after)
  if (names.length === 0 && Object.keys(taxNumber.fields).length === 0) return null
  return {
    ...rowOf(change),
    effective_from: null,
    entered_on: today,
    sent: Object.keys(input),
    fields: { ...valuesOf(after, names), ...taxNumber.fields },
    before: { ...valuesOf(before, names), ...taxNumber.before },
    status: 'applied',
    applied_at: now,
  }
}

/**
 * The day from which an undated change applies: the day after the last pay, but no later than today. The next pay then
 * uses it and existing pays do not change. Before the first pay, it is the start of the employment.
 */
export function firstDayOf(
  lastPaid: CivilDate | undefined,
  startDate: CivilDate,
  today: CivilDate,
): CivilDate {
  const next = lastPaid ? addDays(lastPaid, 1) : startDate
  return next < today ? next : today
}

/** The fields of a backdated change that a later change has already replaced by today. */
export function laterFields(
  recorded: readonly TermsChange[],
  values: TermValues,
  from: CivilDate,
  today: CivilDate,
): Map<EmployeeField, CivilDate> {
  const timeline = termsTimeline(recorded)
  const later = TERM_FIELDS.filter((name) => name in values).flatMap((name): [EmployeeField, CivilDate][] => {
    const next = timeline.get(name)?.changes.find((change) => change.from > from && change.from <= today)
    return next ? [[name, next.from]] : []
  })
  const taxNumber = TAX_NUMBER_STATUS in values && laterTaxNumber(recorded, from, today)
  return new Map(taxNumber ? [...later, ['tax_file_number', taxNumber]] : later)
}

/** Converts a stored change for the timeline. Decimals are normalised so that 40 and 40.00 count as equal. */
export const changeOf = (
  row: Pick<EmployeeTerms, 'effective_from' | 'entered_on' | 'fields' | 'before' | 'sent'>,
): TermsChange => ({
  from: row.effective_from,
  enteredOn: row.entered_on,
  values: plain(row.fields),
  before: plain(row.before ?? {}),
  sent: row.sent,
})

/** Reads the timelines stored with the employee, which a trigger composes from the recorded changes. */
export const timelinesOf = (stored: NonNullable<Employee['term_timelines']>): TermsTimeline =>
  new Map(
    Object.entries(stored).map(([name, { initial, changes }]): [string, FieldTimeline] => [
      name,
      DECIMALS.has(name)
        ? {
            initial: plainValue(name, initial),
            changes: changes.map((change) => ({ ...change, value: plainValue(name, change.value) })),
          }
        : { initial, changes },
    ]),
  )

const plain = (values: TermValues): TermValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainValue(name, value)]))
const plainValue = (name: string, value: TermValue): TermValue =>
  value !== null && DECIMALS.has(name) ? decimal(String(value)).toFixed() : value
const DECIMALS = new Set<string>(TERM_FIELDS.filter((name) => fieldOf(name).kind === 'decimal'))

function rowOf({ company, employeeId, now }: Recording) {
  return {
    customer_id: company.customer_id,
    company_id: company.id,
    employee_id: employeeId,
    origin: 'entered' as const,
    created_at: now,
  }
}

const valuesOf = (fields: EmployeeFields, names: readonly EmployeeField[]): TermValues =>
  byName(names, (name) => fields[name])

function byName(names: readonly EmployeeField[], value: (name: EmployeeField) => TermValue): TermValues {
  return Object.fromEntries(names.map((name) => [name, value(name)]))
}
