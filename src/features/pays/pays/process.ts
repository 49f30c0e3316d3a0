import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import type { Service } from '../../../service.ts'
import { openProgress } from '../../platform/progress/index.ts'
import { type AffectedPayView, laterPays, placeOf, touchedByNew } from './affected.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import { lockCompanyPays } from './context/employees.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { loadPays } from './context/pays.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { listPendingIds, listRuns } from './context/runs.ts'
import { jobsOf, loadTerminationRequests } from './context/stored-jobs.ts'
import { countryOf } from './country/index.ts'
import { viewRun } from './list.ts'
import { runPayPipeline } from './pipeline.ts'
import type { PayRunView } from './schema/pay.ts'
import { watchOldTerms, withOldTerms } from './terms-effects.ts'

const NAMES_MAX = 20

/** Processes every pending pay of a run. The pays are recalculated with each employee's current record. */
export function processRun(
  service: Service,
  { company, runId, isDryRun }: { company: Company; runId: number; isDryRun: boolean },
): Promise<{ run: PayRunView; pays: StoredPay[]; affected: AffectedPayView[] }> {
  const progress = openProgress(service, company, 'process', runId)
  const work = async (tx: Tx) => {
    await lockCompanyPays(tx, company.id)
    const [run] = await listRuns(tx, company.id, { id: runId })
    if (!run) throw notFound('Pay run not found.')
    const pending = await listPendingIds(tx, runId)
    let done = 0
    const onStored = (count: number) => {
      done += count
      progress.tell(done, pending.length)
    }
    const underNewTerms = await watchOldTerms(service, tx, company, await daysOf(tx, pending))
    const pays = await processPending(service, tx, company, pending, {
      isDryRun,
      ...(isDryRun ? {} : { onStored }),
    })
    const renewed = [...(await underNewTerms()).values()].flat()
    const affected = withOldTerms(await touchedBy(service, tx, company, pays), renewed)
    const [processed] = await listRuns(tx, company.id, { id: runId })
    // Processed pays are loaded again for the response, so only a preview returns them.
    return { run: viewRun(processed ?? run), pays: isDryRun ? pays : [], affected }
  }
  return service.database.transaction(work, { dryRun: isDryRun }).finally(() => progress.close())
}

const daysOf = async (tx: Tx, payIds: readonly number[]) =>
  (await loadPays(tx, payIds)).map((pay) => ({ employeeId: pay.row.employee_id, from: placeOf(pay).payDate }))

/** Processes these pending pays in date order. The caller must hold the company's pay lock. */
export async function processPending(
  service: Service,
  tx: Tx,
  company: Company,
  payIds: readonly number[],
  options: { isDryRun: boolean; isTrial?: boolean; onStored?: (count: number) => void } = { isDryRun: false },
): Promise<StoredPay[]> {
  const pays = await loadPays(tx, payIds)
  refuseDeleted(pays)
  const stored: StoredPay[] = []
  const terminations = await loadTerminationRequests(tx, payIds)
  const byDate = [...Map.groupBy(pays, (pay) => pay.row.processed_date)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, group] of byDate) {
    const jobs = await jobsOf(tx, company, group, { status: 'processed', terminations })
    const run: PipelineRun = {
      service,
      tx,
      company,
      country: countryOf(company),
      event: 'pay.updated',
      ...options,
      isTaxRedistributed: true,
      before: group,
    }
    stored.push(...(await runPayPipeline(run, jobs)))
  }
  return stored
}

/** Later pays that would now differ, since drafts may be processed after pays with later dates. */
async function touchedBy(
  service: Service,
  tx: Tx,
  company: Company,
  pays: readonly StoredPay[],
): Promise<AffectedPayView[]> {
  const stored = pays.map(({ rowId: id, employeeId, payDate }) => ({ id, employeeId, payDate }))
  const later = await laterPays(tx, stored)
  return [...(await touchedByNew(service, tx, company, stored, later)).values()].flat()
}

/** A deleted employee is not paid, but must not be left out silently either. */
function refuseDeleted(pays: readonly WholePay[]): void {
  const deleted = pays.filter((pay) => pay.employee.is_deleted)
  if (deleted.length === 0) return
  const shown = nameSome(
    deleted,
    NAMES_MAX,
    ({ row, employee }) => `${employee.first_name} ${employee.last_name} (pay ${row.id})`,
  )
  throw conflict(
    `These employees are deleted, and their drafts would be paid: ${shown}. Delete the drafts, or restore the employees.`,
  )
}
