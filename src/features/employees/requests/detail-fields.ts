import type { RequestKind } from '../../../database/tables/employee-requests.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Country } from '../../../payroll/words.ts'

export type DetailKind = Exclude<RequestKind, 'leave'>
export const DETAIL_KINDS = ['details', 'bank', 'tax', 'super'] as const satisfies readonly DetailKind[]

/** Which switch of the employee opens which fields, by country. */
const GROUPS = {
  details: {
    allowedBy: 'allow_edit_account_details',
    fields: {
      both: [
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
      AU: [],
      NZ: [],
    },
  },
  bank: {
    allowedBy: 'allow_edit_bank_accounts',
    fields: {
      both: ['primary_bank_account_name', 'primary_bank_account_number'],
      AU: ['primary_bank_bsb'],
      NZ: [],
    },
  },
  tax: {
    allowedBy: 'allow_edit_tax_settings',
    fields: {
      both: [],
      AU: ['tax_file_number', 'has_claimed_tax_free_threshold', 'has_stsl_liability'],
      NZ: ['ird_number', 'nz_tax_code', 'has_student_loan'],
    },
  },
  super: {
    allowedBy: 'allow_edit_super_details',
    fields: {
      both: [],
      AU: ['default_employee_fund_usi', 'default_employee_fund_member_number'],
      NZ: ['kiwisaver_employee_rate'],
    },
  },
} as const satisfies Record<
  DetailKind,
  { allowedBy: keyof Employee; fields: Record<'both' | Country, readonly (keyof Employee)[]> }
>

/** Every field that self-service can ask to change. */
export const DETAIL_FIELDS: readonly string[] = DETAIL_KINDS.flatMap((kind) =>
  Object.values(GROUPS[kind].fields).flat(),
)

/** The fields of a kind in a country. */
export function fieldsOf(kind: DetailKind, country: Country): readonly (keyof Employee)[] {
  const { both, [country]: own } = GROUPS[kind].fields
  return [...both, ...own]
}

export function isAllowed(kind: DetailKind, employee: Employee): boolean {
  return employee[GROUPS[kind].allowedBy] === true
}

/** What this employee may ask to change: the fields by kind. */
export function detailFieldsOf(employee: Employee, country: Country): Partial<Record<DetailKind, string[]>> {
  return Object.fromEntries(
    DETAIL_KINDS.filter((kind) => isAllowed(kind, employee)).map((kind) => [
      kind,
      [...fieldsOf(kind, country)],
    ]),
  )
}
