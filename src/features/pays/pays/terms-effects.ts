import { countryOf as countryObject } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import { rolledBack } from '../../../database/rolled-back.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { Problem } from '../../../kernel/problem.ts'
import { addDays, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import type { PayEffects } from '../../employees/employees/index.ts'
import { type AffectedPayView, viewDifferences } from './affected.ts'
import { calculateAgain } from './calculate-again.ts'
import { lockCompanyPays } from './context/employees.ts'
import { paysWithin } from './context/later.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { loadOutcomes, type Outcome } from './context/outcomes.ts'
import { loadPays } from './context/pays.ts'
import { countryOf } from './country/index.ts'
import type { PayJob } from './job/pay-job.ts'
import type { StoredLine } from './lines/lines.ts'

/**
 * Finds the effect of changed terms on the pays since their date. The pays are recalculated before and after the change,
 * and both times rolled back.
 */
export const payEffects: PayEffects = {
  lock: (tx, company) => lockCompanyPays(tx, company.id),

  async watch(service, tx, company, changes) {
    const pays = await loadPays(tx, await paysWithin(tx, changes))
    if (pays.length === 0) return async () => new Map()
    const stored = await loadOutcomes(tx, countryOf(company), pays)
    const before = await renew(service, tx, company, pays)
    return async () => {
      const after = await renew(service, tx, company, pays)
      const affected = pays.flatMap(({ row }): [number, AffectedPayView][] => {
        const [paid, was, is] = [stored, before, after].map((outcomes) => outcomes.get(row.id))
        if (!paid || !is) return []
        return viewDifferences(row, paid, was ?? paid, is).map((view) => [row.employee_id, view])
      })
      const byEmployee = Map.groupBy(affected, ([employeeId]) => employeeId)
      return new Map([...byEmployee].map(([id, own]) => [id, own.map(([, view]) => view)]))
    }
  },
}

/** Recalculates the pays with the terms recorded now. Nothing is stored. */
function renew(
  service: Service,
  tx: Tx,
  company: Company,
  pays: readonly WholePay[],
): Promise<Map<number, Outcome>> {
  return rolledBack(tx, async () => {
    try {
      await calculateAgain(service, tx, company, pays, { isDryRun: true, isRenewed: true })
      return await loadOutcomes(tx, countryOf(company), pays)
    } catch (error) {
      // A pay that the law would reject today must not block the change.
      if (error instanceof Problem) return new Map()
      throw error
    }
  })
}

/** A stored pay, and its lines under the terms recorded now. */
export type RenewedPay = { pay: WholePay; lines: readonly StoredLine[] }

/** The pays of an employee since a day, recalculated with current terms. Nothing is stored. */
export async function renewedSince(
  service: Service,
  tx: Tx,
  company: Company,
  change: { employeeId: number; from: CivilDate },
): Promise<RenewedPay[]> {
  const ids = await paysWithin(tx, [change])
  const pays = (await loadPays(tx, ids)).filter(({ row }) => !row.is_workers_comp)
  if (pays.length === 0) return []
  return rolledBack(tx, async () => {
    await calculateAgain(service, tx, company, pays, { isDryRun: true, isRenewed: true })
    const renewed = await loadPays(tx, ids)
    const linesOf = new Map(renewed.map(({ row, lines }) => [row.id, lines]))
    return pays.map((pay) => ({ pay, lines: linesOf.get(pay.row.id) ?? [] }))
  })
}

/**
 * Wages may be paid before the employer learns of a death. Call this before the final pay is stored. Afterwards, call the
 * result to get the pays since the death that would differ: they are income of the estate, with no tax withheld.
 */
export async function watchDeaths(
  service: Service,
  tx: Tx,
  company: Company,
  jobs: readonly PayJob[],
): Promise<() => Promise<ReadonlyMap<number, AffectedPayView[]>>> {
  const { isDeath } = countryObject(company.jurisdiction).finalPay
  const deaths = jobs.flatMap(({ employee, termination }) =>
    termination && isDeath(termination)
      ? [{ employeeId: employee.id, from: addDays(civilDate(termination.termination_date), 1) }]
      : [],
  )
  return deaths.length === 0 ? async () => new Map() : payEffects.watch(service, tx, company, deaths)
}
