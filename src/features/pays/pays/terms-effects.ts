import { countryOf as countryObject } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import { rolledBack } from '../../../database/rolled-back.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { Problem } from '../../../kernel/problem.ts'
import { addDays, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import type { PayEffects } from '../../employees/employees/index.ts'
import type { AffectedPayView } from './affected.ts'
import { calculateAgain } from './calculate-again.ts'
import { lockCompanyPays } from './context/employees.ts'
import { paysAfterEnd, paysWithin, paysWithOldTerms } from './context/later.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { loadOutcomes, type Outcome } from './context/outcomes.ts'
import { loadPays } from './context/pays.ts'
import { countryOf } from './country/index.ts'
import { effectOf, type RenewedOutcome } from './effect-of-terms.ts'
import type { PayJob } from './job/pay-job.ts'
import type { StoredLine } from './lines/lines.ts'
import { storeKeptTerms } from './store/kept-terms.ts'

/**
 * Finds the effect of changed terms on the pays since their date. The pays are recalculated before and after the change,
 * and both times rolled back.
 */
export const payEffects: PayEffects = {
  lock: (tx, company) => lockCompanyPays(tx, company.id),
  watch: async (service, tx, company, changes) =>
    watchRenewed(service, tx, company, await paysWithin(tx, changes)),
}

type Watch = () => Promise<ReadonlyMap<number, AffectedPayView[]>>

/** Watches the pays under the terms recorded now. Call the result after a change to get those that would differ. */
async function watchRenewed(
  service: Service,
  tx: Tx,
  company: Company,
  payIds: readonly number[],
): Promise<Watch> {
  if (payIds.length === 0) return async () => new Map()
  const pays = await loadPays(tx, payIds)
  const stored = await loadOutcomes(tx, countryOf(company), pays)
  const before = await renew(service, tx, company, pays)
  return async () => {
    const after = await renew(service, tx, company, pays)
    const outcomes = pays.flatMap(({ row }): RenewedOutcome[] => {
      const [paid, was, is] = [stored, before, after].map((all) => all.get(row.id))
      return paid && is ? [{ row, paid, was: was ?? paid, is }] : []
    })
    const byEmployee = [...Map.groupBy(outcomes, ({ row }) => row.employee_id)]
    const effects = byEmployee.map(([id, own]) => ({ id, ...effectOf(own) }))
    await storeKeptTerms(
      tx,
      countryOf(company),
      effects.flatMap(({ renewed }) => renewed),
    )
    return new Map(effects.flatMap(({ id, listed }) => (listed.length > 0 ? [[id, listed]] : [])))
  }
}

/**
 * A pay that was listed and not recalculated keeps its old terms, and a pay that is entered, changed or deleted later may make
 * them matter. Watches the pays since these days, for employees whose terms were changed after one of them.
 * The `changed` pays are not watched: the caller stores or deletes them.
 */
export async function watchOldTerms(
  service: Service,
  tx: Tx,
  company: Company,
  days: readonly { employeeId: number; from: CivilDate }[],
  changed: readonly number[] = [],
): Promise<Watch> {
  const own = new Set(changed)
  const others = (await paysWithOldTerms(tx, days)).filter((id) => !own.has(id))
  return watchRenewed(service, tx, company, others)
}

/**
 * Watches the pays that depend on the end of an employment, before its final pay is deleted: those for days
 * after the end, and those made after the final pay. They belong to the employment that then continues, and
 * may have been paid as wages after its end.
 */
export async function watchEnd(
  service: Service,
  tx: Tx,
  company: Company,
  final: { employeeId: number; from: CivilDate; payId: number },
): Promise<Watch> {
  const others = (await paysAfterEnd(tx, final)).filter((id) => id !== final.payId)
  return watchRenewed(service, tx, company, others)
}

/** Adds the pays that would differ only under the terms recorded now. */
export function withOldTerms(
  affected: readonly AffectedPayView[],
  renewed: readonly AffectedPayView[],
): AffectedPayView[] {
  const named = new Set(affected.map(({ pay_id }) => pay_id))
  return [...affected, ...renewed.filter(({ pay_id }) => !named.has(pay_id))]
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
export type RenewedPay = { pay: WholePay; lines: readonly StoredLine[]; gross: string }

/** The pays of employees since a day, recalculated with current terms. Nothing is stored. */
export async function renewedSince(
  service: Service,
  tx: Tx,
  company: Company,
  changes: readonly { employeeId: number; from: CivilDate }[],
): Promise<RenewedPay[]> {
  const ids = await paysWithin(tx, changes)
  const pays = (await loadPays(tx, ids)).filter(({ row }) => !row.is_workers_comp)
  if (pays.length === 0) return []
  return rolledBack(tx, async () => {
    await calculateAgain(service, tx, company, pays, { isDryRun: true, isRenewed: true, isRiseAsked: true })
    const renewed = await loadPays(tx, ids)
    const renewedById = new Map(renewed.map((pay) => [pay.row.id, pay]))
    return pays.map((pay) => {
      const { lines, row } = renewedById.get(pay.row.id) ?? { lines: [], row: pay.row }
      return { pay, lines, gross: row.gross }
    })
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
