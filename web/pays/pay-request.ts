import type { Pay } from '../api/types.ts'

const KNOWN = new WeakMap<Pay, PayRequest>()

/** The rows of a pay for a write, without read-only fields. Cached, so the same pay gives the same rows. */
export function rowsOf(pay: Pay): PayRequest {
  const rows = KNOWN.get(pay) ?? makeRows(pay)
  KNOWN.set(pay, rows)
  return rows
}

function makeRows(pay: Pay) {
  return {
    ...(pay.pay_department ? { pay_department: pay.pay_department } : {}),
    hours: pay.hours.map(({ id: _id, pay_amount: _amount, ...row }) => row),
    leave: pay.leave.map(({ id: _id, name: _name, value: _value, amount: _amount, ...row }) => row),
    allowances: pay.allowances.map(({ id: _id, total_amount: _total, ...row }) => row),
    deductions: pay.deductions.map(({ id: _id, ...row }) => row),
    bonuses: pay.bonuses.map(({ id: _id, ...row }) => row),
    pay_sacrifices: pay.pay_sacrifices.map(({ id: _id, ...row }) => row),
    back_payments: pay.back_payments.map(({ id: _id, ...row }) => row),
  }
}

export type PayRequest = ReturnType<typeof makeRows>
