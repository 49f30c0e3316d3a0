import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import { comparedColumns, type FigureTexts } from '../../../../payroll/figures.ts'
import type { PayCountry } from '../country/types.ts'
import type { LeaveMoved } from '../job/leave-balances.ts'
import { loadMoved } from './balances.ts'
import type { WholePay } from './loaded-pay.ts'
import { termsUsed } from './terms-used.ts'

/** The parts of a pay that are compared: its figures by column, and its leave movements. */
export type Outcome = {
  figures: FigureTexts
  moved: LeaveMoved
  /** The terms, which later pays may read. Absent where they cannot differ. */
  terms?: string
}

/** The stored outcomes of these pays. */
export async function loadOutcomes(
  tx: Tx,
  country: PayCountry,
  pays: readonly WholePay[],
): Promise<Map<number, Outcome>> {
  const ids = pays.map(({ row }) => row.id)
  const members = comparedColumns(country.figures).map(
    (column) => `'${column}', coalesce(${column}, 0)::text`,
  )
  const { rows } = await sql<{ id: number; figures: FigureTexts; facts: unknown }>`
    select id, facts, json_build_object(${sql.raw(members.join(', '))}) as figures
    from pays where id = any(${ids}::int[])`.execute(tx)
  const moved = await loadMoved(tx, ids)
  return new Map(
    rows.map(({ id, figures, facts }) => [
      id,
      { figures, moved: moved.get(id) ?? {}, terms: JSON.stringify(termsUsed(country.termsOfPay(facts))) },
    ]),
  )
}
