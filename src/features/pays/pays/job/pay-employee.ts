import type { Employee } from '../../../../database/tables/employees.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { EndedService } from '../../../../payroll/employments.ts'
import type { FieldTimeline } from '../../../../payroll/terms.ts'
import { CLAIMS } from '../../../employees/employees/index.ts'

/** The employee columns that a pay needs. */
export const EMPLOYEE_COLUMNS = [
  'id',
  'number',
  'first_name',
  'last_name',
  'email_address',
  'date_of_birth',
  'state',
  'employment_status',
  'is_super_only_contractor',
  'tax_file_number',
  'tfnd_signed_date',
  'is_foreign_resident',
  'has_claimed_tax_free_threshold',
  'has_stsl_liability',
  'working_holiday_tax_scale_applies',
  ...CLAIMS,
  'nz_tax_code',
  'has_student_loan',
  'pay_period',
  'pay_calendar_id',
  'pay_rate_per_hour',
  'standard_hours_per_day',
  'standard_days_per_week',
  'super_rate',
  'compulsory_super_rate',
  'is_super_enabled',
  'is_super_age_threshold_enabled',
  'super_based_on',
  'kiwisaver_employee_rate',
  'kiwisaver_employer_rate',
  'kiwisaver_status_code',
  'kiwisaver_existing_action',
  'kiwisaver_cec_obligation',
  'esct_rate',
  'employer_contrib_tax_method',
  'employer_contrib_paye_fraction',
  'is_holiday_pay_paid_with_wages',
  'is_unpaid_leave_counted_as_service',
  'nz_holiday_pay_reason',
  'nz_minimum_wage',
  'nz_protected_net_per_pay',
  'nz_kiwisaver_reduction_from',
  'nz_kiwisaver_reduction_to',
  'nz_kiwisaver_suspension_from',
  'nz_kiwisaver_suspension_to',
  'nz_holidays_in_advance',
  'nz_holiday_year_from',
  'nz_transferred_holidays',
  'nz_work_days',
  'nz_workplace_region',
  'nz_work_pattern',
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
  'nz_complying_fund_rate',
  'is_leave_enabled',
  'include_leave_loading_in_super',
  'accrue_leave_on_hours_worked',
  'accrue_leave_on_overtime_hours',
  'accrue_holiday_leave_per_hour',
  'accrue_sick_leave_per_hour',
  'accrue_lsl_per_hour',
  'num_sick_leave_days_per_year',
  'num_holiday_leave_days_per_year',
  'is_lsl_enabled',
  'lsl_x_years',
  'lsl_accrued_x_years',
  'hourly_amount_for_workers_comp_leave',
  'hourly_amount_for_paid_parental_leave',
  'leave_loading_percentage',
  'holiday_hours',
  'sick_hours',
  'sick_days',
  'lsl_hours',
  'rdo_hours',
  'toil_hours',
  'annual_holidays_weeks',
  'alt_holiday_days',
  'annual_leave_hours',
  'sick_leave_hours',
  'alt_leave_hours',
  'is_terminated',
  'termination_date',
  'deceased_on',
  'is_deleted',
  'snapshot_id',
] as const satisfies readonly (keyof Employee)[]

/** The terms that decide which leave is earned, and what a day off pays. A row with a date uses those of its day, as does an anniversary. */
export const LEAVE_TERMS = [
  'state',
  'employment_status',
  'standard_hours_per_day',
  'standard_days_per_week',
  'is_leave_enabled',
  'accrue_leave_on_hours_worked',
  'accrue_leave_on_overtime_hours',
  'accrue_holiday_leave_per_hour',
  'accrue_sick_leave_per_hour',
  'accrue_lsl_per_hour',
  'num_sick_leave_days_per_year',
  'num_holiday_leave_days_per_year',
  'is_lsl_enabled',
  'lsl_x_years',
  'lsl_accrued_x_years',
  'leave_loading_percentage',
  'is_holiday_pay_paid_with_wages',
  'pay_rate_per_hour',
  'nz_work_days',
  'nz_work_pattern',
  'nz_workplace_region',
  'nz_transferred_holidays',
] as const satisfies readonly (typeof EMPLOYEE_COLUMNS)[number][]

/** The employee as a pay reads it, with the terms of the pay's own days. */
export type PayEmployee = Pick<Employee, (typeof EMPLOYEE_COLUMNS)[number] | 'start_date'> & {
  /** The status of the tax number on the payment date, if it has changed. Absent when today's status applies. */
  tax_number_status?: string
  /** The last change of terms recorded for the employee, or 0. Absent when not known. */
  last_terms_id?: number
  /** Whether an earlier employment has ended. */
  has_earlier?: boolean
  /** Whether there are opening balances. Absent when not known. */
  has_opening?: boolean
  /** Whether any pay has unpaid leave. Absent when not known. */
  has_unpaid_leave?: boolean
  /** The first payday of the current funds, when they all replaced others. */
  new_fund_since?: CivilDate | null
  /** The ordinary rate by day, if it has ever changed. Dated rows use the rate of their day. */
  rates?: FieldTimeline
  /** The terms for leave up to and including a day, oldest first, if they have ever changed. */
  earlier_terms?: readonly EarlierTerms[]
  /** The same from a day after the pay on. */
  later_terms?: readonly LaterTerms[]
  /** Earlier employments that ended before the service starting on `start_date`, if any. */
  earlier_service?: readonly EndedService[]
}

type DatedTerms = Partial<Pick<PayEmployee, (typeof LEAVE_TERMS)[number]>>
export type EarlierTerms = { to: CivilDate; terms: DatedTerms }
export type LaterTerms = { from: CivilDate; terms: DatedTerms }
