import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import { factColumns } from '../../../../payroll/figures.ts'
import type { KeptTerms } from '../context/outcomes.ts'
import type { PayCountry } from '../country/types.ts'

/** Replaces the terms of pays whose figures, leave, rows and reports stay the same under them. */
export async function storeKeptTerms(
  tx: Tx,
  country: PayCountry,
  pays: readonly { id: number; kept: KeptTerms }[],
): Promise<void> {
  if (pays.length === 0) return
  const columns = factColumns(country.figures).map((name) => `${name} = (made.own).${name}`)
  await sql`
    update pays set facts = made.facts::json, ${sql.raw(columns.join(', '))}
    from (
      select id, facts, jsonb_populate_record(null::pays, cells::jsonb) as own
      from unnest(${pays.map(({ id }) => id)}::int[], ${pays.map(({ kept }) => kept.facts)}::text[],
        ${pays.map(({ kept }) => kept.cells)}::text[]) as given (id, facts, cells)
    ) made
    where pays.id = made.id`.execute(tx)
}
