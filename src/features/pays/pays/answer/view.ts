import type { LeaveBalanceRow, PayRunRow, PayStatus } from '../../../../database/tables/pays.ts'
import { formatName, timestamp } from '../../../../http/view.ts'
import {
  ALLOWANCE_FIELDS,
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  type LineFields,
  SACRIFICE_FIELDS,
  type StoredFields,
  shownFields,
} from '../../../../payroll/line-fields.ts'
import type { Country } from '../../../../payroll/words.ts'
import type { PayToShow } from '../context/loaded-pay.ts'
import { viewFigures } from '../country/shown-figures.ts'
import type { PayCountry } from '../country/types.ts'
import type { StoredLine } from '../lines/lines.ts'
import type { PayView } from '../schema/pay.ts'

/** A pay line as shown. A line of a dry run has no id. */
export type ShownLine = StoredLine & { id: number | null }
type Shown<Kind extends StoredLine['kind']> = Extract<ShownLine, { kind: Kind }>

/** A pay with everything that its read model shows, newly created or loaded. */
export type ShownPay = {
  id: number | null
  status: PayStatus
  processed_date: string
  pay_department: string | null
  note: string | null
  employee: {
    id: number
    number: string | null
    first_name: string
    last_name: string
    email_address: string | null
  }
  run: Pick<PayRunRow, 'end_date' | 'pay_period'> & { id: number | null }
  /** The figures by column. */
  figures: Readonly<Record<string, unknown>>
  lines: readonly ShownLine[]
  leave_balances: readonly LeaveBalanceRow[]
  termination: Record<string, unknown> | null
  warnings: readonly string[]
  stp_status: string | null
  stp_service_action: string | null
  stp_timestamp: Date | null
  stp_needs_update: boolean
}

/** Builds the read model of a pay. Figures become JSON numbers only here. */
export function viewPay(pay: ShownPay, country: PayCountry): PayView {
  const { employee, run } = pay
  const rows = viewLines(pay.lines, country)
  return {
    id: pay.id,
    status: pay.status,
    is_complete: pay.status === 'processed',
    employee_id: employee.id,
    employee_number: employee.number,
    employee_first_name: employee.first_name,
    employee_last_name: employee.last_name,
    employee_format_name_shorter: `${firstLetter(employee.first_name)}. ${employee.last_name}`,
    format_name: formatName(employee),
    employee_email_address: employee.email_address,
    pay_run_id: run.id,
    pay_run_end_date: run.end_date,
    pay_period: run.pay_period,
    processed_date: pay.processed_date,
    pay_department: pay.pay_department,
    ...(pay.note ? { note: pay.note } : {}),
    ...viewFigures(country, pay.figures),
    hours: rows.hours,
    leave: rows.leave,
    leave_balance_rows: pay.leave_balances.map(viewBalance),
    allowances: rows.allowances,
    deductions: rows.deductions,
    bonuses: rows.bonuses,
    pay_sacrifices: rows.pay_sacrifices,
    back_payments: rows.back_payments,
    termination: pay.termination,
    stp_status: pay.stp_status,
    stp_service_action: pay.stp_service_action,
    stp_timestamp: timestamp(pay.stp_timestamp),
    stp_needs_update: pay.stp_needs_update,
    warnings: [...pay.warnings],
  }
}

function firstLetter(name: string): string {
  const code = name.codePointAt(0)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** Builds the read model of a loaded pay. */
export function viewStoredPay(pay: PayToShow, country: PayCountry): PayView {
  const { row } = pay
  return viewPay(
    {
      ...row,
      employee: pay.employee,
      run: pay.run,
      figures: row,
      lines: pay.lines,
      termination: pay.termination,
      warnings: [...(row.warnings ?? []), ...(pay.isStale ? [staleDraft(pay.run.id)] : [])],
    },
    country,
  )
}

const staleDraft = (runId: number) =>
  `The employee has changed since this draft was created: it is stale. Rebuild it with POST …/pay-runs/${runId}/rebuild.`

type Rows = Pick<
  PayView,
  'hours' | 'leave' | 'allowances' | 'deductions' | 'bonuses' | 'pay_sacrifices' | 'back_payments'
>

function viewLines(lines: readonly ShownLine[], { country }: PayCountry): Rows {
  const rows: Rows = {
    hours: [],
    leave: [],
    allowances: [],
    deductions: [],
    bonuses: [],
    pay_sacrifices: [],
    back_payments: [],
  }
  for (const line of lines) {
    if (line.kind === 'hours') rows.hours.push(viewHours(line))
    else if (line.kind === 'leave') rows.leave.push(viewLeave(line))
    else if (line.kind === 'allowance') rows.allowances.push(viewAllowance(line, country))
    else if (line.kind === 'deduction') rows.deductions.push(viewLine(line, DEDUCTION_FIELDS, country))
    else if (line.kind === 'bonus') rows.bonuses.push(viewLine(line, BONUS_FIELDS, country))
    else if (line.kind === 'sacrifice') rows.pay_sacrifices.push(viewLine(line, SACRIFICE_FIELDS, country))
    else rows.back_payments.push(viewLine(line, BACK_PAYMENT_FIELDS, country))
  }
  return rows
}

function viewHours({ id, description, amount, details: hours }: Shown<'hours'>): PayView['hours'][number] {
  return {
    id,
    description,
    units: hours.units,
    value: Number(hours.value),
    rate: Number(hours.rate),
    multiplier: hours.multiplier === null ? null : Number(hours.multiplier),
    rate_reference: hours.rate_reference,
    rate_description: hours.rate_description,
    is_overtime: hours.is_overtime,
    ...(hours.date ? { date: hours.date } : {}),
    ...(hours.week ? { week: hours.week } : {}),
    pay_amount: Number(amount),
  }
}

function viewLeave({ id, description, amount, details: leave }: Shown<'leave'>): PayView['leave'][number] {
  return {
    id,
    name: description,
    description,
    leave_type: leave.leave_type,
    date: leave.date,
    rate: Number(leave.rate),
    multiplier: leave.multiplier === null ? null : Number(leave.multiplier),
    hours: Number(leave.hours),
    value: Number(leave.hours),
    leave_loading_amount: Number(leave.loading ?? 0),
    amount: Number(amount),
  }
}

function viewAllowance(
  { id, description, amount, details: allowance }: Shown<'allowance'>,
  country: Country,
): PayView['allowances'][number] {
  return {
    id,
    description,
    amount: Number(allowance.amount),
    units: Number(allowance.units),
    total_amount: Number(amount),
    ...shownFields(ALLOWANCE_FIELDS, allowance, country),
    ...(allowance.is_reimbursement ? { is_reimbursement: true } : {}),
  }
}

/** A line that shows its amount and its fields. */
const viewLine = <Fields extends LineFields>(
  { id, description, amount, details }: ShownLine & { details: StoredFields<Fields> },
  fields: Fields,
  country: Country,
) => ({ id, description, amount: Number(amount), ...shownFields(fields, details, country) })

function viewBalance(row: LeaveBalanceRow): PayView['leave_balance_rows'][number] {
  return {
    leave_type: row.leave_type,
    name: row.name,
    hours: Number(row.hours),
    ...(row.weeks === undefined ? {} : { weeks: Number(row.weeks) }),
    ...(row.days === undefined ? {} : { days: Number(row.days) }),
  }
}
