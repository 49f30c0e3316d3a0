import { type Caller, managesAccount, roleFor } from '../../../http/caller.ts'
import type { ApprovalKind } from '../../../kernel/needs-approval.ts'
import type { ApprovalRules } from './queries.ts'

/** Owners and admins decide on changes to roles, application access and the rules themselves. */
const ACCOUNT_KINDS: ReadonlySet<ApprovalKind> = new Set(['role', 'rules', 'grant'])

/** Whether the caller is among those who approve such requests: owners and admins, or the people whom the company names. */
export function isApprover(
  caller: Caller,
  { kind, companyId }: { kind: ApprovalKind; companyId: number | null },
  rules: readonly ApprovalRules[],
): boolean {
  const named = rules.find((rule) => rule.company_id === companyId)?.approver_ids ?? null
  if (named === null || ACCOUNT_KINDS.has(kind)) return managesAccount(caller)
  return named.includes(caller.userId) && isPayrollRole(caller, companyId)
}

/** A named approver who has become a reader, of the account or of this company, can no longer approve. */
function isPayrollRole(caller: Caller, companyId: number | null): boolean {
  const role = companyId === null ? caller.role : roleFor(caller, companyId)
  return role === 'owner' || role === 'admin' || role === 'member'
}
