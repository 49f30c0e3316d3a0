import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

/** A net pay that the bank returned. */
export type ReturnedNet = {
  employee_id: number
  returned_on: CivilDate
  return_reason: string
  file_id: number
  split_credits: string | null
  /** The snapshot with the account that returned it, if the pay was not split. */
  snapshot_id: number | null
  /** The snapshot that the pay was redirected to afterwards. */
  next_id: number | null
}

/** The nets of these employees that came back since a date, latest first. */
export async function loadReturnedNets(
  query: Queryable,
  companyId: number,
  employeeIds: readonly number[],
  from: CivilDate,
): Promise<ReturnedNet[]> {
  const { rows } = await sql<ReturnedNet>`
    select line.employee_id, line.returned_on, coalesce(line.return_reason, '') as return_reason, file.id as file_id, file.split_credits,
      case when redirect.created_at < line.returned_at then redirect.snapshot_id else pays.snapshot_id end as snapshot_id,
      case when redirect.created_at >= line.returned_at then redirect.snapshot_id end as next_id
    from payment_lines line join payment_files file on file.id = line.payment_file_id
    left join pays on pays.id = line.pay_id
    left join payment_redirects redirect on redirect.pay_id = line.pay_id and redirect.kind = 'net'
    where line.company_id = ${companyId} and line.kind = 'net' and line.returned_on >= ${from}
      and line.employee_id = any(${employeeIds}::int[])
    order by line.returned_on desc, line.id desc`.execute(query)
  return rows
}
