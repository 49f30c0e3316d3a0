import {
  MEDICARE_EXEMPTIONS,
  PORTABLE_SCHEMES,
  SENIORS_CLAIMS,
  SPECIAL_TAX_TABLES,
  SURCHARGE_TIERS,
} from '../../../countries/au/law/input/words.ts'
import { choice, date, flag, optionalDecimal, term, wholeNumber } from './field-kinds.ts'
import { DOLLARS, FRACTION } from './nz-fields.ts'

/** Australian declarations that the specification does not name. Their claims lower or raise the withholding. */
export const AU_FIELDS = {
  seniors_offset: term('payment', {
    ...choice(['NONE', ...SENIORS_CLAIMS], 'NONE'),
    rules: {
      enum: ['NONE', ...SENIORS_CLAIMS],
      description: 'Claims the seniors and pensioners tax offset: withheld under Schedule 9.',
    },
  }),
  medicare_levy_exemption: term('payment', {
    ...choice(['NONE', ...MEDICARE_EXEMPTIONS], 'NONE'),
    rules: {
      enum: ['NONE', ...MEDICARE_EXEMPTIONS],
      description: 'Medicare levy variation declaration: scale 5 (full) or 6 (half).',
    },
  }),
  medicare_levy_reduction_children: term(
    'payment',
    wholeNumber({
      min: 0,
      max: 10,
      description:
        'Medicare levy reduction: 0 for a spouse alone, else the dependent children. Null: none claimed.',
    }),
  ),
  annual_tax_offset: term(
    'payment',
    optionalDecimal({
      ...DOLLARS,
      description: 'Tax offsets of the year by withholding declaration; each pay uses its share.',
    }),
  ),
  withhold_for_extra_pay: term(
    'payment',
    flag(
      false,
      'The employee asked for the additional withholding of a year with 53 weekly or 27 fortnightly pays.',
    ),
  ),
  extra_withholding_amount: term(
    'payment',
    optionalDecimal({
      ...DOLLARS,
      description:
        'The additional amount that the employee asked in writing to have withheld in each pay period (Schedule 14). Null: nothing.',
    }),
  ),
  withholding_variation_rate: term(
    'payment',
    optionalDecimal({
      ...FRACTION,
      description:
        'The rate of a PAYG withholding variation from the tax office: 0.1 is 10% of the earnings.',
    }),
  ),
  withholding_variation_amount: term(
    'payment',
    optionalDecimal({
      ...DOLLARS,
      description: 'The amount for each pay period, for a variation with an amount instead of a rate.',
    }),
  ),
  withholding_variation_from: term('payment', date('The first payment date that the variation applies to.')),
  withholding_variation_to: term(
    'payment',
    date('The last payment date that the variation applies to; after it the tables apply again.'),
  ),
  medicare_levy_surcharge: term(
    'payment',
    choice(
      ['NONE', ...SURCHARGE_TIERS],
      'NONE',
      'The tier that the employee names in the Medicare levy variation declaration: withheld on top of scales 1 and 2.',
    ),
  ),
  special_tax_table: term(
    'payment',
    choice(
      ['NONE', ...SPECIAL_TAX_TABLES],
      'NONE',
      'Work with a special table or rate: Schedule 2 (horticulture, shearing), Schedule 3 (performing artists, promotional activities), the PALM scheme.',
    ),
  ),
  portable_long_service_scheme: choice(
    ['NOT_STATED', 'NONE', ...PORTABLE_SCHEMES],
    'NOT_STATED',
    'The portable long service leave scheme that covers the work, if there is one. The levy report needs it.',
  ),
  casual_statement_given_on: date(
    'The last day on which a casual was given the Casual Employment Information Statement (Fair Work Act 2009 s 125B).',
  ),
}

/** Annual pay, from which the hourly rate is derived. */
export const SALARY_FIELDS = {
  annual_salary: term(
    'period',
    optionalDecimal({
      ...DOLLARS,
      description:
        'Sets pay_rate_per_hour: a year’s salary ÷ 52 weeks ÷ the standard hours of a week. Sending pay_rate_per_hour clears it.',
    }),
  ),
  annual_package: term(
    'period',
    optionalDecimal({
      ...DOLLARS,
      description:
        'AU: a year’s salary including the super guarantee. Sets annual_salary and pay_rate_per_hour.',
    }),
  ),
}
