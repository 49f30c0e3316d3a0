import { STP_EMPLOYMENT_STATUSES, SUPER_BASES } from '../../../countries/au/law/input/words.ts'
import {
  CEC_OBLIGATIONS,
  CONTRIBUTION_TAX_METHODS,
  KIWISAVER_ACTIONS,
  KIWISAVER_STATUSES,
} from '../../../countries/nz/law/input/words.ts'
import type { Employee, EmployeeFields } from '../../../database/tables/employees.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { EMPLOYMENT_STATUSES, GENDERS, PAY_METHODS, PAY_PERIODS } from '../../../payroll/words.ts'
import type { SealedColumn } from '../../../security/sealed-columns.ts'
import { AU_FIELDS, SALARY_FIELDS } from './au-fields.ts'
import { DISPLAY_FIELDS } from './display-fields.ts'
import {
  bsb,
  choice,
  date,
  decimal,
  declared,
  defaultedWhole,
  type Field,
  flag,
  lawRate,
  note,
  option,
  optionalDecimal,
  phone,
  reportingText,
  requiredChoice,
  requiredDate,
  requiredText,
  sensitive,
  shaped,
  term,
  text,
  upperCased,
  wholeNumber,
} from './field-kinds.ts'

import { DOLLARS, FRACTION, NZ_FIELDS, PAY_PERIOD_NOTES } from './nz-fields.ts'

const BALANCE = { min: -100_000, max: 100_000 }
const AU_DECLARATION = 'AU: required on create.'

/**
 * The single list of employee fields. The request schema, the written columns, the read model and the defaults all follow
 * it. The compiler and a test check that the row type and the migrations name the same fields.
 */
export const EMPLOYEE_FIELDS = {
  // Identity
  first_name: requiredText(1, 60),
  middle_name: text(60),
  last_name: requiredText(1, 60),
  reporting_first_name: reportingText('first'),
  reporting_last_name: reportingText('last'),
  date_of_birth: requiredDate(),
  gender: choice(GENDERS, 'UNKNOWN'),
  honorific: text(18),
  number: text(60, {
    description:
      'The client’s employee code. Unique across the account’s companies; a deleted employee keeps it.',
  }),

  // Address
  address1: requiredText(1, 100),
  address2: text(100),
  city: requiredText(1, 60),
  state: term('period', upperCased(requiredText(2, 3))),
  country: upperCased(
    shaped('^[A-Z]{1,2}$', 'must be a country code of at most two letters, such as AU or NZ'),
  ),
  postcode: shaped('^[0-9]{4}$', 'must have exactly four digits'),

  // Contact and next of kin
  email_address: text(254, { format: 'email', problem: 'must be an e-mail address' }),
  payslip_email: text(254, {
    format: 'email',
    problem: 'must be an e-mail address',
    description: 'Where payslips are sent. Without one they go to `email_address`.',
  }),
  phone_home: phone(),
  phone_mobile: phone(),
  phone_medical: phone(),
  kin_name: text(60),
  kin_relationship: text(60),
  kin_address1: text(100),
  kin_address2: text(100),
  kin_city: text(60),
  kin_state: upperCased(text(3, { min: 2 })),
  kin_postcode: text(4, { pattern: '^[0-9]{4}$', problem: 'must have exactly four digits' }),
  kin_phone_home: phone(),
  kin_phone_work: phone(),
  kin_phone_mobile: phone(),
  kin_notes: note(10_000),

  // Employment
  start_date: requiredDate(),
  employment_status: term(
    'period',
    requiredChoice(
      EMPLOYMENT_STATUSES,
      'must be Full-time, Part-time, Casual or Labour Hire; case and hyphen do not matter',
    ),
  ),
  employment_type: option(
    'Id or name from `GET /api/employment-types`; follows employment_status when omitted.',
  ),
  employment_tenure: option('Id or name from `GET /api/employment-tenures`; Permanent when omitted.'),
  active_pay_recipient: flag(
    true,
    'False: no pending pays are generated. The employee still counts toward the employee cap.',
  ),
  position: text(60),
  department: text(60),

  // AU tax declaration
  is_super_only_contractor: term(
    'payment',
    flag(false, 'True: no tax file number is needed; left out of STP and PAYG.'),
  ),
  tax_file_number: sensitive(
    text(11, {
      format: 'tfn',
      description:
        'AU: required on create unless super-only contractor. Eight or nine digits that pass the tax office’s check.',
    }),
  ),
  tfnd_signed_date: term('payment', date()),
  is_foreign_resident: term('payment', declared(AU_DECLARATION)),
  has_claimed_tax_free_threshold: term('payment', declared(AU_DECLARATION)),
  has_stsl_liability: term('payment', declared(`${AU_DECLARATION} Study and training support loans.`)),
  is_closely_held: term('payment', declared(AU_DECLARATION)),
  working_holiday_tax_scale_applies: term('payment', flag(false)),
  ...AU_FIELDS,
  include_email_and_phone_in_stp: flag(false),
  abn: text(14, { format: 'abn', description: 'The employee’s own business number.' }),

  // NZ tax declaration
  nz_tax_code: term('payment', text(6, { description: 'NZ: required on create.' })),
  ird_number: sensitive(
    text(20, {
      description: 'NZ: required on create unless the code is WT or ND, or no_declaration is true.',
    }),
  ),
  has_student_loan: term('payment', flag(false)),
  no_declaration: term('payment', flag(false, 'True: code ND, no student loan, no IRD number.')),

  // Pay and rates
  pay_method: choice(PAY_METHODS, 'DIRECT BANK ENTRY'),
  pay_period: term('period', choice(PAY_PERIODS, 'WEEKLY', PAY_PERIOD_NOTES)),
  pay_rate_per_hour: term('period', optionalDecimal(DOLLARS)),
  ...SALARY_FIELDS,
  standard_hours_per_day: term(
    'period',
    decimal('7.6', { min: 0, max: 24, description: 'In New Zealand 8.' }),
  ),
  standard_days_per_week: term('period', defaultedWhole(5, { min: 0, max: 7 })),
  stp_employment_status: term('payment', choice(keysOf(STP_EMPLOYMENT_STATUSES), 'F')),

  // Superannuation (AU)
  default_employee_fund_member_number: sensitive(text(20)),
  default_employee_fund_usi: upperCased(
    text(20, {
      description: 'Checked against the fund registry; refused only if the registry says it does not exist.',
    }),
  ),
  super_rate: term(
    'payment',
    optionalDecimal({ ...FRACTION, description: 'Null: the law’s rate at each payment date.' }),
  ),
  compulsory_super_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description: 'Null: the law’s rate at each payment date.',
    }),
  ),
  is_super_enabled: term('payment', flag(true)),
  is_super_age_threshold_enabled: term(
    'payment',
    flag(true, 'Under 18: super only with more than 30 hours in the week.'),
  ),
  super_based_on: term('payment', choice(SUPER_BASES, 'OTE')),

  // KiwiSaver and ESCT (NZ)
  kiwisaver_employee_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description: 'Null: the law’s rate at each payment date.',
    }),
  ),
  kiwisaver_employer_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description: 'Null: the law’s rate at each payment date.',
    }),
  ),
  kiwisaver_status_code: term('payment', choice(KIWISAVER_STATUSES, 'AE')),
  kiwisaver_existing_action: term('payment', choice(KIWISAVER_ACTIONS, 'NONE')),
  kiwisaver_cec_obligation: term('payment', choice(CEC_OBLIGATIONS, 'REQUIRED')),
  esct_rate: term('payment', decimal('0.105', FRACTION)),
  employer_contrib_tax_method: term('payment', choice(CONTRIBUTION_TAX_METHODS, 'ESCT')),
  employer_contrib_paye_fraction: term('payment', decimal('1', FRACTION)),

  ...NZ_FIELDS,

  // Leave accrual
  is_leave_enabled: term('period', flag(true, 'False: nothing accrues.')),
  include_leave_loading_in_super: term('payment', flag(false)),
  accrue_leave_on_hours_worked: term('period', flag(true)),
  accrue_leave_on_overtime_hours: term('period', flag(false)),
  accrue_holiday_leave_per_hour: term(
    'period',
    lawRate({ ...FRACTION, description: 'Default: annual leave of the National Employment Standards.' }),
  ),
  accrue_sick_leave_per_hour: term(
    'period',
    lawRate({ ...FRACTION, description: 'Default: personal leave of the National Employment Standards.' }),
  ),
  accrue_lsl_per_hour: term(
    'period',
    lawRate({ ...FRACTION, description: 'Default: the rate of the state’s long service leave law.' }),
  ),
  num_sick_leave_days_per_year: term('period', wholeNumber({ min: 0, max: 366 })),
  num_holiday_leave_days_per_year: term('period', wholeNumber({ min: 0, max: 366 })),
  is_lsl_enabled: term('period', flag(true)),
  lsl_x_years: term(
    'period',
    wholeNumber({ min: 0, max: 100, description: 'Years until long service leave qualifies.' }),
  ),
  lsl_accrued_x_years: term(
    'period',
    wholeNumber({
      min: 0,
      max: 520,
      description: 'Weeks that accrue in these years; they set accrue_lsl_per_hour when it is not sent.',
    }),
  ),
  hourly_amount_for_workers_comp_leave: term('period', decimal('0', DOLLARS)),
  hourly_amount_for_paid_parental_leave: term('period', decimal('0', DOLLARS)),
  rdo_hours: decimal('0', BALANCE),
  toil_hours: decimal('0', BALANCE),
  leave_loading_percentage: term('period', decimal('0', { ...FRACTION, description: '0.175 is 17.5%.' })),

  // Inline bank details
  primary_bank_bsb: bsb(),
  primary_bank_account_number: sensitive(text(12)),
  primary_bank_account_name: text(32),
  secondary_bank_bsb: bsb(),
  secondary_bank_account_number: sensitive(text(12)),
  secondary_bank_account_name: text(32),
  secondary_bank_reference: text(18),
  secondary_bank_amount_per_period: optionalDecimal({
    ...DOLLARS,
    description: 'A fixed amount to the secondary account; the remainder goes to the primary one.',
  }),

  ...DISPLAY_FIELDS,
} satisfies { [K in keyof EmployeeFields]: Field<EmployeeFields[K]> }

export type EmployeeField = keyof EmployeeFields

export const FIELD_NAMES = Object.keys(EMPLOYEE_FIELDS) as EmployeeField[]

/** Encrypted at rest and masked in webhooks. */
type NameIn<Column> = Column extends `employees.${infer Name}` ? Name : never
export type SensitiveField = EmployeeField & NameIn<SealedColumn>
export const SENSITIVE_FIELDS = FIELD_NAMES.filter(
  (name): name is SensitiveField => fieldOf(name).isSensitive === true,
)

export function fieldOf(name: EmployeeField): Field<unknown> {
  return EMPLOYEE_FIELDS[name]
}

/** Running leave balances, which no request can write. */
export const BALANCES = [
  'holiday_hours',
  'sick_hours',
  'lsl_hours',
  'annual_holidays_weeks',
  'alt_holiday_days',
  'annual_leave_hours',
  'alt_leave_hours',
] as const

export const VIEW_COLUMNS = [
  'id',
  'company_id',
  ...FIELD_NAMES,
  'is_terminated',
  'termination_date',
  'is_deleted',
  ...BALANCES,
] as const satisfies readonly (keyof Employee)[]

/** The terms of an employee: the fields that calculations read, as of the payment date or the period end. */
export const TERM_FIELDS = FIELD_NAMES.filter((name) => fieldOf(name).term !== undefined)
