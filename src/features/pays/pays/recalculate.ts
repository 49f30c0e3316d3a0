import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { type AffectedPayView, watchLater } from './affected.ts'
import { lockCompanyPays } from './context/employees.ts'
import { findPay, type WholePay } from './context/pays.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { jobsOf } from './context/stored-jobs.ts'
import { countryOf } from './country/index.ts'
import { runPayPipeline } from './pipeline.ts'
import { recordEditors } from './store/editors.ts'
import type { StoredPay } from './store/pays.ts'
import { clearPays } from './store/pays.ts'

export type Recalculation = { pays: StoredPay[]; affected: AffectedPayView[] }

/** Rebuilds pays with the lines they have, oldest first: each on the balances and history before it, as they are now. */
export function recalculatePays(
  service: Service,
  { company, payIds, isDryRun }: { company: Company; payIds: readonly number[]; isDryRun: boolean },
): Promise<Recalculation> {
  const work = async (tx: Tx) => {
    await lockCompanyPays(tx, company.id)
    const found: WholePay[] = []
    for (const id of new Set(payIds)) found.push(await requirePay(tx, company, id))
    found.sort((a, b) =>
      a.row.processed_date === b.row.processed_date
        ? a.row.id - b.row.id
        : a.row.processed_date < b.row.processed_date
          ? -1
          : 1,
    )
    const pays: StoredPay[] = []
    const affected = new Map<number, AffectedPayView>()
    for (const { row } of found) {
      const { stored, touched } = await recalculate(service, tx, company, row.id, isDryRun)
      pays.push(stored)
      affected.delete(row.id)
      for (const pay of touched) affected.set(pay.pay_id, pay)
    }
    return { pays, affected: [...affected.values()] }
  }
  return service.database.transaction(work, { dryRun: isDryRun })
}

async function recalculate(service: Service, tx: Tx, company: Company, id: number, isDryRun: boolean) {
  const pay = await requirePay(tx, company, id)
  const later = await watchLater(service, tx, company, pay)
  await clearPays(tx, [id], service.clock.now())
  const jobs = await jobsOf(tx, company, [pay], { status: 'processed' })
  const run: PipelineRun = {
    service,
    tx,
    company,
    country: countryOf(company),
    event: 'pay.updated',
    isDryRun,
    isTaxRedistributed: false,
    before: [pay],
  }
  const [stored] = await runPayPipeline(run, jobs)
  if (!isDryRun) await recordEditors(tx, company, [id], service.clock.now())
  return { stored: present(stored), touched: await later.touched() }
}

async function requirePay(tx: Tx, company: Company, id: number): Promise<WholePay> {
  const pay = await findPay(tx, company.id, id)
  if (!pay) throw notFound(`Pay ${id} not found.`)
  if (pay.row.is_termination)
    throw conflict(
      `Pay ${id} carries a termination and cannot be rebuilt. Delete it to reverse the termination.`,
    )
  if (pay.row.status !== 'processed')
    throw conflict(`Pay ${id} is a draft: it is calculated again when its run is processed.`)
  return pay
}
