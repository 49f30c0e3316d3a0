import { MEDICARE_EXEMPTIONS, SENIORS_CLAIMS } from '../../../countries/au/law/words.ts'
import { choice, flag, optionalDecimal, term, wholeNumber } from './field-kinds.ts'
import { DOLLARS } from './nz-fields.ts'

/** Australian declarations that the specification does not name: what they claim lowers or raises the withholding. */
export const AU_FIELDS = {
  seniors_offset: term('payment', {
    ...choice(['NONE', ...SENIORS_CLAIMS], 'NONE'),
    rules: {
      enum: ['NONE', ...SENIORS_CLAIMS],
      description: 'Claims the seniors and pensioners tax offset: withheld by Schedule 9.',
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
      description: 'Tax offsets of the year by withholding declaration; each pay takes its part.',
    }),
  ),
  withhold_for_extra_pay: term(
    'payment',
    flag(
      false,
      'The employee asked for the additional withholding of a year with 53 weekly or 27 fortnightly pays.',
    ),
  ),
}
