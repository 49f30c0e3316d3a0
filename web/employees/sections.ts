import type { Jurisdiction } from '../api/types.ts'

export type FormSection = { title: string; fields: string[]; only?: Jurisdiction; isOpen?: boolean }

/** The employee's fields in the order a person fills them in. Fields not listed here come last. */
export const SECTIONS: FormSection[] = [
  {
    title: 'Person',
    isOpen: true,
    fields: [
      'first_name',
      'middle_name',
      'last_name',
      'reporting_first_name',
      'reporting_last_name',
      'date_of_birth',
      'gender',
      'honorific',
      'number',
      'email_address',
      'payslip_email',
      'phone_mobile',
      'phone_home',
      'phone_medical',
    ],
  },
  {
    title: 'Address',
    isOpen: true,
    fields: ['address1', 'address2', 'city', 'state', 'postcode', 'country'],
  },
  {
    title: 'Employment',
    isOpen: true,
    fields: [
      'start_date',
      'employment_status',
      'employment_type',
      'employment_tenure',
      'position',
      'department',
      'active_pay_recipient',
    ],
  },
  {
    title: 'Pay',
    isOpen: true,
    fields: [
      'pay_rate_per_hour',
      'annual_salary',
      'annual_package',
      'pay_period',
      'pay_method',
      'standard_hours_per_day',
      'standard_days_per_week',
      'stp_employment_status',
    ],
  },
  {
    title: 'Tax declaration',
    only: 'AU',
    isOpen: true,
    fields: [
      'tax_file_number',
      'tfnd_signed_date',
      'has_claimed_tax_free_threshold',
      'has_stsl_liability',
      'is_foreign_resident',
      'is_closely_held',
      'working_holiday_tax_scale_applies',
      'seniors_offset',
      'medicare_levy_exemption',
      'medicare_levy_reduction_children',
      'annual_tax_offset',
      'withhold_for_extra_pay',
      'extra_withholding_amount',
      'withholding_variation_rate',
      'withholding_variation_amount',
      'withholding_variation_from',
      'withholding_variation_to',
      'medicare_levy_surcharge',
      'special_tax_table',
      'portable_long_service_scheme',
      'casual_statement_given_on',
      'is_super_only_contractor',
      'include_email_and_phone_in_stp',
      'abn',
    ],
  },
  {
    title: 'Tax declaration',
    only: 'NZ',
    isOpen: true,
    fields: ['ird_number', 'nz_tax_code', 'has_student_loan', 'no_declaration'],
  },
  {
    title: 'Super',
    only: 'AU',
    fields: [
      'default_employee_fund_usi',
      'default_employee_fund_member_number',
      'is_super_enabled',
      'super_rate',
      'compulsory_super_rate',
      'super_based_on',
      'is_super_age_threshold_enabled',
    ],
  },
  {
    title: 'KiwiSaver',
    only: 'NZ',
    fields: [
      'kiwisaver_status_code',
      'kiwisaver_employee_rate',
      'kiwisaver_employer_rate',
      'kiwisaver_existing_action',
      'nz_kiwisaver_reduction_from',
      'nz_kiwisaver_reduction_to',
      'nz_kiwisaver_suspension_from',
      'nz_kiwisaver_suspension_to',
      'kiwisaver_cec_obligation',
      'esct_rate',
      'employer_contrib_tax_method',
      'employer_contrib_paye_fraction',
      'nz_complying_fund_rate',
    ],
  },
  {
    title: 'Rates by certificate or choice',
    only: 'NZ',
    fields: [
      'nz_tax_rate',
      'nz_schedular_activity',
      'nz_elected_extra_pay_rate',
      'nz_student_loan_special_rate',
      'nz_student_loan_cir_rate',
      'nz_student_loan_cir_total',
      'nz_student_loan_cir_from',
      'is_nz_student_loan_on_every_dollar',
      'nz_student_loan_bor_amount',
      'nz_student_loan_bor_rate',
    ],
  },
  {
    title: 'Holidays Act',
    only: 'NZ',
    fields: [
      'nz_work_pattern',
      'nz_minimum_wage',
      'nz_protected_net_per_pay',
      'nz_work_days',
      'nz_workplace_region',
      'is_holiday_pay_paid_with_wages',
      'nz_holiday_pay_reason',
      'nz_holiday_pay_agreed_on',
      'is_unpaid_leave_counted_as_service',
      'nz_holidays_in_advance',
      'nz_holiday_year_from',
      'nz_transferred_holidays',
    ],
  },
  {
    // A New Zealand number does not fit into these fields: it is entered in the list of bank accounts.
    title: 'Bank',
    only: 'AU',
    fields: [
      'primary_bank_bsb',
      'primary_bank_account_number',
      'primary_bank_account_name',
      'secondary_bank_bsb',
      'secondary_bank_account_number',
      'secondary_bank_account_name',
      'secondary_bank_reference',
      'secondary_bank_amount_per_period',
    ],
  },
  {
    title: 'Leave',
    fields: [
      'is_leave_enabled',
      'accrue_holiday_leave_per_hour',
      'accrue_sick_leave_per_hour',
      'accrue_lsl_per_hour',
      'is_lsl_enabled',
      'lsl_x_years',
      'lsl_accrued_x_years',
      'num_holiday_leave_days_per_year',
      'num_sick_leave_days_per_year',
      'accrue_leave_on_hours_worked',
      'accrue_leave_on_overtime_hours',
      'leave_loading_percentage',
      'include_leave_loading_in_super',
      'rdo_hours',
      'toil_hours',
      'hourly_amount_for_workers_comp_leave',
      'hourly_amount_for_paid_parental_leave',
    ],
  },
  {
    title: 'Next of kin',
    fields: [
      'kin_name',
      'kin_relationship',
      'kin_phone_mobile',
      'kin_phone_home',
      'kin_phone_work',
      'kin_address1',
      'kin_address2',
      'kin_city',
      'kin_state',
      'kin_postcode',
      'kin_notes',
    ],
  },
]

/** Fields of the other country, which the form omits. */
const FOREIGN: Record<Jurisdiction, ReadonlySet<string>> = {
  AU: new Set(SECTIONS.filter(({ only }) => only === 'NZ').flatMap(({ fields }) => fields)),
  NZ: new Set([
    ...SECTIONS.filter(({ only }) => only === 'AU').flatMap(({ fields }) => fields),
    'stp_employment_status',
    'annual_package',
    'include_leave_loading_in_super',
  ]),
}

/** Switches for features that self-service does not have yet. The form omits them. */
const WITHOUT_USE = new Set(['allow_edit_timesheet', 'allow_edit_timeclock'])

/** The section of a field that no section lists, by its name. */
const BY_NAME: { title: string; fits: RegExp }[] = [
  { title: 'On the payslip', fits: /^(?!allow_).*payslip/ },
  { title: 'Self-service', fits: /^(allow_|employee_portal)/ },
  { title: 'More', fits: /./ },
]

/** Whether a field is used in the country. */
export const isUsedIn = (country: Jurisdiction, field: string): boolean => !FOREIGN[country].has(field)

/** The sections for a country. Every field of the schema is in exactly one section. */
export function sectionsFor(country: Jurisdiction, fields: string[]): FormSection[] {
  const shown = new Set(
    fields.filter(
      (field) =>
        field !== 'id' && field !== 'effective_from' && isUsedIn(country, field) && !WITHOUT_USE.has(field),
    ),
  )
  // A section removes its fields from the set, so no later section shows them again.
  const take = (wanted: readonly string[]) => wanted.filter((field) => shown.delete(field))
  const named = SECTIONS.filter(({ only }) => !only || only === country).map((section) => ({
    ...section,
    fields: take(section.fields),
  }))
  const others = BY_NAME.map(({ title, fits }) => ({
    title,
    fields: take([...shown].filter((field) => fits.test(field))),
  }))
  return [...named, ...others].filter((section) => section.fields.length > 0)
}

/** Required fields of a new employee in a country, beyond those of the schema. */
export function requiredOf(
  country: Jurisdiction,
  values: Readonly<Record<string, string | boolean>>,
): string[] {
  if (country === 'NZ') {
    if (values.no_declaration === true) return []
    const isWithoutIrd = values.nz_tax_code === 'WT' || values.nz_tax_code === 'ND'
    return ['nz_tax_code', ...(isWithoutIrd ? [] : ['ird_number'])]
  }
  return [
    'is_foreign_resident',
    'has_claimed_tax_free_threshold',
    'has_stsl_liability',
    'is_closely_held',
    ...(values.is_super_only_contractor === true ? [] : ['tax_file_number']),
  ]
}
