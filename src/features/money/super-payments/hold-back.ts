import type { Tx } from '../../../database/connect.ts'
import { badRequest, type Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { type Batch, collectBatch } from './batch.ts'
import { findCells } from './load-members.ts'
import { nameOf, type Owed } from './owed.ts'

/** A member who cannot be in a contribution file. */
export type HeldBackMember = { employee_id: number; employee: string; reason: string }

const SHOWN = 10

/** The batch without members who cannot be in a file because they have no fund or a required cell is missing. */
export async function holdBack(
  service: Service,
  tx: Tx,
  whole: Batch,
): Promise<{ batch: Batch; heldBack: HeldBackMember[] }> {
  const rows = whole.rows.map(({ each }) => each)
  const homeless = rows
    .filter((each) => each.fund === null)
    .map((each) => ({ each, reason: `${nameOf(each)} has no super fund.` }))
  const returned = rows
    .filter((each) => each.pay.returned_on !== null)
    .map((each) => ({
      each,
      reason: `The contribution of ${nameOf(each)} came back on ${each.pay.returned_on} (${each.pay.return_reason}). Enter the right fund and redirect it there.`,
    }))
  const placed = rows.filter((each) => each.fund !== null)
  const { faults } = await findCells(service, tx, placed)
  const byId = new Map(rows.map((each) => [each.pay.employee_id, nameOf(each)]))
  const sentences = Map.groupBy(
    [
      ...[...homeless, ...returned].map(({ each, reason }) => ({
        employeeId: each.pay.employee_id,
        sentence: reason,
      })),
      ...faults,
    ],
    (fault) => fault.employeeId,
  )
  const heldBack = [...sentences].map(([id, own]) => ({
    employee_id: id,
    employee: byId.get(id) ?? '',
    reason: [...new Set(own.map(({ sentence }) => sentence))].join(' '),
  }))
  if (heldBack.length === 0) return { batch: whole, heldBack }
  // If one contribution of a member was returned, or has no fund, their others are still sent.
  const faulty = new Set(faults.map(({ employeeId }) => employeeId))
  const isHeld = ({ pay, fund }: Owed) =>
    fund === null || faulty.has(pay.employee_id) || pay.returned_on !== null
  const rest = collectBatch([...whole.sent, ...whole.left].filter((each) => !isHeld(each)))
  return { batch: rest, heldBack }
}

/** The error that names the members the request was refused for. */
export function heldBackProblem(heldBack: readonly HeldBackMember[]): Problem {
  const more = heldBack.length > SHOWN ? [`And ${heldBack.length - SHOWN} more.`] : []
  return badRequest([...heldBack.slice(0, SHOWN).map(({ reason }) => reason), ...more].join(' '))
}
