import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

/** A contribution that a fund returned. */
export type ReturnedContribution = {
  pay_id: number
  employee_id: number
  /** Fund and member number, encrypted. */
  party: string
  returned_on: CivilDate
  return_reason: string
  /** The snapshot that the pay was redirected to afterwards. */
  next_id: number | null
}

/** The contributions of these employees that came back since a date, latest first. */
export async function loadReturnedContributions(
  query: Queryable,
  companyId: number,
  employeeIds: readonly number[],
  from: CivilDate,
): Promise<ReturnedContribution[]> {
  const { rows } = await sql<ReturnedContribution>`
    select line.pay_id, line.employee_id, line.party, line.returned_on, coalesce(line.return_reason, '') as return_reason,
      case when redirect.created_at >= line.returned_at then redirect.snapshot_id end as next_id
    from payment_lines line
    left join payment_redirects redirect on redirect.pay_id = line.pay_id and redirect.kind = 'super'
    where line.company_id = ${companyId} and line.kind = 'super' and line.returned_on >= ${from}
      and line.employee_id = any(${employeeIds}::int[])
    order by line.returned_on desc, line.id desc`.execute(query)
  return rows
}
