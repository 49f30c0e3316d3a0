import type { ColumnType, Generated, Selectable } from 'kysely'
import type {
  MedicareExemption,
  PortableScheme,
  SeniorsClaim,
  SpecialTaxTable,
  StpEmploymentStatus,
  SuperBasis,
  SurchargeTier,
} from '../../countries/au/law/input/words.ts'
import type {
  CecObligation,
  ContributionTaxMethod,
  HolidayPayReason,
  HolidaysInAdvance,
  KiwiSaverAction,
  KiwiSaverStatus,
  MinimumWage,
  WorkplaceRegion,
} from '../../countries/nz/law/input/words.ts'
import type { FieldTimeline } from '../../payroll/terms.ts'
import type { EMPLOYMENT_STATUSES, Gender, PayMethod, PayPeriod } from '../../payroll/words.ts'

/** The employee's fields by their wire names, as stored: decimals and dates are text. */
export type EmployeeFields = {
  first_name: string
  middle_name: string | null
  last_name: string
  reporting_first_name: string | null
  reporting_last_name: string | null
  date_of_birth: string
  gender: Gender
  honorific: string | null
  number: string | null
  address1: string
  address2: string | null
  city: string
  state: string
  country: string
  postcode: string
  email_address: string | null
  payslip_email: string | null
  phone_home: string | null
  phone_mobile: string | null
  phone_medical: string | null
  kin_name: string | null
  kin_relationship: string | null
  kin_address1: string | null
  kin_address2: string | null
  kin_city: string | null
  kin_state: string | null
  kin_postcode: string | null
  kin_phone_home: string | null
  kin_phone_work: string | null
  kin_phone_mobile: string | null
  kin_notes: string | null
  start_date: string
  employment_status: (typeof EMPLOYMENT_STATUSES)[number]
  employment_type: number | null
  employment_tenure: number | null
  active_pay_recipient: boolean
  position: string | null
  department: string | null
  is_super_only_contractor: boolean
  /** Encrypted. */
  tax_file_number: string | null
  tfnd_signed_date: string | null
  is_foreign_resident: boolean | null
  has_claimed_tax_free_threshold: boolean | null
  has_stsl_liability: boolean | null
  is_closely_held: boolean | null
  working_holiday_tax_scale_applies: boolean
  seniors_offset: 'NONE' | SeniorsClaim
  medicare_levy_exemption: 'NONE' | MedicareExemption
  medicare_levy_reduction_children: number | null
  annual_tax_offset: string | null
  withhold_for_extra_pay: boolean
  extra_withholding_amount: string | null
  withholding_variation_rate: string | null
  withholding_variation_amount: string | null
  withholding_variation_from: string | null
  withholding_variation_to: string | null
  medicare_levy_surcharge: 'NONE' | SurchargeTier
  special_tax_table: 'NONE' | SpecialTaxTable
  portable_long_service_scheme: 'NOT_STATED' | 'NONE' | PortableScheme
  casual_statement_given_on: string | null
  include_email_and_phone_in_stp: boolean
  abn: string | null
  nz_tax_code: string | null
  /** Encrypted. */
  ird_number: string | null
  has_student_loan: boolean
  no_declaration: boolean
  pay_method: PayMethod
  pay_period: PayPeriod
  pay_rate_per_hour: string | null
  annual_salary: string | null
  annual_package: string | null
  standard_hours_per_day: string
  standard_days_per_week: number
  stp_employment_status: StpEmploymentStatus
  default_employee_fund_member_number: string | null
  default_employee_fund_usi: string | null
  super_rate: string | null
  compulsory_super_rate: string | null
  is_super_enabled: boolean
  is_super_age_threshold_enabled: boolean
  super_based_on: SuperBasis
  kiwisaver_employee_rate: string | null
  kiwisaver_employer_rate: string | null
  kiwisaver_status_code: KiwiSaverStatus
  kiwisaver_existing_action: KiwiSaverAction
  kiwisaver_cec_obligation: CecObligation
  esct_rate: string
  employer_contrib_tax_method: ContributionTaxMethod
  employer_contrib_paye_fraction: string
  is_holiday_pay_paid_with_wages: boolean
  is_unpaid_leave_counted_as_service: boolean
  nz_holiday_pay_reason: HolidayPayReason | null
  nz_holiday_pay_agreed_on: string | null
  nz_minimum_wage: MinimumWage
  nz_protected_net_per_pay: string | null
  nz_kiwisaver_reduction_from: string | null
  nz_kiwisaver_reduction_to: string | null
  nz_kiwisaver_suspension_from: string | null
  nz_kiwisaver_suspension_to: string | null
  nz_holidays_in_advance: HolidaysInAdvance
  nz_holiday_year_from: string | null
  nz_transferred_holidays: string | null
  nz_work_days: string | null
  nz_workplace_region: WorkplaceRegion
  nz_work_pattern: string | null
  nz_tax_rate: string | null
  nz_schedular_activity: string | null
  nz_elected_extra_pay_rate: string | null
  nz_student_loan_special_rate: string | null
  nz_student_loan_cir_rate: string | null
  nz_student_loan_bor_amount: string | null
  nz_student_loan_bor_rate: string | null
  nz_student_loan_cir_total: string | null
  nz_student_loan_cir_from: string | null
  is_nz_student_loan_on_every_dollar: boolean
  nz_complying_fund_rate: string | null
  is_leave_enabled: boolean
  include_leave_loading_in_super: boolean
  accrue_leave_on_hours_worked: boolean
  accrue_leave_on_overtime_hours: boolean
  accrue_holiday_leave_per_hour: string
  accrue_sick_leave_per_hour: string
  accrue_lsl_per_hour: string
  num_sick_leave_days_per_year: number | null
  num_holiday_leave_days_per_year: number | null
  is_lsl_enabled: boolean
  lsl_x_years: number | null
  lsl_accrued_x_years: number | null
  hourly_amount_for_workers_comp_leave: string
  hourly_amount_for_paid_parental_leave: string
  rdo_hours: string
  toil_hours: string
  leave_loading_percentage: string
  primary_bank_bsb: string | null
  /** Encrypted. */
  primary_bank_account_number: string | null
  primary_bank_account_name: string | null
  secondary_bank_bsb: string | null
  /** Encrypted. */
  secondary_bank_account_number: string | null
  secondary_bank_account_name: string | null
  secondary_bank_reference: string | null
  secondary_bank_amount_per_period: string | null
  employee_portal_active: boolean
  allow_edit_timesheet: boolean
  allow_edit_timeclock: boolean
  allow_edit_account_details: boolean
  allow_edit_tax_settings: boolean
  allow_edit_bank_accounts: boolean
  allow_edit_super_details: boolean
  allow_edit_leave_requests: boolean
  allow_edit_leave_requests_when_negative: boolean
  allow_view_holiday_leave_balance: boolean
  allow_view_sick_leave_balance: boolean
  allow_view_long_service_leave_balance: boolean
  allow_view_payslips: boolean
  show_roster_summary_on_payslip: boolean
  show_position_on_payslip: boolean
  show_department_on_payslip: boolean
  payslip_show_holiday_leave_balance: boolean
  payslip_show_sick_leave_balance: boolean
  payslip_show_lsl_balance: boolean
  payslip_show_negative_leave_balances: boolean
  payslip_show_custom_balances: boolean
  payslip_show_hours_and_rate: boolean
  payslip_show_allowance_units: boolean
  payslip_show_base_ordinary_rate: boolean
  payslip_show_super_ytd: boolean
  payslip_show_ytd: boolean
  payslip_show_zero_dollar_leave: boolean
  payslip_time_non_decimal: boolean
}

export type EmployeesTable = EmployeeFields & {
  id: Generated<number>
  company_id: number
  /** The company's customer. A number is unique across all companies of the account. */
  customer_id: number
  /** Running totals of leave movements. */
  holiday_hours: Generated<string>
  sick_hours: Generated<string>
  /** New Zealand: the sick leave balance, from which sick_hours is derived; null elsewhere. */
  sick_days: string | null
  lsl_hours: Generated<string>
  annual_holidays_weeks: Generated<string>
  alt_holiday_days: Generated<string>
  /** New Zealand leave from the Employment Leave Act 2026 on, in hours. sick_hours includes that of sick leave. */
  annual_leave_hours: Generated<string>
  sick_leave_hours: Generated<string>
  alt_leave_hours: Generated<string>
  is_terminated: Generated<boolean>
  termination_date: string | null
  /** The date of death, if that ended the employment. */
  deceased_on: Generated<string | null>
  is_deleted: Generated<boolean>
  version: Generated<number>
  /** The snapshot for the next pay; null after a change, when a new one has to be created. */
  snapshot_id: Generated<number | null>
  /** Null for the company's own cycle of the pay period. */
  pay_calendar_id: Generated<number | null>
  /** The timeline of each term that ever changed, by field. A trigger on employee_terms updates it. */
  term_timelines: ColumnType<Readonly<Record<string, FieldTimeline>> | null, never, never>
  created_at: Date
  updated_at: Date
  /** Set once the person's identity has been removed from the row. */
  forgotten_at: Generated<Date | null>
}

/** A row as stored: sensitive fields are encrypted. */
export type Employee = Selectable<EmployeesTable>

export type EmployeeBankAccountsTable = {
  id: Generated<number>
  customer_id: number
  employee_id: number
  rank: number
  account_name: string
  bsb: string | null
  /** Encrypted. */
  account_number: string
  reference: string | null
  amount_type: 'FIXED' | 'PERCENTAGE' | 'REMAINDER'
  amount: string | null
}

export type EmployeeSuperFundsTable = {
  id: Generated<number>
  customer_id: number
  employee_id: number
  rank: number
  fund_type: 'APRA' | 'SMSF'
  fund_name: string
  usi: string | null
  abn: string | null
  esa: string | null
  member_number: string | null
  percentage: string
  is_default: boolean
  bank_bsb: string | null
  /** Encrypted. */
  bank_account_number: string | null
  bank_account_name: string | null
}
