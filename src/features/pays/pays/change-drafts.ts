import type { Company } from '../../../database/tables/companies.ts'
import { conflict } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import type { PayView } from './answer/schema.ts'
import { type DraftRequest, type WrittenDrafts, writeDrafts } from './edit-drafts.ts'
import type { DraftChange, PayAllowanceInput, PayHoursInput, PayLeaveInput } from './request/schema.ts'

/** Changes single rows of drafts of one run, and leaves the other rows as they are: all of them or none. */
export function changeDrafts(
  service: Service,
  company: Company,
  runId: number,
  changes: readonly DraftChange[],
): Promise<WrittenDrafts> {
  return writeDrafts(service, company, runId, changes, (pay, index) => changed(pay, present(changes[index])))
}

/** What the draft is made of once the rows that were sent are laid over it. */
function changed(pay: PayView, { hours = [], leave = [], allowances = [] }: DraftChange): DraftRequest {
  const request = requestOf(pay)
  const lay = layOver(pay)
  return {
    ...request,
    hours: lay<PayHoursInput>(request.hours, hours, byDescription, {
      amount: ({ value }) => value,
      change: (row, { value }) => ({ ...row, value }),
    }),
    leave: lay<PayLeaveInput>(request.leave, leave, (row) => row.leave_type, {
      amount: (row) => row.hours,
      // Its loading follows from the new hours.
      change: ({ leave_loading_amount: _loading, ...row }, { hours: value }) => ({ ...row, hours: value }),
    }),
    allowances: lay<PayAllowanceInput>(request.allowances, allowances, byDescription, {
      amount: ({ amount }) => amount ?? 0,
      change: (row, { amount }) => ({ ...row, amount: amount ?? 0, units: 1 }),
    }),
  }
}

const byDescription = ({ description }: { description: string }) => description.trim().toLowerCase()

/** The rows of a pay as a write takes them: what was read, without what only reads have. */
function requestOf(pay: PayView) {
  return {
    pay_department: pay.pay_department,
    hours: pay.hours.map(({ id: _id, pay_amount: _amount, ...row }) => row),
    leave: pay.leave.map(({ id: _id, name: _name, value: _value, amount: _amount, ...row }) => row),
    allowances: pay.allowances.map(({ id: _id, total_amount: _total, ...row }) => row),
    deductions: pay.deductions.map(({ id: _id, ...row }) => row),
    bonuses: pay.bonuses.map(({ id: _id, ...row }) => row),
    pay_sacrifices: pay.pay_sacrifices.map(({ id: _id, ...row }) => row),
    back_payments: pay.back_payments.map(({ id: _id, ...row }) => row),
  } satisfies DraftRequest
}

type Rules<Row> = { amount: (row: Row) => number | string; change: (row: Row, sent: Row) => Row }

/** Lays rows over those of a pay: the one row of a kind is changed, added, or removed where nothing is left of it. */
function layOver(pay: PayView) {
  return <Row extends { description: string }>(
    rows: readonly Row[],
    sent: readonly Row[],
    kindOf: (row: Row) => string,
    { amount, change }: Rules<Row>,
  ): Row[] => {
    let list = [...rows]
    for (const row of sent) {
      const own = list.filter((other) => kindOf(other) === kindOf(row))
      if (own.length > 1)
        throw conflict(
          `The pay of ${pay.format_name} has several rows of "${row.description}": change them in the pay itself.`,
        )
      if (Number(amount(row)) === 0) list = list.filter((other) => !own.includes(other))
      else if (own.length === 0) list.push(row)
      else list = list.map((other) => (own.includes(other) ? change(other, row) : other))
    }
    return list
  }
}
