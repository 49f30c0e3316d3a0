import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import { paysPaidBack } from './context/back-paid.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { inOrderMade } from './context/order-made.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { jobsOf, loadTerminationRequests } from './context/stored-jobs.ts'
import { countryOf } from './country/index.ts'
import type { PayJob } from './job/pay-job.ts'
import { runPayPipeline } from './pipeline.ts'
import { clearPays } from './store/pays.ts'

/**
 * Recalculates processed pays with their existing lines, oldest first. The results are in date order. With `isRenewed`,
 * the pays use the terms now recorded for their days, otherwise their original terms. A period that had back pay keeps
 * its rates, unless the question is what back pay is owed (`isRiseAsked`).
 */
export async function calculateAgain(
  service: Service,
  tx: Tx,
  company: Company,
  pays: readonly WholePay[],
  {
    isDryRun,
    isRenewed,
    isRiseAsked = false,
  }: { isDryRun: boolean; isRenewed: boolean; isRiseAsked?: boolean },
): Promise<StoredPay[]> {
  const stored: StoredPay[] = []
  const finalPays = pays.filter(({ row }) => row.is_termination).map(({ row }) => row.id)
  const terminations = await loadTerminationRequests(tx, finalPays)
  const isBackPayCounted = isRenewed && !isRiseAsked
  const paidBack = isBackPayCounted ? await paysPaidBack(tx, pays) : new Set<number>()
  for (const batch of batchesOf(pays)) {
    await clearPays(
      tx,
      batch.map(({ row }) => row.id),
      service.clock.now(),
    )
    const jobs = await jobsOf(tx, company, batch, { status: 'processed', isRenewed, terminations })
    const run: PipelineRun = {
      service,
      tx,
      company,
      country: countryOf(company),
      event: 'pay.updated',
      isDryRun,
      isSnapshotRenewed: isRenewed,
      isTaxRedistributed: false,
      before: batch,
    }
    stored.push(
      ...(await runPayPipeline(run, isRenewed ? jobs.map((job) => renewedJob(job, paidBack)) : jobs)),
    )
  }
  return stored.toSorted((a, b) => a.payDate.localeCompare(b.payDate) || a.rowId - b.rowId)
}

function renewedJob(job: PayJob, paidBack: ReadonlySet<number>): PayJob {
  if (!job.existing || !paidBack.has(job.existing.id)) return { ...job, isRenewed: true }
  const { start_date, end_date } = job.run
  const note = `Back pay was paid for ${start_date} to ${end_date}, so the rows of this pay keep their rates.`
  return { ...job, isRenewed: true, isPaidBack: true, notes: [...(job.notes ?? []), note] }
}

/**
 * Batches of pays with the same date and one pay per employee, because each pay must see the employee's previous one. Each
 * batch has the earliest date of the pays that come next for any employee.
 */
function batchesOf(pays: readonly WholePay[]): WholePay[][] {
  const left = [...Map.groupBy(inOrderMade(pays), ({ row }) => row.employee_id).values()]
  const batches: WholePay[][] = []
  for (;;) {
    const next = left.flatMap((own) => own[0] ?? [])
    if (next.length === 0) return batches
    const first = next.map(({ row }) => row.processed_date).reduce((a, b) => (a < b ? a : b))
    batches.push(left.flatMap((own) => (own[0]?.row.processed_date === first ? (own.shift() ?? []) : [])))
  }
}
