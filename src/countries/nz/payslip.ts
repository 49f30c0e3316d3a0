import { quantity } from '../contract/document.ts'
import type { PayslipFigures, PayslipLine, PayslipRules, PayslipYear } from '../contract/payslip.ts'

export const NZ_PAYSLIP: PayslipRules = {
  employerNumber: ({ ird_number: number }) => (number ? `IRD number ${number}` : null),
  taxLines,
  contributions: { heading: 'KiwiSaver', lines: employerLines },
  payNotes: () => [],
  yearNotes: [],
}

function taxLines(pay: PayslipFigures, year: PayslipYear): PayslipLine[] {
  const studentLoan =
    (pay.nz_student_loan ?? 0) + (pay.period_student_loan_cir ?? 0) + (pay.period_student_loan_bor ?? 0)
  const kiwiSaver = pay.kiwisaver_employee_amount ?? 0
  return [
    { label: 'PAYE with earners’ levy', amount: pay.tax, yearToDate: year.tax },
    ...(studentLoan === 0
      ? []
      : [{ label: 'Student loan', amount: studentLoan, yearToDate: year.student_loan }]),
    ...(kiwiSaver === 0
      ? []
      : [
          {
            label: `KiwiSaver ${quantity((pay.kiwisaver_employee_rate ?? 0) * 100)}%`,
            amount: kiwiSaver,
            yearToDate: year.kiwisaver_employee,
          },
        ]),
  ]
}

function employerLines(pay: PayslipFigures, year: PayslipYear): PayslipLine[] {
  const employer = pay.kiwisaver_employer_amount ?? 0
  if (employer === 0) return []
  return [
    { label: 'Employer contribution', amount: employer, yearToDate: year.kiwisaver_employer },
    { label: 'less contribution tax (ESCT)', amount: -(pay.kiwisaver_esct_amount ?? 0) },
    { label: 'To your KiwiSaver', amount: pay.total_kiwi_saver ?? 0, isTotal: true },
  ]
}
