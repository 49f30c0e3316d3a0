import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { Service } from '../../../service.ts'

const AT_ONCE = 8

/**
 * Returns the fund identifiers that the registry does not know, and stores the details of the others. Asks once per
 * identifier. If the registry cannot answer, all remaining identifiers pass, so an outage never blocks hiring.
 */
export async function findUnknownFunds(
  { ports, database, clock }: Pick<Service, 'ports' | 'database' | 'clock'>,
  usis: Iterable<unknown>,
): Promise<Set<string>> {
  const waiting = [...new Set(usis)].filter((usi): usi is string => typeof usi === 'string')
  const unknown = new Set<string>()
  const known: KnownFund[] = []
  let isDown = false
  const ask = async () => {
    for (let usi = waiting.pop(); usi !== undefined && !isDown; usi = waiting.pop()) {
      const fund = await ports.fundRegistry.look(usi)
      if (fund.answer === 'unknown') unknown.add(usi)
      if (fund.answer === 'unavailable') isDown = true
      if (fund.answer === 'known' && fund.name !== null)
        known.push({ usi, fund_name: fund.name, abn: fund.abn })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  if (known.length > 0) await keepFunds(database.query, known, clock.now())
  return unknown
}

type KnownFund = { usi: string; fund_name: string; abn: string | null }

/** Stores registry details, which all customers share. Rows that have not changed are not rewritten. */
async function keepFunds(query: Queryable, funds: readonly KnownFund[], now: Date): Promise<void> {
  await sql`
    insert into fund_registry (usi, fund_name, abn, asked_at)
    select usi, fund_name, abn, ${now} from json_to_recordset(${JSON.stringify(funds)}::json)
      as fund (usi text, fund_name text, abn text)
    on conflict (usi) do update set fund_name = excluded.fund_name, abn = excluded.abn, asked_at = excluded.asked_at
    where (fund_registry.fund_name, fund_registry.abn) is distinct from (excluded.fund_name, excluded.abn)`.execute(
    query,
  )
}

/** Looks up these funds in the registry and stores their details. */
export async function lookUpFunds(service: Service, usis: readonly string[]): Promise<void> {
  await findUnknownFunds(service, usis)
}

/** The error message for an unknown fund. */
export const unknownFund = (usi: string) => `No super fund has the USI ${usi}.`
