import { sql } from 'kysely'
import type { Queryable } from '../../database/connect.ts'
import type { Rates } from '../../payroll/index.ts'
import type { Step } from '../../payroll/trace.ts'
import { loadPays } from './load/pays.ts'
import { type Difference, differences, replayPay } from './replay.ts'

const PAYS_AT_ONCE = 200

export type Replayed = { id: number; differences: Difference[]; steps: readonly Step[] }

/** Calculates stored pays again, oldest first, and says where each differs from what is stored and by which steps it came about. */
export async function* replayPays(
  query: Queryable,
  rates: Rates,
  filter: { companyId?: number; payId?: number } = {},
): AsyncGenerator<Replayed> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; jurisdiction: 'AU' | 'NZ' }>`
      select pays.id, jurisdiction from pays join companies on companies.id = pays.company_id
      where pays.id > ${after} and (${filter.companyId ?? null}::int is null or company_id = ${filter.companyId ?? null})
        and (${filter.payId ?? null}::int is null or pays.id = ${filter.payId ?? null})
      order by pays.id limit ${PAYS_AT_ONCE}`.execute(query)
    const last = rows.at(-1)
    if (!last) return
    const countries = new Map(rows.map((row) => [row.id, row.jurisdiction]))
    for (const { row, lines } of await loadPays(
      query,
      rows.map((found) => found.id),
    )) {
      const jurisdiction = countries.get(row.id) ?? 'AU'
      const outcome = replayPay({ facts: row.facts, lines, jurisdiction }, rates)
      yield { id: row.id, differences: differences(row, outcome), steps: outcome.result.steps }
    }
    after = last.id
  }
}
