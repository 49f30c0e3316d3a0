import type { PayView } from '../../pays/pays/index.ts'
import { first, hoursText, money, type PayslipSection, quantity, right } from '../../platform/pdf/index.ts'
import { isInHours, shownLeave } from './hours.ts'
import type { PayslipInput } from './payslip-input.ts'

type Row = PayslipSection['rows'][number]

/** Earnings row by row, down to the gross. */
export function earningsSection(parts: PayslipInput): PayslipSection {
  const { pay, employee, yearToDate } = parts
  const quantityLabel = quantityLabelOf(parts)
  const ytd = employee.payslip_show_ytd
  return {
    heading: 'Earnings',
    columns: [
      first(40),
      right(quantityLabel, 12),
      right(quantityLabel === '' ? '' : 'Rate', 12),
      right('This pay', 14),
      right(ytd ? 'Year to date' : '', 16),
    ],
    rows: [
      ...timeRows(parts),
      ...pay.allowances.map((line) => allowanceRow(line, employee.payslip_show_allowance_units)),
      ...pay.bonuses.map((line) => amountRow(line.description, line.amount)),
      ...pay.back_payments.map((line) => amountRow(line.description, line.amount)),
      ...(pay.termination
        ? [amountRow('Termination payments (below)', Number(pay.termination.total_amount ?? 0))]
        : []),
      ...pay.pay_sacrifices.map((line) => amountRow(`${line.description} (salary sacrifice)`, -line.amount)),
      { cells: ['Gross', '', '', money(pay.gross), ytd ? money(yearToDate.gross) : ''], isTotal: true },
    ],
  }
}

const amountRow = (label: string, amount: number): Row => ({ cells: [label, '', '', money(amount), ''] })

/** Hours alone need no unit. With other units, the heading names both. */
function quantityLabelOf({ pay, employee }: PayslipInput): string {
  const hasAllowanceUnits =
    employee.payslip_show_allowance_units && pay.allowances.some((line) => line.units !== 1)
  if (!employee.payslip_show_hours_and_rate) return hasAllowanceUnits ? 'Units' : ''
  return hasAllowanceUnits || pay.hours.some((line) => !isInHours(line)) ? 'Hours or units' : 'Hours'
}

/** Hours and leave rows, with the leave loading. */
function timeRows({ pay, employee }: PayslipInput): Row[] {
  const isClock = employee.payslip_time_non_decimal
  const row = (label: string, text: string, rate: number, amount: number): Row =>
    employee.payslip_show_hours_and_rate
      ? { cells: [label, text, quantity(Number(rate.toFixed(6)), 2), money(amount), ''] }
      : amountRow(label, amount)
  return [
    ...pay.hours.map((line) => {
      const text = isInHours(line) ? hoursText(line.value, isClock) : `${quantity(line.value)} ${line.units}`
      return row(line.description, text, line.rate, line.pay_amount)
    }),
    ...shownLeave({ pay, employee }).map((line) =>
      row(line.name, hoursText(line.hours, isClock), line.rate, line.amount),
    ),
    ...pay.leave
      .filter((line) => line.leave_loading_amount !== 0)
      .map((line) => amountRow(`Loading on ${line.name.toLowerCase()}`, line.leave_loading_amount)),
  ]
}

function allowanceRow(line: PayView['allowances'][number], hasUnits: boolean): Row {
  if (!hasUnits || line.units === 1) return amountRow(line.description, line.total_amount)
  return {
    cells: [
      line.description,
      `${quantity(line.units)} units`,
      quantity(line.amount, 2),
      money(line.total_amount),
      '',
    ],
  }
}
