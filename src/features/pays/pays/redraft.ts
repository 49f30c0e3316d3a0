import type { Company } from '../../../database/tables/companies.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from './context/employees.ts'
import { loadPays } from './context/pays.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { listPendingIds, listRuns } from './context/runs.ts'
import { jobsOf } from './context/stored-jobs.ts'
import { countryOf } from './country/index.ts'
import { runPayPipeline } from './pipeline.ts'
import { recordEditors } from './store/editors.ts'

/** Recalculates the stale drafts of a run: the same rows, with the terms now recorded for their days. */
export function redraftRun(
  service: Service,
  { company, runId }: { company: Company; runId: number },
): Promise<void> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const [run] = await listRuns(tx, company.id, { id: runId })
    if (!run) throw notFound('Pay run not found.')
    const drafts = await loadPays(tx, await listPendingIds(tx, runId))
    const stale = drafts.filter((pay) => pay.isStale && !pay.row.is_termination && !pay.employee.is_deleted)
    for (const [, group] of Map.groupBy(stale, (pay) => pay.row.processed_date)) {
      const jobs = await jobsOf(tx, company, group, { status: 'pending' })
      const pipelineRun: PipelineRun = {
        service,
        tx,
        company,
        country: countryOf(company),
        event: 'pay.updated',
        isDryRun: false,
        isTaxRedistributed: true,
        before: group,
      }
      await runPayPipeline(
        pipelineRun,
        jobs.map((job) => ({ ...job, isRenewed: true })),
      )
      await recordEditors(
        tx,
        company,
        group.map((pay) => pay.row.id),
        service.clock.now(),
      )
    }
  })
}
