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

/** All the input for a payslip. */
export type PayslipInput = {
  pay: PayView
  /** Both are read from the pay's snapshot. */
  company: RememberedEmployer
  employee: RememberedEmployee
  /**
   * The terms that the pay was calculated with. A later raise does not change them. The rate is null if the
   * employee had none.
   */
  terms: { ratePerHour: Decimal | null; hoursPerDay: Decimal }
  periodStart: string
  yearToDate: PayslipYearToDate
  superDueDate: string | null
  /** Notes that the country's law requires. */
  lawNotes: readonly string[]
  funds: { name: string; member: string | null; amount: string }[]
  payments: { name: string; account: string; amount: string }[]
  /** The payees of deductions, by line id. */
  payees: ReadonlyMap<number, string>
  /** When the pay was last calculated. Used as the document's date, so the same payslip always has the same bytes. */
  madeAt: Date
}
