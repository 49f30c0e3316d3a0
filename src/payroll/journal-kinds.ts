import { keysOf } from '../kernel/values/word-lists.ts'

/** The subject of a journal line: an expense of a department, or money owed. */
export const KINDS = {
  ordinary: { title: 'Wages and salaries', side: 'debit' },
  overtime: { title: 'Overtime', side: 'debit' },
  leave: { title: 'Leave', side: 'debit' },
  allowances: { title: 'Allowances', side: 'debit' },
  bonuses: { title: 'Bonuses and back pay', side: 'debit' },
  termination: { title: 'Termination payments', side: 'debit' },
  other: { title: 'Other earnings', side: 'debit' },
  employer_super: { title: 'Employer super', side: 'debit' },
  employer_kiwisaver: { title: 'Employer KiwiSaver and funds', side: 'debit' },
  net_pay: { title: 'Net pay', side: 'credit' },
  tax: { title: 'Tax withheld', side: 'credit' },
  student_loan: { title: 'Student loan deductions', side: 'credit' },
  deductions: { title: 'Deductions', side: 'credit' },
  salary_sacrifice: { title: 'Salary sacrifice', side: 'credit' },
  super_payable: { title: 'Super payable', side: 'credit' },
  kiwisaver_payable: { title: 'KiwiSaver and funds payable', side: 'credit' },
  esct: { title: 'Contribution tax (ESCT)', side: 'credit' },
} as const satisfies Record<string, { title: string; side: 'debit' | 'credit' }>

export type JournalKind = keyof typeof KINDS
export const JOURNAL_KINDS = keysOf(KINDS)
