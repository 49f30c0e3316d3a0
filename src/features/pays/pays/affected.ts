import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import type { AffectedPayView } from './answer/schema.ts'
import { countryOf } from './country/index.ts'
import type { FigureTexts } from './country/types.ts'
import { laterIds, paysAfter } from './load/later.ts'
import { loadPays, type WholePay } from './load/pays.ts'
import { readHistory, recalculateOn } from './replay-now.ts'

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
      const after = await readHistory(tx, country, later)
      const figuresOn = (pay: WholePay, history: typeof after) =>
        recalculateOn(pay, history, country, service.rates)?.figures
      return later.flatMap((pay) => {
        const now = figuresOn(pay, after)
        return isStored(pay, now) ? [] : viewAffected(pay, figuresOn(pay, before), now)
      })
    },
  }
}

/** Whether a pay is stored with exactly these figures. */
function isStored({ row }: WholePay, figures: FigureTexts | undefined): boolean {
  const columns: Readonly<Record<string, unknown>> = row
  const isSameAs = (stored: unknown, figure: string) => typeof stored === 'string' && isSame(stored, figure)
  return figures !== undefined && Object.entries(figures).every(([name, now]) => isSameAs(columns[name], now))
}

/** A pay whose figures moved, with what is stored of each and what it would be now. */
function viewAffected({ row }: WholePay, before?: FigureTexts, after?: FigureTexts): AffectedPayView[] {
  const columns: Readonly<Record<string, unknown>> = row
  const moved = Object.keys(after ?? {}).filter((figure) => !isSame(before?.[figure], after?.[figure]))
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

const isSame = (a: string | undefined, b: string | undefined) =>
  a !== undefined && b !== undefined && decimal(a).eq(b)
