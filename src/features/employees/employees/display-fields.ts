import { flag } from './field-kinds.ts'

/** Settings for self-service and payslips. No calculation reads them. */
export const DISPLAY_FIELDS = {
  // Employee portal
  employee_portal_active: flag(false, 'The master switch; sends no invitation.'),
  allow_edit_timesheet: flag(false),
  allow_edit_timeclock: flag(false),
  allow_edit_account_details: flag(false),
  allow_edit_tax_settings: flag(false),
  allow_edit_bank_accounts: flag(false),
  allow_edit_super_details: flag(false),
  allow_edit_leave_requests: flag(false),
  allow_edit_leave_requests_when_negative: flag(false, 'Only has an effect with allow_edit_leave_requests.'),
  allow_view_holiday_leave_balance: flag(false),
  allow_view_sick_leave_balance: flag(false),
  allow_view_long_service_leave_balance: flag(false),
  allow_view_payslips: flag(false),

  // Payslip display
  show_roster_summary_on_payslip: flag(false),
  show_position_on_payslip: flag(true),
  show_department_on_payslip: flag(false),
  payslip_show_holiday_leave_balance: flag(true),
  payslip_show_sick_leave_balance: flag(true),
  payslip_show_lsl_balance: flag(true),
  payslip_show_negative_leave_balances: flag(false),
  payslip_show_custom_balances: flag(false),
  payslip_show_hours_and_rate: flag(true),
  payslip_show_allowance_units: flag(true),
  payslip_show_base_ordinary_rate: flag(false),
  payslip_show_super_ytd: flag(true),
  payslip_show_ytd: flag(true),
  payslip_show_zero_dollar_leave: flag(false),
  payslip_time_non_decimal: flag(false),
}
