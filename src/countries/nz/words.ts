import type { CountryWords } from '../contract/words.ts'

export const NZ_WORDS: CountryWords = {
  country: 'New Zealand',
  adjective: 'New Zealand',
  aCompany: 'a New Zealand company',
  tax: 'PAYE',
  taxLong: 'PAYE with ACC levy',
  retirement: 'KiwiSaver',
  retirementLong: 'KiwiSaver',
  taxNumber: 'IRD number',
  businessNumber: 'NZBN',
  lodging: 'Payday filing',
  lodge: 'File employment information',
  authority: 'Inland Revenue',
  holiday: 'Annual holidays',
}
