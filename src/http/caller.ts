import type { CompanyScope } from '../database/company-scope.ts'
import type { Role } from '../database/tables/customers.ts'
import type { Approved } from '../database/transaction-hooks.ts'
import type { Sandbox } from '../kernel/acting.ts'

export const SCOPES = [
  'openid',
  'payroll.read',
  'payroll.write',
  'partner.checkout.preview',
  'partner.checkout.write',
  'partner.checkout.cancel',
  'openapi',
] as const
export type Scope = (typeof SCOPES)[number]

/** The person, the customer and the application of a request. */
export type Caller = CompanyScope & {
  userId: number
  clientId: string
  grantId: number
  role: Role
  /** The employee of a self-service sign-in. Null for everyone else. */
  employeeId: number | null
  scopes: ReadonlySet<string>
  isApiAdmin: boolean
  isReseller: boolean
  /** The partner who opened the web app session. Null for everyone else. */
  openedById: number | null
  /** The partner's officer, who is the one acting. Null for everyone else. */
  officerId: number | null
  /** The officer's reason for opening the account. Null when none was given. */
  openedReason: string | null
  /** The customer's companies that have their own rules. Most have none. */
  rules: readonly CompanyRules[]
  /** Set when a second person has approved the request. */
  approval?: Approved
  /**
   * Set when the service runs a step of a bulk job for the caller. The job limits its own speed, so no rate
   * limit applies.
   */
  isJob?: true
  /** The other people who repeated that job. What it prepares is theirs too. */
  jobRepeatedBy?: readonly number[]
  /** The clock and faults of a sandbox customer. Null for all others. */
  sandbox: Sandbox | null
  /** The database cell of the customer. */
  cell: string
  /** The customer is being moved to another cell. Reads are allowed, writes are not. */
  isMoving: boolean
}

/** A company's rules for callers beyond their role. The row is in `database/tables/trust.ts`. */
export type CompanyRules = { companyId: number; masksNumbers: boolean; asksApproval: boolean }

/**
 * The caller's role for one company: the account role or the company role. Null when there is none, as for
 * another customer's company.
 */
export function roleFor(
  { role, companies }: Pick<Caller, 'role' | 'companies'>,
  companyId: number,
): Role | null {
  if (!companies) return role
  const own = companies.get(companyId) ?? null
  return own && role === 'reader' ? 'reader' : own
}

/** Whether this role manages the account: its people, applications and emails. */
export function managesAccount({ role }: { role: Role }): boolean {
  return role === 'owner' || role === 'admin'
}

/** A write scope includes reading, and an order scope includes its preview. */
const SATISFIED_BY: Partial<Record<Scope, Scope>> = {
  'payroll.read': 'payroll.write',
  'partner.checkout.preview': 'partner.checkout.write',
}

export function hasScope(caller: Caller, scope: Scope): boolean {
  const wider = SATISFIED_BY[scope]
  return caller.scopes.has(scope) || (wider !== undefined && caller.scopes.has(wider))
}
