import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { type ReportError, TAKEN } from '../lodgements/index.ts'

/** A pay whose amounts W1 and W2 of an accepted event include, although the tax office refused the payee. */
export type TotalledPay = { pay_id: number; submission_id: number }

/**
 * The outcome of an event is per document: the tax office may accept the payer's record, with the totals, and refuse a
 * payee. The next event about the payee has totals without these pays. `replacedId` is the event that it replaces, which
 * takes its totals with it.
 */
export async function loadHeldTotals(
  tx: Tx,
  payIds: readonly number[],
  { identityId, replacedId }: { identityId: number | null; replacedId: number | null },
): Promise<TotalledPay[]> {
  const { rows } = await sql<TotalledPay>`
    select distinct on (link.pay_id) link.pay_id, event.id as submission_id
    from submission_pays link join submissions event on event.id = link.submission_id and event.status = 'partial'
    join lodged_lines line on line.submission_id = event.id and line.employee_id = link.employee_id
      and line.part = 'employee' and line.outcome = 'rejected'
    where link.pay_id = any(${payIds}::int[]) and not link.is_carried and not link.was_changed and link.told_hash is not null
      and event.kind in ('submit', 'full-file-replacement') and event.id is distinct from ${replacedId}::int
      and event.identity_id is not distinct from ${identityId}::int
      and not exists (select from submissions next where next.replaces_id = event.id and next.status = any(${TAKEN}::text[]))
    order by link.pay_id, event.id`.execute(tx)
  return rows
}

/** Says which event has the totals, because the sum of this event's payees is higher. */
export function heldTotalsWarning(held: readonly TotalledPay[]): ReportError[] {
  const [first] = held
  if (!first) return []
  const ids = held.map(({ pay_id }) => pay_id).join(', ')
  return [
    {
      employee_id: null,
      employee: null,
      field: 'IncomeTaxAndRemuneration',
      rule: 'TASMAN.STP.TOTALS-COUNTED',
      code: 'TASMAN.STP.TOTALS-COUNTED',
      message: `W1 and W2 leave out pays ${ids}: the tax office accepted them in the totals of submission ${first.submission_id}, and refused only the payees.`,
    },
  ]
}
