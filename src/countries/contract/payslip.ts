import type { PayslipSection } from './document.ts'

/** The figures of a pay that payslips show in addition to gross, deductions and net. */
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

/** The year-to-date figures that payslips show. */
export type PayslipYear = {
  tax: string
  super: string
  student_loan: string
  kiwisaver_employee: string
  kiwisaver_employer: string
}

/** One line of a payslip. `yearToDate` is absent when the line has no year-to-date amount. */
export type PayslipLine = {
  label: string
  amount: number
  yearToDate?: string
  isTotal?: boolean
}

export type PayslipRules = {
  /** The employer number that a payslip must show, in addition to ABN and NZBN. */
  employerNumber(company: { ird_number: string | null }): string | null
  taxLines(pay: PayslipFigures, year: PayslipYear): PayslipLine[]
  contributions: {
    heading: string
    lines(pay: PayslipFigures, year: PayslipYear): PayslipLine[]
  }
  /** Notes about the reported amounts of a pay. A draft has no reported amounts. */
  payNotes(reporting: unknown): readonly string[]
  /** Notes about tax returns for the year-to-date statement. */
  yearNotes: readonly string[]
}

/** A final pay on a payslip: its components by member, and further sections. */
export type FinalPayslip = {
  components: readonly (readonly [member: string, label: string])[]
  sections(termination: Record<string, unknown>): PayslipSection[]
}
