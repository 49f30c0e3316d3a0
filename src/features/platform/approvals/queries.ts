import { type Selectable, sql } from 'kysely'
import { type CompanyScope, isInScope } from '../../../database/company-scope.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { CompanyRole } from '../../../database/tables/portfolios.ts'
import type { ApprovalsTable, CompanyRulesTable } from '../../../database/tables/trust.ts'
import type { Approved } from '../../../database/transaction-hooks.ts'
import type { NeededApproval } from '../../../kernel/needs-approval.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'

export type ApprovalRules = Pick<
  Selectable<CompanyRulesTable>,
  | 'company_id'
  | 'approve_runs'
  | 'approve_runs_above'
  | 'approve_accounts'
  | 'approve_files'
  | 'hold_accounts'
  | 'approver_ids'
>
export type ApprovalRow = Selectable<ApprovalsTable>
export type NamedApproval = ApprovalRow & {
  preparer_name: string | null
  officer_name: string | null
  decider_name: string | null
}

/** The approval rules of the customer's companies. Most customers have none. */
export function loadApprovalRules(query: Queryable | Tx, customerId: number): Promise<ApprovalRules[]> {
  return query
    .selectFrom('company_rules')
    .select(['company_id', 'approve_runs', 'approve_runs_above', 'approve_accounts', 'approve_files'])
    .select(['hold_accounts', 'approver_ids'])
    .where('customer_id', '=', customerId)
    .execute()
}

/** The people who control an application, and could act for the person who allowed it. */
export async function listKeepers(query: Queryable | Tx, clientId: string): Promise<readonly number[]> {
  const row = await query
    .selectFrom('oauth_clients')
    .select('keeper_ids')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.keeper_ids ?? []
}

/** Uses up a waiting approval. Undefined when it is no longer waiting. */
export function markApproved(tx: Tx, customerId: number, { id, decidedBy, at }: Approved) {
  return tx
    .updateTable('approvals')
    .set({ state: 'approved', decided_by: decidedBy, decided_at: at })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .returning('fingerprint')
    .executeTakeFirst()
}

/**
 * Uses up the approval of a consent. Returns false when there is none. The stored response marks it as used.
 */
export async function spendGrantApproval(
  tx: Tx,
  asked: { customerId: number; userId: number; fingerprint: string; since: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('approvals')
    .set({ answer_status: 200 })
    .where('customer_id', '=', asked.customerId)
    .where('prepared_by', '=', asked.userId)
    .where('kind', '=', 'grant')
    .where('fingerprint', '=', asked.fingerprint)
    .where('state', '=', 'approved')
    .where('answer_status', 'is', null)
    .where('decided_at', '>', asked.since)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type Prepared = {
  needed: NeededApproval
  method: string
  path: string
  request: string
  hash: string
  /** `userId` is null for the operator of the service. */
  by: {
    userId: number | null
    clientId: string
    grantId: number
    officerId?: number | null
    others?: readonly number[] | undefined
  }
  at: Date
}

export type Stored = {
  id: number
  isNew: boolean
  /** The same request that waited with another effect. It is void now. */
  replacedId?: number
}

const REPLACED =
  'It was prepared again, and would now do something else. The new request has its own approval.'

/**
 * Stores a waiting request. The same request keeps its id only while it would do the same: otherwise someone could
 * approve what they have not seen.
 */
export async function insertApproval(tx: Tx, cipher: FieldCipher, prepared: Prepared): Promise<Stored> {
  const { needed, by } = prepared
  const known = await tx
    .selectFrom('approvals')
    .select(['id', 'fingerprint', 'summary'])
    .where('customer_id', '=', needed.customerId)
    .where('prepared_by', 'is not distinct from', by.userId)
    .where('request_hash', '=', prepared.hash)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  if (known?.fingerprint === needed.fingerprint && known.summary === needed.summary)
    return { id: known.id, isNew: false }
  if (known) await endApproval(tx, known.id, { state: 'voided', by: null, at: prepared.at, reason: REPLACED })
  const { rows } = await sql<{ id: number }>`select nextval('approvals_id_seq')::int as id`.execute(tx)
  const { id } = present(rows[0])
  await tx
    .insertInto('approvals')
    .values({
      id,
      customer_id: needed.customerId,
      company_id: needed.companyId,
      kind: needed.kind,
      state: 'waiting',
      summary: needed.summary,
      method: prepared.method,
      path: prepared.path,
      request: cipher.seal('approvals.request', id, prepared.request),
      request_hash: prepared.hash,
      fingerprint: needed.fingerprint,
      prepared_by: by.userId,
      prepared_client: by.clientId,
      prepared_grant: by.grantId,
      prepared_officer: by.officerId ?? null,
      other_preparers: [...(by.others ?? [])],
      prepared_at: prepared.at,
      decided_by: null,
      decided_at: null,
      reason: null,
      answer_status: null,
      answer: null,
    })
    .execute()
  return { id, isNew: true, ...(known ? { replacedId: known.id } : {}) }
}

const named = (query: Queryable | Tx) =>
  query
    .selectFrom('approvals as a')
    .leftJoin('users as p', 'p.id', 'a.prepared_by')
    .leftJoin('users as o', 'o.id', 'a.prepared_officer')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .selectAll('a')
    .select(['p.name as preparer_name', 'o.name as officer_name', 'd.name as decider_name'])

export async function findApproval(
  query: Queryable | Tx,
  customerId: number,
  id: number,
): Promise<NamedApproval | undefined> {
  if (!isId(id)) return undefined
  return named(query).where('a.customer_id', '=', customerId).where('a.id', '=', id).executeTakeFirst()
}

export function listApprovals(
  query: Queryable,
  scope: CompanyScope,
  filter: { state?: ApprovalRow['state']; company_id?: number; before?: number },
): Promise<NamedApproval[]> {
  let select = named(query).where(isInScope(scope, 'a'))
  if (filter.state) select = select.where('a.state', '=', filter.state)
  if (filter.company_id !== undefined) select = select.where('a.company_id', '=', filter.company_id)
  if (filter.before !== undefined) select = select.where('a.id', '<', filter.before)
  return select.orderBy('a.id', 'desc').limit(100).execute()
}

/** Ends a waiting approval. Returns false when another decision came first. */
export async function endApproval(
  tx: Tx,
  id: number,
  ended: { state: ApprovalRow['state']; by: number | null; at: Date; reason: string | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('approvals')
    .set({ state: ended.state, decided_by: ended.by, decided_at: ended.at, reason: ended.reason })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function keepAnswer(
  tx: Tx,
  cipher: FieldCipher,
  id: number,
  answer: { status: number; body: string },
): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ answer_status: answer.status, answer: cipher.seal('approvals.answer', id, answer.body) })
    .where('id', '=', id)
    .execute()
}

/**
 * The preparer with their current permissions. Undefined when the person or the application no longer has
 * access.
 */
export async function findPreparer(
  query: Queryable,
  row: ApprovalRow,
  webClientId: string,
  today: CivilDate,
) {
  const { rows } = await sql<{
    role: 'owner' | 'admin' | 'member' | 'reader' | 'employee'
    scopes: string[]
    is_api_admin: boolean
    is_reseller: boolean
    opened_by_id: number | null
    companies: Record<string, CompanyRole> | null
  }>`
    select coalesce(g.role, u.role) as role, g.scopes, c.is_api_admin, c.is_reseller, g.opened_by_id,
      case when u.is_by_company then
        coalesce((select json_object_agg(company_id, role) from companies_of(u.id, ${today}::date)), '{}') end as companies
    from oauth_grants g join users u on u.id = g.user_id and u.removed_at is null
    join customers c on c.id = g.customer_id and c.access_ended_at is null
    where g.id = ${row.prepared_grant} and g.user_id = ${row.prepared_by}
      -- A session of the web app ends when the person signs out; what they prepared stays. What a partner's officer prepared
      -- stays while the owner still allows what they allowed then, and the officer may still open the account.
      and case when g.opened_by_id is null then g.revoked_at is null or g.client_id = ${webClientId}
        else u.role = 'owner' and exists (
          select from partner_clients consent where consent.customer_id = g.customer_id
            and consent.partner_id = g.opened_by_id and consent.handoff_allowed_by = g.user_id
            and consent.handoff_allowed_at <= ${row.prepared_at})
        and exists (
          select from users officer join customers partner on partner.id = officer.customer_id
          where officer.id = ${row.prepared_officer} and partner.id = g.opened_by_id and officer.removed_at is null
            and officer.role in ('owner', 'admin', 'member') and partner.is_reseller
            and partner.access_ended_at is null) end`.execute(query)
  return rows[0]
}
