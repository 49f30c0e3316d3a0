import type { Country } from '../../../countries/index.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import type { EmployeeField } from './fields.ts'

/* What the tax office would refuse once the employee is reported: said when it is entered, and accepted all the same. */

/** The fields that are reported to an authority; a change to any other field needs no report. */
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
