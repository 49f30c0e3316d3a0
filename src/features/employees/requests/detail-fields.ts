import { countryOf, SHIPPED } from '../../../countries/index.ts'
import type { RequestKind } from '../../../database/tables/employee-requests.ts'
import type { Employee } from '../../../database/tables/employees.ts'

export type DetailKind = Exclude<RequestKind, 'leave'>
export const DETAIL_KINDS = ['details', 'bank', 'tax', 'super'] as const satisfies readonly DetailKind[]

/** Which switch of the employee opens which fields; a country adds its own. */
const GROUPS = {
  details: {
    allowedBy: 'allow_edit_account_details',
    fields: [
      'address1',
      'address2',
      'city',
      'state',
      'postcode',
      'phone_mobile',
      'phone_home',
      'email_address',
      'kin_name',
      'kin_relationship',
      'kin_phone_mobile',
    ],
  },
  bank: {
    allowedBy: 'allow_edit_bank_accounts',
    fields: ['primary_bank_account_name', 'primary_bank_account_number'],
  },
  tax: {
    allowedBy: 'allow_edit_tax_settings',
    fields: [],
  },
  super: {
    allowedBy: 'allow_edit_super_details',
    fields: [],
  },
} as const satisfies Record<DetailKind, { allowedBy: keyof Employee; fields: readonly (keyof Employee)[] }>

/** Every field that self-service can ask to change. */
export const DETAIL_FIELDS: readonly string[] = DETAIL_KINDS.flatMap((kind) => [
  ...GROUPS[kind].fields,
  ...SHIPPED.flatMap(({ employee }) => (kind === 'details' ? [] : employee.selfService[kind])),
])

/** The fields of a kind in a country. */
export function fieldsOf(kind: DetailKind, country: string): readonly (keyof Employee)[] {
  const own = kind === 'details' ? [] : countryOf(country).employee.selfService[kind]
  return [...GROUPS[kind].fields, ...own]
}

export function isAllowed(kind: DetailKind, employee: Employee): boolean {
  return employee[GROUPS[kind].allowedBy] === true
}

/** What this employee may ask to change: the fields by kind. */
export function detailFieldsOf(employee: Employee, country: string): Partial<Record<DetailKind, string[]>> {
  return Object.fromEntries(
    DETAIL_KINDS.filter((kind) => isAllowed(kind, employee)).map((kind) => [
      kind,
      [...fieldsOf(kind, country)],
    ]),
  )
}
