import {
  HOLIDAY_PAY_REASONS,
  HOLIDAYS_IN_ADVANCE,
  MINIMUM_WAGES,
  WORKPLACE_REGIONS,
} from '../../../countries/nz/law/input/words.ts'
import { PAY_PERIODS } from '../../../payroll/words.ts'
import { choice, date, flag, optionalChoice, optionalDecimal, term, text, upperCased } from './field-kinds.ts'

export const DOLLARS = { min: 0, max: 1_000_000 }
export const FRACTION = { min: 0, max: 1 }

const DAY = '(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const TRANSFER = `${DAY}>${DAY}(T([01][0-9]|2[0-3]):[0-5][0-9])?`
const TRANSFERS = `^${TRANSFER}(,${TRANSFER}){0,19}$`

export const PAY_PERIOD_NOTES = {
  description: 'FOUR_WEEKLY in New Zealand companies. Half-monthly pay is not offered.',
  problem: `must be one of ${PAY_PERIODS.join(', ')}. Half-monthly pay is not offered: Inland Revenue publishes no PAYE steps for it`,
}

/** New Zealand terms that the specification does not name: rates by certificate or election, and Holidays Act settings. */
export const NZ_FIELDS = {
  nz_complying_fund_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description:
        'EXISTING_SCHEME: the employer’s contribution to a complying fund. Null: it meets the whole obligation.',
    }),
  ),

  // New Zealand: rates by certificate or election
  nz_tax_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description:
        'STC: the rate on the certificate. WT: the rate the contractor chose; null: that of the activity.',
    }),
  ),
  nz_schedular_activity: term(
    'payment',
    text(60, {
      description:
        'WT: the activity, one of the 26 named in rates/nz/schedular-payments. Null: the no-notification rate.',
    }),
  ),
  nz_elected_extra_pay_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description: 'A higher rate that the employee chose for extra pays; a lower one is not used.',
    }),
  ),
  nz_student_loan_special_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description: 'Special deduction rate certificate. Null: the standard rate.',
    }),
  ),
  nz_student_loan_cir_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description: 'SLCIR: the extra student loan deduction that the Commissioner requires.',
    }),
  ),
  nz_student_loan_cir_total: term(
    'payment',
    optionalDecimal({
      ...DOLLARS,
      description:
        'SLCIR: the total that the notice asks to recover; deductions stop once it is reached. Null: no known end.',
    }),
  ),
  nz_student_loan_cir_from: term('payment', date()),
  is_nz_student_loan_on_every_dollar: term(
    'payment',
    flag(
      false,
      'STC: the certificate asks for student loan deductions from every dollar, not only from those above the threshold.',
    ),
  ),
  nz_student_loan_bor_amount: term(
    'payment',
    optionalDecimal({
      ...DOLLARS,
      description:
        'SLBOR: the extra student loan deduction that the borrower chose, as an amount for each pay.',
    }),
  ),
  nz_student_loan_bor_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description: 'SLBOR: the extra student loan deduction that the borrower chose, as a rate.',
    }),
  ),

  // Holidays Act (NZ)
  is_holiday_pay_paid_with_wages: term(
    'period',
    flag(
      false,
      'True: each pay has a row "Holiday pay (8%)", 8% of its gross earnings (s 28: casuals, fixed terms under a year); your own allowance named "Holiday pay" or "8%" counts towards it. No weeks accrue; when the employment ends, 8% of all gross earnings is owed, less what was already paid. Send nz_holiday_pay_reason and nz_holiday_pay_agreed_on too.',
    ),
  ),
  nz_holiday_pay_reason: term(
    'period',
    optionalChoice(
      HOLIDAY_PAY_REASONS,
      'Why holiday pay may be paid with the wages (s 28(1)(a)): FIXED_TERM, an agreement for less than twelve months; IRREGULAR, work too intermittent or irregular for four weeks of holidays.',
    ),
  ),
  nz_holiday_pay_agreed_on: date(
    'The date of the employment agreement in which the employee agreed to it (s 28(1)(b)).',
  ),
  is_unpaid_leave_counted_as_service: term(
    'period',
    flag(
      false,
      'Unpaid leave of more than a week (s 16): false, the anniversary moves and the divisor stays 52; true, employer and employee agree that it counts, and it shortens the divisor. NZ_UNPAID_SICK and NZ_UNPAID_BEREAVEMENT always count.',
    ),
  ),
  nz_protected_net_per_pay: term(
    'payment',
    optionalDecimal({
      ...DOLLARS,
      description:
        'The part of each pay after income tax that attachment orders must leave, where an order sets more than 60%.',
    }),
  ),
  nz_minimum_wage: term(
    'period',
    choice(
      MINIMUM_WAGES,
      'ADULT',
      'The minimum wage that applies: ADULT, STARTING_OUT, TRAINING, or NONE for someone whom the Act does not cover. No one under 16 has one. A pay below it gets a warning.',
    ),
  ),
  nz_kiwisaver_reduction_from: term('payment', date('First day of a temporary rate reduction to 3%.')),
  nz_kiwisaver_reduction_to: term(
    'payment',
    date(
      'Last day of the rate reduction, 92 days to twelve months after the first. From the next day, the statutory rate applies again.',
    ),
  ),
  nz_kiwisaver_suspension_from: term('payment', date('First day of a savings suspension.')),
  nz_kiwisaver_suspension_to: term(
    'payment',
    date('Last day of the savings suspension. From the day after, contributions start again.'),
  ),
  nz_holiday_year_from: term('period', date()),
  nz_holidays_in_advance: term(
    'payment',
    choice(
      HOLIDAYS_IN_ADVANCE,
      'SPREAD',
      'Holiday pay that is paid before its holiday: SPREAD taxes it in the periods of the holiday, EXTRA_PAY as one sum.',
    ),
  ),
  nz_transferred_holidays: term(
    'period',
    text(480, {
      pattern: TRANSFERS,
      problem: 'must be pairs of days such as 2026-10-26>2026-10-30, separated by commas',
      description:
        'Public holidays observed on another day by written agreement (Holidays Act 2003 s 44B): the holiday, then the day that takes its place. Both must be working days of the employee, and the second not another public holiday. With a time, such as 2026-10-26>2026-10-25T12:00, the 24 hours from then on are the public holiday (s 44A): for shifts past midnight, whose rows have the day on which they begin.',
    }),
  ),
  nz_workplace_region: term(
    'period',
    choice(
      WORKPLACE_REGIONS,
      'HOME_ADDRESS',
      'The region whose anniversary day is observed where the employee works (s 44). HOME_ADDRESS: that of the address. Timaru, Waimate and Mackenzie are SOUTH_CANTERBURY.',
    ),
  ),
  nz_work_pattern: term(
    'period',
    text(300, {
      description:
        'When the employee works under the agreement: days with their hours, such as MO 8,TU 8,WE 8,TH 8,FR 4. Up to four weeks that repeat, separated by semicolons, after a day of the first week: 2026-10-05: MO 12,TU 12,WE 12; TH 12,FR 12 (a week without work is -). Irregular work in the words of the agreement: IRREGULAR: rostered two weeks ahead. Null: nz_work_days, otherwise derived from dated rows.',
    }),
  ),
  nz_work_days: term(
    'period',
    upperCased(
      text(20, {
        pattern: '^(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU)){0,6}$',
        problem: 'must be days such as MO,TU,WE,TH,FR',
        description:
          'The days of the week worked, where there is no nz_work_pattern. Null: derived from dated rows of the last weeks, otherwise counted from Monday.',
      }),
    ),
  ),
}
