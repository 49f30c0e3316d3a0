import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { FigureTexts } from '../../../payroll/figures.ts'
import type { Service } from '../../../service.ts'
import { hasFigures, isSameFigure } from './calculate/same-figures.ts'
import { laterIds, paysAfter } from './context/later.ts'
import { loadPays, type WholePay } from './context/pays.ts'
import { countryOf } from './country/index.ts'
import { readHistory, recalculateOn, withRecalculated } from './replay-now.ts'
import type { AffectedPayView } from './schema/pay.ts'

export type { AffectedPayView }
export { paysAfter }

/* What a change of one pay does to later ones: they are not changed in silence, they are named. */

/**
 * Looks at the later pays of an employee before a change; `touched` says after it which of them would now be different. What
 * they were before is only calculated for those that are not as they are stored: most of two years' pays are.
 */
export async function watchLater(service: Service, tx: Tx, company: Company, changed: WholePay) {
  return watchPays(service, tx, company, await laterIds(tx, changed))
}

/** The same for pays that are named: before a change of what stands behind them all. */
export async function watchPays(service: Service, tx: Tx, company: Company, payIds: readonly number[]) {
  const country = countryOf(company)
  const later = await loadPays(tx, payIds)
  const before = await readHistory(tx, country, later)
  return {
    async touched(): Promise<AffectedPayView[]> {
      let after = await readHistory(tx, country, later)
      const affected: AffectedPayView[] = []
      // As recalculating them in their order writes them: each sees the ones before it as recalculated.
      for (const pay of later) {
        const now = recalculateOn(pay, after, country, service.rates)
        if (hasFigures(pay.row, now?.figures)) continue
        const views = viewAffected(
          pay,
          recalculateOn(pay, before, country, service.rates)?.figures,
          now?.figures,
        )
        affected.push(...views)
        if (now && views.length > 0 && !pay.row.is_termination) after = withRecalculated(after, pay, now)
      }
      return affected
    },
  }
}

/** A pay whose figures moved, with what is stored of each and what it would be now. */
function viewAffected({ row }: WholePay, before?: FigureTexts, after?: FigureTexts): AffectedPayView[] {
  const columns: Readonly<Record<string, unknown>> = row
  const moved = Object.keys(after ?? {}).filter((figure) => !isSameFigure(before?.[figure], after?.[figure]))
  if (moved.length === 0) return []
  return [
    {
      pay_id: row.id,
      processed_date: row.processed_date,
      is_termination: row.is_termination,
      differences: moved.map((figure) => ({
        figure,
        stored: Number(columns[figure] ?? 0),
        recalculated: Number(after?.[figure] ?? 0),
      })),
    },
  ]
}
