import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { badRequest, type Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { loadHolds } from '../../platform/approvals/index.ts'
import { holdMoment } from '../payments/index.ts'
import { type Batch, collectBatch, leftOver } from './batch.ts'
import { findCells } from './load-members.ts'
import { nameOf, type Owed } from './owed.ts'
import { returnedFundWarnings } from './returned-funds.ts'

/** A member who cannot be in a contribution file. */
export type HeldBackMember = { employee_id: number; employee: string; reason: string }

const SHOWN = 10

/**
 * The batch without members who cannot be in a file: they have no fund, a required cell is missing, or one person has just
 * changed their fund and the company holds such changes for a day.
 */
export async function holdBack(
  service: Service,
  tx: Tx,
  company: Company,
  whole: Batch,
): Promise<{ batch: Batch; heldBack: HeldBackMember[]; warnings: string[] }> {
  const warningsOf = async (batch: Batch, held: readonly HeldBackMember[]) => [
    ...held.map(({ employee, reason }) => `${employee} was held back: ${reason}`),
    ...leftOver(batch),
    ...(await returnedFundWarnings(service, tx, company, batch.sent)).map(({ sentence }) => sentence),
  ]
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
  const holds = await loadHolds(tx, company.id, service.clock.now(), 'super')
  const heldUntil = new Map(holds.map((hold) => [hold.employee_id, hold.held_until]))
  const waiting = rows.flatMap((each) => {
    const until = heldUntil.get(each.pay.employee_id)
    if (!until) return []
    const moment = holdMoment(company, until)
    const reason = `The super fund of ${nameOf(each)} was changed by one person: contributions wait until ${moment}.`
    return [{ each, reason }]
  })
  const placed = rows.filter((each) => each.fund !== null)
  const { faults } = await findCells(service, tx, placed)
  const byId = new Map(rows.map((each) => [each.pay.employee_id, nameOf(each)]))
  const sentences = Map.groupBy(
    [
      ...[...homeless, ...returned, ...waiting].map(({ each, reason }) => ({
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
  if (heldBack.length === 0) return { batch: whole, heldBack, warnings: await warningsOf(whole, []) }
  // If one contribution of a member was returned, or has no fund, their others are still sent.
  const faulty = new Set(faults.map(({ employeeId }) => employeeId))
  const isHeld = ({ pay, fund }: Owed) =>
    fund === null || faulty.has(pay.employee_id) || heldUntil.has(pay.employee_id) || pay.returned_on !== null
  const rest = collectBatch([...whole.sent, ...whole.left].filter((each) => !isHeld(each)))
  return { batch: rest, heldBack, warnings: await warningsOf(rest, heldBack) }
}

/** The error that names the members the request was refused for. */
export function heldBackProblem(heldBack: readonly HeldBackMember[]): Problem {
  const more = heldBack.length > SHOWN ? [`And ${heldBack.length - SHOWN} more.`] : []
  return badRequest([...heldBack.slice(0, SHOWN).map(({ reason }) => reason), ...more].join(' '))
}
