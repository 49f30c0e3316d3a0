import type { Tx } from '../../database/connect.ts'
import type { Company } from '../../database/tables/companies.ts'
import { decimal } from '../../payroll/money.ts'
import type { Service } from '../../service.ts'
import type { AffectedPayView } from './answer/schema.ts'
import { countryOf } from './country/index.ts'
import type { FigureTexts } from './country/types.ts'
import { laterIds, paysAfter } from './load/later.ts'
import { loadPays, type WholePay } from './load/pays.ts'
import { readHistory, recalculateOn } from './replay-now.ts'

export type { AffectedPayView }
export { paysAfter }

/* What a change of one pay does to later ones: they are not changed in silence, they are named. */

/** Looks at the later pays of an employee before a change; `touched` says after it which of them would now be different. */
export async function watchLater(service: Service, tx: Tx, company: Company, changed: WholePay) {
  return watchPays(service, tx, company, await laterIds(tx, changed))
}

/** The same for pays that are named: before a change of what stands behind them all. */
export async function watchPays(service: Service, tx: Tx, company: Company, payIds: readonly number[]) {
  const later = await loadPays(tx, payIds)
  const before = await figuresNow(service, tx, company, later)
  return {
    async touched(): Promise<AffectedPayView[]> {
      const after = await figuresNow(service, tx, company, later)
      return later.flatMap((pay) => viewAffected(pay, before.get(pay.row.id), after.get(pay.row.id)))
    },
  }
}

async function figuresNow(service: Service, tx: Tx, company: Company, pays: readonly WholePay[]) {
  const country = countryOf(company)
  const history = await readHistory(tx, country, pays)
  return new Map(
    pays.map((pay) => [pay.row.id, recalculateOn(pay, history, country, service.rates)?.figures]),
  )
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
