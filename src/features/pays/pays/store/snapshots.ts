import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import type { Service } from '../../../../service.ts'
import { ensureEmployerSnapshot, ensureSnapshots } from '../../snapshots/index.ts'
import type { PipelineRun } from '../context/pipeline-run.ts'
import type { PayJob, PaySnapshot } from '../job/pay-job.ts'

/** Stores the snapshots that these pays need. Returns a function that finds the snapshot of each pay. */
export async function ensurePaySnapshots(
  run: PipelineRun,
  jobs: readonly PayJob[],
): Promise<(job: PayJob) => PaySnapshot | null> {
  const { service, tx, company, isDryRun, isSnapshotRenewed } = run
  const kept = ({ existing }: PayJob) =>
    existing?.wasProcessed && !isSnapshotRenewed ? existing.snapshot : null
  // Drafts need no snapshot yet, and a dry run stores nothing.
  const isNew = (job: PayJob) => !isDryRun && job.status === 'processed' && !kept(job)
  const employees = jobs.filter(isNew).map((job) => job.employee)
  if (employees.length === 0) return kept
  const employer = await employerSnapshot(service, tx, company)
  const own = await ensureSnapshots(service, tx, company, employees)
  return (job) => {
    const id = own.get(job.employee.id)
    if (!isNew(job)) return kept(job)
    return id === undefined ? null : { own: id, employer }
  }
}

/** The employer's snapshot is the same for all batches of a transaction. */
const employerSnapshots = new WeakMap<Tx, Promise<number>>()

function employerSnapshot(service: Service, tx: Tx, company: Company): Promise<number> {
  const found = employerSnapshots.get(tx) ?? ensureEmployerSnapshot(service, tx, company)
  employerSnapshots.set(tx, found)
  return found
}
