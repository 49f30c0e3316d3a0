import { expect, it } from 'vitest'
import { civilDate } from '../../../kernel/values/dates.ts'
import { type DerivedFrom, derivedFields } from './derived.ts'

/** A declaration with a variation for one week of August 2026. */
const EMPLOYEE = {
  tax_file_number: '123456782',
  is_foreign_resident: false,
  has_claimed_tax_free_threshold: true,
  has_stsl_liability: true,
  is_closely_held: false,
  is_super_only_contractor: false,
  working_holiday_tax_scale_applies: false,
  employment_status: 'Full-time',
  stp_employment_status: 'F',
  seniors_offset: 'NONE',
  medicare_levy_exemption: 'NONE',
  medicare_levy_reduction_children: null,
  annual_tax_offset: null,
  withhold_for_extra_pay: false,
  extra_withholding_amount: null,
  medicare_levy_surcharge: 'NONE',
  special_tax_table: 'NONE',
  withholding_variation_rate: '0.1',
  withholding_variation_amount: null,
  withholding_variation_from: '2026-08-03',
  withholding_variation_to: '2026-08-09',
} as unknown as DerivedFrom

it('the tax treatment is that of a variation only on the days of its notice', () => {
  const codeOn = (day: string) => derivedFields(EMPLOYEE, civilDate(day)).tax_treatment_code
  expect(['2026-08-02', '2026-08-03', '2026-08-09', '2026-08-10'].map(codeOn)).toEqual([
    'RTSXXX',
    'DVXXXX',
    'DVXXXX',
    'RTSXXX',
  ])
})
