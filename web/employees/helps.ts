import type { Jurisdiction } from '../api/types.ts'

/*
 * Help text for payroll officers. The API's schema describes fields for programs. If a description names other fields or values,
 * the help here replaces it. A test fails if a form would show such a description.
 */

const HELPS: Record<string, string> = {
  address1: 'Type the street and the suburb, then choose.',
  reporting_first_name:
    'For the tax office, in Latin letters. Empty: the first name, transliterated and shortened.',
  reporting_last_name:
    'For the tax office, in Latin letters. Empty: the last name, transliterated and shortened.',
  tax_file_number:
    'From the tax file number declaration. 111111111 for up to 28 days while they apply for one, 000000000 if they gave none.',
  is_closely_held: 'Related to the owners of a small business, and reported quarterly.',
  number: 'Your own code for the employee; unique across your companies.',
  working_holiday_tax_scale_applies: 'Has a working holiday visa (417 or 462).',
  special_tax_table:
    'For horticulture and shearing (Schedule 2), performing artists and promotional activities (Schedule 3), or the Pacific scheme.',
  is_super_only_contractor: 'Paid super only: no tax file number, nothing reported to the tax office.',
  active_pay_recipient: 'Not ticked: pay runs skip this person.',
  payslip_email: 'Empty: payslips go to the e-mail address above.',
  email_address: '',
  has_stsl_liability: '',
  abn: '',
  pay_period: '',
  annual_salary:
    'Sets the hourly rate: a year’s salary ÷ 52 weeks ÷ the standard hours of a week. An hourly rate entered later clears it.',
  annual_package: 'A year’s salary including the super guarantee. Sets the salary and the hourly rate.',
  standard_hours_per_day: '',
  medicare_levy_reduction_children: '0 for a spouse alone; empty: none claimed.',
  seniors_offset: 'From the withholding declaration; withheld under Schedule 9.',
  medicare_levy_exemption: 'From the Medicare levy variation declaration: full (scale 5) or half (scale 6).',
  super_rate: 'Empty: the statutory rate on each payment date.',
  compulsory_super_rate: 'Empty: the statutory rate on each payment date.',
  kiwisaver_employee_rate: 'Empty: the statutory rate on each payment date.',
  kiwisaver_employer_rate: 'Empty: the statutory rate on each payment date.',
  default_employee_fund_usi: 'The fund’s unique superannuation identifier.',
  accrue_holiday_leave_per_hour: 'Empty: annual leave of the National Employment Standards. Casuals: none.',
  accrue_sick_leave_per_hour: 'Empty: personal leave of the National Employment Standards. Casuals: none.',
  accrue_lsl_per_hour: 'Empty: the rate of the state’s long service leave law, where it accrues.',
  is_lsl_enabled:
    'Off for a new casual. Tick it for casuals too where the Act of their state gives them leave.',
  accrue_leave_on_hours_worked: 'Not ticked: it accrues by days per year.',
  num_holiday_leave_days_per_year: 'Only where leave does not accrue on hours worked.',
  num_sick_leave_days_per_year: 'Only where leave does not accrue on hours worked.',
  lsl_accrued_x_years: 'Sets the long service leave per hour where that is empty.',
  lsl_x_years: 'For example 7 or 10, depending on the state.',
  employee_portal_active: 'Lets the employee sign in. Invite them on the employee’s page.',
  allow_edit_leave_requests_when_negative: 'Only where the employee may request leave.',
}

/** Help text for New Zealand, where it differs. */
const NZ_HELPS: Record<string, string> = {
  reporting_first_name:
    'For Inland Revenue, in Latin letters. Empty: the first name, transliterated and shortened.',
  reporting_last_name:
    'For Inland Revenue, in Latin letters. Empty: the last name, transliterated and shortened.',
  is_lsl_enabled: 'Only where the employment agreement gives it.',
  nz_tax_code: 'From the IR330, such as M or S.',
  ird_number: 'From the IR330; not needed with WT or ND.',
  no_declaration: 'No IR330 was provided: taxed at the non-declaration rate.',
  accrue_holiday_leave_per_hour: '',
  accrue_sick_leave_per_hour: '',
  accrue_lsl_per_hour: '',
  nz_tax_rate:
    'Code STC: the rate on the certificate. Code WT: the rate the contractor chose; empty: the rate of the activity.',
  nz_schedular_activity: 'Code WT: the activity in the words of the IR330C.',
  nz_complying_fund_rate: 'If the employer pays to a complying fund instead of KiwiSaver.',
  nz_student_loan_special_rate: 'From a special deduction rate certificate.',
  nz_student_loan_cir_rate: 'Only if Inland Revenue asked for it.',
  nz_student_loan_cir_total: 'The total that the notice asks to recover; deductions stop once it is reached.',
  is_nz_student_loan_on_every_dollar:
    'Code STC, where the certificate asks for deductions from every dollar and not only above the threshold.',
  nz_student_loan_bor_amount: 'The amount for each pay.',
  nz_student_loan_bor_rate: 'A rate instead of an amount.',
  nz_work_pattern:
    'Days with their hours: MO 8,TU 8,WE 8,TH 8,FR 4. Up to four weeks that repeat, separated by semicolons, after a day of the first week: 2026-10-05: MO 12,TU 12; TH 12,FR 12.',
  nz_work_days: 'For example MO,TU,WE. Only where there is no work pattern.',
  nz_minimum_wage: 'No one under 16 has one. A pay below it gets a warning.',
  nz_workplace_region: 'Timaru, Waimate and Mackenzie observe the day of South Canterbury.',
  is_holiday_pay_paid_with_wages:
    'Each pay has a row of 8% of its gross earnings, for casuals and fixed terms under a year. No weeks accrue. At the end of the employment, 8% of all gross earnings is owed, less what was paid.',
  nz_holiday_pay_reason: '',
  nz_holiday_pay_agreed_on: 'The date of the employment agreement in which the employee agreed to it.',
  nz_holidays_in_advance: 'For holiday pay that is paid before the holiday begins.',
  is_unpaid_leave_counted_as_service:
    'Ticked: you and the employee agree that it counts. Not ticked: the anniversary moves. Unpaid sick and bereavement leave always count.',
  nz_transferred_holidays:
    'The holiday, then the day in its place: 2026-10-26>2026-10-30. For a night shift, with the time from which the 24 hours count: 2026-10-26>2026-10-25T12:00.',
}

/** Help text for payroll officers, instead of the schema's. */
export function helpsFor(country: Jurisdiction): Record<string, string> {
  return country === 'NZ' ? { ...HELPS, ...NZ_HELPS } : HELPS
}
