import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict, invalid, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import { viewStoredPay } from './answer/view.ts'
import { checkRebuild } from './check-rebuild.ts'
import { type Editor, loadEditors } from './context/editors.ts'
import { lockCompanyPays } from './context/employees.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { loadPays } from './context/pays.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { listRuns } from './context/runs.ts'
import { jobsOf } from './context/stored-jobs.ts'
import { countryOf } from './country/index.ts'
import type { PayJob } from './job/pay-job.ts'
import type { Line } from './lines/lines.ts'
import { runPayPipeline } from './pipeline.ts'
import type { IdentifierType } from './request/check.ts'
import { otherIdentifier } from './request/identifier.ts'
import type { DraftEdit } from './request/schema.ts'
import type { PayView } from './schema/pay.ts'
import { recordAuthors } from './store/authors.ts'
import { recordEditors } from './store/editors.ts'
import { clearPays } from './store/pays.ts'
import { requireVersion } from './version.ts'

/** The new content of a draft, without the identifiers of a single pay. */
export type DraftRequest = Omit<DraftEdit, 'pay_id' | 'version'>
/** The new content of a draft: a request, and existing lines to keep in addition. */
export type DraftContent = { request: DraftRequest; lines: readonly Line[] | null }
/** Decides the new content of a draft, given its current content and how it was last shown. */
type ContentFor = (job: PayJob, index: number, shown: PayView) => DraftContent
type Named = Pick<DraftEdit, 'pay_id' | 'version'>
export type StoredDrafts = { pays: StoredPay[]; editors: ReadonlyMap<number, Editor> }

/** Replaces the items of drafts in one run: all of them or none. The results are in the order of the edits. */
export function editDrafts(
  service: Service,
  call: {
    company: Company
    runId: number
    edits: readonly DraftEdit[]
    identifierType?: IdentifierType | undefined
  },
): Promise<StoredDrafts> {
  const { company, runId, edits, identifierType } = call
  const contentFor = (_task: PayJob, index: number) => {
    const { pay_id: _id, version: _version, ...request } = present(edits[index])
    return { request, lines: null }
  }
  return writeDrafts(service, company, runId, edits, contentFor, identifierType)
}

/** Writes drafts of one run. `contentFor` decides the new content of each. */
export function writeDrafts(
  service: Service,
  company: Company,
  runId: number,
  drafts: readonly Named[],
  contentFor: ContentFor,
  identifierType?: IdentifierType,
): Promise<StoredDrafts> {
  return service.database.transaction((tx) =>
    writeDraftsIn(service, tx, company, runId, drafts, contentFor, identifierType),
  )
}

/** Writes drafts inside an existing transaction. */
export async function writeDraftsIn(
  service: Service,
  tx: Tx,
  company: Company,
  runId: number,
  drafts: readonly Named[],
  contentFor: ContentFor,
  identifierType?: IdentifierType,
): Promise<StoredDrafts> {
  await lockCompanyPays(tx, company.id)
  const [run] = await listRuns(tx, company.id, { id: runId })
  if (!run) throw notFound('Pay run not found.')
  const payIds = drafts.map((draft) => draft.pay_id)
  const pays = requireDrafts(runId, drafts, await loadPays(tx, payIds))
  const before = await loadEditors(tx, payIds)
  const shown = pays.map((pay) => viewStoredPay(pay, countryOf(company)))
  for (const [index, pay] of pays.entries())
    requireVersion(present(drafts[index]).version, present(shown[index]), before.get(pay.row.id))
  const now = service.clock.now()
  await clearPays(tx, payIds, now)
  const drafted = await jobsOf(tx, company, pays, { status: 'pending' })
  const jobs = drafted.map((job, index) => {
    const content = contentFor(job, index, present(shown[index]))
    const { request } = content
    checkRebuild(present(pays[index]), request, identifierType)
    return {
      ...jobOf(job, content, index),
      notes: otherIdentifier(request, job.employee, identifierType),
    }
  })
  const pipelineRun: PipelineRun = {
    service,
    tx,
    company,
    country: countryOf(company),
    event: 'pay.updated',
    isDryRun: false,
    isTaxRedistributed: false,
    before: pays,
  }
  const stored = await runPayPipeline(pipelineRun, jobs)
  await recordEditors(tx, company, payIds, now)
  await recordAuthors(tx, company, payIds, now)
  return { pays: stored, editors: await loadEditors(tx, payIds) }
}

function jobOf(job: PayJob, { request, lines }: DraftContent, index: number): PayJob {
  return {
    ...job,
    name: `Pay ${index}`,
    requestIndex: index,
    request,
    lines,
    department: request.pay_department || null,
    note: request.note === undefined ? (job.note ?? null) : request.note || null,
  }
}

/** The drafts that the edits refer to, in order. */
function requireDrafts(
  runId: number,
  drafts: readonly Named[],
  pays: readonly WholePay[],
): readonly WholePay[] {
  const byId = new Map(pays.map((pay) => [pay.row.id, pay]))
  if (new Set(drafts.map((draft) => draft.pay_id)).size < drafts.length)
    throw invalid(['body'], 'Each pay_id can be named once')
  return drafts.map(({ pay_id }) => {
    const pay = byId.get(pay_id)
    if (!pay || pay.row.pay_run_id !== runId) throw notFound(`The run has no pay ${pay_id}.`)
    const name = `${pay.employee.first_name} ${pay.employee.last_name}`
    if (pay.row.status !== 'pending')
      throw conflict(`The pay of ${name} is processed: correct it on the pay’s page.`)
    return pay
  })
}
