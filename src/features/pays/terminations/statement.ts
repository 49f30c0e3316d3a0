import { countryOf } from '../../../countries/index.ts'
import { formatName } from '../../../http/view.ts'
import { day, money, type Payslip, type PayslipSection, quantity } from '../../platform/pdf/index.ts'
import type { RememberedEmployee, RememberedEmployer } from '../snapshots/index.ts'

/** The contents of a termination statement. */
export type StatementParts = {
  /** Both from the snapshot of the final pay. */
  company: RememberedEmployer
  employee: Pick<RememberedEmployee, 'first_name' | 'last_name' | 'number' | 'employment_status'>
  isReinstated: boolean
  /** The termination result by wire names. */
  result: Record<string, unknown>
  payId: number
  payDate: string
  isProcessed: boolean
  paidOut: readonly { balance: string; amount: string }[]
}

const BALANCES: Record<string, [name: string, unit: string]> = {
  holiday: ['Annual leave', 'hours'],
  sick: ['Personal leave', 'hours'],
  lsl: ['Long service leave', 'hours'],
  annual_holidays_weeks: ['Annual holidays', 'weeks'],
  alt_holiday_days: ['Alternative holidays', 'days'],
}

/** Lists the payments of a termination in words and amounts: every component, and the tax on it. */
export function buildStatement(parts: StatementParts): Payslip {
  const { company, employee, result } = parts
  const total = Number(result.total_amount)
  const tax = Number(result.tax_amount)
  return {
    title: 'Termination statement',
    employer: { name: company.trading_name ?? company.legal_name, lines: employerLines(company) },
    employee: {
      name: formatName(employee),
      lines: [employee.number ? `Employee ${employee.number}` : '', employee.employment_status].filter(
        Boolean,
      ),
    },
    facts: factsOf(parts),
    net: `$${money(total - tax)}`,
    netLabel: 'After tax',
    sections: [
      ...countryOf(company.jurisdiction).finalPay.statement(result),
      {
        heading: 'Together',
        columns: [
          { label: '', width: 76, isRight: false },
          { label: 'Amount', width: 18, isRight: true },
        ],
        rows: [
          { cells: ['Termination payments', money(total)] },
          { cells: ['Tax withheld on these payments', money(-tax)] },
          { cells: ['After tax', money(total - tax)], isTotal: true },
        ],
      },
    ],
    side: [paidOutSection(parts)],
    notes: notesOf(parts),
  }
}

function employerLines(company: RememberedEmployer): string[] {
  return [
    company.trading_name && company.trading_name !== company.legal_name ? company.legal_name : '',
    company.abn ? `ABN ${company.abn}` : '',
    countryOf(company.jurisdiction).payslip.employerNumber(company) ?? '',
  ].filter((line) => line !== '')
}

function factsOf({ company, result, payDate, payId }: StatementParts): Payslip['facts'] {
  return [
    { label: 'Last day', value: day(String(result.termination_date)) },
    { label: 'Paid on', value: day(payDate) },
    ...countryOf(company.jurisdiction).finalPay.statementFacts(result),
    { label: 'Pay', value: `No. ${payId}` },
  ]
}

function paidOutSection({ paidOut }: StatementParts): PayslipSection {
  const rows = paidOut.flatMap(({ balance, amount }) => {
    const [name, unit] = BALANCES[balance] ?? [balance, '']
    return [{ cells: [name, `${quantity(-Number(amount))} ${unit}`] }]
  })
  return {
    heading: 'Leave paid out',
    columns: [
      { label: '', width: 60, isRight: false },
      { label: '', width: 40, isRight: true },
    ],
    rows,
  }
}

function notesOf({ isProcessed, isReinstated }: StatementParts): string[] {
  if (!isProcessed) return ['Staged: this pay has not been processed, and its amounts may still change.']
  return isReinstated ? ['The employee has been reinstated since.'] : []
}
