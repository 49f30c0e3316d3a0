import type { Jurisdiction } from '../api/types.ts'
import { COMPANY_LABELS } from '../company/labels.ts'
import { day, money, percent, quantity, withDays, words } from '../format.ts'
import { plainWordsWith } from '../plain-words.ts'

const LABELS: Record<string, string> = {
  kiwisaver_employer_amount: 'KiwiSaver, employer',
  award_name: 'Award',
  classification_name: 'Classification',
  employee_ids: 'Employees (ids)',
  allowance_category: 'Category',
  auto_apply_to_pay: 'On every new pay',
  pay_department: 'Department',
  address1: 'Address',
  address2: 'Address, second line',
  city: 'Town or suburb',
  country: 'Country (two letters)',
  bsb: 'BSB',
  account_number: 'Account number',
  account_name: 'Account name',
  bank_bsb: 'Bank account: BSB',
  employee_number: 'Employee number',
  employee_id: 'Employee (our number)',
  employee_name: 'Employee (first and last name)',
  abn: 'ABN',
  tax_file_number: 'Tax file number (TFN)',
  is_foreign_resident: 'Foreign resident for tax',
  has_claimed_tax_free_threshold: 'Claims the tax-free threshold',
  has_stsl_liability: 'Has a study or training loan (STSL)',
  is_closely_held: 'Closely held payee',
  is_super_only_contractor: 'Contractor for super only',
  working_holiday_tax_scale_applies: 'Working holiday maker',
  seniors_offset: 'Seniors and pensioners tax offset',
  medicare_levy_exemption: 'Medicare levy exemption',
  medicare_levy_reduction_children: 'Medicare levy reduction, children (0: spouse alone)',
  annual_tax_offset: 'Other tax offsets of the year',
  withhold_for_extra_pay: 'Withholds more in a year with 53 or 27 pays',
  extra_withholding_amount: 'Extra tax agreed, each pay period',
  withholding_variation_rate: 'Tax office variation, rate',
  withholding_variation_amount: 'Tax office variation, amount each pay period',
  withholding_variation_from: 'Variation from',
  withholding_variation_to: 'Variation to',
  medicare_levy_surcharge: 'Medicare levy surcharge',
  portable_long_service_scheme: 'Portable long service leave scheme',
  casual_statement_given_on: 'Casual information statement last given on',
  special_tax_table: 'Special tax table',
  include_email_and_phone_in_stp: 'Report e-mail and phone through STP',
  nz_tax_code: 'Tax code',
  ird_number: 'IRD number',
  has_student_loan: 'Has a student loan',
  no_declaration: 'No declaration given (code ND)',
  kin_name: 'Name',
  kin_relationship: 'Relationship',
  kin_address1: 'Address',
  kin_address2: 'Address, second line',
  kin_city: 'Town or suburb',
  kin_postcode: 'Postcode',
  kin_phone_home: 'Phone, home',
  kin_phone_work: 'Phone, work',
  kin_phone_mobile: 'Phone, mobile',
  kin_notes: 'Notes',
  phone_home: 'Phone, home',
  phone_mobile: 'Phone, mobile',
  phone_medical: 'Phone, doctor',
  reporting_first_name: 'Given name for authorities',
  reporting_last_name: 'Family name for authorities',
  number: 'Employee number',
  email_address: 'E-mail address',
  payslip_email: 'E-mail for payslips',
  pay_rate_per_hour: 'Pay rate per hour',
  annual_salary: 'Annual salary',
  annual_package: 'Total package (with super)',
  tfnd_signed_date: 'TFN declaration signed',
  honorific: 'Title',
  stp_employment_status: 'STP employment status',
  super_based_on: 'Super is based on',
  default_employee_fund_usi: 'Super fund (USI)',
  default_employee_fund_member_number: 'Member number in the fund',
  super_rate: 'Super rate',
  esct_rate: 'ESCT rate',
  kiwisaver_employee_rate: 'KiwiSaver rate, employee',
  kiwisaver_employer_rate: 'KiwiSaver rate, employer',
  kiwisaver_status_code: 'KiwiSaver status',
  kiwisaver_existing_action: 'KiwiSaver action',
  kiwisaver_cec_obligation: 'Compulsory employer contribution',
  employer_contrib_tax_method: 'Tax on the employer’s contribution',
  employer_contrib_paye_fraction: 'Part of the contribution taxed as PAYE',
  nz_complying_fund_rate: 'Complying fund, employer’s rate',
  nz_tax_rate: 'Rate on the certificate, or chosen (WT)',
  nz_schedular_activity: 'Schedular activity',
  nz_elected_extra_pay_rate: 'Higher rate on extra pays',
  nz_student_loan_special_rate: 'Student loan, special rate',
  nz_student_loan_cir_rate: 'Student loan, compulsory extra (SLCIR)',
  nz_student_loan_cir_total: 'Student loan, compulsory extra in total (SLCIR)',
  nz_student_loan_cir_from: 'Student loan, compulsory extra counts from',
  is_nz_student_loan_on_every_dollar: 'Student loan from every dollar (STC)',
  nz_student_loan_bor_amount: 'Student loan, extra amount (SLBOR)',
  nz_student_loan_bor_rate: 'Student loan, extra rate (SLBOR)',
  nz_work_pattern: 'Work pattern',
  nz_work_days: 'Days of the week worked',
  nz_workplace_region: 'Region of the workplace (anniversary day)',
  is_holiday_pay_paid_with_wages: 'Holiday pay is paid with wages (s 28)',
  nz_holiday_pay_reason: 'Why holiday pay is paid with wages',
  nz_holiday_pay_agreed_on: 'Date of the agreement on holiday pay',
  nz_minimum_wage: 'Minimum wage',
  nz_protected_net_per_pay: 'Net pay that an order protects',
  nz_kiwisaver_reduction_from: 'KiwiSaver rate reduction from',
  nz_kiwisaver_reduction_to: 'KiwiSaver rate reduction to',
  nz_kiwisaver_suspension_from: 'Savings suspension from',
  nz_kiwisaver_suspension_to: 'Savings suspension to',
  nz_holiday_year_from: 'Holiday year counts from (closedown, s 35)',
  nz_transferred_holidays: 'Public holidays observed on another day (s 44A, 44B)',
  nz_holidays_in_advance: 'Holiday pay in advance is taxed',
  is_unpaid_leave_counted_as_service: 'Unpaid leave over a week counts as service (s 16)',
  accrue_lsl_per_hour: 'Long service leave per hour',
  accrue_holiday_leave_per_hour: 'Annual leave per hour',
  accrue_sick_leave_per_hour: 'Sick leave per hour',
  is_lsl_enabled: 'Long service leave accrues',
  is_leave_enabled: 'Leave accrues',
  lsl_x_years: 'Years until long service leave',
  lsl_accrued_x_years: 'Weeks of long service leave in those years',
  rdo_hours: 'Rostered days off, hours',
  toil_hours: 'Time in lieu, hours',
  num_holiday_leave_days_per_year: 'Annual leave, days per year',
  num_sick_leave_days_per_year: 'Sick leave, days per year',
  accrue_leave_on_hours_worked: 'Leave accrues on hours worked',
  accrue_leave_on_overtime_hours: 'Leave accrues on overtime too',
  leave_loading_percentage: 'Annual leave loading',
  include_leave_loading_in_super: 'Super on leave loading',
  hourly_amount_for_workers_comp_leave: 'Workers compensation, pay per hour',
  hourly_amount_for_paid_parental_leave: 'Paid parental leave, pay per hour',
  is_super_enabled: 'Gets super',
  compulsory_super_rate: 'Super rate, the compulsory part',
  is_super_age_threshold_enabled: 'Under 18: super only in weeks of more than 30 hours',
  payslip_show_base_ordinary_rate: 'Show the base hourly rate',
  payslip_show_zero_dollar_leave: 'Show leave paid at $0',
  payslip_time_non_decimal: 'Show hours as 7:36 instead of 7.6',
  employee_portal_active: 'May use self-service',
  allow_edit_account_details: 'May ask to change address and phone',
  allow_edit_tax_settings: 'May ask to change tax details',
  allow_edit_bank_accounts: 'May ask to change the bank account',
  allow_edit_super_details: 'May ask for another super fund',
  allow_edit_leave_requests: 'May request leave',
  allow_edit_leave_requests_when_negative: 'May request more leave than they have',
  allow_view_holiday_leave_balance: 'Sees annual leave',
  allow_view_sick_leave_balance: 'Sees sick leave',
  allow_view_long_service_leave_balance: 'Sees long service leave',
  allow_view_payslips: 'Sees payslips',
  active_pay_recipient: 'Gets a draft in each pay run',
  primary_bank_bsb: 'First account: BSB',
  primary_bank_account_number: 'First account: number',
  primary_bank_account_name: 'First account: name',
  secondary_bank_bsb: 'Second account: BSB',
  secondary_bank_account_number: 'Second account: number',
  secondary_bank_account_name: 'Second account: name',
  secondary_bank_reference: 'Second account: reference',
  secondary_bank_amount_per_period: 'Second account: amount per pay',
}

/** Labels that differ in New Zealand. */
const NZ_LABELS: Record<string, string> = {
  primary_bank_account_number: 'Bank account number',
  primary_bank_account_name: 'Bank account name',
}

/** The label of a field. */
export function labelOf(field: string, country?: Jurisdiction): string {
  if (field === 'state' || field === 'kin_state')
    return country === 'AU' ? 'State' : country === 'NZ' ? 'Region' : 'State or region'
  if (country === 'NZ' && NZ_LABELS[field]) return NZ_LABELS[field]
  const short = field.replace(/^payslip_show_/, 'show_').replace(/^is_/, '')
  return (
    LABELS[field] ??
    COMPANY_LABELS[field] ??
    words(short)
      .replace(/\blsl\b/, 'long service leave')
      .replace(/\bytd\b/, 'year to date')
  )
}

const OPTIONS: Record<string, Record<string, string>> = {
  stp_employment_status: { F: 'Full-time (F)', P: 'Part-time (P)', C: 'Casual (C)' },
  gender: { MALE: 'Male', FEMALE: 'Female', INDETERMINATE: 'Non-binary', UNKNOWN: 'Not stated' },
  pay_period: {
    WEEKLY: 'Weekly',
    FORTNIGHTLY: 'Fortnightly',
    FOUR_WEEKLY: 'Four-weekly',
    MONTHLY: 'Monthly',
  },
  status: { pending: 'draft', processed: 'processed' },
  pay_method: { CASH: 'Cash', 'DIRECT BANK ENTRY': 'Bank transfer', OTHER: 'Other' },
  seniors_offset: {
    NONE: 'Not claimed',
    SINGLE: 'Single',
    ILLNESS_SEPARATED: 'Couple, separated by illness',
    COUPLE: 'Couple',
  },
  medicare_levy_exemption: { NONE: 'None', HALF: 'Half', FULL: 'Full' },
  medicare_levy_surcharge: { NONE: 'None', TIER_1: 'Tier 1', TIER_2: 'Tier 2', TIER_3: 'Tier 3' },
  special_tax_table: {
    NONE: 'None',
    HORTICULTURE_SHEARING: 'Horticulture or shearing (Schedule 2)',
    PERFORMING_ARTIST: 'Performing artist (Schedule 3)',
    PROMOTIONAL_ACTIVITY: 'Promotional activity',
    PALM: 'PALM scheme',
  },
  portable_long_service_scheme: {
    NOT_STATED: 'Not stated',
    NONE: 'None',
    NSW_COMMUNITY_SERVICES: 'NSW, community services',
    NSW_CONTRACT_CLEANING: 'NSW, contract cleaning',
    VIC_COMMUNITY_SERVICES: 'VIC, community services',
    VIC_CONTRACT_CLEANING: 'VIC, contract cleaning',
    VIC_SECURITY: 'VIC, security',
    QLD_COMMUNITY_SERVICES: 'QLD, community services',
    QLD_CONTRACT_CLEANING: 'QLD, contract cleaning',
    SA_COMMUNITY_SERVICES: 'SA, community services',
    ACT_COMMUNITY_SECTOR: 'ACT, community sector',
    ACT_CONTRACT_CLEANING: 'ACT, contract cleaning (to March 2025)',
    ACT_SECURITY: 'ACT, security',
    ACT_SERVICES: 'ACT, services industry',
    NT_COMMUNITY_SERVICES: 'NT, community services',
  },
  kiwisaver_cec_obligation: {
    REQUIRED: 'Required',
    NOT_REQUIRED: 'Not required',
    EXISTING_SCHEME: 'Paid to another scheme',
  },
  kiwisaver_existing_action: {
    NONE: 'None',
    CONTINUE: 'Goes on',
    OPT_IN: 'Opts in',
    SAVINGS_SUSPENSION: 'Savings suspension',
  },
  employer_contrib_tax_method: {
    ESCT: 'ESCT',
    PAYE_GROSS: 'As PAYE, on the gross',
    PAYE_NET: 'As PAYE, on the net',
  },
  super_based_on: { OTE: 'Ordinary time earnings', GROSS: 'Gross' },
  nz_holiday_pay_reason: {
    FIXED_TERM: 'Fixed term of less than twelve months',
    IRREGULAR: 'Work is intermittent or irregular',
  },
  nz_minimum_wage: {
    ADULT: 'Adult',
    STARTING_OUT: 'Starting-out',
    TRAINING: 'Training',
    NONE: 'Not covered by the Act',
  },
  nz_workplace_region: {
    HOME_ADDRESS: 'As for the home address',
    HAWKES_BAY: 'Hawke’s Bay',
    SOUTH_CANTERBURY: 'South Canterbury',
    CHATHAM_ISLANDS: 'Chatham Islands',
  },
  nz_holidays_in_advance: { SPREAD: 'In the periods of the holiday', EXTRA_PAY: 'As an extra pay' },
  kiwisaver_status_code: {
    AE: 'Automatically enrolled (AE)',
    AK: 'Already a member (AK)',
    OK: 'Opted in (OK)',
    NK: 'Not a member (NK)',
    CT: 'Contribution ended (CT)',
  },
}

/** The label of a code in a list of choices. */
export function optionOf(field: string, code: string): string {
  const isPlain = field === 'employment_status' || field === 'nz_tax_code' || /^[A-Z]{2,4}$/.test(code)
  return OPTIONS[field]?.[code] ?? (isPlain ? code : words(code))
}

const MONEY =
  /(_rate_per_hour|_amount|_amount_per_period|_tax_offset|^hourly_amount|^(gross|tax|net|super|rate|amount)$)/
const SHARE = /(_rate|_percentage|_fraction)$/

/** The value of a field in words. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return day(text)
  const isNumber = text !== '' && !Number.isNaN(Number(text))
  if (isNumber && SHARE.test(field)) return percent(Number(text))
  if (isNumber && MONEY.test(field)) return money(Number(text))
  if (isNumber && typeof value === 'number') return quantity(value)
  // Free text stays unchanged. Only codes are put into words.
  const isCode = OPTIONS[field]?.[text] !== undefined || /^[A-Z]+(_[A-Z]+)+$/.test(text)
  return isCode ? optionOf(field, text) : text
}

/** How a program uses a field, and how a person uses its input. */
const DONE: readonly [RegExp, string][] = [
  [/\b([a-z]+(?:_[a-z0-9]+)+) was sent\b/g, '$1 was entered'],
  [/\b([a-z]+(?:_[a-z0-9]+)+) is sent\b/g, '$1 is set'],
  [/\bsend ([a-z]+(?:_[a-z0-9]+)+) true\b/g, 'tick $1'],
  [/\bsend (?=[a-z]+(?:_[a-z0-9]+)+)/g, 'enter '],
  [/\bsend them too\b/g, 'change them too'],
]

/** A finding about pays, people or the company, in plain words and with labels in place of field names. */
export const inPlainLabels = (sentence: string): string =>
  plainWordsWith(
    sentence.replace(
      /(?<=[a-z]_[a-z]+`?) is (true|false)\b/g,
      (_, is) => ` is ${is === 'true' ? 'on' : 'off'}`,
    ),
    (field) => `“${labelOf(field)}”`,
  ).replaceAll(/“(“[^”]*”)”/g, '$1')

/** A message of the API with labels in place of field names. */
export function inLabels(sentence: string): string {
  const spoken = DONE.reduce((text, [from, to]) => text.replaceAll(from, to), withDays(sentence))
  const field = /\b[a-z]+(?:_[a-z0-9]+)+\b(?: is (true|false)\b)?/g
  return spoken.replace(field, (found, is?: string) => {
    const label = `“${labelOf(found.replace(/ is (true|false)$/, ''))}”`
    return is ? `${label} is ${is === 'true' ? 'on' : 'off'}` : label
  })
}
