import type { Rates } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { PayRow } from '../../../database/tables/pays.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { listForReplay, loadPays } from './context/pays.ts'
import { countryOf } from './country/index.ts'
import type { PayCountry, Recalculated } from './country/types.ts'
import { lineOf, toPayLines } from './lines/line-input.ts'
import { readHistory, recalculateOn } from './replay-now.ts'

const PAYS_AT_ONCE = 200

export type Difference = { figure: string; stored: string | null; replayed: string }
export type Replayed = {
  id: number
  lawVersion: string | null
  differences: Difference[]
  steps: Recalculated['steps']
}
/** One set of tables for all pays, or the tables of the bundle that a pay names. */
export type RatesOfPays = Rates | ((lawVersion: string | null) => Rates)

/** Recalculates a stored pay from exactly the facts and lines it was made with. */
export function replayPay({ row, lines }: WholePay, country: PayCountry, rates: Rates): Recalculated {
  return country.recalculate(row.facts, toPayLines(lines.map((line) => lineOf(line))), rates)
}

/** The figures of a replayed pay that differ from the stored ones. Any difference means that a rule or table has changed. */
export function differences(stored: PayRow, { figures }: Recalculated): Difference[] {
  const columns: Readonly<Record<string, unknown>> = stored
  return Object.entries(figures).flatMap(([figure, replayed]) => {
    const value = columns[figure]
    const text = typeof value === 'string' ? value : null
    return text !== null && decimal(text).eq(replayed) ? [] : [{ figure, stored: text, replayed }]
  })
}

/** Replays stored pays, oldest first, each with the tables that `rates` gives it. Reports the differences from the stored figures and the calculation steps. */
export async function* replayPays(
  query: Queryable,
  rates: RatesOfPays,
  filter: { companyId?: number; payId?: number; isHistoryNow?: boolean } = {},
): AsyncGenerator<Replayed> {
  const ratesOf = typeof rates === 'function' ? rates : () => rates
  for (let after = 0; ; ) {
    const found = await listForReplay(query, after, PAYS_AT_ONCE, filter)
    const countries = new Map(found.map((pay) => [pay.id, countryOf(pay)]))
    const ids = found.map((pay) => pay.id)
    const pays = await loadPays(query, ids)
    const histories = filter.isHistoryNow ? await historiesOf(query, pays, countries) : null
    for (const pay of pays) {
      const country = present(countries.get(pay.row.id))
      const history = pay.row.status === 'processed' ? histories?.get(country) : undefined
      const own = ratesOf(pay.row.law_version)
      const recalculated =
        (history && recalculateOn(pay, history, country, own)) ?? replayPay(pay, country, own)
      yield {
        id: pay.row.id,
        lawVersion: pay.row.law_version,
        differences: differences(pay.row, recalculated),
        steps: recalculated.steps,
      }
    }
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}

/** The current pay history of these pays, by country. */
async function historiesOf(
  query: Queryable,
  pays: readonly WholePay[],
  countries: ReadonlyMap<number, PayCountry>,
): Promise<Map<PayCountry, Awaited<ReturnType<typeof readHistory>>>> {
  const histories = new Map<PayCountry, Awaited<ReturnType<typeof readHistory>>>()
  const byCountry = Map.groupBy(pays, (pay) => countries.get(pay.row.id) as PayCountry)
  for (const [country, own] of byCountry) histories.set(country, await readHistory(query, country, own))
  return histories
}
