import type { StpEmploymentStatus } from '../../../countries/au/law/input/words.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { checkIrd, type ItemErrors, settleNzDeclaration, taxCountryOf } from './declarations.ts'
import { type EmployeeField, FIELD_NAMES, fieldOf } from './fields.ts'
import type { LawRates } from './law-rates.ts'
import { impliedLslRate, movedLslRate } from './long-service.ts'
import type { EmploymentOptions } from './queries.ts'
import { settleSalary } from './salary.ts'
import type { EmployeeInput } from './schema.ts'

/** The row values for one item, with its errors by key. */
export type Prepared<T extends EmployeeFields = EmployeeFields> = { fields: T; errors: ItemErrors }

const FALLBACKS = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, fieldOf(name).fallback ?? null]),
) as EmployeeFields

/** The default values of a new employee under the law of a day. */
export function fallbacksUnder({ holiday, sick, lslOtherwise }: LawRates): EmployeeFields {
  return {
    ...FALLBACKS,
    accrue_holiday_leave_per_hour: holiday,
    accrue_sick_leave_per_hour: sick,
    accrue_lsl_per_hour: lslOtherwise,
  }
}

const NO_ACCRUAL = {
  accrue_holiday_leave_per_hour: '0',
  accrue_sick_leave_per_hour: '0',
  accrue_lsl_per_hour: '0',
  is_lsl_enabled: false,
} satisfies Partial<EmployeeFields>
const STP_STATUS: Readonly<Record<EmployeeFields['employment_status'], StpEmploymentStatus>> = {
  'Full-time': 'F',
  'Part-time': 'P',
  Casual: 'C',
  'Labour Hire': 'F',
}

/** Builds a new employee from the request, the defaults and the rules of their country. */
export function prepareNew<T extends EmployeeFields>(
  input: EmployeeInput,
  jurisdiction: string,
  options: EmploymentOptions,
  fallbacks: T,
  law: LawRates,
): Prepared<T> {
  const country = taxCountryOf(String(input.country), jurisdiction)
  const status = input.employment_status as EmployeeFields['employment_status']
  const isWithoutLeave = status === 'Casual' || status === 'Labour Hire'
  const errors: ItemErrors = {}
  const fields: T = {
    ...fallbacks,
    stp_employment_status: STP_STATUS[status],
    ...(isWithoutLeave && NO_ACCRUAL),
    standard_hours_per_day: country.law.standardHoursPerDay,
    ...storedFields(input, options, errors),
  }
  if (input.employment_type === undefined && status !== 'Labour Hire')
    fields.employment_type = options.types.get(status.toLowerCase()) ?? null
  fields.employment_tenure ??= options.tenures.get('permanent') ?? null
  const isGiven = (name: EmployeeField) => input[name] !== undefined
  const usual = usualLslRate(fields, country.code, law)
  const lslRate =
    impliedLslRate(fields, isGiven, usual) ??
    (isGiven('accrue_lsl_per_hour') || isWithoutLeave ? undefined : usual)
  if (lslRate !== undefined) fields.accrue_lsl_per_hour = lslRate

  settleSalary(fields, isGiven, country, law, errors)
  const { problem, ...nz } = settleNzDeclaration(pickNz(fields))
  Object.assign(fields, nz)
  Object.assign(
    errors,
    country.employee.checkDeclaration(fields, () => true),
  )
  const detail = problem ?? checkIrd(fields.ird_number)
  if (detail) errors.detail = detail
  return { fields, errors }
}

/** The state's accrual rate per hour, or else the usual rate. */
function usualLslRate(fields: EmployeeFields, country: string, { lsl, lslOtherwise }: LawRates): string {
  const { state, accrue_lsl_per_hour: own } = fields
  return lsl.get(country)?.[state] ?? (Number(own) === 0 ? lslOtherwise : own)
}

const NZ_FIELDS = ['nz_tax_code', 'ird_number', 'no_declaration', 'has_student_loan'] as const

/**
 * Applies changes to an employee. Only the fields in the request are checked against the country's rules. With `isIrdQuoted`, the IRD
 * number (NZ) was quoted on the day of the change, even if the record no longer has it.
 */
export function prepareChange(
  before: EmployeeFields,
  input: EmployeeInput,
  jurisdiction: string,
  options: EmploymentOptions,
  law: LawRates,
  isIrdQuoted: boolean,
): Prepared {
  const errors: ItemErrors = {}
  const fields = { ...before, ...storedFields(input, options, errors) }
  const isGiven = (name: EmployeeField) => input[name] !== undefined
  // The reported status follows the employment status. A new casual must not stay full-time at the tax office.
  if (fields.employment_status !== before.employment_status && !isGiven('stp_employment_status'))
    fields.stp_employment_status = STP_STATUS[fields.employment_status]
  const country = taxCountryOf(fields.country, jurisdiction)
  if (country.leave.isAccruedBySettings) followStatus(before, fields, isGiven, country.code, law)
  const lslRate =
    impliedLslRate(fields, isGiven, usualLslRate(fields, country.code, law)) ??
    movedLslRate(before, fields, isGiven, law.lsl.get(country.code))
  if (lslRate !== undefined) fields.accrue_lsl_per_hour = lslRate
  settleSalary(fields, isGiven, country, law, errors)
  const { problem, ...nz } = NZ_FIELDS.some(isGiven) ? settleNzDeclaration(pickNz(fields)) : {}
  Object.assign(fields, nz)
  const declared = { ...fields, isIrdQuoted: isIrdQuoted && !isGiven('ird_number') }
  Object.assign(errors, country.employee.checkDeclaration(declared, isGiven))
  const detail = problem ?? (NZ_FIELDS.some(isGiven) ? checkIrd(fields.ird_number) : undefined)
  if (detail) errors.detail = detail
  return { fields, errors }
}

const isWithoutLeave = (status: EmployeeFields['employment_status']) =>
  status === 'Casual' || status === 'Labour Hire'

/**
 * An employee who becomes permanent accrues standard leave from then on, and one who becomes casual accrues none.
 * Settings sent in the same request take precedence.
 */
function followStatus(
  before: EmployeeFields,
  fields: EmployeeFields,
  isGiven: (name: EmployeeField) => boolean,
  country: string,
  law: LawRates,
): void {
  const { employment_status: status } = fields
  if (isWithoutLeave(status) === isWithoutLeave(before.employment_status)) return
  const standard: Partial<EmployeeFields> = isWithoutLeave(status)
    ? { ...NO_ACCRUAL, accrue_leave_on_hours_worked: true }
    : {
        is_leave_enabled: true,
        is_lsl_enabled: true,
        accrue_leave_on_hours_worked: true,
        accrue_holiday_leave_per_hour: law.holiday,
        accrue_sick_leave_per_hour: law.sick,
        accrue_lsl_per_hour: law.lsl.get(country)?.[fields.state] ?? law.lslOtherwise,
      }
  for (const name of FIELD_NAMES)
    if (name in standard && !isGiven(name)) Object.assign(fields, { [name]: standard[name] })
}

/** The fields whose value really differs. A request without a real change leaves no trace. */
export function differingFields(before: EmployeeFields, after: EmployeeFields): EmployeeField[] {
  return FIELD_NAMES.filter((name) => {
    const [a, b] = [before[name], after[name]]
    if (a === b) return false
    return !(fieldOf(name).kind === 'decimal' && a !== null && b !== null && Number(a) === Number(b))
  })
}

function storedFields(input: EmployeeInput, options: EmploymentOptions, errors: ItemErrors) {
  const stored: Record<string, unknown> = {}
  for (const name in input) {
    const value = input[name as EmployeeField]
    if (value === undefined || name === 'id') continue
    stored[name] = storedValue(name as EmployeeField, value, options, errors)
  }
  return stored as Partial<EmployeeFields>
}

function storedValue(
  name: EmployeeField,
  value: string | number | boolean | null,
  options: EmploymentOptions,
  errors: ItemErrors,
) {
  if (value === null) return null
  const { kind } = fieldOf(name)
  if (kind === 'decimal') return String(value)
  if (kind !== 'option') return value
  const known = name === 'employment_type' ? options.types : options.tenures
  const id = known.get(String(value).toLowerCase())
  if (id === undefined) errors[name] = `There is no ${name.replace('_', ' ')} ${value}.`
  return id ?? null
}

const pickNz = (fields: EmployeeFields) => ({
  nz_tax_code: fields.nz_tax_code,
  ird_number: fields.ird_number,
  has_student_loan: fields.has_student_loan,
  no_declaration: fields.no_declaration,
})
