import type { Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { lockCompanyPays } from './load/employees.ts'
import { loadPays } from './load/pays.ts'
import { listPendingIds, listRuns } from './load/runs.ts'
import { loadTerminationRequests, tasksOf } from './load/stored-tasks.ts'
import { travel } from './road.ts'

/** Processes every pending pay of a run. They are calculated anew, on where each employee stands now. */
export function processRun(service: Service, company: Company, runId: number): Promise<void> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const [run] = await listRuns(tx, company.id, { id: runId })
    if (!run) throw notFound('Pay run not found.')
    await processPending(service, tx, company, await listPendingIds(tx, runId))
  })
}

/** Processes these pending pays, in the order of their dates. The company's pays are locked. */
export async function processPending(
  service: Service,
  tx: Tx,
  company: Company,
  payIds: readonly number[],
): Promise<void> {
  const pays = await loadPays(tx, payIds)
  const terminations = await loadTerminationRequests(tx, payIds)
  const byDate = [...Map.groupBy(pays, (pay) => pay.row.processed_date)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, group] of byDate) {
    const tasks = await tasksOf(tx, company, group, { status: 'processed', terminations })
    await travel(service, tx, company, tasks, {
      isDryRun: false,
      isTaxRedistributed: true,
      hasWarnings: false,
      event: 'pay.updated',
    })
  }
}
