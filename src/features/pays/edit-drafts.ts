import type { Company } from '../../database/tables/companies.ts'
import { present } from '../../payroll/present.ts'
import { conflict, invalid, notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { lockCompanyPays } from './load/employees.ts'
import { loadPays, type WholePay } from './load/pays.ts'
import { listRuns } from './load/runs.ts'
import { tasksOf } from './load/stored-tasks.ts'
import { checkRebuild } from './rebuild.ts'
import type { IdentifierType } from './request/check.ts'
import { otherIdentifier } from './request/identifier.ts'
import type { DraftEdit } from './request/schema.ts'
import { travel, type WrittenPay } from './road.ts'
import { clearPays } from './store/pays.ts'
import type { PayTask } from './task.ts'
import { tellPays } from './tell-audit.ts'

/** Replaces the items of drafts of one run: all of them or none. The answers come in the order of the edits. */
export function editDrafts(
  service: Service,
  company: Company,
  runId: number,
  edits: readonly DraftEdit[],
  identifierType?: IdentifierType,
): Promise<WrittenPay[]> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const [run] = await listRuns(tx, company.id, { id: runId })
    if (!run) throw notFound('Pay run not found.')
    const pays = requireDrafts(
      runId,
      edits,
      await loadPays(
        tx,
        edits.map((edit) => edit.pay_id),
      ),
      identifierType,
    )
    await clearPays(
      tx,
      pays.map((pay) => pay.row.id),
      service.clock.now(),
    )
    const stored = await tasksOf(tx, company, pays, { status: 'pending' })
    const tasks = stored.map((task, index) => {
      const edit = present(edits[index])
      return { ...taskOf(task, edit, index), notes: otherIdentifier(edit, task.employee, identifierType) }
    })
    const written = await travel(service, tx, company, tasks, {
      isDryRun: false,
      isTaxRedistributed: false,
      hasWarnings: true,
      event: 'pay.updated',
    })
    tellPays(company, written, pays)
    return written
  })
}

function taskOf(task: PayTask, { pay_id: _id, ...request }: DraftEdit, index: number): PayTask {
  return {
    ...task,
    name: `Pay ${index}`,
    place: index,
    request,
    lines: null,
    department: request.pay_department || null,
    note: request.note === undefined ? (task.note ?? null) : request.note || null,
  }
}

/** The drafts that the edits name, in their order. */
function requireDrafts(
  runId: number,
  edits: readonly DraftEdit[],
  pays: readonly WholePay[],
  identifierType: IdentifierType | undefined,
): readonly WholePay[] {
  const byId = new Map(pays.map((pay) => [pay.row.id, pay]))
  if (new Set(edits.map((edit) => edit.pay_id)).size < edits.length)
    throw invalid(['body'], 'Each pay_id can be named once')
  return edits.map(({ pay_id, ...request }) => {
    const pay = byId.get(pay_id)
    if (!pay || pay.row.pay_run_id !== runId) throw notFound(`The run has no pay ${pay_id}.`)
    const name = `${pay.employee.first_name} ${pay.employee.last_name}`
    if (pay.row.status !== 'pending')
      throw conflict(`The pay of ${name} is processed: correct it on its own page.`)
    checkRebuild(pay, request, identifierType)
    return pay
  })
}
