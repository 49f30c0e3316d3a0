import { allCountries, type Country } from '../../../countries/index.ts'
import type { EmployeeFields } from '../../../database/tables/employees.ts'
import { EMPLOYEE_FIELDS, type EmployeeField } from './fields.ts'
import type { EmployeeInput } from './schema.ts'

type Rule = { fields: readonly EmployeeField[]; isIdle: (employee: EmployeeFields) => boolean; until: string }

const PORTAL = Object.keys(EMPLOYEE_FIELDS).filter(
  (name): name is EmployeeField =>
    name.startsWith('allow_') && name !== 'allow_edit_leave_requests_when_negative',
)

/** Fields that have an effect only together with another field. */
const RULES: readonly Rule[] = [
  {
    fields: ['secondary_bank_amount_per_period'],
    isIdle: (employee) => employee.secondary_bank_account_number === null,
    until: 'until secondary_bank_account_number names an account',
  },
  {
    fields: ['allow_edit_leave_requests_when_negative'],
    isIdle: (employee) => employee.allow_edit_leave_requests !== true,
    until: 'until allow_edit_leave_requests is true',
  },
  {
    fields: PORTAL,
    isIdle: (employee) => employee.employee_portal_active !== true,
    until: 'until employee_portal_active is true',
  },
  {
    fields: ['super_rate', 'compulsory_super_rate'],
    isIdle: (employee) => employee.is_super_enabled === false,
    until: 'while is_super_enabled is false',
  },
  {
    fields: ['accrue_holiday_leave_per_hour', 'accrue_sick_leave_per_hour', 'accrue_lsl_per_hour'],
    isIdle: (employee) => employee.is_leave_enabled === false,
    until: 'while is_leave_enabled is false',
  },
]

/** Warns about sent fields that have no effect given the rest of the record. */
export function ineffectiveFields(
  before: EmployeeFields | null,
  after: EmployeeFields,
  input: EmployeeInput,
  country: Country,
): string[] {
  const isNew = (name: EmployeeField) =>
    input[name] !== undefined && isSomething(after[name]) && after[name] !== before?.[name]
  const own = country.employee.taxNumber.field
  const foreign = allCountries().flatMap(({ employee }) =>
    employee.taxNumber.field === own ? [] : employee.taxNumber.field,
  )
  return [
    ...RULES.flatMap(({ fields, isIdle, until }) => {
      const idle = isIdle(after) ? fields.filter(isNew) : []
      return idle.length > 0
        ? `${idle.join(', ')} ${idle.length > 1 ? 'have' : 'has'} no effect ${until}.`
        : []
    }),
    ...foreign
      .filter(isNew)
      .map((field) => `${field} has no effect for an employee taxed in ${country.code}.`),
  ]
}

const isSomething = (value: unknown) => value !== null && value !== false && Number(value) !== 0
