import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { CompanyRules } from './schema.ts'

const NONE: CompanyRules = {
  masks_numbers: false,
  approve_runs: 'off',
  approve_runs_above: null,
  approve_accounts: false,
  approve_files: false,
  hold_accounts: false,
  approver_ids: null,
}

/** The rules of the company. Without a row, no rules apply. */
export async function readRules(query: Queryable | Tx, company: Pick<Company, 'id'>): Promise<CompanyRules> {
  const row = await query
    .selectFrom('company_rules')
    .select(['masks_numbers', 'approve_runs', 'approve_runs_above', 'approve_accounts', 'approve_files'])
    .select(['hold_accounts', 'approver_ids'])
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

/** Counts the people who can approve for the company, among these people or all owners and admins. */
export async function countApprovers(
  tx: Tx,
  company: Pick<Company, 'id' | 'customer_id'>,
  ids: readonly number[] | null,
  today: CivilDate,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users u
    where customer_id = ${company.customer_id} and removed_at is null
      and case when ${ids}::int[] is null then role in ('owner', 'admin')
        else id = any(${ids}::int[]) and role in ('owner', 'admin', 'member') and (not is_by_company or exists (
          select from companies_of(u.id, ${today}::date) c where c.company_id = ${company.id} and c.role = 'member')) end`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Revokes open invitations for owners and admins. They were sent by one person, before two were required. */
export async function endOpenInvitations(tx: Tx, customerId: number, now: Date): Promise<number> {
  const rows = await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where('role', 'in', ['owner', 'admin', 'member'])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

/** The account's other companies without rules of their own. */
export async function listWithoutRules(tx: Tx, { id, customer_id }: Pick<Company, 'id' | 'customer_id'>) {
  return tx
    .selectFrom('companies as c')
    .select(['c.id', 'c.customer_id', 'c.legal_name'])
    .where('c.customer_id', '=', customer_id)
    .where('c.id', '<>', id)
    .where('c.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('company_rules as r').select('r.company_id').whereRef('r.company_id', '=', 'c.id')),
      ),
    )
    .orderBy('c.id')
    .execute()
}

/**
 * A company has at least the strictest rules of the account's other companies, when it is new or restored and when the
 * account begins to require two people. Otherwise one person could pay from the same bank account through it.
 */
export const inheritRules = (tx: Tx, { id, customer_id }: Pick<Company, 'id' | 'customer_id'>) =>
  inheritRulesAll(tx, customer_id, [id])

/** The same for several companies, in one statement. */
export async function inheritRulesAll(tx: Tx, customerId: number, ids: readonly number[]) {
  await sql`
    insert into company_rules as own (company_id, customer_id, masks_numbers, approve_runs, approve_runs_above,
      approve_accounts, approve_files, hold_accounts, updated_at)
    select company.id, ${customerId}, bool_or(masks_numbers),
      case when bool_or(approve_runs = 'always') then 'always' when bool_or(approve_runs = 'above') then 'above' else 'off' end,
      case when not bool_or(approve_runs = 'always') then min(approve_runs_above) filter (where approve_runs = 'above') end,
      bool_or(approve_accounts), bool_or(approve_files), bool_or(hold_accounts), max(updated_at)
    from unnest(${ids}::int[]) as company (id)
    join company_rules on customer_id = ${customerId}
      and (company_id = company.id or approve_runs <> 'off' or approve_accounts or approve_files or hold_accounts)
    group by company.id
    having bool_or(approve_runs <> 'off' or approve_accounts or approve_files or hold_accounts)
    on conflict (company_id) do update set masks_numbers = excluded.masks_numbers, approve_runs = excluded.approve_runs,
      approve_runs_above = excluded.approve_runs_above, approve_accounts = excluded.approve_accounts,
      approve_files = excluded.approve_files, hold_accounts = excluded.hold_accounts`.execute(tx)
}
