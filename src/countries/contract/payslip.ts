import type { PayslipSection } from './document.ts'

/** The figures of a pay that payslips show beside gross, deductions and net. */
export type PayslipFigures = {
  tax: number
  super: number
  compulsory_super_amount: number
  resc_super_amount: number
  pay_sacrifices: readonly { is_super: boolean; amount: number }[]
  nz_student_loan?: number | undefined
  period_student_loan_cir?: number | undefined
  period_student_loan_bor?: number | undefined
  kiwisaver_employee_amount?: number | undefined
  kiwisaver_employee_rate?: number | undefined
  kiwisaver_employer_amount?: number | undefined
  kiwisaver_esct_amount?: number | undefined
  total_kiwi_saver?: number | undefined
}

/** The same for the year to date. */
export type PayslipYear = {
  tax: string
  super: string
  student_loan: string
  kiwisaver_employee: string
  kiwisaver_employer: string
}

/** One line: its label, the amount of this pay, and of the year where it has one. */
export type PayslipLine = {
  label: string
  amount: number
  yearToDate?: string
  isTotal?: boolean
}

export type PayslipRules = {
  /** The number of the employer that a payslip must show, beside ABN and NZBN. */
  employerNumber(company: { ird_number: string | null }): string | null
  taxLines(pay: PayslipFigures, year: PayslipYear): PayslipLine[]
  contributions: {
    heading: string
    lines(pay: PayslipFigures, year: PayslipYear): PayslipLine[]
  }
  /** What the year-to-date statement says about tax returns. */
  yearNotes: readonly string[]
}

/** A final pay on a payslip: the parts of it by member, and what is shown beside them. */
export type FinalPayslip = {
  components: readonly (readonly [member: string, label: string])[]
  sections(termination: Record<string, unknown>): PayslipSection[]
}
