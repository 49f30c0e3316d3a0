import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { PayJob } from '../job/pay-job.ts'

/** Ids for new pays and lines. Unused ids are lost, which leaves gaps in the sequences. */
export type ReservedIds = { pays: number[]; lines: number[] }

/** Reserves the ids that these jobs will probably need, alongside the first reads. This saves a round trip when storing. */
export function reserveIds(tx: Tx, jobs: readonly PayJob[]): Promise<ReservedIds> {
  const newPays = jobs.filter((job) => !job.existing).length
  return nextIds(
    tx,
    newPays,
    jobs.reduce((count, job) => count + sentLines(job), 0),
  )
}

/** Tops up the ids for this number of lines. */
export async function withLineIds(tx: Tx, ids: ReservedIds, lines: number): Promise<ReservedIds> {
  const missing = lines - ids.lines.length
  if (missing <= 0) return ids
  return { pays: ids.pays, lines: [...ids.lines, ...(await nextIds(tx, 0, missing)).lines] }
}

/** Existing lines have ids, and automatic items are not known yet, so only the request's lines are counted. */
function sentLines({ request }: PayJob): number {
  if (!request) return 0
  const { hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments } = request
  const lists = [hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments]
  return lists.reduce((count, rows) => count + (rows?.length ?? 0), 0)
}

/** The counts are wrapped in a `select`, so that the planner uses one plan for all calls. */
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
