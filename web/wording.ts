import type { Jurisdiction } from './api/types.ts'

/** What the two countries call the same thing. */
export type Wording = {
  country: string
  tax: string
  taxLong: string
  retirement: string
  retirementLong: string
  taxNumber: string
  businessNumber: string
  lodging: string
  lodge: string
  authority: string
  holiday: string
}

const AU: Wording = {
  country: 'Australia',
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

const NZ: Wording = {
  country: 'New Zealand',
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

export const wordingOf = (jurisdiction: Jurisdiction): Wording => (jurisdiction === 'NZ' ? NZ : AU)
