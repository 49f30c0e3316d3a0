import type { Role } from '../../../database/tables/customers.ts'
import type { Service } from '../../../service.ts'

/**
 * Whether this person must sign in through their organisation's identity provider. Owners keep their
 * password. Otherwise a provider that is down or misconfigured would lock everyone out.
 */
export async function requiresProvider(
  { database }: Service,
  user: { customerId: number; role: Role },
): Promise<boolean> {
  if (user.role === 'owner') return false
  const row = await database.query
    .selectFrom('identity_providers')
    .select('is_required')
    .where('customer_id', '=', user.customerId)
    .executeTakeFirst()
  return row?.is_required === true
}

/** Whether any organisation has its own identity provider. Only then does the sign-in page offer it. */
export async function hasProviders({ database }: Service): Promise<boolean> {
  const row = await database.query
    .selectFrom('identity_providers')
    .select('customer_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
