import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Role } from '../../../database/tables/customers.ts'
import { managesAccount, type Scope } from '../../../http/caller.ts'
import { type Giver, readGiver } from './authority-queries.ts'

/**
 * Every kind of access that one person can give to another person or an application. It becomes void once the
 * giver may no longer give it.
 */
export type Gift =
  /** A role in the account, by invitation or by a change of role. */
  | { kind: 'role'; role: Role }
  /** An employee's invitation to self-service. */
  | { kind: 'self-service' }
  /** An application's access: consent, authorization code, refresh token. */
  | { kind: 'application'; scopes: readonly string[] }
  /** A link that sets the giver's own password. */
  | { kind: 'own-password' }
  /** The welcome link of a client that a reseller's trial or order created. */
  | { kind: 'new-client' }
  /** The owner's permission for the reseller to open the account. */
  | { kind: 'partner-access' }
  /** A hand-off created by a reseller's staff member, and the session that it opened. */
  | { kind: 'hand-off' }

const runsPayroll = ({ role }: Giver) => role === 'owner' || role === 'admin' || role === 'member'

/** Readers can give applications read access only. Employees cannot give applications any access. */
const READER_SCOPES: readonly string[] = [
  'openid',
  'openapi',
  'payroll.read',
  'partner.checkout.preview',
] satisfies Scope[]
const READ_INSTEAD: Record<string, Scope> = {
  'payroll.write': 'payroll.read',
  'partner.checkout.write': 'partner.checkout.preview',
}

const isPartners = (scope: string) => scope.startsWith('partner.')

/** Whether a person with this role can give an application this scope. */
function isGivable(role: Role, scope: string): boolean {
  return role === 'reader' ? READER_SCOPES.includes(scope) : role !== 'employee'
}

/**
 * The requested scopes that a person with this role can give. Write scopes become read scopes where
 * necessary.
 */
export function narrowScopes(role: Role, asked: readonly string[]): string[] {
  const narrowed = asked.map((scope) => (isGivable(role, scope) ? scope : (READ_INSTEAD[scope] ?? scope)))
  return role === 'reader' ? [...new Set(narrowed)].filter((scope) => isGivable(role, scope)) : [...asked]
}

/** Whether this giver may give this access. docs/roles.md has the same table in words. */
export function mayGive(giver: Giver, gift: Gift): boolean {
  if (!giver.isActive) return false
  switch (gift.kind) {
    case 'role':
      return managesAccount(giver) && (gift.role !== 'owner' || giver.role === 'owner')
    case 'self-service':
      return runsPayroll(giver)
    case 'application':
      return gift.scopes.every(
        (scope) => isGivable(giver.role, scope) && (giver.isReseller || !isPartners(scope)),
      )
    case 'own-password':
      return true
    case 'partner-access':
      return giver.role === 'owner'
    case 'new-client':
    case 'hand-off':
      return giver.isReseller && runsPayroll(giver)
  }
}

/**
 * Whether the giver may still give this access, checked at the moment of use. Inside a transaction it locks
 * the giver's row, so a role change in progress finishes first. Call it before locking rows that `voidGifts`
 * changes.
 */
export async function mayStillGive(query: Queryable | Tx, giverId: number, gift: Gift): Promise<boolean> {
  const giver = await readGiver(query, giverId)
  return giver !== undefined && mayGive(giver, gift)
}
