import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { PayJob } from '../job/pay-job.ts'

/** Ids for new pays and lines. One that is not used is never used: sequences have gaps. */
export type ReservedIds = { pays: number[]; lines: number[] }

/** Reserves the ids that these jobs will likely need, together with the first reads, so that storing need not ask for them. */
export function reserveIds(tx: Tx, jobs: readonly PayJob[]): Promise<ReservedIds> {
  const newPays = jobs.filter((job) => !job.existing).length
  return nextIds(
    tx,
    newPays,
    jobs.reduce((count, job) => count + sentLines(job), 0),
  )
}

/** The same ids, with enough for this number of lines. */
export async function withLineIds(tx: Tx, ids: ReservedIds, lines: number): Promise<ReservedIds> {
  const missing = lines - ids.lines.length
  if (missing <= 0) return ids
  return { pays: ids.pays, lines: [...ids.lines, ...(await nextIds(tx, 0, missing)).lines] }
}

/** Kept lines have their ids; standing items that apply automatically are not known yet. */
function sentLines({ request }: PayJob): number {
  if (!request) return 0
  const { hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments } = request
  const lists = [hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments]
  return lists.reduce((count, rows) => count + (rows?.length ?? 0), 0)
}

/** The counts are behind a `select`: the planner then uses one plan for all calls. */
async function nextIds(tx: Tx, newPays: number, newLines: number): Promise<ReservedIds> {
  const { rows } = await sql<{ pays: string | null; lines: string | null }>`
    select (select string_agg(nextval('pays_id_seq')::text, ',') from generate_series(1, (select ${newPays}::int))) as pays,
      (select string_agg(nextval('pay_lines_id_seq')::text, ',') from generate_series(1, (select ${newLines}::int))) as lines
  `.execute(tx)
  return { pays: idsOf(rows[0]?.pays), lines: idsOf(rows[0]?.lines) }
}

function idsOf(text: string | null | undefined): number[] {
  return text ? text.split(',').map(Number) : []
}
