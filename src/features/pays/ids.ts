import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { MadePay } from './calculate.ts'
import type { EmployeeFacts } from './facts.ts'
import type { StoredPay } from './store.ts'
import type { PayTask } from './task.ts'

/** Ids for new pays and lines, taken ahead for many of them, so that storing waits for nothing. */
export type IdReserve = { pays: number[]; lines: number[] }

export const emptyReserve = (): IdReserve => ({ pays: [], lines: [] })

/** Takes the ids that these tasks will likely need. An id that is not used is never used: sequences have gaps. */
export async function reserveIds(
  tx: Tx,
  reserve: IdReserve,
  tasks: readonly PayTask[],
  facts: ReadonlyMap<number, EmployeeFacts>,
): Promise<void> {
  const newPays = tasks.filter((task) => !task.existing).length
  const newLines = tasks.reduce((count, task) => count + likelyLines(task, facts.get(task.employee.id)), 0)
  await refill(tx, reserve, newPays, newLines)
}

/** Gives the pays their ids: new ones for new pays and new lines, in their order. */
export async function giveIds(tx: Tx, reserve: IdReserve, pays: readonly MadePay[]): Promise<StoredPay[]> {
  const newLines = pays.reduce(
    (count, pay) => count + pay.lines.filter((line) => line.id === undefined).length,
    0,
  )
  if (newLines > reserve.lines.length) await refill(tx, reserve, 0, newLines - reserve.lines.length)
  const payIds = reserve.pays.splice(0, pays.filter((pay) => !pay.task.existing).length)
  const lineIds = reserve.lines.splice(0, newLines)
  let nextPay = 0
  let nextLine = 0
  return pays.map((pay) => ({
    ...pay,
    id: pay.task.existing?.id ?? (payIds[nextPay++] as number),
    lineIds: pay.lines.map((line) => line.id ?? (lineIds[nextLine++] as number)),
  }))
}

/** Kept lines have their ids; those that are sent, and those that come by themselves, need new ones. */
function likelyLines({ request }: PayTask, facts: EmployeeFacts | undefined): number {
  if (!request) return 0
  const { hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments } = request
  const lists = [hours, leave, allowances, deductions, bonuses, pay_sacrifices, back_payments]
  let count = facts?.items.autoTemplates.length ?? 0
  for (const rows of lists) count += rows?.length ?? 0
  for (const item of facts?.items.items.values() ?? []) if (item.auto_apply_to_pay) count++
  return count
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
