import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Matched } from './columns.ts'
import type { ImportKind } from './kinds.ts'

/** Columns that a user matched by hand, by their lower-case names. */
export async function loadColumns(
  query: Queryable,
  company: Company,
  kind: ImportKind,
): Promise<Map<string, string | null>> {
  const rows = await query
    .selectFrom('import_columns')
    .select(['header', 'field'])
    .where('company_id', '=', company.id)
    .where('kind', '=', kind)
    .orderBy('header')
    .execute()
  return new Map(rows.map((row) => [row.header, row.field]))
}

export async function saveColumns(
  tx: Tx,
  company: Company,
  kind: ImportKind,
  columns: readonly Matched[],
): Promise<void> {
  const headers = columns.map((column) => column.header.trim().toLowerCase())
  await sql`
    insert into import_columns (company_id, customer_id, kind, header, field)
    select ${company.id}, ${company.customer_id}, ${kind}, column_name, field
    from unnest(${headers}::text[], ${columns.map((column) => column.field)}::text[]) as c (column_name, field)
    on conflict (company_id, kind, header) do update set field = excluded.field`.execute(tx)
}

export async function deleteColumns(tx: Tx, company: Company, kind: ImportKind): Promise<void> {
  await tx
    .deleteFrom('import_columns')
    .where('company_id', '=', company.id)
    .where('kind', '=', kind)
    .execute()
}
