import type { PayLines } from '../../src/payroll/input.ts'

/** The lines of a pay that has none: the cases say what differs. */
export const NO_LINES: PayLines = {
  hours: [],
  leave: [],
  allowances: [],
  deductions: [],
  bonuses: [],
  sacrifices: [],
  backPayments: [],
}

/** An input without its lines: the terms on which somebody is paid. */
export const withoutLines = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !(name in NO_LINES)))
