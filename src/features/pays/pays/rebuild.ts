import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { requireMatch } from '../../../http/etag.ts'
import { notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { type AffectedPayView, placeOf, watchLater } from './affected.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import { viewStoredPay } from './answer/view.ts'
import { checkRebuild } from './check-rebuild.ts'
import { lockCompanyPays } from './context/employees.ts'
import { findPay } from './context/pays.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { jobsOf } from './context/stored-jobs.ts'
import { countryOf } from './country/index.ts'
import { recordingLeave } from './leave-events.ts'
import { runPayPipeline } from './pipeline.ts'
import type { IdentifierType } from './request/check.ts'
import { otherIdentifier } from './request/identifier.ts'
import type { PayCreate } from './request/schema.ts'
import { recordAuthors } from './store/authors.ts'
import { recordEditors } from './store/editors.ts'
import { clearPays } from './store/pays.ts'
import { watchOldTerms, withOldTerms } from './terms-effects.ts'
import { payTag } from './version.ts'

export type RebuildOptions = {
  isDryRun: boolean
  isSnapshotRenewed: boolean
  /** The identifier in the body that must match the employee. Undefined checks both. */
  identifierType?: IdentifierType | undefined
  ifMatch?: string | undefined
}
type Rebuilt = { pay: StoredPay; affected: AffectedPayView[] }

/** Replaces the items of a pay and recalculates it, with leave and year-to-date figures. */
export function rebuildPay(
  service: Service,
  company: Company,
  payId: number,
  request: PayCreate,
  options: RebuildOptions,
): Promise<Rebuilt> {
  return service.database.transaction((tx) => rebuildPayIn(service, tx, company, payId, request, options), {
    dryRun: options.isDryRun,
  })
}

/** Rebuilds a pay inside the caller's transaction. The caller rolls back a dry run. */
export async function rebuildPayIn(
  service: Service,
  tx: Tx,
  company: Company,
  payId: number,
  request: PayCreate,
  options: RebuildOptions,
): Promise<Rebuilt> {
  await lockCompanyPays(tx, company.id)
  const pay = await findPay(tx, company.id, payId)
  if (!pay) throw notFound('Pay not found.')
  if (options.ifMatch !== undefined)
    requireMatch(options.ifMatch, payTag(viewStoredPay(pay, countryOf(company))))
  checkRebuild(pay, request, options.identifierType)
  const later = await watchLater(service, tx, company, pay)
  const { employeeId, payDate: from } = placeOf(pay)
  const underNewTerms = await watchOldTerms(service, tx, company, [{ employeeId, from }], [payId])
  const [stored] = await recordingLeave(service, tx, company, pay.row.employee_id, async () => {
    // The pay's effects are reversed first, so that it is calculated from the earlier balances.
    await clearPays(tx, [payId], service.clock.now())
    const jobs = await jobsOf(tx, company, [pay], {
      status: pay.row.status,
      request,
      isRenewed: options.isSnapshotRenewed,
    })
    const notes = otherIdentifier(request, pay.employee, options.identifierType)
    const noted = jobs.map((job) => ({ ...job, notes: [...(job.notes ?? []), ...notes] }))
    const run: PipelineRun = {
      service,
      tx,
      company,
      country: countryOf(company),
      event: 'pay.updated',
      isDryRun: options.isDryRun,
      isSnapshotRenewed: options.isSnapshotRenewed,
      isTaxRedistributed: false,
      isRebuild: true,
      before: [pay],
    }
    return runPayPipeline(run, noted)
  })
  if (!options.isDryRun) {
    await recordEditors(tx, company, [payId], service.clock.now())
    await recordAuthors(tx, company, [payId], service.clock.now())
  }
  const renewed = (await underNewTerms()).get(employeeId) ?? []
  return { pay: present(stored), affected: withOldTerms(await later.touched(), renewed) }
}
