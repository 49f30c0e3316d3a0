import type { CountryWords } from '../contract/words.ts'

export const AU_WORDS: CountryWords = {
  country: 'Australia',
  adjective: 'Australian',
  aCompany: 'an Australian company',
  tax: 'PAYG',
  taxLong: 'PAYG withholding',
  retirement: 'Super',
  retirementLong: 'Superannuation',
  taxNumber: 'TFN',
  businessNumber: 'ABN',
  lodging: 'Single Touch Payroll',
  lodge: 'Lodge with STP',
  authority: 'the Australian Taxation Office',
  holiday: 'Annual leave',
}
