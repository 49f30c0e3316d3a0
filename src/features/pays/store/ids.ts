import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { present } from '../../../payroll/present.ts'
import type { MadePay } from '../make.ts'
import type { PayTask } from '../task.ts'

/** When ids run out, so many lines for each pay are taken ahead: the next pays likely have as many. */
const AHEAD = 4

/** A made pay with the ids that its row and lines have. */
export type NumberedPay = MadePay & { id: number; lineIds: readonly number[] }

/** Ids for new pays and lines, taken ahead for many of them, so that storing waits for nothing. */
export type IdReserve = { pays: number[]; lines: number[] }

export const emptyReserve = (): IdReserve => ({ pays: [], lines: [] })

/** Takes the ids that these tasks will likely need. An id that is not used is never used: sequences have gaps. */
export async function reserveIds(tx: Tx, reserve: IdReserve, tasks: readonly PayTask[]): Promise<void> {
  const newPays = tasks.filter((task) => !task.existing).length
  const newLines = tasks.reduce((count, task) => count + sentLines(task), 0)
  await refill(tx, reserve, newPays, newLines)
}

/** Gives the pays their ids: new ones for new pays and new lines, in their order. */
export async function giveIds(tx: Tx, reserve: IdReserve, pays: readonly MadePay[]): Promise<NumberedPay[]> {
  const newLines = pays.reduce(
    (count, pay) => count + pay.lines.filter((line) => line.id === undefined).length,
    0,
  )
  const missing = newLines - reserve.lines.length
  if (missing > 0) await refill(tx, reserve, 0, Math.max(missing, pays.length * AHEAD))
  const payIds = reserve.pays.splice(0, pays.filter((pay) => !pay.task.existing).length)
  const lineIds = reserve.lines.splice(0, newLines)
  let nextPay = 0
  let nextLine = 0
  return pays.map((pay) => {
    const given = pay.lines.map((line) => line.id ?? present(lineIds[nextLine++]))
    const { existing } = pay.task
    if (!existing) return { ...pay, id: present(payIds[nextPay++]), lineIds: given }
    return { ...pay, id: existing.id, ...inOrderOfIds(pay.lines, given) }
  })
}

/** Lines are read in the order of their ids, so a pay that is made anew shows them so. */
function inOrderOfIds(lines: MadePay['lines'], ids: readonly number[]) {
  const rows = lines.map((line, index) => ({ line, id: present(ids[index]) })).sort((a, b) => a.id - b.id)
  return { lines: rows.map((row) => row.line), lineIds: rows.map((row) => row.id) }
}

/** Kept lines have their ids; what comes onto a pay by itself is not known yet. */
function sentLines({ request }: PayTask): number {
  if (!request) return 0
  const { hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments } = request
  const lists = [hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments]
  return lists.reduce((count, rows) => count + (rows?.length ?? 0), 0)
}

async function refill(tx: Tx, reserve: IdReserve, newPays: number, newLines: number): Promise<void> {
  const { rows } = await sql<{ pays: string | null; lines: string | null }>`
    select (select string_agg(nextval('pays_id_seq')::text, ',') from generate_series(1, ${newPays})) as pays,
      (select string_agg(nextval('pay_lines_id_seq')::text, ',') from generate_series(1, ${newLines})) as lines
  `.execute(tx)
  reserve.pays.push(...idsOf(rows[0]?.pays))
  reserve.lines.push(...idsOf(rows[0]?.lines))
}

function idsOf(text: string | null | undefined): number[] {
  return text ? text.split(',').map(Number) : []
}
