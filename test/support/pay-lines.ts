import type { PayLines } from '../../src/payroll/input.ts'

/** A pay without lines. Tests add what they are about. */
export const NO_LINES: PayLines = {
  hours: [],
  leave: [],
  allowances: [],
  deductions: [],
  bonuses: [],
  sacrifices: [],
  backPayments: [],
}

/** An input without its lines: the employee's terms. */
export const withoutLines = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !(name in NO_LINES)))
