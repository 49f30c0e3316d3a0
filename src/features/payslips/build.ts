import type { Company } from '../../database/tables/companies.ts'
import type { Employee } from '../../database/tables/employees.ts'
import { formatName } from '../../http/view.ts'
import type { PayView } from '../pays/index.ts'
import {
  clockHours,
  day,
  maskedAccount,
  money,
  type Payslip,
  type PayslipSection,
  quantity,
} from './content.ts'
import { terminationSections } from './termination.ts'

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
  periodStart: string
  yearToDate: YearToDate
  superDueDate: string | null
  funds: { name: string; member: string | null }[]
  payments: { name: string; account: string; amount: string }[]
}

const right = (label: string, width: number) => ({ label, width, isRight: true })
const first = (width: number) => ({ label: '', width, isRight: false })

/** Says in words and amounts what a payslip shows; the employee's fifteen flags decide what is left out. */
export function buildPayslip(parts: PayslipParts): Payslip {
  const { pay, company, employee } = parts
  return {
    title: pay.termination ? 'Final payslip' : 'Payslip',
    employer: { name: company.trading_name ?? company.legal_name, lines: employerLines(company) },
    employee: { name: formatName(employee), lines: employeeLines(pay, employee) },
    facts: factsOf(parts),
    net: `$${money(pay.net)}`,
    netLabel: 'Net pay',
    sections: [earningsSection(parts), ...terminationSections(pay), takenSection(parts)],
    side: [contributionSection(parts), paidToSection(parts), balanceSection(parts)],
    notes: pay.status === 'pending' ? ['Draft: this pay has not been processed.'] : [],
  }
}

function employerLines(company: Company): string[] {
  const address = [
    company.address1,
    company.address2,
    [company.city, company.state, company.postcode].filter(Boolean).join(' '),
  ]
  return [
    company.trading_name && company.trading_name !== company.legal_name ? company.legal_name : '',
    company.abn ? `ABN ${company.abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')}` : '',
    company.nzbn ? `NZBN ${company.nzbn}` : '',
    company.jurisdiction === 'NZ' && company.ird_number ? `IRD number ${company.ird_number}` : '',
    address.filter(Boolean).join(', '),
  ].filter((line) => line !== '')
}

function employeeLines(pay: PayView, employee: Employee): string[] {
  const place = [
    employee.show_position_on_payslip ? employee.position : null,
    employee.show_department_on_payslip ? (pay.pay_department ?? employee.department) : null,
  ].filter(Boolean)
  return [
    employee.number ? `Employee ${employee.number}` : '',
    place.join(', '),
    employee.employment_status,
    employee.nz_tax_code ? `Tax code ${employee.nz_tax_code}${employee.has_student_loan ? ' SL' : ''}` : '',
  ].filter((line) => line !== '')
}

function factsOf({ pay, employee, periodStart }: PayslipParts): Payslip['facts'] {
  const facts = [
    { label: 'Pay period', value: `${day(periodStart)} –` },
    { label: '', value: day(pay.pay_run_end_date) },
    { label: 'Paid on', value: day(pay.processed_date) },
  ]
  const ordinaryRate = employee.pay_rate_per_hour
  if (
    ordinaryRate !== null &&
    (employee.payslip_show_base_ordinary_rate || employee.payslip_show_hours_and_rate)
  )
    facts.push({ label: 'Ordinary rate', value: `$${quantity(ordinaryRate, 2)} an hour` })
  if (pay.id !== null) facts.push({ label: 'Payslip', value: `No. ${pay.id}` })
  return facts
}

function earningsSection(parts: PayslipParts): PayslipSection {
  const { pay, employee, yearToDate } = parts
  const hoursText = (hours: number) =>
    employee.payslip_time_non_decimal ? clockHours(hours) : quantity(hours)
  const row = (label: string, hours: number | null, rate: number | null, amount: number) => ({
    cells: [
      label,
      employee.payslip_show_hours_and_rate && hours !== null ? hoursText(hours) : '',
      employee.payslip_show_hours_and_rate && rate !== null ? quantity(rate, 2) : '',
      money(amount),
      '',
    ],
  })
  const rows = [
    ...pay.hours.map((line) => row(line.description, line.value, line.rate, line.pay_amount)),
    ...pay.leave
      .filter((line) => line.amount !== 0 || employee.payslip_show_zero_dollar_leave)
      .map((line) => row(leaveLabel(line), line.hours, line.rate, line.amount)),
    ...pay.leave
      .filter((line) => line.leave_loading_amount !== 0)
      .map((line) =>
        row(`Loading on ${leaveLabel(line).toLowerCase()}`, null, null, line.leave_loading_amount),
      ),
    ...pay.allowances.map((line) => ({
      cells: [
        line.description,
        employee.payslip_show_allowance_units && line.units !== 1 ? quantity(line.units) : '',
        employee.payslip_show_allowance_units && line.units !== 1 ? quantity(line.amount, 2) : '',
        money(line.total_amount),
        '',
      ],
    })),
    ...pay.bonuses.map((line) => row(line.description, null, null, line.amount)),
    ...pay.back_payments.map((line) => row(line.description, null, null, line.amount)),
    ...(pay.termination
      ? [
          row(
            'Termination payments (below)',
            null,
            null,
            Number((pay.termination as Record<string, unknown>).total_amount ?? 0),
          ),
        ]
      : []),
    ...pay.pay_sacrifices.map((line) =>
      row(`${line.description} (salary sacrifice)`, null, null, -line.amount),
    ),
    {
      cells: ['Gross', '', '', money(pay.gross), employee.payslip_show_ytd ? money(yearToDate.gross) : ''],
      isTotal: true,
    },
  ]
  const columns = [
    first(40),
    right(employee.payslip_show_hours_and_rate ? 'Hours' : '', 12),
    right(employee.payslip_show_hours_and_rate ? 'Rate' : '', 12),
  ]
  return {
    heading: 'Earnings',
    columns: [...columns, right('This pay', 14), right(employee.payslip_show_ytd ? 'Year to date' : '', 16)],
    rows,
  }
}

/**
 * Paid family and domestic violence leave must not be told from a payslip (Fair Work Regulations 3.47 and 3.48);
 * it is shown as ordinary hours, in New Zealand too.
 */
function leaveLabel(line: PayView['leave'][number]): string {
  const isSensitive = line.leave_type === 'NZ_FAMILY_VIOLENCE' || /violence/i.test(line.name)
  return isSensitive ? 'Ordinary hours' : line.name
}

function takenSection({ pay, company, employee, yearToDate }: PayslipParts): PayslipSection {
  const ytd = (amount: string) => (employee.payslip_show_ytd ? money(amount) : '')
  const isNz = company.jurisdiction === 'NZ'
  const studentLoan =
    (pay.nz_student_loan ?? 0) + (pay.period_student_loan_cir ?? 0) + (pay.period_student_loan_bor ?? 0)
  const rows = [
    { cells: [isNz ? 'PAYE with earners’ levy' : 'PAYG withholding', money(pay.tax), ytd(yearToDate.tax)] },
    ...(isNz && studentLoan !== 0
      ? [{ cells: ['Student loan', money(studentLoan), ytd(yearToDate.student_loan)] }]
      : []),
    ...(isNz && (pay.kiwisaver_employee_amount ?? 0) !== 0
      ? [
          {
            cells: [
              `KiwiSaver ${quantity((pay.kiwisaver_employee_rate ?? 0) * 100)}%`,
              money(pay.kiwisaver_employee_amount ?? 0),
              ytd(yearToDate.kiwisaver_employee),
            ],
          },
        ]
      : []),
    ...pay.deductions.map((line) => ({ cells: [line.description, money(line.amount), ''] })),
    { cells: ['Net pay', money(pay.net), ytd(yearToDate.net)], isTotal: true },
  ]
  return {
    heading: 'Tax and deductions',
    columns: [first(64), right('This pay', 14), right(employee.payslip_show_ytd ? 'Year to date' : '', 16)],
    rows,
  }
}

function contributionSection(parts: PayslipParts): PayslipSection {
  const { pay, company, employee, yearToDate } = parts
  const ytd = (amount: string) => (employee.payslip_show_super_ytd ? money(amount) : '')
  const columns = [
    first(58),
    right('This pay', 20),
    right(employee.payslip_show_super_ytd ? 'Year to date' : '', 24),
  ]
  if (company.jurisdiction === 'NZ') {
    const employer = pay.kiwisaver_employer_amount ?? 0
    const rows =
      employer === 0
        ? []
        : [
            { cells: ['Employer contribution', money(employer), ytd(yearToDate.kiwisaver_employer)] },
            { cells: ['less contribution tax (ESCT)', money(-(pay.kiwisaver_esct_amount ?? 0)), ''] },
            { cells: ['To your KiwiSaver', money(pay.total_kiwi_saver ?? 0), ''], isTotal: true },
          ]
    return { heading: 'KiwiSaver', columns, rows }
  }
  const sacrificed = pay.pay_sacrifices
    .filter((line) => line.is_super)
    .reduce((sum, line) => sum + line.amount, 0)
  const above = pay.resc_super_amount - sacrificed
  const rows =
    pay.super === 0
      ? []
      : [
          { cells: ['Super guarantee', money(pay.compulsory_super_amount), ''] },
          ...(sacrificed > 0 ? [{ cells: ['Salary sacrifice', money(sacrificed), ''] }] : []),
          ...(above > 0.004 ? [{ cells: ['Above the guarantee', money(above), ''] }] : []),
          { cells: ['Total', money(pay.super), ytd(yearToDate.super)], isTotal: true },
          ...parts.funds.map((fund) => ({
            cells: [`${fund.name}${fund.member ? `, member ${fund.member}` : ''}`, '', ''],
          })),
          ...(parts.superDueDate
            ? [{ cells: [`Paid to the fund by ${day(parts.superDueDate)}`, '', ''] }]
            : []),
        ]
  return { heading: 'Superannuation', columns, rows }
}

function paidToSection({ pay, payments, employee }: PayslipParts): PayslipSection {
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
} as const satisfies Record<string, keyof Employee>

function balanceSection({ pay, employee }: PayslipParts): PayslipSection {
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
  return `${isClock ? clockHours(row.hours) : quantity(Math.round(row.hours * 100) / 100)} hours`
}
