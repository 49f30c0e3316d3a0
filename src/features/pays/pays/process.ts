import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { openProgress } from '../../platform/progress/index.ts'
import type { PayRunView } from './answer/schema.ts'
import { viewRun } from './list.ts'
import { lockCompanyPays } from './load/employees.ts'
import { loadPays, type WholePay } from './load/pays.ts'
import { listPendingIds, listRuns } from './load/runs.ts'
import { loadTerminationRequests, tasksOf } from './load/stored-tasks.ts'
import { travel, type WrittenPay } from './road.ts'
import { tellPays } from './tell-audit.ts'

const NAMES_MAX = 20

/** Processes every pending pay of a run. They are calculated anew, on where each employee stands now. */
export function processRun(
  service: Service,
  company: Company,
  runId: number,
  options: { isDryRun: boolean },
): Promise<{ run: PayRunView; pays: WrittenPay[] }> {
  const progress = openProgress(service, company, 'process', runId)
  const work = async (tx: Tx) => {
    await lockCompanyPays(tx, company.id)
    const [run] = await listRuns(tx, company.id, { id: runId })
    if (!run) throw notFound('Pay run not found.')
    const pending = await listPendingIds(tx, runId)
    const pays = await processPending(service, tx, company, pending, {
      ...options,
      ...(options.isDryRun ? {} : { onStored: (done) => progress.tell(done, pending.length) }),
    })
    const [processed] = await listRuns(tx, company.id, { id: runId })
    return { run: viewRun(processed ?? run), pays }
  }
  return service.database.transaction(work, { dryRun: options.isDryRun }).finally(() => progress.close())
}

/** Processes these pending pays, in the order of their dates. The company's pays are locked. */
export async function processPending(
  service: Service,
  tx: Tx,
  company: Company,
  payIds: readonly number[],
  { isDryRun, onStored }: { isDryRun: boolean; onStored?: (done: number) => void } = { isDryRun: false },
): Promise<WrittenPay[]> {
  const pays = await loadPays(tx, payIds)
  refuseDeleted(pays)
  const written: WrittenPay[] = []
  const terminations = await loadTerminationRequests(tx, payIds)
  const byDate = [...Map.groupBy(pays, (pay) => pay.row.processed_date)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, group] of byDate) {
    const tasks = await tasksOf(tx, company, group, { status: 'processed', terminations })
    const before = written.length
    const processed = await travel(service, tx, company, tasks, {
      isDryRun,
      ...(onStored ? { onStored: (done: number) => onStored(before + done) } : {}),
      isTaxRedistributed: true,
      hasWarnings: false,
      event: 'pay.updated',
    })
    written.push(...processed)
  }
  if (!isDryRun && written.length > 0) tellPays(company, written, pays)
  return written
}

/** A deleted person is not paid, and not left out in silence either. */
function refuseDeleted(pays: readonly WholePay[]): void {
  const deleted = pays.filter((pay) => pay.employee.is_deleted)
  if (deleted.length === 0) return
  const shown = deleted
    .slice(0, NAMES_MAX)
    .map(({ row, employee }) => `${employee.first_name} ${employee.last_name} (pay ${row.id})`)
  const more = deleted.length > NAMES_MAX ? ` and ${deleted.length - NAMES_MAX} more` : ''
  throw conflict(
    `These employees are deleted, and their drafts would be paid: ${shown.join(', ')}${more}. Delete the drafts, or restore the employees.`,
  )
}
