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

/** Who is calling, for whom, through which application. */
export type Caller = CompanyScope & {
  userId: number
  clientId: string
  grantId: number
  role: Role
  /** Whose self-service it is; null for everyone but employees. */
  employeeId: number | null
  scopes: ReadonlySet<string>
  isApiAdmin: boolean
  isReseller: boolean
  /** The partner who opened the session of the web app that calls; null for everyone else. */
  openedById: number | null
  /** The person of that partner, who is the one acting; null for everyone else. */
  officerId: number | null
  /** Why that person opened the account; null where none was given. */
  openedReason: string | null
  /** The companies of the customer that have rules of their own; most have none. */
  rules: readonly CompanyRules[]
  /** The request is one that a second person approved. */
  approval?: Approved
  /** The service does a step of a bulk job for the caller: the job bounds how fast, so no rate limit counts it. */
  isJob?: true
  /** The clock and the faults of a customer that is a sandbox; null for all others. */
  sandbox: Sandbox | null
  /** The cell of the database that the customer is in. */
  cell: string
  /** The customer's rows are on their way to another cell: it reads, and writes nothing. */
  isMoving: boolean
}

/** What a company asks of callers beyond their role; `database/tables/trust.ts` has the row. */
export type CompanyRules = { companyId: number; masksNumbers: boolean; asksApproval: boolean }

/** The role of a caller for one company: that of the account, or that for the company. Null: none, as if it were another customer's. */
export function roleFor(
  { role, companies }: Pick<Caller, 'role' | 'companies'>,
  companyId: number,
): Role | null {
  if (!companies) return role
  const own = companies.get(companyId) ?? null
  return own && role === 'reader' ? 'reader' : own
}

/** Whether this role manages the account: its people, its applications, its mail. */
export function managesAccount({ role }: { role: Role }): boolean {
  return role === 'owner' || role === 'admin'
}

/** Writing includes reading; a real order includes its preview. */
const SATISFIED_BY: Partial<Record<Scope, Scope>> = {
  'payroll.read': 'payroll.write',
  'partner.checkout.preview': 'partner.checkout.write',
}

export function hasScope(caller: Caller, scope: Scope): boolean {
  const wider = SATISFIED_BY[scope]
  return caller.scopes.has(scope) || (wider !== undefined && caller.scopes.has(wider))
}
