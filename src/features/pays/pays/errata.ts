import type { Rates } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { listForReplay, loadPays } from './context/pays.ts'
import { countryOf } from './country/index.ts'
import { replayPay } from './replay.ts'

const PAYS_AT_ONCE = 200

export type Erratum = {
  payId: number
  companyId: number
  employeeId: number
  payDate: CivilDate
  /** A final pay is corrected by deleting it and paying it again. */
  isTermination: boolean
  figures: readonly { figure: string; before: string; after: string }[]
}

/**
 * Finds the processed pays that corrected rate tables change. Each is calculated twice from its stored facts and lines:
 * with its original tables (`before`, by bundle version) and with the corrected ones. Other changes do not count.
 */
export async function* findErrata(
  query: Queryable,
  { before, after }: { before: (version: string | null) => Rates; after: Rates },
  filter: { companyId?: number } = {},
): AsyncGenerator<Erratum> {
  for (let from = 0; ; ) {
    const found = await listForReplay(query, from, PAYS_AT_ONCE, filter)
    const countries = new Map(found.map((pay) => [pay.id, countryOf(pay)]))
    for (const pay of await loadPays(
      query,
      found.map(({ id }) => id),
    )) {
      if (pay.row.status !== 'processed') continue
      const country = present(countries.get(pay.row.id))
      const tables = [before(pay.row.law_version), after]
      const [old, now] = tables.map((rates) => replayPay(pay, country, rates).figures)
      const figures = Object.entries(now ?? {}).flatMap(([figure, value]) => {
        const was = old?.[figure] ?? ''
        return was === value ? [] : [{ figure, before: was, after: value }]
      })
      if (figures.length === 0) continue
      const {
        id: payId,
        company_id: companyId,
        employee_id: employeeId,
        is_termination: isTermination,
      } = pay.row
      yield { payId, companyId, employeeId, payDate: pay.row.processed_date, isTermination, figures }
    }
    const last = found.at(-1)
    if (!last) return
    from = last.id
  }
}
