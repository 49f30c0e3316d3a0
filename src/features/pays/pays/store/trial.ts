import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { CalculatedPay } from '../calculate/calculated-pay.ts'
import { hasFigures } from '../calculate/same-figures.ts'
import type { PipelineRun } from '../context/pipeline-run.ts'
import type { PaySnapshot } from '../job/pay-job.ts'
import type { LoadedLine, PricedLine } from '../lines/lines.ts'

/**
 * In a trial, the drafts whose figures and lines would not change when processed. Employees with several pays are
 * excluded, because later pays start from the state after earlier ones.
 */
export function unchangedDrafts(
  { isTrial, before = [] }: PipelineRun,
  calculated: readonly CalculatedPay[],
): ReadonlySet<CalculatedPay> {
  if (!isTrial) return new Set()
  const drafts = new Map(before.map((draft) => [draft.row.id, draft]))
  const ofEmployee = Map.groupBy(before, (draft) => draft.row.employee_id)
  return new Set(
    calculated.filter(({ job, lines, newItems, calculated: { figures } }) => {
      const draft = drafts.get(job.existing?.id ?? 0)
      if (!draft || job.termination || newItems.length > 0) return false
      if (ofEmployee.get(job.employee.id)?.length !== 1) return false
      return hasFigures({ ...draft.row }, figures) && hasLines(draft.lines, lines)
    }),
  )
}

function hasLines(stored: readonly LoadedLine[], lines: readonly PricedLine[]): boolean {
  if (stored.length !== lines.length) return false
  const byId = new Map(stored.map((line) => [line.id, line]))
  return lines.every((line) => {
    const before = byId.get(line.id ?? 0)
    return (
      before?.kind === line.kind &&
      before.description === line.description &&
      Number(before.amount) === Number(line.amount) &&
      isDeepStrictEqual(before.details, JSON.parse(JSON.stringify(line.details)))
    )
  })
}

/** Later steps of a trial read processed pays with their snapshots. Nothing else about these pays differs. */
export async function markProcessed(
  tx: Tx,
  pays: readonly { id: number; snapshot: PaySnapshot | null }[],
): Promise<void> {
  await sql`
    update pays set status = 'processed', snapshot_id = made.own, employer_snapshot_id = made.employer
    from unnest(${pays.map(({ id }) => id)}::int[], ${pays.map(({ snapshot }) => snapshot?.own ?? null)}::int[],
      ${pays.map(({ snapshot }) => snapshot?.employer ?? null)}::int[]) as made (id, own, employer)
    where pays.id = made.id`.execute(tx)
}
