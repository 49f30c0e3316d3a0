import type { PayslipLine } from '../../../countries/contract/payslip.ts'
import { countryOf } from '../../../countries/index.ts'
import { formatName } from '../../../http/view.ts'
import type { PayView } from '../../pays/pays/index.ts'
import type { RememberedEmployee, RememberedEmployer } from '../../pays/snapshots/index.ts'
import {
  day,
  first,
  hoursText,
  isDrawable,
  maskedAccount,
  money,
  type Payslip,
  type PayslipSection,
  quantity,
  right,
} from '../../platform/pdf/index.ts'
import { earningsSection } from './earnings.ts'
import { ordinaryFacts, rosterSection } from './hours.ts'
import type { PayslipInput } from './payslip-input.ts'
import { withoutSensitive } from './sensitive.ts'
import { terminationSections } from './termination.ts'

/**
 * Builds the text and amounts of a payslip. The employee's fifteen flags hide parts of it, but never those
 * the law requires.
 */
export function buildPayslip(whole: PayslipInput): Payslip {
  const parts = { ...whole, pay: withoutSensitive(whole.pay) }
  const { pay, company, employee } = parts
  const country = countryOf(company.jurisdiction)
  return {
    title: pay.termination ? 'Final payslip' : 'Payslip',
    employer: { name: company.trading_name ?? company.legal_name, lines: employerLines(company) },
    employee: { name: formatName(employee), lines: employeeLines(pay, employee) },
    facts: factsOf(parts),
    net: `$${money(pay.net)}`,
    netLabel: 'Net pay',
    sections: [
      earningsSection(parts),
      ...terminationSections(pay, country.finalPay.payslip),
      takenSection(parts),
    ],
    side: [contributionSection(parts), paidToSection(parts), balanceSection(parts), rosterSection(parts)],
    notes: [
      ...parts.lawNotes,
      ...(pay.note ? [pay.note] : []),
      ...(pay.status === 'pending' ? ['Draft: this pay has not been processed.'] : []),
    ],
  }
}

function employerLines(company: RememberedEmployer): string[] {
  const address = [
    company.address1,
    company.address2,
    [company.city, company.state, company.postcode].filter(Boolean).join(' '),
  ]
  return [
    company.trading_name && company.trading_name !== company.legal_name ? company.legal_name : '',
    company.abn ? `ABN ${company.abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')}` : '',
    company.nzbn ? `NZBN ${company.nzbn}` : '',
    countryOf(company.jurisdiction).payslip.employerNumber(company) ?? '',
    address.filter(Boolean).join(', '),
  ].filter((line) => line !== '')
}

function employeeLines(pay: PayView, employee: RememberedEmployee): string[] {
  const place = [
    employee.show_position_on_payslip ? employee.position : null,
    employee.show_department_on_payslip ? (pay.pay_department ?? employee.department) : null,
  ].filter(Boolean)
  return [
    identityLine(employee),
    place.join(', '),
    employee.employment_status,
    employee.nz_tax_code ? `Tax code ${employee.nz_tax_code}${employee.has_student_loan ? ' SL' : ''}` : '',
  ].filter((line) => line !== '')
}

/** The employee's number. The id is shown if the number or the name cannot be drawn. */
function identityLine(employee: RememberedEmployee): string {
  if (employee.number && isDrawable(employee.number)) return `Employee ${employee.number}`
  const isKnownByName = !employee.number && isDrawable(formatName(employee))
  return isKnownByName ? '' : `Employee id ${employee.id}`
}

function factsOf(parts: PayslipInput): Payslip['facts'] {
  const { pay, periodStart } = parts
  return [
    { label: 'Pay period', value: `${day(periodStart)} –` },
    { label: '', value: day(pay.pay_run_end_date) },
    { label: 'Paid on', value: day(pay.processed_date) },
    ...ordinaryFacts(parts),
    ...(pay.id === null ? [] : [{ label: 'Payslip', value: `No. ${pay.id}` }]),
  ]
}

const deductionText = (description: string, payee: string | undefined) =>
  payee === undefined ? description : `${description}, to ${payee}`

function takenSection({ pay, company, employee, yearToDate, payees }: PayslipInput): PayslipSection {
  const ytd = (amount: string) => (employee.payslip_show_ytd ? money(amount) : '')
  const { taxLines } = countryOf(company.jurisdiction).payslip
  const rows = [
    ...taxLines(pay, yearToDate).map((line) => rowOf(line, ytd)),
    ...pay.deductions.map((line) => ({
      cells: [deductionText(line.description, payees.get(line.id ?? 0)), money(line.amount), ''],
    })),
    { cells: ['Net pay', money(pay.net), ytd(yearToDate.net)], isTotal: true },
  ]
  return {
    heading: 'Tax and deductions',
    columns: [first(64), right('This pay', 14), right(employee.payslip_show_ytd ? 'Year to date' : '', 16)],
    rows,
  }
}

function contributionSection(parts: PayslipInput): PayslipSection {
  const { pay, company, employee, yearToDate } = parts
  const ytd = (amount: string) => (employee.payslip_show_super_ytd ? money(amount) : '')
  const columns = [
    first(58),
    right('This pay', 20),
    right(employee.payslip_show_super_ytd ? 'Year to date' : '', 24),
  ]
  const { payslip, retirement } = countryOf(company.jurisdiction)
  const { heading, lines } = payslip.contributions
  const rows = lines(pay, yearToDate).map((line) => rowOf(line, ytd))
  const isToFunds = rows.length > 0 && retirement.contributionFile !== null
  return { heading, columns, rows: isToFunds ? [...rows, ...fundRows(parts)] : rows }
}

function rowOf({ label, amount, yearToDate, isTotal }: PayslipLine, ytd: (amount: string) => string) {
  const cells = [label, money(amount), yearToDate === undefined ? '' : ytd(yearToDate)]
  return isTotal ? { cells, isTotal } : { cells }
}

/** Each fund with its amount and due date. */
function fundRows({ funds, superDueDate }: PayslipInput): PayslipSection['rows'] {
  const by = superDueDate ? day(superDueDate) : null
  if (funds.length === 0)
    return [
      { cells: ['No super fund on file', '', ''] },
      ...(by ? [{ cells: [`Due to be paid to a fund by ${by}`, '', ''] }] : []),
    ]
  return [
    ...funds.map(({ name, member, amount }) => ({
      cells: [`${name}${member ? `, member ${member}` : ''}`, funds.length > 1 ? money(amount) : '', ''],
    })),
    ...(by ? [{ cells: [`Paid to the fund${funds.length > 1 ? 's' : ''} by ${by}`, '', ''] }] : []),
  ]
}

function paidToSection({ pay, payments, employee }: PayslipInput): PayslipSection {
  const other = employee.pay_method === 'CASH' ? 'Cash' : 'Other means'
  const rows =
    employee.pay_method === 'DIRECT BANK ENTRY' && payments.length > 0
      ? payments.map((payment) => ({
          cells: [`${payment.name} ${maskedAccount(payment.account)}`, money(payment.amount)],
        }))
      : [
          {
            cells: [
              employee.pay_method === 'DIRECT BANK ENTRY' ? 'No bank account on file' : other,
              money(pay.net),
            ],
          },
        ]
  return { heading: 'Paid to', columns: [first(70), right('Amount', 32)], rows }
}

const BALANCE_FLAGS = {
  HOLIDAY: 'payslip_show_holiday_leave_balance',
  ANNUAL_HOLIDAYS: 'payslip_show_holiday_leave_balance',
  SICK: 'payslip_show_sick_leave_balance',
  LONG_SERVICE: 'payslip_show_lsl_balance',
} as const satisfies Record<string, keyof RememberedEmployee>

function balanceSection({ pay, employee }: PayslipInput): PayslipSection {
  const rows = pay.leave_balance_rows
    .filter((row) => {
      const flag =
        BALANCE_FLAGS[row.leave_type as keyof typeof BALANCE_FLAGS] ?? 'payslip_show_custom_balances'
      return employee[flag] && (row.hours >= 0 || employee.payslip_show_negative_leave_balances)
    })
    .map((row) => ({ cells: [row.name, balanceText(row, employee.payslip_time_non_decimal)] }))
  return { heading: 'Leave balances', columns: [first(60), right('Left', 40)], rows }
}

function balanceText(row: PayView['leave_balance_rows'][number], isClock: boolean): string {
  if (row.weeks !== undefined) return `${quantity(row.weeks)} weeks`
  if (row.days !== undefined) return `${quantity(row.days)} days`
  return `${hoursText(Math.round(row.hours * 100) / 100, isClock)} hours`
}
