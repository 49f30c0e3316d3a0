import type { Country, Rates } from '../../../countries/index.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { taxCountryOf } from './declarations.ts'
import { EMPLOYEE_FIELDS, type EmployeeField, fieldOf, SENSITIVE_FIELDS } from './fields.ts'
import { ineffectiveFields } from './ineffective-fields.ts'
import { lawRatesOn } from './law-rates.ts'
import { moveAdvice } from './long-service.ts'
import { differingFields } from './prepare.ts'
import { refusedLater } from './reported.ts'
import type { EmployeeInput } from './schema.ts'

/** Warns about side effects of the request: fields that were derived or replaced, and fields that now contradict each other. */
export function adviceOf(
  before: EmployeeFields | null,
  after: EmployeeFields,
  input: EmployeeInput,
  jurisdiction: string,
  on: { rates: Rates; day: CivilDate; from?: CivilDate },
): string[] {
  const country = taxCountryOf(String(after.country), jurisdiction)
  return [
    ...(before ? followed(before, after, input) : []),
    ...replaced(after, input),
    ...ineffectiveFields(before, after, input, country),
    ...(before ? leftBehind(before, after, input) : []),
    ...country.employee.statusAdvice(before, after, on),
    ...statementsAdvice(before, after, on, country),
    ...(country.leave.isAccruedBySettings ? accruesNothing(before, after, input) : []),
    ...moveAdvice(before, after, lawRatesOn(on, on.day).lsl.get(country.code)),
    ...refusedLater(before, after, country),
  ]
}

/** The statements to give to someone who is hired on a basis or changes to it. */
function statementsAdvice(
  before: EmployeeFields | null,
  after: EmployeeFields,
  { rates, day, from = day }: { rates: Rates; day: CivilDate; from?: CivilDate },
  country: Country,
): string[] {
  const { employment_status, start_date } = after
  if (before?.employment_status === employment_status) return []
  const since = before ? from : civilDate(start_date)
  return country.employee.statementsAdvice({ employment_status, since }, rates)
}

const isGiven = (input: EmployeeInput, name: EmployeeField) => input[name] !== undefined

const shown = (name: EmployeeField, value: unknown) =>
  SENSITIVE_FIELDS.some((sensitive) => sensitive === name) ? 'another value' : String(value)

function followed(before: EmployeeFields, after: EmployeeFields, input: EmployeeInput): string[] {
  return differingFields(before, after)
    .filter((name) => !isGiven(input, name))
    .map((name) => `${name} changed as a result: it is now ${shown(name, after[name])}.`)
}

/**
 * Lists the sent fields whose stored value differs. Options are excluded because they may be sent by name but are stored
 * by id.
 */
function replaced(after: EmployeeFields, input: EmployeeInput): string[] {
  const names = Object.keys(input).filter((name): name is EmployeeField =>
    Object.hasOwn(EMPLOYEE_FIELDS, name),
  )
  return names.flatMap((name) => {
    const { kind } = fieldOf(name)
    const [sent, stored] = [input[name], after[name]]
    if (sent === undefined || kind === 'option' || sent === stored) return []
    if (kind === 'decimal' && sent !== null && stored !== null && Number(sent) === Number(stored)) return []
    if (SENSITIVE_FIELDS.some((sensitive) => sensitive === name))
      return stored === null
        ? `${name} was sent and is cleared.`
        : `${name} was sent and is stored differently.`
    return `${name} was sent as ${shown(name, sent)} and is stored as ${shown(name, stored)}.`
  })
}

/** Warns about fields that a new employment status leaves unchanged. */
function leftBehind(before: EmployeeFields, after: EmployeeFields, input: EmployeeInput): string[] {
  const status = after.employment_status
  if (status === before.employment_status) return []
  if (after.employment_type === null || isGiven(input, 'employment_type')) return []
  return [
    `employment_status is ${status} now; these did not change, send them too if they should: employment_type.`,
  ]
}

const YEARLY = { num_holiday_leave_days_per_year: 'annual leave', num_sick_leave_days_per_year: 'sick leave' }

/** Warns when leave accrues by the year but no days per year are set, so nothing accrues. */
function accruesNothing(
  before: EmployeeFields | null,
  after: EmployeeFields,
  input: EmployeeInput,
): string[] {
  if (after.accrue_leave_on_hours_worked !== false || !after.is_leave_enabled) return []
  const touched: EmployeeField[] = ['accrue_leave_on_hours_worked', 'is_leave_enabled', ...keysOf(YEARLY)]
  if (before && !touched.some((name) => isGiven(input, name))) return []
  if (after.employment_status === 'Casual' || after.employment_status === 'Labour Hire') return []
  return keysOf(YEARLY).flatMap((name) =>
    Number(after[name] ?? 0) > 0
      ? []
      : `No ${YEARLY[name]} accrues: accrue_leave_on_hours_worked is false and ${name} is not set.`,
  )
}

/** Warns that a backdated change does not alter existing pays. */
export function paysStand(count: number): string {
  const pays = count === 1 ? 'A pay' : `${count} pays`
  return `${pays} would differ under these terms but do not change (affected_pays): recalculate them with POST …/pays/recalculate and renew_snapshot true, or pay the difference.`
}
