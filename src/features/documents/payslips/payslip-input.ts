import type { Decimal } from '../../../kernel/values/money.ts'
import type { PayView } from '../../pays/pays/index.ts'
import type { RememberedEmployee, RememberedEmployer } from '../../pays/snapshots/index.ts'

/** Sums of the processed pays of the tax year, up to and including this one. */
export type PayslipYearToDate = {
  gross: string
  tax: string
  net: string
  deductions: string
  super: string
  student_loan: string
  kiwisaver_employee: string
  kiwisaver_employer: string
}

/** Everything a payslip is made from. */
export type PayslipInput = {
  pay: PayView
  /** Both as the pay remembers them. */
  company: RememberedEmployer
  employee: RememberedEmployee
  /** What the pay was calculated with; a raise since then does not change it. No rate: the employee had none. */
  terms: { ratePerHour: Decimal | null; hoursPerDay: Decimal }
  periodStart: string
  yearToDate: PayslipYearToDate
  superDueDate: string | null
  funds: { name: string; member: string | null; amount: string }[]
  payments: { name: string; account: string; amount: string }[]
  /** The payees of deductions, by the id of their line. */
  payees: ReadonlyMap<number, string>
  /** When the pay was last made: the same payslip has the same bytes whenever it is drawn. */
  madeAt: Date
}
