import { companiesOf } from '../../../database/company-scope.ts'
import type { Database } from '../../../database/connect.ts'
import type { Role } from '../../../database/tables/customers.ts'
import type { CompanyRole } from '../../../database/tables/portfolios.ts'
import type { Caller, CompanyRules } from '../../../http/caller.ts'
import { WEB_CLIENT_ID } from '../../../http/limits.ts'
import type { Faults, Sandbox } from '../../../kernel/acting.ts'
import { type Clock, monotonicMs } from '../../../kernel/clock.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { mayGive } from './authority.ts'
import { type CachedCaller, callersOf } from './caller-cache.ts'

type Row = {
  grant_id: number
  client_id: string
  user_id: number
  customer_id: number
  scopes: string[]
  role: Role
  grant_role: Role | null
  employee_id: number | null
  is_api_admin: boolean
  is_reseller: boolean
  opened_by_id: number | null
  officer_id: number | null
  opened_reason: string | null
  /** Roles by company, for a person whose role does not cover the whole account. Null means all companies. */
  companies: Record<string, CompanyRole> | null
  access_expires_at: Date
  lead_ms: number | null
  faults: Faults | null
  rules: CompanyRules[] | null
  cell: string
  is_moving: boolean
}

const COLUMNS = `g.id as grant_id, g.client_id, g.user_id, g.customer_id,
  u.role, g.role as grant_role, u.employee_id, c.is_api_admin, c.is_reseller, g.opened_by_id, s.lead_ms, s.faults, c.cell,
  c.moving_since is not null as is_moving,
  (select json_agg(json_build_object('companyId', r.company_id, 'masksNumbers', r.masks_numbers,
    'asksApproval', r.approve_runs <> 'off' or r.approve_accounts or r.approve_files or r.hold_accounts))
    from company_rules r where r.customer_id = c.id) as rules,
  case when g.opened_by_id is not null then
    (select opened.opened_by_user_id from sessions opened where opened.grant_id = g.id limit 1) end as officer_id,
  case when g.opened_by_id is not null then
    (select opened.opened_reason from sessions opened where opened.grant_id = g.id limit 1) end as opened_reason,
  case when u.is_by_company then
    coalesce((select json_object_agg(company_id, role) from companies_of(u.id, $3::date)), '{}') end as companies`
const OF_GRANT = `join oauth_clients k on k.client_id = g.client_id and k.deleted_at is null
join users u on u.id = g.user_id and u.removed_at is null
join customers c on c.id = g.customer_id and c.access_ended_at is null
left join sandboxes s on s.customer_id = c.id`

const FIND = `select ${COLUMNS}, coalesce(t.scopes, g.scopes) as scopes, t.access_expires_at
from oauth_tokens t
join oauth_grants g on g.id = t.grant_id and g.revoked_at is null
${OF_GRANT}
where t.access_hash = $1 and t.revoked_at is null
  and t.access_expires_at > $2::timestamptz + coalesce(s.lead_ms, 0) * interval '1 millisecond' and g.mode = service_mode()`

// Signing out of the web app leaves the person's jobs running. When a session opened by a partner ends, its
// jobs end too.
const FIND_BY_GRANT = `select ${COLUMNS}, g.scopes, $2::timestamptz as access_expires_at
from oauth_grants g
${OF_GRANT}
where g.id = $1 and g.mode = service_mode() and case
  when g.opened_by_id is not null then g.revoked_at is null and exists (
    select from sessions opened where opened.grant_id = g.id and opened.expires_at > $2)
  else g.revoked_at is null or g.client_id = '${WEB_CLIENT_ID}' end`

/** Finds the caller of a bearer token. Undefined when the token is unknown, expired or revoked. */
export function createCallerFinder(database: Database, clock: Clock) {
  const cache = callersOf(database)
  return async (token: string): Promise<Caller | undefined> => {
    const hash = hashToken(token)
    const key = hash.toString('latin1')
    const now = clock.now()
    const known = cache.get(key, now.getTime(), monotonicMs())
    const current = known && (await withSandbox(database, known, now))
    if (current) return current

    const { epoch } = cache
    const { rows } = await database.pool.query<Row>(FIND, [hash, now, clock.today()])
    const row = rows[0]
    if (!row) return undefined
    const caller = callerOf(row)
    if (!caller) return undefined
    cache.keep(key, caller, row.access_expires_at.getTime(), epoch, monotonicMs())
    return caller
  }
}

/**
 * The current caller of a grant, for work that a request left to a job. Undefined when the person or
 * application has lost access.
 */
export async function findCallerOfGrant(
  { database, systemClock: clock }: Service,
  grantId: number,
): Promise<Caller | undefined> {
  const { rows } = await database.pool.query<Row>(FIND_BY_GRANT, [grantId, clock.now(), clock.today()])
  return rows[0] && callerOf(rows[0])
}

function callerOf(row: Row): Caller | undefined {
  const isOpened = row.opened_by_id !== null
  const owner = { role: row.role, isReseller: row.is_reseller, isActive: true }
  if (isOpened && !mayGive(owner, { kind: 'partner-access' })) return undefined
  return {
    userId: row.user_id,
    customerId: row.customer_id,
    clientId: row.client_id,
    grantId: row.grant_id,
    // A person let in by a partner does payroll work but manages neither the account nor its API.
    role: isOpened ? 'member' : lesserRole(row.role, row.grant_role),
    employeeId: row.role === 'employee' && !isOpened ? row.employee_id : null,
    scopes: new Set(row.scopes),
    isApiAdmin: row.is_api_admin && !isOpened,
    isReseller: row.is_reseller && !isOpened,
    openedById: row.opened_by_id,
    rules: row.rules ?? [],
    officerId: row.officer_id,
    openedReason: row.opened_reason,
    companies: row.companies && companiesOf(row.companies),
    sandbox: sandboxOf(row),
    cell: row.cell,
    isMoving: row.is_moving,
  }
}

const BY_POWER: readonly Role[] = ['employee', 'reader', 'member', 'admin', 'owner']

/** A grant with its own role never exceeds that role, nor the role of the person who gave it. */
function lesserRole(giver: Role, own: Role | null): Role {
  return own !== null && BY_POWER.indexOf(own) < BY_POWER.indexOf(giver) ? own : giver
}

const FIND_SANDBOX = 'select customer_id, lead_ms, faults from sandboxes where customer_id = $1'

/**
 * Updates a cached caller. Another process can move a sandbox's clock or set its faults at any time, so each
 * call reads their current state. Undefined when the token has expired by that clock, or the customer is no
 * longer a sandbox.
 */
async function withSandbox(
  database: Database,
  { caller, expiresMs }: CachedCaller,
  now: Date,
): Promise<Caller | undefined> {
  if (!caller.sandbox) return caller
  const { rows } = await database.pool.query<Parameters<typeof sandboxOf>[0]>(FIND_SANDBOX, [
    caller.customerId,
  ])
  const sandbox = rows[0] ? sandboxOf(rows[0]) : null
  return sandbox && expiresMs > now.getTime() + sandbox.leadMs ? { ...caller, sandbox } : undefined
}

function sandboxOf({
  customer_id,
  lead_ms,
  faults,
}: Pick<Row, 'customer_id' | 'lead_ms' | 'faults'>): Sandbox | null {
  return lead_ms === null ? null : { customerId: customer_id, leadMs: lead_ms, faults: faults ?? {} }
}
