import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'

export type NumberRow = {
  company_id: number
  identity_id: number | null
  abn: string | null
  branch_number: string | null
  /** Encrypted. */
  ird_number: string | null
}

/** The former numbers that are not wrong, oldest first, and the current ones of the companies that have such former numbers. */
export async function loadNumbers(query: Queryable, companyIds: readonly number[]): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select company_id, id as identity_id, abn, branch_number, ird_number from former_identities
    where company_id = any(${companyIds}::int[]) and not is_wrong
    union all
    select id, null, abn, branch_number, ird_number from companies
    where id in (select company_id from former_identities where company_id = any(${companyIds}::int[]) and not is_wrong)
    order by identity_id nulls last`.execute(query)
  return rows
}
