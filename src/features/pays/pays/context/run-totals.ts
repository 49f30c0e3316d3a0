import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'

export type RunTotal = { period_end: string; pays: number; net: string; figures: string }

/** Sums the processed pays of these runs, with a hash of the people, amounts and accounts paid in this call. */
export async function sumProcessed(
  tx: Tx,
  companyId: number,
  runIds: readonly number[],
  payIds: readonly number[],
): Promise<RunTotal[]> {
  const { rows } = await sql<RunTotal>`
    select r.end_date::text as period_end, count(*)::int as pays, sum(p.net)::text as net,
      md5(coalesce(string_agg(p.employee_id || ':' || p.gross || ':' || p.net || ':' || p.processed_date, ','
        order by p.employee_id, p.net, p.gross) filter (where p.id = any(${payIds}::int[])), '')) as figures
    from pays p join pay_runs r on r.id = p.pay_run_id
    where p.company_id = ${companyId} and p.pay_run_id = any(${runIds}::int[]) and p.status = 'processed'
    group by r.id, r.end_date order by r.id`.execute(tx)
  return rows
}
