import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import { comparedColumns, type FigureTexts, factColumns } from '../../../../payroll/figures.ts'
import type { PayCountry } from '../country/types.ts'
import type { LeaveMoved } from '../job/leave-balances.ts'
import { loadMoved } from './balances.ts'
import type { WholePay } from './loaded-pay.ts'
import { termsUsed } from './terms-used.ts'

/** The parts of a pay that are compared: its figures by column, and its leave movements. */
export type Outcome = {
  figures: FigureTexts
  moved: LeaveMoved
  /** Absent where nothing else can differ. */
  kept?: KeptTerms
}

/** The terms that a pay keeps, which later pays may read. */
export type KeptTerms = {
  /** Everything that later pays read of the pay besides its figures. */
  read: string
  facts: string
  /** The columns of the facts. */
  cells: string
  rows: string
  reported: string | null
}

type Row = Omit<KeptTerms, 'read'> & { id: number; figures: FigureTexts }

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
  const cells = factColumns(country.figures).map((column) => `'${column}', ${column}`)
  const { rows } = await sql<Row>`
    select id, facts::text, json_build_object(${sql.raw(members.join(', '))}) as figures,
      jsonb_build_object(${sql.raw(cells.join(', '))})::text as cells, figures_hash as reported,
      (select coalesce(json_agg(json_build_array(kind, description, amount, item_id, details) order by line.id)::text, '')
        from pay_lines line where line.pay_id = pays.id) as rows
    from pays where id = any(${ids}::int[])`.execute(tx)
  const moved = await loadMoved(tx, ids)
  return new Map(
    rows.map(({ id, figures, ...kept }) => {
      const terms = JSON.stringify(termsUsed(country.termsOfPay(JSON.parse(kept.facts))))
      return [id, { figures, moved: moved.get(id) ?? {}, kept: { ...kept, read: `${terms}${kept.cells}` } }]
    }),
  )
}
