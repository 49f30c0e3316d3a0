import type { EmployeePayRate, Pay } from '../api/types.ts'

/** The editor's rows, with the text of each input. */
export type PayValues = {
  hours: {
    description: string
    value: string
    /** A rate reference, or `fixed` or `multiplier` with `price`. */
    rate: string
    price: string
    is_overtime: boolean
    units: string
    /** The day of the work, or empty when not given. */
    date: string
    /** The week of the period, or empty when not given. The editor does not show it. */
    week: string
  }[]
  leave: {
    description: string
    leave_type: string
    date: string
    hours: string
    rate: string
    loading: string
  }[]
  allowances: {
    description: string
    amount: string
    units: string
    allowance_category: string
    is_taxable: boolean
    is_itemised: boolean
    is_included_in_super_calculations: boolean
  }[]
  deductions: {
    description: string
    amount: string
    classification: string
    is_included_in_super_calculations: boolean
  }[]
  bonuses: {
    description: string
    amount: string
    tax_method: string
    start_date: string
    end_date: string
    is_included_in_super_calculations: boolean
  }[]
  pay_sacrifices: {
    description: string
    amount: string
    is_super: boolean
    sacrificed_from: string
    is_included_in_super_calculations: boolean
  }[]
  reimbursements: { description: string; amount: string }[]
  back_payments: {
    description: string
    amount: string
    stp_category: string
    tax_method: string
    start_date: string
    end_date: string
  }[]
  note: string
}

export const ORDINARY = 'system:ordinary_time'

/** The rows of a pay as editor values. */
export function valuesOf(pay: Pay, rates: EmployeePayRate[]): PayValues {
  const ordinary = rates.find(({ reference }) => reference === ORDINARY)?.rate ?? null
  return {
    hours: pay.hours.map((row) => ({
      description: row.description,
      value: String(row.value),
      ...priceOf(row, ordinary),
      is_overtime: row.is_overtime,
      units: row.units,
      date: row.date ?? '',
      week: row.week ? String(row.week) : '',
    })),
    leave: pay.leave.map((row) => ({
      description: row.name,
      leave_type: row.leave_type,
      date: row.date,
      hours: String(row.hours),
      rate: row.rate === ordinary ? '' : String(row.rate),
      loading: row.leave_loading_amount > 0 ? String(row.leave_loading_amount) : '',
    })),
    allowances: pay.allowances
      .filter(({ is_reimbursement }) => !is_reimbursement)
      .map((row) => ({
        description: row.description,
        amount: String(row.amount),
        units: String(row.units),
        allowance_category: row.allowance_category ?? '',
        is_taxable: row.is_taxable,
        is_itemised: row.is_itemised,
        is_included_in_super_calculations: row.is_included_in_super_calculations,
      })),
    deductions: pay.deductions.map((row) => ({
      description: row.description,
      amount: String(row.amount),
      classification: row.classification,
      is_included_in_super_calculations: row.is_included_in_super_calculations,
    })),
    bonuses: pay.bonuses.map((row) => ({
      description: row.description,
      amount: String(row.amount),
      tax_method: row.tax_method,
      start_date: row.start_date ?? '',
      end_date: row.end_date ?? '',
      is_included_in_super_calculations: row.is_included_in_super_calculations,
    })),
    pay_sacrifices: pay.pay_sacrifices.map((row) => ({
      description: row.description,
      amount: String(row.amount),
      is_super: row.is_super,
      sacrificed_from: row.sacrificed_from ?? '',
      is_included_in_super_calculations: row.is_included_in_super_calculations,
    })),
    reimbursements: pay.allowances
      .filter(({ is_reimbursement }) => is_reimbursement)
      .map(({ description, total_amount }) => ({ description, amount: String(total_amount) })),
    back_payments: pay.back_payments.map((row) => ({
      description: row.description,
      amount: String(row.amount),
      stp_category: row.stp_category,
      tax_method: row.tax_method,
      start_date: row.start_date ?? '',
      end_date: row.end_date ?? '',
    })),
    note: pay.note ?? '',
  }
}

function priceOf(row: Pay['hours'][number], ordinary: number | null) {
  if (row.rate_reference) return { rate: row.rate_reference, price: '' }
  if (row.multiplier !== null) return { rate: 'multiplier', price: String(row.multiplier) }
  if (row.rate === ordinary) return { rate: ORDINARY, price: '' }
  return { rate: 'fixed', price: String(row.rate) }
}

/** The request body that replaces the pay's rows. Fields that the editor does not show stay unchanged. */
export function requestOf(pay: Pay, values: PayValues) {
  return {
    ...(pay.pay_department ? { pay_department: pay.pay_department } : {}),
    hours: values.hours.map((row) => ({
      description: row.description,
      units: row.units || 'hours',
      value: row.value || '0',
      is_overtime: row.is_overtime,
      ...(row.rate === 'fixed' ? { rate: row.price || '0' } : {}),
      ...(row.rate === 'multiplier' ? { multiplier: row.price || '1' } : {}),
      ...(row.rate.includes(':') ? { rate_reference: row.rate } : {}),
      ...(row.date ? { date: row.date } : {}),
      ...(row.week && !row.date ? { week: Number(row.week) } : {}),
    })),
    leave: values.leave.map((row) => ({
      description: row.description,
      leave_type: row.leave_type,
      date: row.date,
      hours: row.hours || '0',
      ...(row.rate ? { rate: row.rate } : {}),
      ...(row.loading ? { leave_loading_amount: row.loading } : {}),
    })),
    note: values.note.trim() || null,
    allowances: [
      ...values.allowances.filter(isNamed).map(({ allowance_category, units, ...row }) => ({
        ...row,
        amount: row.amount || '0',
        units: units || '1',
        ...(allowance_category ? { allowance_category } : {}),
      })),
      ...values.reimbursements
        .filter(isNamed)
        .map((row) => ({ ...row, amount: row.amount || '0', is_reimbursement: true })),
    ],
    deductions: values.deductions.filter(isNamed).map((row) => ({ ...row, amount: row.amount || '0' })),
    bonuses: values.bonuses.map(({ start_date, end_date, ...row }, index) => ({
      ...nzMembers(pay.bonuses[index], row.description),
      ...row,
      amount: row.amount || '0',
      ...(start_date ? { start_date } : {}),
      ...(end_date ? { end_date } : {}),
    })),
    pay_sacrifices: values.pay_sacrifices.map(({ sacrificed_from, ...row }) => ({
      ...row,
      amount: row.amount || '0',
      ...(sacrificed_from ? { sacrificed_from } : {}),
    })),
    back_payments: values.back_payments.filter(isNamed).map(({ start_date, end_date, ...row }) => ({
      ...row,
      amount: row.amount || '0',
      ...(start_date ? { start_date } : {}),
      ...(end_date ? { end_date } : {}),
    })),
  }
}

/** Whether a row has content. A row that was just added is empty. */
const isNamed = (row: { description: string; amount: string }) =>
  row.description.trim() !== '' || row.amount !== ''

/** The New Zealand members of a bonus, if the row is still the same bonus. */
function nzMembers(bonus: Pay['bonuses'][number] | undefined, description: string) {
  if (!bonus || bonus.description !== description) return {}
  const { id: _id, start_date: _start, end_date: _end, ...members } = bonus
  return members
}
