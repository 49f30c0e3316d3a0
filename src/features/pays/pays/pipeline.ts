import { settleAll } from '../../../database/connect.ts'
import { overlapBatches } from '../../../kernel/overlap.ts'
import { present } from '../../../kernel/values/present.ts'
import { recordBalancesMoved } from '../../employees/employees/index.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import { requirePayApproval } from './approve-pays.ts'
import { auditPays } from './audit-pays.ts'
import { calculatePays } from './calculate/calculate-pays.ts'
import { checkLineCounts } from './calculate/line-limit.ts'
import { loadEmployeeContexts } from './context/load-contexts.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { batchesByEmployee } from './job/batches.ts'
import type { PayJob } from './job/pay-job.ts'
import { endEmployment } from './store/ending.ts'
import { reserveIds } from './store/ids.ts'
import { storePays } from './store/pays.ts'
import { ensurePaySnapshots } from './store/snapshots.ts'

/*
 * The pipeline for every pay: load, calculate, store, record. Create, draft, process, rebuild and terminate differ only
 * in the jobs they plan. A dry run does the same work in a transaction that is rolled back.
 */

/** Processes the pays of some employees. The results are in the order of the jobs. */
type PayStage = (run: PipelineRun, jobs: readonly PayJob[]) => Promise<StoredPay[]>
/** Wraps a stage with additional behaviour. */
type Wrapper = (next: PayStage) => PayStage

/** Processes one batch. Every pay goes through these three steps. */
const payBatch: PayStage = async (run, jobs) => {
  const [employees, ids] = await settleAll([loadEmployeeContexts(run, jobs), reserveIds(run.tx, jobs)])
  const { rates } = run.service
  const calculated = calculatePays(jobs, employees, { ...run, rates })
  return storePays(run, calculated, ids, rates.bundle.version)
}

/** Snapshots are created alongside the first reads, and the pays are stored with their ids. */
const withSnapshots: Wrapper = (next) => async (run, jobs) => {
  const snapshots = ensurePaySnapshots(run, jobs)
  const [pays] = await settleAll([next({ ...run, snapshots }, jobs), snapshots])
  return pays
}

/** Records the events of processed pays and then of changed leave balances, in the same transaction. */
const withEvents: Wrapper = (next) => async (run, jobs) => {
  const { service, tx, company, event: type } = run
  const pays = next(run, jobs)
  if (run.isDryRun || run.isTrial) return pays
  const customerId = company.customer_id
  const processed = pays.then((stored) => stored.filter((pay) => pay.isProcessed))
  const entities = processed.then((stored) => stored.map(entityOf))
  const recorded = service.events.record(tx, { type, customerId, entities })
  const moved = recorded.then(async () => (await processed).filter((pay) => pay.isLeaveMoved))
  const ids = moved.then((stored) => stored.map((pay) => pay.employeeId))
  // A rebuild compares the leave with the previous balances itself and records the difference.
  const leave = run.isRebuild ? ids : recordBalancesMoved(service, tx, customerId, ids)
  const [stored] = await settleAll([pays, recorded, leave])
  return stored
}

const entityOf = ({ id, view, json }: StoredPay) => ({ id: present(id ?? undefined), data: () => view, json })

/** A processed final pay ends the employment. */
const withEndings = afterwards(async (run, jobs) => {
  const processed = jobs.filter((job) => job.status === 'processed')
  if (!run.isDryRun) await endEmployment(run, processed)
})

/** Reports the number of pays stored. */
const withProgress = afterwards((run, _, pays) => run.onStored?.(pays.length))

/** Records the resulting pays in the audit log. */
const withAudit = afterwards((run, _, pays) => {
  if (!run.isDryRun && !run.isTrial && pays.length > 0) auditPays(run.company, pays, run.before)
})

/** A company may require a second person's approval, depending on the total of the pays. */
const withApproval = afterwards(async (run, jobs, pays) => {
  if (!run.isDryRun) await requirePayApproval(run, jobs, pays)
})

const wrappers = [withSnapshots, withEvents, withEndings, withProgress]
const wrappedBatch = wrappers.reduce((stage, wrap) => wrap(stage), payBatch)

/** One pay is a batch of one, and ten thousand are fifty batches. All jobs have the same pay date. */
export const runPayPipeline: PayStage = withApproval(
  withAudit(async (run, jobs) => {
    checkLineCounts(jobs)
    const batches = batchesByEmployee(jobs)
    const stored = new Map<PayJob, StoredPay>()
    await overlapBatches(batches, async (batch) => {
      const pays = await wrappedBatch({ ...run, isViewKept: jobs.length === 1 }, batch)
      for (const [index, job] of batch.entries()) stored.set(job, present(pays[index]))
    })
    return jobs.map((job) => present(stored.get(job)))
  }),
)

/** A wrapper that does something with the pays of the stage. */
function afterwards(
  work: (run: PipelineRun, jobs: readonly PayJob[], pays: StoredPay[]) => unknown,
): Wrapper {
  return (next) => async (run, jobs) => {
    const pays = await next(run, jobs)
    await work(run, jobs, pays)
    return pays
  }
}
