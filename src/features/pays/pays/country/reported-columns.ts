/** What Single Touch Payroll is told of a pay. */
export const SINGLE_TOUCH = ['reporting', 'income_type', 'compulsory_super', 'super_base', 'resc_super']

/** What payday filing is told of a pay. */
export const PAYDAY_FILING = [
  'tax_code',
  'hours_paid',
  'filed_gross',
  'not_liable_for_acc',
  'low_rate_indicator',
  'paye',
  'child_support',
  'child_support_code',
  'nz_student_loan',
  'student_loan_cir',
  'student_loan_bor',
  'kiwisaver_employee',
  'kiwisaver_employer',
  'kiwisaver_esct',
  'complying_fund_esct',
  'sacrificed_super_esct',
  'payroll_giving_credit',
  'filed_ess',
]
