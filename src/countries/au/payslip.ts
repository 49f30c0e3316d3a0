import { decimal } from '../../kernel/values/money.ts'
import type { PayslipFigures, PayslipLine, PayslipRules, PayslipYear } from '../contract/payslip.ts'
import { readReporting } from './law/reporting/stored-reporting.ts'

export const AU_PAYSLIP: PayslipRules = {
  employerNumber: () => null,
  taxLines: (pay, year) => [{ label: 'PAYG withholding', amount: pay.tax, yearToDate: year.tax }],
  contributions: { heading: 'Superannuation', lines: superLines },
  payNotes,
  yearNotes: [
    'For a tax return use the income statement that the Australian Taxation Office shows in myGov.',
  ],
}

/** Schedule 5: the employee may need the years of lump sum E to amend returns. */
function payNotes(reporting: unknown): string[] {
  if (reporting === null || reporting === undefined) return []
  return readReporting(reporting).lumpSumE.map(({ incomeYear, amount }) => {
    const year = Number(incomeYear)
    return `Lump sum E: $${decimal(amount).toFixed(2)} of the back pay is for work in ${year - 1}-${String(year).slice(-2)}, more than 12 months ago.`
  })
}

function superLines(pay: PayslipFigures, year: PayslipYear): PayslipLine[] {
  if (pay.super === 0) return []
  const sacrificed = pay.pay_sacrifices
    .filter((line) => line.is_super)
    .reduce((sum, line) => sum + line.amount, 0)
  const above = pay.resc_super_amount - sacrificed
  return [
    { label: 'Super guarantee', amount: pay.compulsory_super_amount },
    ...(sacrificed > 0 ? [{ label: 'Salary sacrifice', amount: sacrificed }] : []),
    ...(above > 0.004 ? [{ label: 'Above the guarantee', amount: above }] : []),
    { label: 'Total', amount: pay.super, yearToDate: year.super, isTotal: true },
  ]
}
