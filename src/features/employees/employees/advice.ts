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
    ...(before ? leftBehind(before, after, input, country) : []),
    ...country.employee.statusAdvice(before, after, on),
    ...statementsAdvice(before, after, on, country),
    ...(country.leave.isAccruedBySettings ? accruesNothing(before, after, input) : []),
    ...packageWithoutSuper(after, input),
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
function leftBehind(
  before: EmployeeFields,
  after: EmployeeFields,
  input: EmployeeInput,
  country: Country,
): string[] {
  const status = after.employment_status
  const isNewStatus = status !== before.employment_status
  const isNewWeek = Number(after.standard_days_per_week) !== Number(before.standard_days_per_week)
  const days = isNewStatus || isNewWeek ? yearlyDays(after, input, country) : []
  const type: EmployeeField[] =
    isNewStatus && after.employment_type !== null && !isGiven(input, 'employment_type')
      ? ['employment_type']
      : []
  const names = [...type, ...days]
  if (names.length === 0) return []
  const changed = isNewStatus
    ? `employment_status is ${status} now`
    : `standard_days_per_week is ${after.standard_days_per_week} now`
  return [
    `${changed}; these did not change, send them too if they should: ${names.join(', ')}.${days.length > 0 ? ' Days of leave a year are not pro rata.' : ''}`,
  ]
}

/** The days of leave a year that the request leaves as they are. */
function yearlyDays(after: EmployeeFields, input: EmployeeInput, country: Country): EmployeeField[] {
  if (!country.leave.isAccruedBySettings) return []
  if (after.accrue_leave_on_hours_worked !== false || !after.is_leave_enabled) return []
  return keysOf(YEARLY).filter((name) => Number(after[name] ?? 0) > 0 && !isGiven(input, name))
}

/** Warns about a package that includes super for an employee who is paid none. */
function packageWithoutSuper(after: EmployeeFields, input: EmployeeInput): string[] {
  const { annual_package, annual_salary, is_super_enabled } = after
  if (annual_package === null || is_super_enabled) return []
  if (!isGiven(input, 'annual_package') && !isGiven(input, 'is_super_enabled')) return []
  return [
    `annual_package includes super, and is_super_enabled is false: the salary is ${Number(annual_salary).toFixed(2)}, and the rest of the package is not paid. Send annual_salary instead, or set is_super_enabled to true.`,
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
