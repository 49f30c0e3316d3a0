import { countryOf, SHIPPED } from '../../../countries/index.ts'
import type { RequestKind } from '../../../database/tables/employee-requests.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openEmployee } from '../employees/index.ts'

export type DetailKind = Exclude<RequestKind, 'leave'>
export const DETAIL_KINDS = ['details', 'bank', 'tax', 'super'] as const satisfies readonly DetailKind[]

/** The fields that each of the employee's switches opens. A country adds its own. */
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

/** Every field that can be changed through self-service. */
export const DETAIL_FIELDS: readonly string[] = DETAIL_KINDS.flatMap((kind) => [
  ...GROUPS[kind].fields,
  ...SHIPPED.flatMap(({ employee }) => (kind === 'details' ? [] : employee.selfService[kind])),
])

/** The fields of a kind in a country. */
export function fieldsOf(kind: DetailKind, country: string): readonly (keyof Employee)[] {
  const own = kind === 'details' ? [] : countryOf(country).employee.selfService[kind]
  return [...GROUPS[kind].fields, ...own]
}

/** Account numbers without a BSB are too long for the field in the employee record, so the list of accounts stores them. */
export const isListed = (country: string): boolean => !fieldsOf('bank', country).includes('primary_bank_bsb')

export function isAllowed(kind: DetailKind, employee: Employee): boolean {
  return employee[GROUPS[kind].allowedBy] === true
}

/** A repeated digit is a code that says why there is no number, such as 111 111 111 for one applied for. */
const isCode = (number: string | null) => /^(\d)\1+$/.test(number ?? '')

/**
 * Whether the record has no number of this kind yet, so that nothing is replaced. A code for a tax number that was not
 * quoted does not count. `accounts` is the employee's list of accounts.
 */
export function isFirstEntry(
  cipher: FieldCipher,
  kind: DetailKind,
  employee: Employee,
  country: string,
  accounts: readonly unknown[],
): boolean {
  const { field, isQuoted } = countryOf(country).employee.taxNumber
  const number = openEmployee(cipher, employee)[field]
  switch (kind) {
    case 'bank':
      return employee.primary_bank_account_number === null && accounts.length === 0
    case 'tax':
      return !isQuoted(number) || isCode(number)
    case 'super':
      return (
        fieldsOf(kind, country).includes('default_employee_fund_usi') &&
        employee.default_employee_fund_usi === null
      )
    case 'details':
      return false
  }
}

/** The kinds of details that the record lacks and the employee may enter. */
export function missingKinds(
  cipher: FieldCipher,
  employee: Employee,
  country: string,
  accounts: readonly unknown[],
): DetailKind[] {
  return DETAIL_KINDS.filter(
    (kind) => isAllowed(kind, employee) && isFirstEntry(cipher, kind, employee, country, accounts),
  )
}

/** The fields that this employee may ask to change, by kind. */
export function detailFieldsOf(employee: Employee, country: string): Partial<Record<DetailKind, string[]>> {
  return Object.fromEntries(
    DETAIL_KINDS.filter((kind) => isAllowed(kind, employee)).map((kind) => [
      kind,
      [...fieldsOf(kind, country)],
    ]),
  )
}
