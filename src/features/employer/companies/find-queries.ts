import { sql } from 'kysely'
import { type CompanyScope, isInScope } from '../../../database/company-scope.ts'
import type { Queryable } from '../../../database/connect.ts'
import { COMPANIES_PER_PART } from './find-schema.ts'

type Row = { id: number; legal_name: string; trading_name: string | null; jurisdiction: string }

/** One page of the companies that the caller may see, by name. */
export async function listLight(
  query: Queryable,
  scope: CompanyScope,
  { q = '', after, limit = COMPANIES_PER_PART }: { q?: string; after?: number; limit?: number },
) {
  const piece = `%${q.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  // Without a condition that is always true, the first page is read from the index by name.
  const isFound =
    q.trim() === '' ? sql`` : sql`and (legal_name ilike ${piece} or trading_name ilike ${piece})`
  const isLater =
    after === undefined
      ? sql``
      : sql`and (name_key(legal_name), id) >
          (select name_key(legal_name), id from companies where id = ${after}::int8 and ${isInScope(scope, 'companies', 'id')})`
  const { rows } = await sql<Row>`
    select id, legal_name, trading_name, jurisdiction from companies
    where ${isInScope(scope, 'companies', 'id')} and deleted_at is null ${isFound} ${isLater}
    order by name_key(legal_name), id limit ${limit + 1}`.execute(query)
  const companies = rows.slice(0, limit)
  return { companies, next: rows.length > limit ? (companies.at(-1)?.id ?? null) : null }
}
