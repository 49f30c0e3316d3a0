import type { ImportField } from './values.ts'

/* Columns of other programs that are not fields here, but contain the values of fields: see `derive.ts`. */

/** A column with full names, which is split into first and last name. */
export const WHOLE_NAME = 'full_name'

export type ExtraField = ImportField & { label: string }

const extra = (name: string, label: string, type: ImportField['value_type'] = 'text'): ExtraField => ({
  name,
  label,
  value_type: type,
  choices: [],
  is_required: false,
})

const NAME = extra(WHOLE_NAME, 'First and last name')
const FIRST = extra('first_name', 'First name')
const LAST = extra('last_name', 'Last name')
const WORK = [
  extra('hours_per_week', 'Hours per week', 'number'),
  extra('hours_per_period', 'Hours per pay period', 'number'),
  extra('pay_rate_unit', 'The unit of the pay rate (hour, week, year)'),
  extra('pay_rate_per_week', 'Pay rate per week', 'number'),
]
const AU_TAX = [extra('residency', 'Residency for tax'), extra('tax_table', 'Tax table')]

/** The extra columns of a kind of import. Kinds about existing employees find them by name too. */
export function extraFields(fields: readonly { name: string }[]): ExtraField[] {
  const known = new Set(fields.map(({ name }) => name))
  if (known.has('employee_name')) return [FIRST, LAST]
  if (!known.has('first_name') || !known.has('last_name')) return []
  return [
    NAME,
    ...(known.has('pay_rate_per_hour') ? WORK : []),
    ...(known.has('is_foreign_resident') ? AU_TAX : []),
  ]
}
