import type { PayslipFigures, PayslipLine, PayslipRules, PayslipYear } from '../contract/payslip.ts'

export const AU_PAYSLIP: PayslipRules = {
  employerNumber: () => null,
  taxLines: (pay, year) => [{ label: 'PAYG withholding', amount: pay.tax, yearToDate: year.tax }],
  contributions: { heading: 'Superannuation', lines: superLines },
  yearNotes: [
    'For a tax return use the income statement that the Australian Taxation Office shows in myGov.',
  ],
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
