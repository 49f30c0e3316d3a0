import type { Pay } from '../api/types.ts'

/** The totals of a run's pays, added in cents, so a long run stays exact. */
export type PaySums = Record<'gross' | 'tax' | 'retirement' | 'employee' | 'loan' | 'net', number>

export function sumsOf(pays: readonly Pay[], isNz: boolean): PaySums {
  const total = (amountOf: (pay: Pay) => number) =>
    pays.reduce((sum, pay) => sum + Math.round(amountOf(pay) * 100), 0) / 100
  return {
    gross: total((pay) => pay.gross),
    tax: total((pay) => pay.tax),
    retirement: total((pay) => retirementOf(pay, isNz)),
    employee: total((pay) => pay.kiwisaver_employee_amount ?? 0),
    loan: total(loanOf),
    net: total((pay) => pay.net),
  }
}

export const retirementOf = (pay: Pay, isNz: boolean): number =>
  isNz ? (pay.kiwisaver_employer_amount ?? 0) : pay.super

/** The student loan deductions (New Zealand). */
export const loanOf = (pay: Pay): number => (pay.tax_plus_student_loan ?? pay.tax) - pay.tax
