import { ROLES, type Role } from '../../../database/tables/customers.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { conflict } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { readPolicy, type SignInPolicy, writePolicy } from './queries.ts'

type Changer = { customerId: number; role: Role; hasSecondFactor: boolean }

/**
 * Changes the account's sign-in policy. People signed in without a required second factor are asked to set
 * one up.
 */
export function changePolicy(
  service: Service,
  { customerId, role, hasSecondFactor }: Changer,
  change: SignInPolicy,
): Promise<SignInPolicy> {
  const after = {
    ...change,
    second_factor_roles: ROLES.filter((each) => change.second_factor_roles.includes(each)),
  }
  if (after.second_factor_roles.includes(role) && !hasSecondFactor)
    throw conflict('Set up two-factor sign-in for yourself first, then require it for your role.')
  return service.database.transaction(async (tx) => {
    const before = await readPolicy(tx, customerId)
    await writePolicy(tx, customerId, after, service.clock.now())
    recordAuditChange('Sign-in policy', before, after)
    return after
  })
}
