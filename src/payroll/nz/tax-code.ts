import type { NzTaxCode } from './input.ts'

export const NZ_TAX_CODES: readonly NzTaxCode[] = [
  'M',
  'ME',
  'SB',
  'S',
  'SH',
  'ST',
  'SA',
  'CAE',
  'EDW',
  'NSW',
  'STC',
  'ND',
  'WT',
]

const WITH_STUDENT_LOAN: ReadonlySet<string> = new Set(['M', 'ME', 'SB', 'S', 'SH', 'ST', 'SA'])

/** Reads a tax code as people and files write it: a base code, with or without ` SL`; null when there is no such code. */
export function readTaxCode(text: string): { code: NzTaxCode; hasStudentLoan: boolean } | null {
  const plain = text.trim().toUpperCase()
  const base = NZ_TAX_CODES.find((code) => code === plain)
  if (base) return { code: base, hasStudentLoan: false }
  const withLoan = /^([A-Z]+?) ?SL$/.exec(plain)?.[1] ?? ''
  const code = NZ_TAX_CODES.find((each) => each === withLoan)
  return code && WITH_STUDENT_LOAN.has(code) ? { code, hasStudentLoan: true } : null
}

/** The code that a pay was taxed with, as Inland Revenue writes it: SL behind the codes that can have it. */
export function filedTaxCode(code: NzTaxCode, hasStudentLoan: boolean): string {
  return hasStudentLoan && WITH_STUDENT_LOAN.has(code) ? `${code} SL` : code
}
