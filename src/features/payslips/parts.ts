import type { Company } from '../../database/tables/companies.ts'
import type { Employee } from '../../database/tables/employees.ts'
import type { Decimal } from '../../payroll/money.ts'
import type { PayView } from '../pays/index.ts'

/** Sums of the processed pays of the tax year, up to and including this one. */
export type YearToDate = {
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
export type PayslipParts = {
  pay: PayView
  company: Company
  employee: Employee
  /** What the pay was calculated with; a raise since then does not change it. No rate: the employee had none. */
  terms: { ratePerHour: Decimal | null; hoursPerDay: Decimal }
  periodStart: string
  yearToDate: YearToDate
  superDueDate: string | null
  funds: { name: string; member: string | null; amount: string }[]
  payments: { name: string; account: string; amount: string }[]
}
