import { LOAN_CODES, NZ_TAX_CODES, type NzTaxCode } from './words.ts'

/** Reads a tax code as people and files write it: a base code, with or without ` SL`. Null when there is no such code. */
export function readTaxCode(text: string): { code: NzTaxCode; hasStudentLoan: boolean } | null {
  const plain = text.trim().toUpperCase()
  const base = NZ_TAX_CODES.find((code) => code === plain)
  if (base) return { code: base, hasStudentLoan: false }
  const withLoan = /^([A-Z]+?) ?SL$/.exec(plain)?.[1] ?? ''
  const code = LOAN_CODES.find((each) => each === withLoan)
  return code ? { code, hasStudentLoan: true } : null
}

/** The code that a pay was taxed with, as Inland Revenue writes it: with SL after the codes that allow it. */
export function filedTaxCode(code: NzTaxCode, hasStudentLoan: boolean): string {
  return hasStudentLoan && LOAN_CODES.some((each) => each === code) ? `${code} SL` : code
}

/** Schedular payments to a contractor, who is no employee (Holidays Act 2003 s 5). */
export const isSchedular = ({ tax }: { tax: { code: NzTaxCode } }): boolean => tax.code === 'WT'
