import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'

/** The returned amount of a line of a file. */
export type ReturnedPart = {
  id: string
  amount: string
  /** The other parts of super in the amount, when only a part of the line came back. */
  sacrificed?: string
  voluntary?: string
  /** True when nothing of the line is left in the file. */
  isWhole: boolean
  on: string
  reason: string
}

/** Marks lines as returned, fully or in part. A part becomes a separate line, so the total sent stays the same. */
export async function storeReturns(tx: Tx, parts: readonly ReturnedPart[], now: Date): Promise<void> {
  const some = parts.filter((part) => !part.isWhole)
  if (some.length > 0) {
    await sql`
      insert into payment_lines (customer_id, company_id, pay_id, employee_id, pay_run_id, pay_date, kind, party, amount,
        sacrificed, voluntary, payment_file_id, super_file_id, is_living, returned_on, return_reason, returned_at)
      select customer_id, company_id, pay_id, employee_id, pay_run_id, pay_date, kind, party, part.amount,
        part.sacrificed, part.voluntary, payment_file_id, super_file_id, false, part.returned_on, part.reason, ${now}::timestamptz
      from ${rowsOf(some)} join payment_lines line using (id) order by part.place`.execute(tx)
    await sql`
      update payment_lines line set amount = line.amount - part.amount,
        sacrificed = line.sacrificed - coalesce(part.sacrificed, 0), voluntary = line.voluntary - coalesce(part.voluntary, 0)
      from (select id, sum(amount) as amount, sum(sacrificed) as sacrificed, sum(voluntary) as voluntary
        from ${rowsOf(some)} group by id) part
      where line.id = part.id`.execute(tx)
  }
  const whole = parts.filter((part) => part.isWhole)
  if (whole.length > 0)
    await sql`
      update payment_lines line set is_living = false, returned_on = part.returned_on, return_reason = part.reason, returned_at = ${now}
      from ${rowsOf(whole)} where line.id = part.id`.execute(tx)
}

const rowsOf = (parts: readonly ReturnedPart[]) => sql`
  unnest(${parts.map(({ id }) => id)}::bigint[], ${parts.map(({ amount }) => amount)}::numeric[],
    ${parts.map(({ on }) => on)}::date[], ${parts.map(({ reason }) => reason)}::text[],
    ${parts.map(({ sacrificed }) => sacrificed ?? null)}::numeric[], ${parts.map(({ voluntary }) => voluntary ?? null)}::numeric[])
    with ordinality part (id, amount, returned_on, reason, sacrificed, voluntary, place)`
