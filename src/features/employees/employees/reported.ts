import type { Country } from '../../../countries/index.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import type { EmployeeField } from './fields.ts'

/* Warns when values are entered that the tax office would reject in a report. The values are still accepted. */

/** The fields that are reported to an authority. Changes to other fields need no report. */
const TOLD: readonly EmployeeField[] = [
  'first_name',
  'middle_name',
  'last_name',
  'reporting_first_name',
  'reporting_last_name',
  'address1',
  'address2',
  'city',
  'state',
  'postcode',
  'country',
  'email_address',
]

export function refusedLater(
  before: EmployeeFields | null,
  after: EmployeeFields,
  country: Country,
): string[] {
  if (before && TOLD.every((name) => before[name] === after[name])) return []
  return country.authority.employeeAdvice(after)
}
