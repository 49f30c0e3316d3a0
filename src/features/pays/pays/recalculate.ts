import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { type AffectedPayView, laterPays, placeOf, watchPays } from './affected.ts'
import type { StoredPay } from './answer/stored-pay.ts'
import { calculateAgain } from './calculate-again.ts'
import { lockCompanyPays } from './context/employees.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { loadPays } from './context/pays.ts'
import { recordEditors } from './store/editors.ts'
import { watchOldTerms, withOldTerms } from './terms-effects.ts'

export type Recalculation = { pays: StoredPay[]; affected: AffectedPayView[] }

export type RecalculatePays = {
  company: Company
  payIds: readonly number[]
  isDryRun: boolean
  /** Uses the terms now recorded for the pays' days, instead of their original terms. */
  isRenewed: boolean
}

/** Rebuilds pays with their existing lines, oldest first. Each uses the current balances and history before it. */
export function recalculatePays(service: Service, call: RecalculatePays): Promise<Recalculation> {
  const { company, isDryRun, isRenewed } = call
  const work = async (tx: Tx) => {
    await lockCompanyPays(tx, company.id)
    const pays = await requirePays(tx, company, [...new Set(call.payIds)])
    const ids = pays.map(({ row }) => row.id)
    const after = await laterPays(tx, pays.map(placeOf))
    const later = await watchPays(
      service,
      tx,
      company,
      after.map(({ id }) => id),
    )
    const underNewTerms = await watchOldTerms(
      service,
      tx,
      company,
      pays.map(placeOf).map(({ employeeId, payDate: from }) => ({ employeeId, from })),
      ids,
    )
    const stored = await calculateAgain(service, tx, company, pays, { isDryRun, isRenewed })
    if (!isDryRun) await recordEditors(tx, company, ids, service.clock.now())
    const renewed = [...(await underNewTerms()).values()].flat()
    return { pays: stored, affected: withOldTerms(await later.touched(), renewed) }
  }
  return service.database.transaction(work, { dryRun: isDryRun })
}

async function requirePays(tx: Tx, company: Company, ids: readonly number[]): Promise<WholePay[]> {
  const found = new Map((await loadPays(tx, ids)).map((pay) => [pay.row.id, pay]))
  return ids.map((id) => {
    const pay = found.get(id)
    if (!pay || pay.row.company_id !== company.id) throw notFound(`Pay ${id} not found.`)
    if (pay.row.is_termination)
      throw conflict(
        `Pay ${id} has a termination and cannot be rebuilt. Delete it to reverse the termination.`,
      )
    if (pay.row.status !== 'processed')
      throw conflict(`Pay ${id} is a draft: it is calculated again when its run is processed.`)
    return pay
  })
}
