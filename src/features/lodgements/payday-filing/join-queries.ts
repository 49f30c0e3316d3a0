import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { forgetGone } from '../lodgements/index.ts'
import type { FiledLine } from './load.ts'

/**
 * A line that still matches what was filed, with its current pays, and pays of the filed line that are no
 * longer in it.
 */
export type SameLine = FiledLine & { gone_ids: number[] }

/**
 * A pay without amounts, such as a day of unpaid leave entered after its payday was filed, leaves the line as it is. The filing that
 * holds the line then lodges that pay too, so it does not stay open. A deleted pay may have left the line as it is, too.
 * Returns the pays that are lodged now.
 */
export async function joinFiled(
  tx: Tx,
  lines: readonly Pick<SameLine, 'submission_id' | 'pay_ids' | 'gone_ids'>[],
  now: Date,
): Promise<number[]> {
  await forgetGone(
    tx,
    lines.flatMap((line) => line.gone_ids),
  )
  const pairs = lines.flatMap((line) => line.pay_ids.map((payId) => ({ filing: line.submission_id, payId })))
  if (pairs.length === 0) return []
  const { rows } = await sql<{ pay_id: number }>`
    with joined as (
      insert into submission_pays (customer_id, submission_id, pay_id, employee_id, counts, told_hash)
      select pays.customer_id, wanted.submission_id, pays.id, pays.employee_id, true, coalesce(pays.figures_hash, '')
      from unnest(${pairs.map((pair) => pair.filing)}::int[], ${pairs.map((pair) => pair.payId)}::int[])
        wanted (submission_id, pay_id)
      join pays on pays.id = wanted.pay_id
      where not exists (select from submission_pays other where other.pay_id = pays.id and other.counts)
        and not exists (select from submission_pays own where own.pay_id = pays.id and own.submission_id = wanted.submission_id)
      returning customer_id, submission_id, pay_id, employee_id, told_hash
    ), filed as (
      update payday_lines line set pay_ids = line.pay_ids || added.ids
      from (
        select joined.submission_id, pays.employee_id, pays.pay_run_id, pays.tax_code, array_agg(pays.id) as ids
        from joined join pays on pays.id = joined.pay_id group by 1, 2, 3, 4
      ) added
      where line.submission_id = added.submission_id and line.employee_id = added.employee_id
        and line.pay_run_id = added.pay_run_id and line.tax_code = added.tax_code
    )
    insert into reported_pays (pay_id, customer_id, told_hash, stp_status, stp_service_action, stp_timestamp)
    select joined.pay_id, joined.customer_id, joined.told_hash,
      case when line.outcome = 'accepted' then 'accepted' when message.status = 'queued' then 'queued' else 'sent' end,
      message.kind, ${now}::timestamptz
    from joined join submissions message on message.id = joined.submission_id
    join lodged_lines line on line.submission_id = joined.submission_id and line.employee_id = joined.employee_id and line.part = 'employee'
    on conflict (pay_id) do update set told_hash = excluded.told_hash, stp_status = excluded.stp_status,
      stp_service_action = excluded.stp_service_action, stp_timestamp = excluded.stp_timestamp
    returning pay_id`.execute(tx)
  return rows.map((row) => row.pay_id)
}
