import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import type { WholePay } from './loaded-pay.ts'

/** The prefix of pay lines for arrears found by the Holidays Act report. They are owed in addition to a rise. */
export const LEAVE_ARREARS = 'Holidays Act arrears'
export const isLeaveArrears = ({ description }: Pick<PaidBack, 'description'>) =>
  description.startsWith(LEAVE_ARREARS)

export type PaidBack = {
  employee_id: number
  description: string
  start_date: string | null
  end_date: string | null
  stp_category: string | null
  amount: string
  /** Whether the back payment is on a processed pay, not on a draft. */
  is_paid: boolean
}

/** The employees' back payments with the days they cover, including those on drafts. */
export async function listPaidBack(query: Queryable, employeeIds: readonly number[]): Promise<PaidBack[]> {
  const { rows } = await sql<PaidBack>`
    select pays.employee_id, line.description, line.details->>'start_date' as start_date,
      line.details->>'end_date' as end_date, line.details->>'stp_category' as stp_category, line.amount::text as amount,
      pays.status = 'processed' as is_paid
    from pays join pay_lines line on line.pay_id = pays.id
    where pays.employee_id = any(${employeeIds}::int[]) and line.kind = 'back-payment'`.execute(query)
  return rows
}

/**
 * Those of the pays whose period had back pay, paid or on a draft. A rise of their rates is in the back pay, so their rows
 * keep the rates they were paid at.
 */
export async function paysPaidBack(
  query: Queryable,
  pays: readonly WholePay[],
): Promise<ReadonlySet<number>> {
  const paid = await listPaidBack(query, [...new Set(pays.map(({ row }) => row.employee_id))])
  const keyOf = (employeeId: number, start: string | null, end: string | null) =>
    `${employeeId} ${start} ${end}`
  const periods = new Set(
    paid
      .filter((line) => !isLeaveArrears(line))
      .map((line) => keyOf(line.employee_id, line.start_date, line.end_date)),
  )
  const isPaidBack = ({ row, run }: WholePay) =>
    periods.has(keyOf(row.employee_id, run.start_date, run.end_date))
  return new Set(pays.filter(isPaidBack).map(({ row }) => row.id))
}
