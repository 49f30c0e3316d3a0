import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from './context/employees.ts'
import { listPendingIds, listRuns } from './context/runs.ts'
import { deleteRun } from './store/runs.ts'

/** Discards a run with its drafts. Rejected if any of its pays is processed. */
export function discardRun(service: Service, company: Company, runId: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const [run] = await listRuns(tx, company.id, { id: runId })
    if (!run) throw notFound('Pay run not found.')
    const processed = run.pay_count - run.pending_count
    if (processed > 0)
      throw conflict(
        `${processed === 1 ? 'A pay' : `${processed} pays`} of the run ${processed === 1 ? 'is' : 'are'} processed: delete single drafts instead.`,
      )
    const drafts = await listPendingIds(tx, runId)
    recordAuditChange(`Draft of the run to ${run.end_date}`, { pays: drafts.length }, {})
    await deleteRun(tx, runId, drafts)
  })
}
