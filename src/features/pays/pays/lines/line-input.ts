import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal } from '../../../../kernel/values/money.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import type { HoursLine, PayLines } from '../../../../payroll/input.ts'
import {
  ALLOWANCE_FIELDS,
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  lawFields,
  SACRIFICE_FIELDS,
} from '../../../../payroll/line-fields.ts'
import type { LineAmounts } from '../../../../payroll/result.ts'
import type { LineKind } from '../../../../payroll/words.ts'
import type { Details, HoursDetails, KnownItem, Line, LoadedLine, PricedLine, StoredLine } from './lines.ts'
import { ordinaryRateShown } from './pay-rates.ts'

/* Converts the lines of a pay to calculation input, and back. */

type LineInputs = { [Kind in LineKind]: (description: string, details: Details[Kind]) => unknown }

const date = (text: string | null) => text as CivilDate | null
const amountOf = (text: string | null): Decimal | null => (text === null ? null : decimal(text))

const ordinaryOf = (details: HoursDetails): Pick<HoursLine, 'ordinaryRate'> => {
  const rate = ordinaryRateShown(details)
  return rate === null ? {} : { ordinaryRate: decimal(rate) }
}

const INPUTS = {
  hours: (description, details) => ({
    description,
    units: details.units,
    value: decimal(details.value),
    ratePerUnit: decimal(details.rate),
    isOvertime: details.is_overtime,
    ...(details.date ? { date: civilDate(details.date), ...ordinaryOf(details) } : {}),
    ...(details.week ? { week: details.week } : {}),
  }),
  leave: (description, details) => ({
    description,
    leaveType: details.leave_type,
    date: details.date as CivilDate,
    hours: decimal(details.hours),
    ratePerHour: decimal(details.rate),
    loadingAmount: amountOf(details.loading_given),
    hasOwnRate: details.has_own_rate,
  }),
  allowance: (description, details) => ({
    description,
    amountPerUnit: decimal(details.amount),
    units: decimal(details.units),
    ...lawFields(ALLOWANCE_FIELDS, details),
  }),
  deduction: (description, details) => ({
    description,
    amountType: details.amount_type,
    amount: decimal(details.amount),
    limitPerPay: amountOf(details.limit_per_pay),
    limitLeft: amountOf(details.limit_left),
    ...(details.limit_total ? { limitTotal: decimal(details.limit_total) } : {}),
    ...lawFields(DEDUCTION_FIELDS, details),
  }),
  bonus: (description, details) => ({
    description,
    amount: decimal(details.amount),
    ...lawFields(BONUS_FIELDS, details),
  }),
  sacrifice: (description, details) => ({
    description,
    amountType: details.amount_type,
    amount: decimal(details.amount),
    limitPerPay: amountOf(details.limit_per_pay),
    limitLeft: amountOf(details.limit_left),
    ...lawFields(SACRIFICE_FIELDS, details),
  }),
  'back-payment': (description, details) => ({
    description,
    amount: decimal(details.amount),
    ...lawFields(BACK_PAYMENT_FIELDS, details),
    isInSuper: true,
  }),
} satisfies LineInputs

const LISTS = {
  hours: 'hours',
  leave: 'leave',
  allowance: 'allowances',
  deduction: 'deductions',
  bonus: 'bonuses',
  sacrifice: 'sacrifices',
  'back-payment': 'backPayments',
} as const

/** The lines as calculation input. Each list keeps the order of the lines. */
export function toPayLines(lines: readonly Line[]): PayLines {
  const lists: { [List in keyof PayLines]: PayLines[List][number][] } = {
    hours: [],
    leave: [],
    allowances: [],
    deductions: [],
    bonuses: [],
    sacrifices: [],
    backPayments: [],
  }
  for (const { kind, description, details } of lines) {
    if (kind === 'hours') lists.hours.push(INPUTS.hours(description, details))
    else if (kind === 'leave') lists.leave.push(INPUTS.leave(description, details))
    else if (kind === 'allowance') lists.allowances.push(INPUTS.allowance(description, details))
    else if (kind === 'deduction') lists.deductions.push(INPUTS.deduction(description, details))
    else if (kind === 'bonus') lists.bonuses.push(INPUTS.bonus(description, details))
    else if (kind === 'sacrifice') lists.sacrifices.push(INPUTS.sacrifice(description, details))
    else lists.backPayments.push(INPUTS['back-payment'](description, details))
  }
  return lists
}

/** Adds the calculated amounts to their lines. */
export function priceLines(lines: readonly Line[], amounts: LineAmounts): PricedLine[] {
  const next: Record<LineKind, number> = {
    hours: 0,
    leave: 0,
    allowance: 0,
    deduction: 0,
    bonus: 0,
    sacrifice: 0,
    'back-payment': 0,
  }
  return lines.map((line) => {
    const index = next[line.kind]++
    if (line.kind === 'leave') {
      const row = amounts.leave[index]
      if (!row) throw new Error('a leave line has no amount')
      return {
        ...line,
        amount: row.amount.toFixed(2),
        details: { ...line.details, loading: row.loading.toFixed(2) },
      }
    }
    const amount = amounts[LISTS[line.kind]][index]
    if (!amount) throw new Error(`a ${line.kind} line has no amount`)
    return { ...line, amount: amount.toFixed(2) }
  })
}

/** A stored line of another pay, as input for the calculation. */
export function pastLineOf(line: StoredLine): PastLine {
  const { kind, description, amount } = line
  return {
    kind,
    description,
    amount,
    quantity: kind === 'hours' ? line.details.value : kind === 'leave' ? line.details.hours : null,
    units: kind === 'hours' ? line.details.units : null,
    isOvertime: kind === 'hours' && line.details.is_overtime,
    leaveType: kind === 'leave' ? line.details.leave_type : null,
    date: kind === 'leave' || kind === 'hours' ? date(line.details.date ?? null) : null,
    ...(kind === 'hours' && line.details.week ? { week: line.details.week } : {}),
    taxMethod: kind === 'bonus' || kind === 'back-payment' ? line.details.tax_method : null,
    stpCategory: kind === 'back-payment' ? line.details.stp_category : null,
    isReturnToWork: kind === 'bonus' && (line.details.is_return_to_work ?? false),
    startDate: kind === 'bonus' || kind === 'back-payment' ? date(line.details.start_date) : null,
    endDate: kind === 'bonus' || kind === 'back-payment' ? date(line.details.end_date) : null,
    isOutsideGross: isOutsideGross(line),
  }
}

function isOutsideGross(line: StoredLine): boolean {
  if (line.kind === 'allowance') return !line.details.is_taxable
  return line.kind === 'bonus' && Boolean(line.details.is_nz_discretionary || line.details.is_nz_ess)
}

/** A stored line in the form before pricing. */
export function lineOf(row: LoadedLine, item: KnownItem | null = null): Line {
  const { item_id: itemId, template_id: templateId, pay_id: _pay, amount: _amount, ...line } = row
  return { ...line, itemId, templateId, item }
}
