import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { PayTask } from '../task.ts'

/** When ids run out, so many lines for each pay are taken ahead: the next pays likely have as many. */
const AHEAD = 4

/** Ids for new pays and lines, taken ahead for many of them, so that storing waits for nothing. */
export type IdReserve = { pays: number[]; lines: number[] }

export const emptyReserve = (): IdReserve => ({ pays: [], lines: [] })

/** Takes the ids that these tasks will likely need. An id that is not used is never used: sequences have gaps. */
export async function reserveIds(tx: Tx, reserve: IdReserve, tasks: readonly PayTask[]): Promise<void> {
  const newPays = tasks.filter((task) => !task.existing).length
  const newLines = tasks.reduce((count, task) => count + sentLines(task), 0)
  await refill(tx, reserve, newPays, newLines)
}

/** Takes as many ids as these pays and their new lines need, in their order. */
export async function takeIds(
  tx: Tx,
  reserve: IdReserve,
  { tasks, newLines }: { tasks: readonly PayTask[]; newLines: number },
): Promise<{ payIds: number[]; lineIds: number[] }> {
  const missing = newLines - reserve.lines.length
  if (missing > 0) await refill(tx, reserve, 0, Math.max(missing, tasks.length * AHEAD))
  return {
    payIds: reserve.pays.splice(0, tasks.filter((task) => !task.existing).length),
    lineIds: reserve.lines.splice(0, newLines),
  }
}

/** Kept lines have their ids; what comes onto a pay by itself is not known yet. */
function sentLines({ request }: PayTask): number {
  if (!request) return 0
  const { hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments } = request
  const lists = [hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments]
  return lists.reduce((count, rows) => count + (rows?.length ?? 0), 0)
}

/** Numbers behind a `select`: the server cannot count by them, and so plans once for all calls. */
async function refill(tx: Tx, reserve: IdReserve, newPays: number, newLines: number): Promise<void> {
  const { rows } = await sql<{ pays: string | null; lines: string | null }>`
    select (select string_agg(nextval('pays_id_seq')::text, ',') from generate_series(1, (select ${newPays}::int))) as pays,
      (select string_agg(nextval('pay_lines_id_seq')::text, ',') from generate_series(1, (select ${newLines}::int))) as lines
  `.execute(tx)
  reserve.pays.push(...idsOf(rows[0]?.pays))
  reserve.lines.push(...idsOf(rows[0]?.lines))
}

function idsOf(text: string | null | undefined): number[] {
  return text ? text.split(',').map(Number) : []
}
