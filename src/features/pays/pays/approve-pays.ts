import { decimal, sum } from '../../../kernel/values/money.ts'
import { requireApproval } from '../../platform/approvals/index.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { sumProcessed } from './context/run-totals.ts'
import type { PayJob } from './job/pay-job.ts'

/**
 * Requests a second person's approval if the company requires it for pay runs. The threshold applies to the net of the
 * whole run, including pays already processed, so splitting a run does not avoid it.
 */
export async function requirePayApproval(
  { tx, company }: PipelineRun,
  jobs: readonly PayJob[],
  stored: readonly StoredPay[],
): Promise<void> {
  const processed = stored.filter((pay) => pay.isProcessed)
  if (processed.length === 0) return
  const gate = { kind: 'run' as const, customerId: company.customer_id, companyId: company.id }
  await requireApproval(tx, gate, async () => {
    const runIds = [...new Set(jobs.map((job) => job.run.id))]
    const payIds = processed.map(({ rowId }) => rowId)
    const outcome = await sumProcessed(tx, company.id, runIds, payIds)
    const net = sum(outcome.map((total) => decimal(total.net))).toFixed(2)
    const pays = outcome.reduce((count, total) => count + total.pays, 0)
    const date = processed[0]?.payDate
    return {
      summary: `Processes ${payCount(processed.length)} of ${company.legal_name}, paid on ${date}: the run is then $${net} net for ${payCount(pays)}.`,
      outcome,
      net,
    }
  })
}

const payCount = (count: number) => (count === 1 ? 'one pay' : `${count} pays`)
