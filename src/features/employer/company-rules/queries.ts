import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { CompanyRules } from './schema.ts'

const NONE: CompanyRules = {
  masks_numbers: false,
  approve_runs: 'off',
  approve_runs_above: null,
  approve_accounts: false,
  approve_files: false,
  approver_ids: null,
}

/** The rules of the company; without a row it asks nothing. */
export async function readRules(query: Queryable | Tx, company: Pick<Company, 'id'>): Promise<CompanyRules> {
  const row = await query
    .selectFrom('company_rules')
    .select(['masks_numbers', 'approve_runs', 'approve_runs_above', 'approve_accounts', 'approve_files'])
    .select('approver_ids')
    .where('company_id', '=', company.id)
    .executeTakeFirst()
  if (!row) return NONE
  return {
    ...row,
    approve_runs_above: row.approve_runs_above === null ? null : Number(row.approve_runs_above),
  }
}

export async function writeRules(tx: Tx, company: Company, rules: CompanyRules, now: Date): Promise<void> {
  const above = rules.approve_runs_above
  const values = { ...rules, approve_runs_above: above === null ? null : String(above), updated_at: now }
  await tx
    .insertInto('company_rules')
    .values({ company_id: company.id, customer_id: company.customer_id, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}

/** How many of these people, or of all owners and admins, can approve. */
export async function countApprovers(
  tx: Tx,
  customerId: number,
  ids: readonly number[] | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where customer_id = ${customerId} and removed_at is null
      and case when ${ids}::int[] is null then role in ('owner', 'admin')
        else id = any(${ids}::int[]) and role in ('owner', 'admin', 'member') end`.execute(tx)
  return rows[0]?.count ?? 0
}
